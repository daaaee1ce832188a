package solidity

import (
	"path"
	"slices"
	"strings"
)

// load fills the table of a file with its declarations and imports. Imports may be
// cyclic, so names that come through a cycle are added at its end.
func (r *resolver) load(u *unit) {
	if u.loaded != 0 {
		r.n.circular = r.n.circular || u.loaded == 1
		return
	}
	u.loaded = 1
	for _, d := range u.own {
		u.table[d.id] = append(u.table[d.id], d)
	}
	for _, v := range r.closure(u) {
		for _, d := range v.own {
			r.see(u, d)
		}
		r.seeNamed(u, v)
	}
	for n := range u.file.Root.Children() {
		if n.Kind == NodeImport {
			r.importNames(u, n)
		}
	}
	u.loaded = 2
}

// seeNamed adds to the names of u those that v imports by name: a file that imports
// all of v sees them too. An alias is among v.own.
func (r *resolver) seeNamed(u, v *unit) {
	for n := range v.file.Root.Children() {
		if n.Kind != NodeImport || n.Find(NodeSymbol) == nil {
			continue
		}
		from := r.imported(v, n)
		if from == nil {
			continue
		}
		r.load(from)
		for s := range n.Children() {
			if s.Kind != NodeSymbol || s.Name() != nil {
				continue
			}
			for _, d := range from.table[v.id(s.First())] {
				r.see(u, d)
			}
		}
	}
}

// see adds d to the names visible in u.
func (r *resolver) see(u *unit, d *Decl) {
	if !slices.Contains(u.table[d.id], d) {
		u.table[d.id] = append(u.table[d.id], d)
	}
}

// closure returns the files of which u sees every name: those it imports whole, and
// those that these import whole, each once.
func (r *resolver) closure(u *unit) []*unit {
	seen := map[*unit]bool{u: true}
	list := []*unit{u}
	for i := 0; i < len(list); i++ {
		for n := range list[i].file.Root.Children() {
			if n.Kind != NodeImport || n.Name() != nil || n.Find(NodeSymbol) != nil {
				continue
			}
			if v := r.imported(list[i], n); v != nil && !seen[v] {
				seen[v] = true
				list = append(list, v)
			}
		}
	}
	return list[1:]
}

// imported returns the file that the import n of u names. If it is nil, the path is
// recorded as missing.
func (r *resolver) imported(u *unit, n *Node) *unit {
	v, missing := r.n.imported(u, n)
	if missing != nil {
		r.n.missing[*missing] = true
	}
	return v
}

// imported returns the file that the import at node of u names, or the path for which
// there is no file.
func (n *Names) imported(u *unit, node *Node) (v *unit, missing *string) {
	lit := node.Find(NodeLiteral)
	if lit == nil {
		return nil, nil
	}
	text := u.file.Text(lit)
	if len(text) < 2 {
		return nil, nil
	}
	target := text[1 : len(text)-1]
	clean := target
	if strings.HasPrefix(target, "./") || strings.HasPrefix(target, "../") {
		clean = path.Join(path.Dir(u.path), target)
	}
	if v := n.units[clean]; v != nil {
		return v, nil
	}
	if v := n.units[path.Clean(target)]; v != nil {
		return v, nil
	}
	return nil, &target
}

// importNames resolves import {A as B} from, and import as M.
func (r *resolver) importNames(u *unit, n *Node) {
	v := r.imported(u, n)
	for s := range n.Children() {
		switch s.Kind {
		case NodeName:
			for _, d := range u.own {
				if d.At == s.Span {
					d.module = v
				}
			}
		case NodeSymbol:
			var found []*Decl
			if v != nil {
				r.load(v)
				found = v.table[u.id(s.First())]
			}
			if len(found) == 0 {
				r.record(u, s.First(), Uncertain, nil).Why = "its import is not among the files"
				continue
			}
			r.refer(u, s.First(), found)
			if alias := s.Name(); alias == nil {
				for _, d := range found {
					r.see(u, d)
				}
			} else {
				for _, d := range u.own {
					if d.At == alias.Span {
						d.target = found[0]
					}
				}
			}
		}
	}
}

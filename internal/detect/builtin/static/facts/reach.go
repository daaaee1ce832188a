package facts

import (
	"iter"

	"assay/internal/solidity"
)

// reach is what an expression is computed from.
type reach struct {
	decls map[*solidity.Decl]bool // parameters and locals
	vars  map[*Var]bool
}

// maxReach bounds how many nodes a search visits.
const maxReach = 400

// search goes back from n over the values given to locals and parameters and
// over what internal functions return.
func (x *File) search(n *Node) *reach {
	if r := x.reached[n]; r != nil {
		return r
	}
	x.collect()
	r := &reach{decls: map[*solidity.Decl]bool{}, vars: map[*Var]bool{}}
	todo := []*Node{n}
	seen := map[*Function]bool{}
	for left := maxReach; len(todo) > 0 && left > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for n := range at.All() {
			if left--; left < 0 {
				break
			}
			switch n.Kind {
			case solidity.NodeIdent, solidity.NodeLabel:
				d := x.Decl(n)
				if d == nil {
					continue
				}
				if v := x.vars[d]; v != nil {
					r.vars[v] = true
					continue
				}
				local := d.Kind == solidity.DeclParam || d.Kind == solidity.DeclLocal || d.Kind == solidity.DeclReturn || d.Kind == solidity.DeclAsmLocal
				if local && !r.decls[d] {
					r.decls[d] = true
					for _, def := range x.flows.of[d] {
						todo = append(todo, def.Value)
					}
					if v := x.pointed(d, 0); v != nil {
						r.vars[v] = true
					}
				}
			case solidity.NodeCall:
				if g, _ := x.Internal(n); g != nil && !seen[g] {
					seen[g] = true
					todo = append(todo, x.flows.results[g]...)
					for _, d := range g.Results {
						for _, def := range x.flows.of[d] {
							todo = append(todo, def.Value)
						}
					}
				}
			}
		}
	}
	x.reached[n] = r
	return r
}

// Uses reports whether the value of n is computed from v.
func (x *File) Uses(n *Node, v *Var) bool { return n != nil && x.search(n).vars[v] }

// VarsOf returns the state variables that n is computed from.
func (x *File) VarsOf(n *Node) map[*Var]bool {
	if n == nil {
		return nil
	}
	return x.search(n).vars
}

// Related reports whether a and b are computed from a common parameter or local.
func (x *File) Related(a, b *Node) bool {
	if a == nil || b == nil {
		return false
	}
	p, q := x.search(a).decls, x.search(b).decls
	if len(p) > len(q) {
		p, q = q, p
	}
	for d := range p {
		if q[d] {
			return true
		}
	}
	return false
}

// Mentions reports whether n, as written, uses the declaration d.
func (x *File) Mentions(n *Node, d *solidity.Decl) bool {
	if n == nil || d == nil {
		return false
	}
	for c := range Some(n) {
		if c.Kind == solidity.NodeIdent && x.Decl(c) == d {
			return true
		}
	}
	return false
}

// maxSome is how many nodes of one expression are looked at.
const maxSome = 300

// Some yields n and what is below it, parents first, as far as that is no more
// than what anyone writes into one expression.
func Some(n *Node) iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		left := maxSome
		for c := range n.All() {
			if left--; left < 0 || !yield(c) {
				return
			}
		}
	}
}

// Referred counts how often code refers to d after its declaration.
func (x *File) Referred(d *solidity.Decl) int {
	if x.uses == nil {
		x.uses = map[*solidity.Decl]int{}
		for _, o := range x.occ {
			if o.Verdict == solidity.Refers && o.Place == solidity.InCode {
				x.uses[o.Decl]++
			}
		}
	}
	return x.uses[d]
}

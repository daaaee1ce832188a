package solidity

import (
	"slices"
	"sort"
)

// Follow is [ResolveFiles] for the files of n after a renaming, with whatever
// happened to blanks, comments and the contents of strings: n says what their
// names mean, under other names. now says for each path of n what it is now.
//
// ok is false when the files differ in more, or in something that could change
// a meaning: resolve them. One thing is not looked for: a number that was no
// selector before and happens to be that of a new name.
func (n *Names) Follow(files map[string]*File, now map[string]string) (followed *Names, ok bool) {
	f := &follower{old: n, text: make([]string, len(n.ids)), changed: make([]bool, len(n.ids)), now: map[*unit]*unit{}, room: make([]Decl, len(n.Decls)),
		nameless: map[*Decl]*Decl{}, contracts: map[*contract]*contract{},
		new: &Names{units: map[string]*unit{}, ids: make(map[string]int32, len(n.ids)), pins: map[string]pin{}, missing: map[string]bool{}, circular: n.circular}}
	if !f.units(files, now) {
		return nil, false
	}
	for u, v := range f.now {
		if !f.words(u, v) || !f.imports(u, v) || !f.places(u, v) {
			return nil, false
		}
	}
	if !f.numbers() {
		return nil, false
	}
	f.declarations()
	for u, v := range f.now {
		f.occurrences(u, v)
	}
	r := &resolver{n: f.new}
	for _, p := range f.new.Paths {
		r.units = append(r.units, f.new.units[p])
	}
	r.docs()
	for _, v := range r.units {
		v.occ = distinct(v.occ)
		for i := range v.occ {
			r.settle(&v.occ[i])
		}
	}
	r.listUses()
	return f.new, true
}

// follower makes new out of old, of which it copies whatever matters after
// names are resolved.
type follower struct {
	old, new  *Names
	text      []string // by number of the name: what it is now
	changed   []bool   // whether that is something else
	now       map[*unit]*unit
	reordered bool   // the files are in another order, by their paths
	room      []Decl // by place in Names.Decls
	nameless  map[*Decl]*Decl
	contracts map[*contract]*contract
}

// units matches the files, and the identifiers in them.
func (f *follower) units(files map[string]*File, now map[string]string) bool {
	for _, p := range f.old.Paths {
		u, file := f.old.units[p], files[now[p]]
		if file == nil || !slices.Equal(file.ids, u.file.ids) {
			return false
		}
		v := &unit{path: now[p], file: file, ids: u.ids}
		if v.legacy, v.inherits = pragma(file); v.legacy != u.legacy || v.inherits != u.inherits {
			return false
		}
		for i, id := range u.ids {
			if !f.name(id, u.file.idents[i], file.idents[i]) {
				return false
			}
		}
		f.new.units[v.path], f.now[u] = v, v
		f.new.Paths = append(f.new.Paths, v.path)
	}
	f.reordered = !slices.IsSorted(f.new.Paths)
	slices.Sort(f.new.Paths)
	return len(f.new.units) == len(files) && len(files) == len(f.old.units) && !(f.reordered && f.old.circular)
}

// name notes what becomes of a name. It refuses what is, or becomes, more than
// a name.
func (f *follower) name(id int32, old, new string) bool {
	if f.text[id] != "" {
		return f.text[id] == new
	}
	if _, taken := f.new.ids[new]; taken || slotOf(old) != old || slotOf(new) != new {
		return false
	}
	if f.text[id], f.new.ids[new] = new, id; old == new {
		return true
	}
	f.changed[id] = true
	return !Shared(old) && !Shared(new) && !IsElementary(old) && !IsElementary(new)
}

// words compares what is no identifier. Strings may differ unless they look like
// signatures; imports says whether paths lead to the same files.
func (f *follower) words(u, v *unit) bool {
	for i, t := range u.file.words {
		w := v.file.words[i]
		if t.Kind != w.Kind {
			return false
		}
		if t.Kind == Ident {
			continue
		}
		text, now := t.Text(u.file.Src), w.Text(v.file.Src)
		if text != now && (t.Kind != String || signing(text) || signing(now) || text[0] != now[0]) {
			return false
		}
		if t.Kind == String && signing(text) {
			name := signed(u.file.Src, t).Text(u.file.Src)
			if f.renames(f.old, name) || f.renames(f.new, name) {
				return false
			}
		}
	}
	return true
}

// renames reports whether a name of names is among those that changed.
func (f *follower) renames(names *Names, name string) bool {
	id, ok := names.ids[name]
	return ok && f.changed[id]
}

// imports reports whether each import leads to where it led.
func (f *follower) imports(u, v *unit) bool {
	b := v.file.Root.child
	for a := u.file.Root.child; a != nil; a = a.next {
		if b == nil || a.Kind != b.Kind {
			return false
		}
		if a.Kind == NodeImport {
			was, _ := f.old.imported(u, a)
			is, missing := f.new.imported(v, b)
			if (was == nil) != (is == nil) || was != nil && is != f.now[was] {
				return false
			}
			if missing != nil {
				f.new.missing[*missing] = true
			}
		}
		b = b.next
	}
	return b == nil
}

// places goes through both trees and notes where the declarations stand now.
func (f *follower) places(u, v *unit) bool {
	decls := f.old.in(u)
	a, b := u.file.Root, v.file.Root
	for a != nil && b != nil {
		if a.Kind != b.Kind || a.first != b.first || a.last != b.last {
			return false
		}
		for a.Kind == NodeName && len(decls) > 0 && decls[0].At == a.Span {
			d, x, y := decls[0], a, b
			for x != nil && x != d.Node {
				x, y = x.parent, y.parent
			}
			if x == nil {
				return false
			}
			f.room[d.place-1].At, f.room[d.place-1].Node = b.Span, y
			decls = decls[1:]
		}
		a, b = a.after(), b.after()
	}
	return a == nil && b == nil && len(decls) == 0
}

// after returns the node that follows n in the tree, parents before children.
func (n *Node) after() *Node {
	if n.child != nil {
		return n.child
	}
	for n != nil && n.next == nil {
		n = n.parent
	}
	if n == nil {
		return nil
	}
	return n.next
}

// numbers copies what is known of numbers that stand for names. Where a name
// changed and its number did not, nothing can be said; nor where what was found
// first counts, and another file is the first.
func (f *follower) numbers() bool {
	if f.reordered && len(f.old.pins)+len(f.old.interfaces) > 0 {
		return false
	}
	for name, p := range f.old.pins {
		if f.renames(f.old, name) {
			return false
		}
		u := f.old.units[p.path]
		at := f.span(u, Span{p.offset, p.offset})
		f.new.pins[name] = pin{f.now[u].path, at.Start, p.why}
	}
	for _, i := range f.old.interfaces {
		if slices.ContainsFunc(i.functions, func(d *Decl) bool { return f.changed[d.id] }) {
			return false
		}
		u := f.old.units[i.path]
		f.new.interfaces = append(f.new.interfaces, interfaceNumber{f.now[u].path, f.span(u, i.at), f.list(i.functions)})
	}
	for _, u := range f.old.units {
		for i := range u.occ {
			o := &u.occ[i]
			if o.Place == InSelector && f.changed[o.id] || f.reordered && (o.Place == InSelector || o.Place == InString) {
				return false
			}
		}
	}
	return true
}

// span returns where a piece of a word stands now.
func (f *follower) span(u *unit, at Span) Span {
	i := sort.Search(len(u.file.words), func(i int) bool { return u.file.words[i].End > at.Start })
	return moved(at, u.file.words[i], f.now[u].file.words[i])
}

// moved carries a span over from a word to what it is now, to its end where it
// reached to the end.
func moved(at Span, was, is Token) Span {
	start := is.Start + at.Start - was.Start
	if at.End == was.End {
		return Span{start, is.End}
	}
	return Span{start, start + at.End - at.Start}
}

// declarations fills in what places left open.
func (f *follower) declarations() {
	f.new.Decls = f.list(f.old.Decls)
	for i, d := range f.old.Decls {
		f.fill(&f.room[i], d)
	}
	f.new.decls = make([][]*Decl, len(f.old.decls))
	for id, list := range f.old.decls {
		f.new.decls[id] = f.list(list)
	}
	if f.reordered {
		f.new.sortDecls()
	}
}

func (f *follower) fill(c, d *Decl) {
	if d.place > 0 {
		c.Name = f.text[d.id]
	}
	u := f.now[d.unit]
	c.Kind, c.Path, c.Scope, c.Visibility, c.ABI = d.Kind, u.path, f.decl(d.Scope), d.Visibility, d.ABI
	c.id, c.place, c.unit, c.owner, c.info = d.id, d.place, u, f.contract(d.owner), f.contract(d.info)
	c.inner, c.rets = f.list(d.inner), f.list(d.rets)
	if d.sig != "" {
		c.sig = c.Name + d.sig[len(d.Name):]
	}
}

func (f *follower) list(decls []*Decl) []*Decl {
	if decls == nil {
		return nil
	}
	out := make([]*Decl, len(decls))
	for i, d := range decls {
		out[i] = f.decl(d)
	}
	return out
}

func (f *follower) decl(d *Decl) *Decl {
	switch {
	case d == nil:
		return nil
	case d.place > 0:
		return &f.room[d.place-1]
	}
	c := f.nameless[d]
	if c == nil {
		c = new(Decl)
		f.nameless[d] = c
		f.fill(c, d)
	}
	return c
}

func (f *follower) contract(c *contract) *contract {
	if c == nil || f.contracts[c] != nil {
		return f.contracts[c]
	}
	out := &contract{decl: f.decl(c.decl), foreign: c.foreign}
	f.contracts[c] = out
	for _, b := range c.bases {
		out.bases = append(out.bases, f.contract(b))
	}
	for _, b := range c.line {
		out.line = append(out.line, f.contract(b))
	}
	out.ctor, out.members = f.decl(c.ctor), f.list(c.members)
	if ctor := out.ctor; ctor != nil && ctor.Node == nil { // it has no name to be found by
		b := out.decl.Node.child
		for a := c.decl.Node.child; a != nil && a != c.ctor.Node; a = a.next {
			b = b.next
		}
		ctor.Node = b
	}
	return out
}

// occurrences copies those in code and strings; documentation is read again.
func (f *follower) occurrences(u, v *unit) {
	v.occ = make([]Occurrence, 0, len(u.occ))
	i := 0
	for k := range u.occ {
		o := u.occ[k]
		if o.Place == InDoc {
			continue
		}
		for u.file.words[i].End <= o.At.Start {
			i++
		}
		o.Path, o.Name, o.Decl = v.path, f.text[o.id], f.decl(o.Decl)
		o.At = moved(o.At, u.file.words[i], v.file.words[i])
		v.occ = append(v.occ, o)
	}
}

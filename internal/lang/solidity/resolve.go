package solidity

import (
	"maps"
	"slices"
	"strings"
)

// Resolve determines what every name in the files means, over all of them together;
// the keys are the paths by which imports name them. It is total: files that do not
// parse or compile, or lack their imports, only leave more names Uncertain.
func Resolve(files map[string]string) *Names {
	parsed := make(map[string]*File, len(files))
	for p, src := range files {
		parsed[p] = Parse(src)
	}
	return ResolveFiles(parsed)
}

// ResolveFiles is like Resolve, for files that are already parsed.
func ResolveFiles(files map[string]*File) *Names {
	r := &resolver{n: &Names{Paths: slices.Sorted(maps.Keys(files)), units: map[string]*unit{}, missing: map[string]bool{},
		pins: map[string]pin{}}, atNode: map[*Node]*Decl{}}
	r.number(files)
	for _, p := range r.n.Paths {
		u := r.n.units[p]
		u.legacy, u.inherits = pragma(u.file)
		r.units = append(r.units, u)
	}
	for _, u := range r.units {
		r.declareFile(u)
	}
	for _, u := range r.units {
		r.load(u)
	}
	r.inherit()
	r.usings()
	for _, u := range r.units {
		r.walkFile(u)
	}
	r.docs()
	r.reach()
	r.strings()
	r.finish()
	return r.n
}

// resolver does the work of Resolve, file by file in order of path.
type resolver struct {
	n         *Names
	units     []*unit
	contracts []*contract

	// State of the walk:
	u         *unit
	c         *contract       // nil at file level
	fn        *Decl           // function or modifier; nil outside, and for one without a name
	locals    []*Decl         // innermost last
	innermost []*Decl         // locals in scope by number of the name
	outside   bool            // a declaration elsewhere is examined: no local is in scope
	depth     int             // nesting of statements and types
	atNode    map[*Node]*Decl // parameters and locals by their node

	encoded []*typ // types passed to the ABI coder
	arena   []Decl
}

// pragma reports from the version pragmas of a file whether it is for 0.4, and whether
// it is for any version before 0.7.
func pragma(f *File) (legacy, inherits bool) {
	for c := range f.Root.Children() {
		if c.Kind != NodePragma {
			continue
		}
		text := f.Text(c)
		if !strings.Contains(text, "solidity") {
			continue
		}
		for i := 0; i+3 < len(text); i++ {
			if text[i] == '0' && text[i+1] == '.' && isDigit(text[i+2]) && (i == 0 || !isDigit(text[i-1]) && text[i-1] != '.') {
				minor := text[i+2]
				return minor == '4', minor < '7'
			}
		}
	}
	return false, false
}

// number assigns a number to each name in the files, so that names are looked up by
// text only once.
func (r *resolver) number(files map[string]*File) {
	total := 0
	for _, f := range files {
		total += len(f.idents)
	}
	r.n.ids = make(map[string]int32, total)
	for _, p := range r.n.Paths {
		f := files[p]
		u := &unit{path: p, file: f, ids: make([]int32, len(f.idents)), table: map[int32][]*Decl{},
			occ: make([]Occurrence, 0, len(f.words)/3)}
		for i, name := range f.idents {
			id, ok := r.n.ids[name]
			if !ok {
				id = int32(len(r.n.ids))
				r.n.ids[name] = id
			}
			u.ids[i] = id
		}
		r.n.units[p] = u
	}
	r.n.decls = make([][]*Decl, len(r.n.ids))
	r.innermost = make([]*Decl, len(r.n.ids))
}

// id returns the number of the name at n, an identifier.
func (u *unit) id(n *Node) int32 { return u.ids[u.file.ids[n.first]] }

// record adds an occurrence of the name at n.
func (r *resolver) record(u *unit, n *Node, v Verdict, d *Decl) *Occurrence {
	u.occ = append(u.occ, Occurrence{Path: u.path, At: n.Span, Name: u.file.Text(n), Verdict: v, Decl: d, id: u.id(n)})
	return &u.occ[len(u.occ)-1]
}

// refer records that the name at n refers to one of found.
func (r *resolver) refer(u *unit, n *Node, found []*Decl) {
	r.record(u, n, Refers, only(found))
}

// only returns the declaration of a list with one element, else nil.
func only(found []*Decl) *Decl {
	if len(found) == 1 {
		return found[0]
	}
	return nil
}

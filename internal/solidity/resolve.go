package solidity

import (
	"maps"
	"slices"
	"strings"
)

// Resolve finds out what every name in the files means, over all of them at
// once; the keys are the paths by which imports name them. It is total: files
// that do not parse or compile, or lack their imports, leave more Uncertain.
func Resolve(files map[string]string) *Names {
	parsed := make(map[string]*File, len(files))
	for p, src := range files {
		parsed[p] = Parse(src)
	}
	return ResolveFiles(parsed)
}

// ResolveFiles is Resolve over files that are already parsed.
func ResolveFiles(files map[string]*File) *Names {
	r := &resolver{n: &Names{Paths: slices.Sorted(maps.Keys(files)), units: map[string]*unit{}, byName: map[string][]*Decl{},
		uses: map[string][]*Occurrence{}, missing: map[string]bool{}, pins: map[string]pin{}}, atNode: map[*Node]*Decl{}, innermost: map[string]*Decl{}}
	for _, p := range r.n.Paths {
		u := &unit{path: p, file: files[p], table: map[string][]*Decl{}, occ: make([]Occurrence, 0, len(files[p].words)/3)}
		u.legacy, u.inherits = pragma(u.file)
		r.n.units[p] = u
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

	// While walking:
	u         *unit
	c         *contract        // nil at file level
	fn        *Decl            // function or modifier, nil outside and for those without name
	locals    []*Decl          // innermost last
	innermost map[string]*Decl // locals in sight by name
	outside   bool             // a declaration elsewhere is looked at: no local is in sight
	depth     int              // of statements and types
	atNode    map[*Node]*Decl  // parameters and locals by their node

	encoded []*typ // types given to the ABI coder
	arena   []Decl
}

// pragma reports what the version pragmas of a file say: whether it is for 0.4,
// and for anything before 0.7.
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

// refer records that the name at n refers to one of found.
func (r *resolver) refer(u *unit, n *Node, found []*Decl) {
	o := Occurrence{Path: u.path, At: n.Span, Name: u.file.Text(n), Verdict: Refers}
	if len(found) == 1 {
		o.Decl = found[0]
	}
	u.occ = append(u.occ, o)
}

package solidity

import (
	"cmp"
	"slices"
	"sync"
)

// finish settles what the whole of the files settles, and makes the indices.
func (r *resolver) finish() {
	n := r.n
	slices.SortStableFunc(n.Decls, byPlace)
	for name, list := range n.byName {
		slices.SortStableFunc(list, byPlace)
		n.byName[name] = list
	}
	for _, u := range r.units {
		slices.SortStableFunc(u.occ, func(a, b Occurrence) int { return cmp.Compare(a.At.Start, b.At.Start) })
		out := u.occ[:0]
		for _, o := range u.occ {
			if k := len(out); k > 0 && out[k-1].At.Start == o.At.Start {
				if better(o, out[k-1]) {
					out[k-1] = o
				}
				continue
			}
			out = append(out, o)
		}
		u.occ = r.leftover(u, out)
		for i := range u.occ {
			r.settle(&u.occ[i])
			o := &u.occ[i]
			n.uses[o.Name] = append(n.uses[o.Name], o)
		}
	}
	n.used = sync.OnceValue(n.identifiers)
}

// identifiers returns every identifier of every file.
func (n *Names) identifiers() map[string]bool {
	out := map[string]bool{}
	for _, u := range n.units {
		for _, t := range u.file.words {
			if t.Kind == Ident {
				out[t.Text(u.file.Src)] = true
			}
		}
	}
	return out
}

func byPlace(a, b *Decl) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.At.Start, b.At.Start))
}

// better reports whether a says more about a place than b does.
func better(a, b Occurrence) bool {
	if a.Verdict != b.Verdict {
		return a.Verdict < b.Verdict
	}
	return a.Decl != nil && b.Decl == nil
}

// leftover adds the identifiers that no rule has reached: those in junk, and
// words of the grammar.
func (r *resolver) leftover(u *unit, occ []Occurrence) []Occurrence {
	f := u.file
	var more []Occurrence
	i := 0
	loose := f.loose
	for _, t := range f.words {
		if t.Kind != Ident {
			continue
		}
		name := t.Text(f.Src)
		for i < len(occ) && occ[i].At.Start < t.Start {
			i++
		}
		if i < len(occ) && occ[i].At.Start == t.Start {
			continue
		}
		if len(r.n.byName[name]) == 0 {
			continue
		}
		o := Occurrence{Path: u.path, At: Span{t.Start, t.End}, Name: name, Verdict: Language}
		for len(loose) > 0 && loose[0].End <= t.Start {
			loose = loose[1:]
		}
		inside := len(loose) > 0 && loose[0].Start <= t.Start
		switch {
		case inside && loose[0].Kind == NodePragma:
			continue
		case inside:
			o.Verdict, o.Why, o.site = Uncertain, "it stands where the text does not parse", siteJunk
		case !Shared(name):
			o.Verdict, o.Why = Uncertain, "no rule covers its place"
		}
		more = append(more, o)
	}
	if len(more) == 0 {
		return occ
	}
	occ = append(occ, more...)
	slices.SortStableFunc(occ, func(a, b Occurrence) int { return cmp.Compare(a.At.Start, b.At.Start) })
	return occ
}

// settle turns uncertainty about a name that the language has no use for at
// its place into a reference to whatever the files declare by that name.
func (r *resolver) settle(o *Occurrence) {
	decls := r.n.byName[o.Name]
	if o.Verdict == Refers && o.Decl == nil && len(decls) == 1 {
		o.Decl = decls[0]
	}
	if o.Verdict != Uncertain || o.Place != InCode || len(decls) == 0 || len(r.n.missing) > 0 {
		return
	}
	switch o.site {
	case sitePlain:
		if globalWords[o.Name] {
			return
		}
	case siteMember:
		if memberWords[o.Name] {
			return
		}
	case siteAssembly:
		if yulWords[o.Name] {
			return
		}
	case siteJunk:
		return
	}
	o.Verdict, o.Why = Refers, ""
	if len(decls) == 1 {
		o.Decl = decls[0]
	}
}

package solidity

import (
	"cmp"
	"slices"
)

// finish decides what only the whole of the files decides, and builds the indices.
func (r *resolver) finish() {
	slices.SortStableFunc(r.n.Decls, byPlace)
	for _, list := range r.n.decls {
		slices.SortStableFunc(list, byPlace)
	}
	for _, u := range r.units {
		u.occ = r.leftover(u, distinct(u.occ))
		for i := range u.occ {
			r.settle(&u.occ[i])
		}
	}
	r.listUses()
}

// distinct sorts occurrences by place, and keeps the best at each place.
func distinct(occ []Occurrence) []Occurrence {
	occ = inOrder(occ)
	out := occ[:0]
	for _, o := range occ {
		if k := len(out); k > 0 && out[k-1].At.Start == o.At.Start {
			if better(o, out[k-1]) {
				out[k-1] = o
			}
			continue
		}
		out = append(out, o)
	}
	return out
}

func byPlace(a, b *Decl) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.At.Start, b.At.Start))
}

// better reports whether a is more informative about a place than b.
func better(a, b Occurrence) bool {
	if a.Verdict != b.Verdict {
		return a.Verdict < b.Verdict
	}
	return a.Decl != nil && b.Decl == nil
}

// leftover adds the identifiers that no rule reached: those in junk, and words of the grammar.
func (r *resolver) leftover(u *unit, occ []Occurrence) []Occurrence {
	f := u.file
	var more []Occurrence
	i := 0
	loose := f.loose
	for w, t := range f.words {
		if f.ids[w] < 0 {
			continue
		}
		id := u.ids[f.ids[w]]
		if len(r.n.decls[id]) == 0 {
			continue
		}
		for i < len(occ) && occ[i].At.Start < t.Start {
			i++
		}
		if i < len(occ) && occ[i].At.Start == t.Start {
			continue
		}
		name := t.Text(f.Src)
		o := Occurrence{Path: u.path, At: Span{t.Start, t.End}, Name: name, Verdict: Language, id: id}
		for len(loose) > 0 && loose[0].End <= t.Start {
			loose = loose[1:]
		}
		inside := len(loose) > 0 && loose[0].Start <= t.Start
		switch {
		case inside && loose[0].Kind == NodePragma:
			continue
		case inside:
			o.Verdict, o.Why, o.site = Uncertain, "it is where the text does not parse", siteJunk
		case !Shared(name):
			o.Verdict, o.Why = Uncertain, "no rule covers its place"
		}
		more = append(more, o)
	}
	return inOrder(append(occ, more...))
}

// inOrder sorts occurrences by place, stably, and returns them. They are large, so
// only their places are sorted.
func inOrder(occ []Occurrence) []Occurrence {
	keys := make([]uint64, len(occ))
	for i := range occ {
		keys[i] = uint64(occ[i].At.Start)<<32 | uint64(i)
	}
	if slices.IsSorted(keys) {
		return occ
	}
	slices.Sort(keys)
	for i := range keys { // each cycle of the permutation in turn, in place
		if int(uint32(keys[i])) == i {
			continue
		}
		first, at := occ[i], i
		for {
			from := int(uint32(keys[at]))
			keys[at] = uint64(at)
			if from == i {
				break
			}
			occ[at], at = occ[from], from
		}
		occ[at] = first
	}
	return occ
}

// listUses builds the list of the occurrences of each name.
func (r *resolver) listUses() {
	total := 0
	counts := make([]int, len(r.n.ids))
	for _, u := range r.units {
		total += len(u.occ)
		for i := range u.occ {
			counts[u.occ[i].id]++
		}
	}
	r.n.uses = make([][]*Occurrence, len(counts))
	room := make([]*Occurrence, total)
	for id, n := range counts {
		r.n.uses[id], room = room[:0:n], room[n:]
	}
	for _, u := range r.units {
		for i := range u.occ {
			o := &u.occ[i]
			r.n.uses[o.id] = append(r.n.uses[o.id], o)
		}
	}
}

// settle turns an uncertain name that the language cannot use at its place into a
// reference to whatever the files declare by that name.
func (r *resolver) settle(o *Occurrence) {
	decls := r.n.decls[o.id]
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

package scored

import (
	"math"
	"slices"

	"assay/internal/core/stats"
)

// Pilot is how the differences of two subjects vary, to plan a comparison by.
type Pilot struct {
	A, B     string // B is "" for an unknown subject that has nothing in common with A
	Items    int
	Clusters int
	Epochs   int
	Repeated bool // the epochs of an item vary, so that other numbers of epochs can be planned

	sums, sizes []float64
	noise       float64 // share of the variance of an item's difference that is between its epochs
}

// Pilot returns the pilot of two subjects. With b below 0 it is that of subject a and an independent one that has
// scores like it.
func (s *Set) Pilot(a, b int) Pilot {
	p := Pilot{A: s.Subjects[a].Name, Epochs: s.Subjects[a].Epochs}
	independent := b < 0
	if independent {
		b = a
	} else {
		p.B, p.Epochs = s.Subjects[b].Name, min(p.Epochs, s.Subjects[b].Epochs)
	}
	cols := s.pair(a, b, &Pair{}, false)
	p.Items, p.Clusters, p.sums, p.sizes = cols.items, len(cols.sizes), cols.b, cols.sizes
	if m, ok := stats.ClusterMean(cols.a, cols.sizes); independent && ok {
		for i := range p.sums { // the variance of a difference of two is twice that of one
			p.sums[i] = math.Sqrt2 * (cols.a[i] - m.Value*cols.sizes[i])
		}
	} else {
		for i := range p.sums {
			p.sums[i] -= cols.a[i]
		}
	}
	within := s.Subjects[a].within() + s.Subjects[b].within()
	if m, ok := stats.ClusterMean(p.sums, p.sizes); ok && m.SE > 0 && p.Epochs > 1 {
		variance := m.SE * m.SE * float64(p.Items)
		p.noise, p.Repeated = min(1, within/float64(p.Epochs)/variance), true
	}
	return p
}

// within returns the variance between the epochs of an item.
func (s *Subject) within() float64 {
	between, items := 0.0, 0
	for _, c := range s.cells {
		if c.n > 0 {
			between, items = between+c.sum*c.sum/float64(c.n), items+1
		}
	}
	if s.scores == items {
		return 0
	}
	return max(0, s.squares-between) / float64(s.scores-items)
}

// Shows returns the smallest difference that a number of clusters, each item with epochs, shows in 80 of 100 cases. ok
// is false when that cannot be said.
func (p Pilot) Shows(clusters, epochs int) (delta float64, ok bool) {
	delta, ok = stats.DrawnDetectable(p.sums, p.sizes, clusters, Alpha, Power, seed)
	if epochs != p.Epochs {
		ok = ok && p.Repeated
	}
	return delta * math.Sqrt(1-p.noise+p.noise*float64(p.Epochs)/float64(epochs)), ok
}

// mostClusters bounds a search.
const mostClusters = 100_000

// Needs returns the smallest number of clusters that shows a difference in 80 of 100 cases, to 5 %; ok is false when
// more than 100,000 are needed.
func (p Pilot) Needs(delta float64, epochs int) (clusters int, ok bool) {
	shows := func(n int) bool { d, ok := p.Shows(n, epochs); return ok && d <= delta }
	hi := 8
	for ; !shows(hi); hi *= 2 {
		if hi > mostClusters {
			return 0, false
		}
	}
	if hi == 8 {
		return hi, true
	}
	lo := hi / 2
	for hi-lo > max(1, lo/20) {
		if mid := (lo + hi) / 2; shows(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return hi, true
}

// Pilots returns a pilot for every pair of subjects, or of the only one.
func (s *Set) Pilots() []Pilot {
	if len(s.Subjects) == 1 {
		return []Pilot{s.Pilot(0, -1)}
	}
	var out []Pilot
	for i := range s.Subjects {
		for j := range i {
			out = append(out, s.Pilot(j, i))
		}
	}
	return slices.DeleteFunc(out, func(p Pilot) bool { return p.Clusters < 2 })
}

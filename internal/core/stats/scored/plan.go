package scored

import (
	"fmt"
	"math"
	"math/rand/v2"
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
	most        float64 // no difference is larger; 0 where that is not known
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

// What is assumed of subjects that nothing is known of.
const (
	Together = 0.3 // correlation of the differences of two items of a cluster
	Unsteady = 0.3 // share of the variance of an item's difference that is between its epochs
)

// Disagreements are the shares of items on which unknown subjects are assumed to disagree.
var Disagreements = []float64{0.1, 0.2, 0.3}

// Assumed returns the pilot of two unknown subjects, of which on a share of the items one is right and the other
// wrong. sizes are the numbers of items in the clusters that are planned, at least one. The clusters of the pilot are
// simulated, always the same ones.
func Assumed(sizes []float64, share float64) Pilot {
	rng := rand.New(rand.NewPCG(seed, math.Float64bits(share)))
	difference := func() float64 {
		switch u := rng.Float64(); {
		case u < share/2:
			return 1
		case u < share:
			return -1
		}
		return 0
	}
	p := Pilot{A: fmt.Sprintf("disagree on %.0f %%", 100*share), Clusters: len(sizes), Epochs: 1, Repeated: true,
		most: share}
	alone, variance := 0.0, 0.0
	for _, size := range sizes {
		p.Items += int(size)
		alone, variance = alone+size, variance+size+size*(size-1)*Together
	}
	p.noise = Unsteady * alone / variance
	for range mostDrawn {
		size := sizes[rng.IntN(len(sizes))]
		sum := size * difference()
		if rng.Float64() >= Together {
			sum = 0
			for range int(size) {
				sum += difference()
			}
		}
		p.sums, p.sizes = append(p.sums, sum), append(p.sizes, size)
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
	delta *= math.Sqrt(1 - p.noise + p.noise*float64(p.Epochs)/float64(epochs))
	return delta, ok && (p.most == 0 || delta <= p.most)
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

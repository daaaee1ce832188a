package stats

import (
	"math"
	"slices"
)

// order tells values by their place without sorting all of them: they are parted
// into ranges, and of those only the ones that are asked for are sorted.
type order struct {
	lo, hi float64
	x      []float64 // by range
	from   []int     // where a range begins in x; the last is the end
	sorted []bool
}

// parts is the number of ranges: of 10,000 draws each has a few.
const parts = 2048

// newOrder takes the values, which stay as they are; there is at least one.
func newOrder(values []float64) *order {
	o := &order{lo: math.Inf(1), hi: math.Inf(-1)}
	for _, v := range values {
		if v < o.lo {
			o.lo = v
		}
		if v > o.hi {
			o.hi = v
		}
	}
	scale := parts / (o.hi - o.lo)
	if !(o.lo < o.hi) || math.IsInf(scale, 0) || math.IsNaN(scale) { // all alike, or nearer than can be parted
		o.x, o.from, o.sorted = slices.Sorted(slices.Values(values)), []int{0, len(values)}, []bool{true}
		return o
	}
	o.x, o.from, o.sorted = make([]float64, len(values)), make([]int, parts+1), make([]bool, parts)
	at := make([]uint16, len(values))
	for i, v := range values {
		p := max(0, min(int((v-o.lo)*scale), parts-1)) // never falls as v rises
		at[i] = uint16(p)
		o.from[p+1]++
	}
	for p := range parts {
		o.from[p+1] += o.from[p]
	}
	next := slices.Clone(o.from)
	for i, v := range values {
		o.x[next[at[i]]] = v
		next[at[i]]++
	}
	return o
}

// at returns the value with i smaller ones or equal ones before it.
func (o *order) at(i int) float64 {
	p, found := slices.BinarySearch(o.from, i)
	if !found {
		p--
	}
	for o.from[p+1] == i { // empty ranges begin where the next one does
		p++
	}
	if !o.sorted[p] {
		o.sorted[p] = true
		slices.Sort(o.x[o.from[p]:o.from[p+1]])
	}
	return o.x[i]
}

// quantile interpolates linearly between order statistics.
func (o *order) quantile(p float64) float64 {
	h := min(max(p, 0), 1) * float64(len(o.x)-1)
	i := int(h)
	if i+1 >= len(o.x) {
		return o.at(len(o.x) - 1)
	}
	return o.at(i) + (h-float64(i))*(o.at(i+1)-o.at(i))
}

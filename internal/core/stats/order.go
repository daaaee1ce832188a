package stats

import (
	"math"
	"slices"
)

// order returns values by rank without sorting all of them: it distributes them over ranges, and sorts only the
// ranges that are needed. It may be set again for other values.
type order struct {
	lo, hi float64
	x      []float64  // by range
	from   [parts]int // index in x at which a range begins
	sorted [parts]bool
	next   [parts]int
	of     []uint16 // range of each value
}

// parts is the number of ranges: each holds a few of 10,000 draws.
const parts = 2048

// set sets the values, of which there is at least one, and does not change them.
func (o *order) set(values []float64) {
	o.lo, o.hi = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if v < o.lo {
			o.lo = v
		}
		if v > o.hi {
			o.hi = v
		}
	}
	n := len(values)
	o.x, o.of = slices.Grow(o.x[:0], n)[:n], slices.Grow(o.of[:0], n)[:n]
	clear(o.sorted[:])
	clear(o.next[:])
	scale := parts / (o.hi - o.lo)
	if !(o.lo < o.hi) || math.IsInf(scale, 0) || math.IsNaN(scale) { // all equal, or too close to separate
		scale = 0
	}
	for i, v := range values {
		p := max(0, min(int((v-o.lo)*scale), parts-1)) // never decreases as v rises
		o.of[i] = uint16(p)
		o.next[p]++
	}
	at := 0
	for p, k := range o.next {
		o.from[p], o.next[p] = at, at
		at += k
	}
	for i, v := range values {
		p := o.of[i]
		o.x[o.next[p]] = v
		o.next[p]++
	}
}

// at returns the value of rank i, counted from 0.
func (o *order) at(i int) float64 {
	p, found := slices.BinarySearch(o.from[:], i)
	if !found {
		p--
	}
	for o.next[p] == i { // empty ranges begin where the next one does
		p++
	}
	if !o.sorted[p] {
		o.sorted[p] = true
		slices.Sort(o.x[o.from[p]:o.next[p]])
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

package stats

import (
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// SignFlipAbove is the one-sided [SignFlip]: the probability under the null of a sum at least as high as the
// observed one. With one pair per cluster it is the exact one-sided McNemar test. When differences have no common
// step, it uses [Swap].
func SignFlipAbove(diffs []float64, seed uint64) float64 {
	nz, sum := nonzero(diffs)
	if len(nz) == 0 {
		return 1
	}
	if at, total, observed, ok := lattice(nz, sum); ok {
		p := 0.0
		for k, x := range at {
			if 2*k-total >= observed {
				p += x
			}
		}
		return min(p, 1)
	}
	var first, second [][]float64
	for _, d := range diffs {
		first, second = append(first, []float64{d}), append(second, []float64{0})
	}
	s, _ := Swap(first, second, func(s []float64) (float64, bool) { return s[0], true }, seed)
	return s.Above
}

// EquivalentBootstrap tests whether a statistic of cluster sums is within margin of 0, by two one-sided tests. p
// is the smallest level at which the BCa interval at one minus twice the level is inside, so that a p below 0.05
// means that the interval at 90 % is inside. It is never smaller than the resolution of the draws. ok is false
// when the statistic is undefined or nothing varies between the clusters.
func EquivalentBootstrap(clusters [][]float64, f Statistic, margin float64, seed uint64) (p float64, ok bool) {
	if len(clusters) < 2 {
		return 0, false
	}
	total := Sums(clusters)
	value, ok := f(total)
	if !ok {
		return 0, false
	}
	draws := make([]float64, 0, Draws)
	Resample(clusters, seed, func(sums []float64) {
		if v, ok := f(sums); ok {
			draws = append(draws, v)
		}
	})
	slices.Sort(draws)
	if len(draws) == 0 || draws[0] == draws[len(draws)-1] {
		return 0, false
	}
	without, jack := leaveOut(clusters, total), make([]float64, 0, len(clusters))
	for i := range clusters {
		if v, ok := f(without(i)); ok {
			jack = append(jack, v)
		}
	}
	level := bcaLevels(draws, value, jack)
	end := func(q float64) float64 { // of the interval, in normal quantiles
		h := min(max(level(q), 0), 1) * float64(len(draws)-1)
		i := min(int(h), len(draws)-2)
		return draws[i] + (h-float64(i))*(draws[i+1]-draws[i])
	}
	// How far the ends may move out before they reach the margin; if the middle is already outside, how far they
	// would have to move in.
	reach := func(inside func(q float64) bool) float64 {
		lo, hi := -4.0, 4.0
		for range 60 {
			if mid := (lo + hi) / 2; inside(mid) {
				lo = mid
			} else {
				hi = mid
			}
		}
		return lo
	}
	above := reach(func(q float64) bool { return end(q) < margin })
	below := reach(func(q float64) bool { return end(-q) > -margin })
	return max(1-distuv.UnitNormal.CDF(min(above, below)), 1/float64(Draws+1)), true
}

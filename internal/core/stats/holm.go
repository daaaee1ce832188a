package stats

import (
	"cmp"
	"slices"
)

// Holm adjusts the p values of one family of tests so that the probability of any false rejection stays below the
// level (Holm 1979): the i-th smallest of m is multiplied by m−i+1, kept monotone and cut at 1. The results are in
// the order of ps, which is not changed.
func Holm(ps []float64) []float64 {
	order := make([]int, len(ps))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ps[a], ps[b]) })
	out := make([]float64, len(ps))
	worst := 0.0
	for rank, i := range order {
		worst = max(worst, min(1, ps[i]*float64(len(ps)-rank)))
		out[i] = worst
	}
	return out
}

// BenjaminiHochberg adjusts the p values of one family of tests so that of those below a level, in expectation no
// more than a share level is wrong (Benjamini and Hochberg 1995), also where the tests agree with each other. The
// results are in the order of ps, which is not changed.
func BenjaminiHochberg(ps []float64) []float64 {
	order := make([]int, len(ps))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ps[b], ps[a]) })
	out := make([]float64, len(ps))
	least := 1.0
	for i, at := range order {
		least = min(least, ps[at]*float64(len(ps))/float64(len(ps)-i))
		out[at] = least
	}
	return out
}

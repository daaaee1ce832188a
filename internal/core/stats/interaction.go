package stats

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Difference is the difference of two group means with interval and test.
type Difference struct {
	Value    float64
	OK       bool // false: a group is empty, and only Warnings are set
	Interval *Interval
	P        float64
	Warnings []string
}

// Interaction tests whether an effect differs between two groups of bases: first and second hold one effect per
// base, such as the drop under a transformation among exploits that a subject knows and among those that it does
// not. It returns the mean of first minus the mean of second, with a BCa interval and a two-sided permutation test
// (Fisher and Pitman): under the null, group names are arbitrary. Up to 20 bases in total, every split is
// enumerated; with more, 20,000 seeded ones are drawn, with the usual +1 correction.
func Interaction(first, second []float64, seed uint64) Difference {
	if len(first) == 0 || len(second) == 0 {
		return Difference{Warnings: []string{"one of the two groups is empty: no comparison"}}
	}
	var rows [][]float64
	for _, x := range first {
		rows = append(rows, []float64{x, 1, 0, 0})
	}
	for _, x := range second {
		rows = append(rows, []float64{0, 0, x, 1})
	}
	e := JointBootstrap(rows, []Statistic{func(s []float64) (float64, bool) {
		x, okX := Ratio(s[:2])
		y, okY := Ratio(s[2:])
		return x - y, okX && okY
	}}, seed)[0]
	d := Difference{Value: e.Value, OK: true, Interval: e.Interval, Warnings: e.Warnings}
	d.P = permute(slices.Concat(first, second), len(first), seed)
	if min(len(first), len(second)) < 5 {
		d.Warnings = append(d.Warnings, "fewer than 5 clusters in a group: only a very large difference could show")
	}
	return d
}

// permute tests the difference between the mean of the first k of all and the mean of the rest.
func permute(all []float64, k int, seed uint64) float64 {
	n, total := len(all), 0.0
	for _, x := range all {
		total += x
	}
	gap := func(sum float64) float64 {
		return math.Abs(sum/float64(k) - (total-sum)/float64(n-k))
	}
	sum := 0.0
	for _, x := range all[:k] {
		sum += x
	}
	observed := gap(sum) - 1e-12 // rounding must not turn a tie into a difference
	if n <= 20 {
		extreme, splits := 0, 0
		var choose func(from, left int, sum float64)
		choose = func(from, left int, sum float64) {
			if left == 0 {
				splits++
				if gap(sum) >= observed {
					extreme++
				}
				return
			}
			for i := from; i <= n-left; i++ {
				choose(i+1, left-1, sum+all[i])
			}
		}
		choose(0, k, 0)
		return float64(extreme) / float64(splits)
	}
	const draws = 20_000
	rng := rand.New(rand.NewPCG(seed, 0x7065726d75746174))
	shuffled := slices.Clone(all)
	extreme := 0
	for range draws {
		sum := 0.0
		for i := range k { // the first k of a random order
			j := i + rng.IntN(n-i)
			shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
			sum += shuffled[i]
		}
		if gap(sum) >= observed {
			extreme++
		}
	}
	return float64(extreme+1) / float64(draws+1)
}

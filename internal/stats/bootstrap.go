package stats

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Draws is the number of bootstrap resamples.
const Draws = 10_000

// Statistic computes an estimate from column sums. ok is false where the
// estimate is undefined, as a ratio with denominator 0 is.
type Statistic func(sums []float64) (value float64, ok bool)

// ClusterBootstrap estimates a statistic and its BCa interval (Efron 1987) by
// resampling whole clusters.
//
// clusters[i] holds the sums of cluster i: for a rate, the successes and the
// trials. All rows have equal length, and a statistic of sums makes 10,000
// resamples cheap. The order of clusters matters for the bytes of the result,
// not for its meaning: pass them sorted.
//
// ok is false when the statistic is undefined on the data. The interval is nil,
// with a warning that says why, when the data cannot support one: fewer than
// two clusters, or no variation between resamples.
func ClusterBootstrap(clusters [][]float64, f Statistic, seed uint64) (value float64, ci *Interval, warnings []string, ok bool) {
	if len(clusters) == 0 {
		return 0, nil, nil, false
	}
	total := make([]float64, len(clusters[0]))
	for _, c := range clusters {
		for j, x := range c {
			total[j] += x
		}
	}
	value, ok = f(total)
	if !ok {
		return 0, nil, nil, false
	}
	n := len(clusters)
	if n < 2 {
		return value, nil, []string{"one base only: no interval"}, true
	}

	draws, undefined := resample(clusters, f, seed)
	if len(draws) == 0 || draws[0] == draws[len(draws)-1] {
		return value, nil, []string{"no variation between bases: no bootstrap interval"}, true
	}
	if undefined > Draws/20 {
		warnings = append(warnings, "undefined in more than 5 % of the resamples")
	}
	if n < 10 {
		warnings = append(warnings, "fewer than 10 bases: the interval is rough")
	}
	lo, hi := bcaLevels(draws, value, jackknife(clusters, total, f))
	return value, &Interval{Lo: quantile(draws, lo), Hi: quantile(draws, hi), Method: "BCa bootstrap"}, warnings, true
}

// resample returns the sorted values of the defined resamples and the number of undefined ones.
func resample(clusters [][]float64, f Statistic, seed uint64) (draws []float64, undefined int) {
	rng := rand.New(rand.NewPCG(seed, 0x61737361795f6273))
	sums := make([]float64, len(clusters[0]))
	draws = make([]float64, 0, Draws)
	for range Draws {
		clear(sums)
		for range clusters {
			for j, x := range clusters[rng.IntN(len(clusters))] {
				sums[j] += x
			}
		}
		if v, ok := f(sums); ok {
			draws = append(draws, v)
		} else {
			undefined++
		}
	}
	slices.Sort(draws)
	return draws, undefined
}

// jackknife returns the leave-one-cluster-out values that are defined.
func jackknife(clusters [][]float64, total []float64, f Statistic) []float64 {
	out := make([]float64, 0, len(clusters))
	rest := make([]float64, len(total))
	for _, c := range clusters {
		for j := range rest {
			rest[j] = total[j] - c[j]
		}
		if v, ok := f(rest); ok {
			out = append(out, v)
		}
	}
	return out
}

// bcaLevels returns the two quantile levels of the BCa interval.
func bcaLevels(draws []float64, value float64, jack []float64) (lo, hi float64) {
	below, equal := 0, 0
	for _, d := range draws {
		switch {
		case d < value:
			below++
		case d == value:
			equal++
		}
	}
	// Ties count half: statistics of few clusters are discrete.
	share := (float64(below) + float64(equal)/2) / float64(len(draws))
	edge := 0.5 / float64(len(draws))
	norm := distuv.UnitNormal
	z0 := norm.Quantile(min(max(share, edge), 1-edge))

	mean := 0.0
	for _, v := range jack {
		mean += v
	}
	mean /= float64(max(len(jack), 1))
	var s2, s3 float64
	for _, v := range jack {
		d := mean - v
		s2 += d * d
		s3 += d * d * d
	}
	a := 0.0
	if s2 > 0 {
		a = s3 / (6 * math.Pow(s2, 1.5))
	}
	level := func(q float64) float64 {
		w := z0 + q
		return norm.CDF(z0 + w/(1-a*w))
	}
	return level(-z), level(z)
}

// quantile interpolates linearly between order statistics of sorted x.
func quantile(x []float64, p float64) float64 {
	h := min(max(p, 0), 1) * float64(len(x)-1)
	i := int(h)
	if i+1 >= len(x) {
		return x[len(x)-1]
	}
	return x[i] + (h-float64(i))*(x[i+1]-x[i])
}

package stats

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Draws is the number of bootstrap resamples.
const Draws = 10_000

// Statistic computes an estimate from column sums. ok is false when the estimate is undefined, such as a ratio
// with denominator 0.
type Statistic func(sums []float64) (value float64, ok bool)

// Ratio is the statistic of a share: sums[0] divided by sums[1].
func Ratio(sums []float64) (float64, bool) {
	if sums[1] == 0 {
		return 0, false
	}
	return sums[0] / sums[1], true
}

// Estimate is a statistic with its interval.
type Estimate struct {
	Value    float64
	OK       bool      // false: the statistic is undefined on the data, and nothing else is set
	Interval *Interval // nil when the data cannot support one, with a warning that gives the reason
	Inner    *Interval // at 90 %: inside a margin, it shows equivalence at 5 % (two one-sided tests); nil with Interval
	Warnings []string
}

// ClusterBootstrap estimates a statistic and its BCa interval (Efron 1987) by resampling whole clusters.
//
// clusters[i] holds the sums of cluster i: for a rate, the successes and the trials. All rows have equal length.
// Because f is a function of sums, 10,000 resamples are cheap. The order of clusters affects the bytes of the
// result, not its meaning: pass them sorted.
//
// ok is false when the statistic is undefined on the data. The interval is nil, with a warning that gives the
// reason, when the data cannot support one: fewer than two clusters, or no variation between resamples.
func ClusterBootstrap(clusters [][]float64, f Statistic, seed uint64) (
	value float64, ci *Interval, warnings []string, ok bool) {
	e := JointBootstrap(clusters, []Statistic{f}, seed)[0]
	return e.Value, e.Interval, e.Warnings, e.OK
}

// JointBootstrap estimates several statistics of the same clusters on the same resamples, so that a base is drawn
// for all cells of a table together: give every cell its columns. The results are in the order of fs.
func JointBootstrap(clusters [][]float64, fs []Statistic, seed uint64) []Estimate {
	if len(clusters) == 0 {
		return make([]Estimate, len(fs))
	}
	total := Sums(clusters)
	return columnsOf(clusters).bootstrap(total, fs, seed, leaveOut(clusters, total))
}

// leaveOut returns a function for the sums without a cluster, in a slice that it reuses.
func leaveOut(clusters [][]float64, total []float64) func(i int) []float64 {
	rest := make([]float64, len(total))
	return func(i int) []float64 {
		for j, x := range clusters[i] {
			rest[j] = total[j] - x
		}
		return rest
	}
}

// SparseBootstrap estimates a statistic of n clusters and many columns in which most clusters have nothing, such
// as an area under a curve, which depends on the number of forecasts with each probability. It uses the resamples
// of [JointBootstrap], and so has the same result.
func SparseBootstrap(n int, columns []Sparse, f Statistic, seed uint64) Estimate {
	if n == 0 {
		return Estimate{}
	}
	cs, total := newColumns(n), make([]float64, len(columns))
	type part struct {
		column int
		x      float64
	}
	of := make([][]part, n)
	for j, s := range columns {
		cs.sparse(s)
		for k, i := range s.At {
			total[j] += s.X[k]
			of[i] = append(of[i], part{j, s.X[k]})
		}
	}
	rest, last := slices.Clone(total), 0
	return cs.bootstrap(total, []Statistic{f}, seed, func(i int) []float64 {
		for _, p := range of[last] {
			rest[p.column] = total[p.column]
		}
		for _, p := range of[i] {
			rest[p.column] -= p.x
		}
		last = i
		return rest
	})[0]
}

// bootstrap estimates statistics of the columns, whose sums are total. without returns the sums without a cluster,
// in a slice that it may reuse.
func (c *columns) bootstrap(total []float64, fs []Statistic, seed uint64, without func(i int) []float64) []Estimate {
	out := make([]Estimate, len(fs))
	for i, f := range fs {
		out[i].Value, out[i].OK = f(total)
		if !out[i].OK {
			out[i].Value = 0
		}
	}
	if c.n < 2 {
		for i := range out {
			if out[i].OK {
				out[i].Warnings = []string{"one cluster only: no interval"}
			}
		}
		return out
	}
	draws := make([][]float64, len(fs)) // of each statistic, the defined values
	for i := range draws {
		if out[i].OK {
			draws[i] = make([]float64, 0, Draws)
		}
	}
	c.resample(seed, func(sums []float64) {
		for i, f := range fs {
			if !out[i].OK {
				continue
			}
			if v, ok := f(sums); ok {
				draws[i] = append(draws[i], v)
			}
		}
	})
	jack := make([][]float64, len(fs)) // leave-one-cluster-out values that are defined
	for k := range c.n {
		rest := without(k)
		for i, f := range fs {
			if v, ok := f(rest); ok {
				jack[i] = append(jack[i], v)
			}
		}
	}
	var o order
	for i := range out {
		if out[i].OK {
			out[i].bca(draws[i], c.n, jack[i], &o)
		}
	}
	return out
}

// bca sets interval and warnings from the draws and the leave-one-cluster-out values. o is set to the draws.
func (e *Estimate) bca(draws []float64, clusters int, jack []float64, o *order) {
	if len(draws) > 0 {
		o.set(draws)
	}
	if len(draws) == 0 || o.lo == o.hi {
		e.Warnings = []string{"no variation between clusters: no bootstrap interval"}
		return
	}
	if Draws-len(draws) > Draws/20 {
		e.Warnings = append(e.Warnings, "undefined in more than 5 % of the resamples")
	}
	if clusters < 10 {
		e.Warnings = append(e.Warnings, "fewer than 10 clusters: the interval is rough")
	}
	level := bcaLevels(draws, e.Value, jack)
	e.Interval = &Interval{Lo: o.quantile(level(-z)), Hi: o.quantile(level(z)), Method: "BCa bootstrap"}
	e.Inner = &Interval{Lo: o.quantile(level(-z90)), Hi: o.quantile(level(z90)), Method: "BCa bootstrap, 90 %"}
}

// Sums returns the column sums of at least one cluster.
func Sums(clusters [][]float64) []float64 {
	total := make([]float64, len(clusters[0]))
	for _, c := range clusters {
		for j, x := range c {
			total[j] += x
		}
	}
	return total
}

// bcaLevels returns the function that maps a normal quantile to the level of the draws that the BCa interval uses
// instead.
func bcaLevels(draws []float64, value float64, jack []float64) func(q float64) float64 {
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
	return func(q float64) float64 {
		w := z0 + q
		return norm.CDF(z0 + w/(1-a*w))
	}
}

// WeightedBootstrap is [ClusterBootstrap] for statistics that are no function of sums, such as agreement on ranks:
// f receives the number of times that each of n clusters counts, and must return the statistic of the data for
// weights of 1. weight is reused.
func WeightedBootstrap(n int, f func(weight []float64) (float64, bool), seed uint64) Estimate {
	var e Estimate
	if n == 0 {
		return e
	}
	weight := slices.Repeat([]float64{1}, n)
	if e.Value, e.OK = f(weight); !e.OK {
		e.Value = 0
		return e
	}
	if n < 2 {
		e.Warnings = []string{"one cluster only: no interval"}
		return e
	}
	rng := rand.New(rand.NewPCG(seed, 0x61737361795f6273))
	draws := make([]float64, 0, Draws)
	for range Draws {
		clear(weight)
		for range n {
			weight[rng.IntN(n)]++
		}
		if v, ok := f(weight); ok {
			draws = append(draws, v)
		}
	}
	var jack []float64
	for i := range weight {
		for j := range weight {
			weight[j] = 1
		}
		weight[i] = 0
		if v, ok := f(weight); ok {
			jack = append(jack, v)
		}
	}
	e.bca(draws, n, jack, &order{})
	return e
}

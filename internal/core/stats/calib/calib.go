// Package calib measures whether stated confidence is reliable: scores, calibration error, discrimination and
// selective risk, over bases.
//
// An undefined result, such as the area under a curve with only one class, is marked as such and is never a number.
package calib

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"assay/internal/core/stats"
)

// Forecast is a stated probability with its outcome.
type Forecast struct {
	P       float64 // in [0, 1]
	Y       bool
	Cluster string // forecasts of one cluster vary together
}

// clusters numbers the clusters in order of name and returns, for each forecast, the number of its cluster.
func clusters(fs []Forecast) (of []int, n int) {
	number := map[string]int{}
	for _, f := range fs {
		number[f.Cluster] = 0
	}
	for i, name := range slices.Sorted(maps.Keys(number)) {
		number[name] = i
	}
	of = make([]int, len(fs))
	for i, f := range fs {
		of[i] = number[f.Cluster]
	}
	return of, len(number)
}

// one returns 1 for true.
func one(y bool) float64 {
	if y {
		return 1
	}
	return 0
}

// mean estimates the mean of a number per forecast, resampling clusters.
func mean(fs []Forecast, of func(Forecast) float64, seed uint64) stats.Estimate {
	in, n := clusters(fs)
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, 2)
	}
	for i, f := range fs {
		rows[in[i]][0] += of(f)
		rows[in[i]][1]++
	}
	return stats.JointBootstrap(rows, []stats.Statistic{stats.Ratio}, seed)[0]
}

// Brier returns the mean squared difference of probability and outcome (Brier 1950): 0 is perfect, and 0.25 is the
// score of a constant one half.
func Brier(fs []Forecast, seed uint64) stats.Estimate {
	return mean(fs, func(f Forecast) float64 { d := f.P - one(f.Y); return d * d }, seed)
}

// Murphy splits the Brier score exactly, over the distinct stated probabilities, into reliability − resolution +
// uncertainty (Murphy 1973). ok is false without forecasts.
func Murphy(fs []Forecast) (reliability, resolution, uncertainty float64, ok bool) {
	if len(fs) == 0 {
		return 0, 0, 0, false
	}
	type group struct{ n, k float64 }
	groups := map[float64]*group{}
	rate := 0.0
	for _, f := range fs {
		g := groups[f.P]
		if g == nil {
			g = &group{}
			groups[f.P] = g
		}
		g.n++
		g.k += one(f.Y)
		rate += one(f.Y)
	}
	n := float64(len(fs))
	rate /= n
	for _, p := range slices.Sorted(maps.Keys(groups)) {
		g := groups[p]
		seen := g.k / g.n
		reliability += g.n / n * (p - seen) * (p - seen)
		resolution += g.n / n * (seen - rate) * (seen - rate)
	}
	return reliability, resolution, rate * (1 - rate), true
}

// stated returns, for every stated probability in ascending order, two columns of counts by cluster: the forecasts
// that came true, and those that did not. n is the number of clusters.
func stated(fs []Forecast) (columns []stats.Sparse, n int) {
	in, n := clusters(fs)
	counts := [2][]float64{make([]float64, n), make([]float64, n)} // did, did not
	order := byP(fs)
	for from, to := 0, 0; from < len(order); from = to {
		var touched []int32
		for to = from; to < len(order) && fs[order[to]].P == fs[order[from]].P; to++ {
			f, at := fs[order[to]], in[order[to]]
			if counts[0][at]+counts[1][at] == 0 {
				touched = append(touched, int32(at))
			}
			counts[1-int(one(f.Y))][at]++
		}
		slices.Sort(touched)
		for k := range counts {
			var s stats.Sparse
			for _, at := range touched {
				if x := counts[k][at]; x > 0 {
					s.At, s.X = append(s.At, at), append(s.X, x)
					counts[k][at] = 0
				}
			}
			columns = append(columns, s)
		}
	}
	return columns, n
}

// AUROC returns the probability that a forecast that came true states more than one that did not, with ties
// counting half: the area under the ROC curve. It is undefined with only one class.
func AUROC(fs []Forecast, seed uint64) stats.Estimate {
	columns, n := stated(fs)
	e := stats.SparseBootstrap(n, columns, func(s []float64) (float64, bool) {
		var positive, negative, wins float64
		for i := 0; i+1 < len(s); i += 2 {
			up, down := s[i], s[i+1]
			wins += up * (negative + down/2)
			positive, negative = positive+up, negative+down
		}
		if positive == 0 || negative == 0 {
			return 0, false
		}
		return wins / (positive * negative), true
	}, seed)
	if !e.OK && len(fs) > 0 {
		e.Warnings = []string{"only one of the two outcomes occurs: no curve"}
	}
	return e
}

// AURC returns the area under the risk–coverage curve: the error rate among the most confident share of answers,
// averaged over all shares (Geifman and El-Yaniv 2017). P is the confidence, and Y is whether the answer was
// right. The order among equal confidences is assumed random.
func AURC(fs []Forecast, seed uint64) stats.Estimate {
	columns, n := stated(fs)
	harmonic := newHarmonic()
	return stats.SparseBootstrap(n, columns, func(s []float64) (float64, bool) {
		var covered, errors, area float64
		sum := harmonic.of(0)
		for i := len(s) - 2; i >= 0; i -= 2 {
			wrong := s[i+1]
			here := s[i] + wrong
			if here == 0 {
				continue
			}
			// The sum of (errors + wrong·k/here) / (covered + k) over k from 1 to here.
			next := harmonic.of(covered + here)
			area += wrong + (errors-wrong*covered/here)*(next-sum)
			covered, errors, sum = covered+here, errors+wrong, next
		}
		if covered == 0 {
			return 0, false
		}
		return area / covered, true
	}, seed)
}

// harmonic holds the harmonic numbers: element n is the sum of 1/k over k from 1 to n.
type harmonic []float64

func newHarmonic() harmonic {
	h := make(harmonic, 1024)
	for k := 1; k < len(h); k++ {
		h[k] = h[k-1] + 1/float64(k)
	}
	return h
}

// of returns the harmonic number of a whole n. Beyond the table it uses Euler's expansion, whose next term is
// below the last bit there.
func (h harmonic) of(n float64) float64 {
	if n < float64(len(h)) {
		return h[int(n)]
	}
	const gamma = 0.57721566490153286060651209008240243
	return math.Log(n) + gamma + 1/(2*n) - 1/(12*n*n) + 1/(120*n*n*n*n)
}

// byP returns the indices of fs by ascending P.
func byP(fs []Forecast) []int {
	order := make([]int, len(fs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(fs[a].P, fs[b].P) })
	return order
}

// normalFold returns E|N(mu, sigma²)|.
func normalFold(mu, sigma float64) float64 {
	if sigma == 0 {
		return math.Abs(mu)
	}
	t := mu / sigma
	return sigma*math.Sqrt(2/math.Pi)*math.Exp(-t*t/2) + mu*math.Erf(t/math.Sqrt2)
}

package calib

import (
	"math"

	"assay/internal/core/stats"
)

// Bin is one point of a reliability curve.
type Bin struct {
	Lo, Hi   float64 // smallest and largest probability in it
	N, K     int     // forecasts, and how many came true
	Mean     float64 // of the probabilities
	Rate     float64 // K of N
	Interval stats.Interval
}

// Reliability cuts the forecasts, by ascending probability, into at most n bins of nearly equal numbers. Equal
// probabilities are never separated, so that there may be fewer and unequal bins. The intervals are Wilson's and
// ignore clusters.
func Reliability(fs []Forecast, n int) []Bin {
	var out []Bin
	for _, bin := range cut(fs, n) {
		b := Bin{Lo: fs[bin[0]].P, Hi: fs[bin[len(bin)-1]].P, N: len(bin)}
		for _, i := range bin {
			b.Mean += fs[i].P / float64(b.N)
			if fs[i].Y {
				b.K++
			}
		}
		b.Rate = float64(b.K) / float64(b.N)
		b.Interval, _ = stats.Wilson(b.K, b.N)
		out = append(out, b)
	}
	return out
}

// cut returns the bins as indices into fs.
func cut(fs []Forecast, n int) [][]int {
	order := byP(fs)
	var out [][]int
	for from := 0; from < len(order) && n > 0; {
		left := n - len(out)
		to := len(order)
		if left > 1 {
			to = from + max(1, (len(order)-from+left/2)/left)
			for to < len(order) && fs[order[to]].P == fs[order[to-1]].P {
				to++
			}
		}
		out = append(out, order[from:to])
		from = to
	}
	return out
}

// bandEdges are the edges of the bands that the paper's prompt defines (Appendix F.1): below 0.3, low, medium (from
// 0.6) and high (from 0.85).
var bandEdges = []float64{0.3, 0.6, 0.85}

// Bands returns the reliability of the bands that the paper's prompt defines:
// low from 0.3, medium from 0.6, high from 0.85. Empty bands are left out.
func Bands(fs []Forecast) []Bin {
	parts := make([][]Forecast, len(bandEdges)+1)
	for _, f := range fs {
		i := 0
		for i < len(bandEdges) && f.P >= bandEdges[i] {
			i++
		}
		parts[i] = append(parts[i], f)
	}
	var out []Bin
	for _, p := range parts {
		out = append(out, Reliability(p, 1)...)
	}
	return out
}

// Error measures how far stated probabilities are from outcomes.
type Error struct {
	ECE      stats.Estimate // expected calibration error, plug-in: sampling alone makes it positive
	Debiased float64        // ECE without the part due to sampling, cut at 0
}

// Calibration returns the expected calibration error over at most n bins of
// equal numbers (Naeini 2015; n = 10 is usual).
//
// The plug-in estimate is positive even for a perfectly calibrated subject. Debiased subtracts the excess that
// normal noise of the bins' rates would add to the observed gaps (in closed form, after Bröcker 2012).
func Calibration(fs []Forecast, n int, seed uint64) Error {
	bins := cut(fs, n)
	in, m := clusters(fs)
	rows := make([][]float64, m) // per bin: forecasts, Σ P − Σ Y
	for i := range rows {
		rows[i] = make([]float64, 2*len(bins))
	}
	for b, bin := range bins {
		for _, i := range bin {
			rows[in[i]][2*b]++
			rows[in[i]][2*b+1] += fs[i].P - one(fs[i].Y)
		}
	}
	ece := stats.JointBootstrap(rows, []stats.Statistic{func(s []float64) (float64, bool) {
		total, sum := 0.0, 0.0
		for b := range bins {
			total += s[2*b]
			sum += math.Abs(s[2*b+1])
		}
		if total == 0 {
			return 0, false
		}
		return sum / total, true
	}}, seed)[0]
	_, debiased := calibrationError(fs, bins)
	return Error{ece, debiased}
}

// calibrationError returns both estimates, 0 without forecasts.
func calibrationError(fs []Forecast, bins [][]int) (plugIn, debiased float64) {
	for _, bin := range bins {
		var gap, k float64
		for _, i := range bin {
			gap += fs[i].P - one(fs[i].Y)
			k += one(fs[i].Y)
		}
		size := float64(len(bin))
		gap, weight, rate := gap/size, size/float64(len(fs)), k/size
		plugIn += weight * math.Abs(gap)
		debiased += weight * (2*math.Abs(gap) - normalFold(gap, math.Sqrt(rate*(1-rate)/size)))
	}
	return plugIn, max(0, debiased)
}

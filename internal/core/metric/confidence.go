package metric

import (
	"fmt"
	"math"

	"assay/internal/bench"
	"assay/internal/core/stats"
	"assay/internal/core/stats/calib"
)

// forecastBins is the number of bins of the calibration error.
const forecastBins = 10

// Brier is the mean squared error of the stated probability that a variant is vulnerable: the confidence of a
// "vulnerable" verdict, or one minus the confidence of a "safe" one.
var Brier = Metric{
	ID: "brier", Title: "Brier score", Scale: Index, Lower: true,
	Doc:    "squared error of the stated probability of a flaw; 0.25 is the score of a constant one half",
	Source: "Brier 1950; docs/paper.md, statistics",
	Count: func(rows []bench.Trial, t *Tally) {
		stated(rows, t, func(r *bench.Trial, f calib.Forecast) {
			d := f.P
			if f.Y {
				d = 1 - f.P
			}
			t.Add(*r, d*d, 1)
		})
	},
	Of: stats.Ratio,
}

// ECE is the expected calibration error of the same probabilities, over ten bins of equal numbers. It includes the
// error that sampling alone makes: [Confidence] has the debiased value.
var ECE = Metric{
	ID: "ece", Title: "Calibration error", Scale: Index, Lower: true,
	Doc: "mean distance between the stated probability of a flaw and the observed frequency of flaws, " +
		"in ten bins of equal size",
	Source:  "Naeini 2015; docs/paper.md, statistics",
	Columns: 2 * forecastBins,
	Count: func(rows []bench.Trial, t *Tally) {
		var fs []calib.Forecast
		var from []*bench.Trial
		stated(rows, t, func(r *bench.Trial, f calib.Forecast) { fs, from = append(fs, f), append(from, r) })
		bins := calib.Reliability(fs, forecastBins)
		row := make([]float64, 2*forecastBins)
		for i, f := range fs {
			b := 0
			for b < len(bins)-1 && f.P > bins[b].Hi {
				b++
			}
			clear(row)
			row[2*b], row[2*b+1] = 1, f.P
			if f.Y {
				row[2*b+1]--
			}
			t.Add(*from[i], row...)
		}
	},
	Of: func(s []float64) (float64, bool) {
		n, gaps := 0.0, 0.0
		for b := range forecastBins {
			n += s[2*b]
			gaps += math.Abs(s[2*b+1])
		}
		if n == 0 {
			return 0, false
		}
		return gaps / n, true
	},
}

// stated calls add for every row that states a probability, and notes in t how many answers do not.
func stated(rows []bench.Trial, t *Tally, add func(*bench.Trial, calib.Forecast)) {
	answers, silent := 0, 0
	for i := range rows {
		r := &rows[i]
		t.Trials++
		switch {
		case r.Answer == nil:
			t.Missing++
			continue
		case r.Answer.Confidence == nil:
			answers++
			silent++
			continue
		}
		answers++
		add(r, forecast(r))
	}
	if silent > 0 && silent < answers {
		t.Notes = append(t.Notes, fmt.Sprintf("%d of %d answers state no confidence and are left out", silent, answers))
	}
}

// forecast returns the stated probability that the variant is vulnerable.
func forecast(r *bench.Trial) calib.Forecast {
	p := min(max(*r.Answer.Confidence, 0), 1)
	if r.Answer.Verdict == bench.Safe {
		p = 1 - p
	}
	return calib.Forecast{P: p, Y: vulnerable(*r), Cluster: r.Variant.Base}
}

// Trust measures whether a subject's confidence is reliable.
type Trust struct {
	N      int // answers with a confidence
	Silent int // answers without
	Brier  stats.Estimate
	// Brier = Reliability − Resolution + Uncertainty (Murphy 1973).
	Reliability, Resolution, Uncertainty float64
	Error                                calib.Error
	AUROC                                stats.Estimate // of the stated probability of a flaw
	AURC                                 stats.Estimate // of the confidence in the verdict, whichever it is
	Curve                                []calib.Bin    // probability of a flaw, ten bins
	Bands                                []calib.Bin    // confidence in the verdict, by the bands of the paper's prompt
}

// Confidence measures the confidences of one subject, over bases. ok is false when no answer states one.
func Confidence(rows []bench.Trial) (c Trust, ok bool) {
	var flaw, right []calib.Forecast
	for i := range rows {
		r := &rows[i]
		switch {
		case r.Answer == nil:
		case r.Answer.Confidence == nil:
			c.Silent++
		default:
			flaw = append(flaw, forecast(r))
			hit, _ := correct(*r)
			right = append(right, calib.Forecast{P: min(max(*r.Answer.Confidence, 0), 1), Y: hit, Cluster: r.Variant.Base})
		}
	}
	c.N = len(flaw)
	if c.N == 0 {
		return c, false
	}
	c.Brier = calib.Brier(flaw, seed)
	c.Reliability, c.Resolution, c.Uncertainty, _ = calib.Murphy(flaw)
	c.Error = calib.Calibration(flaw, forecastBins, seed)
	c.AUROC, c.AURC = calib.AUROC(flaw, seed), calib.AURC(right, seed)
	c.Curve, c.Bands = calib.Reliability(flaw, forecastBins), calib.Bands(right)
	return c, true
}

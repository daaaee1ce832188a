package metric

import (
	"math"

	"assay/internal/bench"
)

// Confusion counts verdicts against truth. A trial without an answer is in none of the four: it is counted
// separately, and each metric states how it treats it.
type Confusion struct {
	TP, FP, TN, FN               int
	MissingVulnerable, MissingOK int // without an answer, on vulnerable and on safe variants
}

// Confuse counts the rows.
func Confuse(rows []bench.Trial) Confusion {
	var c Confusion
	for _, r := range rows {
		t, answered := r.Says()
		switch {
		case !answered && vulnerable(r):
			c.MissingVulnerable++
		case !answered:
			c.MissingOK++
		case vulnerable(r) && t == bench.Vulnerable:
			c.TP++
		case vulnerable(r):
			c.FN++
		case t == bench.Vulnerable:
			c.FP++
		default:
			c.TN++
		}
	}
	return c
}

// Columns that countConfusion adds.
const (
	colTP = iota
	colFP
	colTN
	colFN // includes the vulnerable variants without an answer: they were not found
	columns
)

// countConfusion adds rows to the columns of the confusion matrix.
func countConfusion(rows []bench.Trial, t *Tally) {
	for _, r := range rows {
		m := Confuse([]bench.Trial{r})
		t.Trials++
		t.Missing += m.MissingVulnerable + m.MissingOK
		t.Add(r, float64(m.TP), float64(m.FP), float64(m.TN), float64(m.FN+m.MissingVulnerable))
	}
}

// Precision is the share of alarms that are right.
var Precision = Metric{
	ID: "precision", Title: "Precision", Scale: Percent,
	Doc:    "variants rightly called vulnerable among all called vulnerable",
	Source: "paper Appendix I.2",
	Count: countRate(
		func(r bench.Trial) bool { alarm, _ := alarmed(r); return alarm },
		func(r bench.Trial) (bool, bool) { return vulnerable(r), true }),
}

// Recall is the share of vulnerable variants that are called vulnerable, for any reason; TDR also requires the
// right reason.
var Recall = Metric{
	ID: "recall", Title: "Recall", Scale: Percent,
	Doc:    "vulnerable variants called vulnerable, for any reason",
	Source: "paper Appendix I.2",
	Count:  countRate(vulnerable, correct),
}

// F1 and F2 combine precision and recall; F2 gives recall four times the weight.
var (
	F1 = fMeasure("f1", "F1", "harmonic mean of precision and recall", 1)
	F2 = fMeasure("f2", "F2", "precision and recall, with four times the weight on recall", 4)
)

func fMeasure(id, title, doc string, beta2 float64) Metric {
	return Metric{
		ID: id, Title: title, Scale: Index, Doc: doc, Source: "paper Appendix I.2",
		Columns: columns, Count: countConfusion, counts: "confusion",
		Of: func(s []float64) (float64, bool) {
			den := (1+beta2)*s[colTP] + beta2*s[colFN] + s[colFP]
			if s[colTP]+s[colFN] == 0 || den == 0 {
				return 0, false
			}
			return (1 + beta2) * s[colTP] / den, true
		},
		Needs: "needs vulnerable variants",
	}
}

// MCC is the correlation between verdict and truth: 0 for every constant answer and for chance, at any base rate.
// As for precision, recall and F1, a vulnerable variant without an answer was not found, and a safe one without an
// answer is no false alarm.
var MCC = Metric{
	ID: "mcc", Title: "MCC", Scale: Index,
	Doc:     "Matthews correlation of verdict and truth, −1 to 1; 0 is chance",
	Source:  "Matthews 1975; docs/paper.md row 34",
	Columns: columns, Count: countConfusion, counts: "confusion",
	Of: func(s []float64) (float64, bool) {
		tp, fp, tn, fn := s[colTP], s[colFP], s[colTN], s[colFN]
		if tp+fn == 0 || tn+fp == 0 {
			return 0, false // only one class
		}
		den := math.Sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))
		if den == 0 {
			return 0, true // the same verdict for every variant
		}
		return (tp*tn - fp*fn) / den, true
	},
	Needs: "needs both vulnerable and safe variants",
}

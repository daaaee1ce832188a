package metric

import (
	"fmt"
	"math"

	"assay/internal/bench"
)

// Weights is one weighting of the Security Understanding Index. The three parts sum to 1.
type Weights struct {
	Name                      string
	TDR, Reasoning, Precision float64
}

// Weightings lists the paper's five configurations (Table 6) in its order.
func Weightings() []Weights {
	return []Weights{
		{"balanced", 0.33, 0.33, 0.34},
		{"default", 0.40, 0.30, 0.30},
		{"quality-first", 0.30, 0.40, 0.30},
		{"precision-first", 0.30, 0.30, 0.40},
		{"detection-heavy", 0.50, 0.25, 0.25},
	}
}

// NewWeights returns a user-defined weighting. The weights must not be negative and must sum to 1, to within a
// thousandth.
func NewWeights(name string, tdr, reasoning, precision float64) (Weights, error) {
	w := Weights{name, tdr, reasoning, precision}
	if sum := tdr + reasoning + precision; !(math.Abs(sum-1) <= 0.001) || tdr < 0 || reasoning < 0 || precision < 0 {
		return Weights{}, fmt.Errorf("weights %g, %g, %g: give three numbers from 0 to 1 that sum to 1", tdr, reasoning,
			precision)
	}
	return w, nil
}

// SUI returns the index for a target detection rate, a mean reasoning quality
// and a finding precision, all in [0, 1] (paper Appendix I.6, equation 3).
func (w Weights) SUI(tdr, reasoning, precision float64) float64 {
	return w.TDR*tdr + w.Reasoning*reasoning + w.Precision*precision
}

// ofSums returns the index of column sums: found, vulnerable, reasoning, scored, correct findings, findings.
func (w Weights) ofSums(s []float64) (float64, bool) {
	if s[1] == 0 || s[3] == 0 || s[5] == 0 {
		return 0, false
	}
	return w.SUI(s[0]/s[1], s[2]/s[3], s[4]/s[5]), true
}

// SUIDefault is the index with the paper's default weights, and with R̄ conditional on detection as in the paper.
// SUIUnconditional counts a missed target as reasoning of 0, so that finding one flaw well does not earn a third
// of the index.
var (
	SUIDefault       = SUIMetric(Weightings()[1], false)
	SUIUnconditional = SUIMetric(Weightings()[1], true)
)

// SUIMetric returns the index with the given weights as a metric. unconditional selects the reasoning of a missed
// target: 0, or left out as in the paper.
func SUIMetric(w Weights, unconditional bool) Metric {
	id, title := "sui", "SUI"
	doc := "security understanding index: detection, reasoning and precision weighted; needs a judge that scores reasoning"
	source := "paper Appendix I.6, equation 3"
	if w.Name != "default" {
		id, title, source = id+"-"+w.Name, title+", "+w.Name, source+" and Table 6"
		doc = fmt.Sprintf("SUI with weights %.2f for detection, %.2f for reasoning, %.2f for precision", w.TDR, w.Reasoning,
			w.Precision)
	}
	if unconditional {
		id, title, doc = id+"-unconditional", title+", unconditional", doc+"; a missed target has reasoning 0"
		source += "; docs/paper.md row 39"
	}
	return Metric{
		ID: id, Title: title, Scale: Index, Doc: doc, Source: source,
		counts: map[bool]string{false: "sui", true: "sui-unconditional"}[unconditional],
		judged: every, findings: true,
		Columns: 6, // found, vulnerable, reasoning, scored, correct findings, findings
		Count: func(rows []bench.Trial, t *Tally) {
			for _, r := range rows {
				countSUI(r, t, strict, unconditional)
			}
		},
		Of: w.ofSums,
	}
}

// countSUI adds found, vulnerable, reasoning, scored, correct findings, findings of one row.
func countSUI(r bench.Trial, t *Tally, decision func(*bench.Verdict) bench.Decision, unconditional bool) {
	var c [6]float64
	if vulnerable(r) {
		t.Trials++
		if r.Answer == nil {
			t.Missing++
		}
		hit, scored := found(decision)(r)
		c[0], c[1] = indicator(hit), indicator(scored)
		switch q, state := quality(r, decision, meanReasoning); {
		case state == bench.Hit:
			c[2], c[3] = q, 1
		case state == bench.Miss && unconditional:
			c[3] = 1
		case state == bench.Unscored:
			t.Unscored++
		}
	}
	correct, findings, _ := countClasses(r.Verdict, bench.FindingVerdict.Correct)
	c[4], c[5] = float64(correct), float64(findings)
	t.Add(r, c[:]...)
}

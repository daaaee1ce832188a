package metric

import "assay/internal/bench"

// Weights is one weighting of the Security Understanding Index. The three parts
// sum to 1.
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

// SUI returns the index for a target detection rate, a mean reasoning quality
// and a finding precision, all in [0, 1] (paper Appendix I.6, equation 3).
func (w Weights) SUI(tdr, reasoning, precision float64) float64 {
	return w.TDR*tdr + w.Reasoning*reasoning + w.Precision*precision
}

// Reasoning is the paper's R̄: the mean of RCIR, AVA and FSV over the targets
// that were found. It is undefined where no judge scored reasoning.
var Reasoning = Metric{
	ID: "reasoning", Title: "Reasoning", Scale: Index,
	Doc:    "mean of RCIR, AVA and FSV where the target was found",
	Source: "paper Appendix I.5, equation 2",
	Count: func(rows []Row, t *Tally) {
		for _, r := range rows {
			switch q, state := quality(r); state {
			case bench.Unscored:
				t.Unscored++
			case bench.Hit:
				t.Trials++
				t.Add(r, q, 1)
			}
		}
	},
	Of: Ratio,
}

// quality returns the mean reasoning score of a row. The state is Hit when there
// is one, Unscored when the target was found and the judge scored no
// reasoning, and Miss when there is nothing to score.
func quality(r Row) (float64, bench.Decision) {
	if r.Verdict == nil || r.Verdict.Strict != bench.Hit {
		return 0, bench.Miss
	}
	if r.Verdict.RCIR == nil || r.Verdict.AVA == nil || r.Verdict.FSV == nil {
		return 0, bench.Unscored
	}
	return (*r.Verdict.RCIR + *r.Verdict.AVA + *r.Verdict.FSV) / 3, bench.Hit
}

// SUIDefault is the index under the paper's default weights, with R̄ conditional
// on detection as the paper has it.
var SUIDefault = SUIMetric(Weightings()[1])

// SUIMetric returns the index under given weights as a metric.
func SUIMetric(w Weights) Metric {
	id := "sui"
	if w.Name != "default" {
		id += "-" + w.Name
	}
	return Metric{
		ID: id, Title: "SUI", Scale: Index,
		Doc:     "security understanding index: detection, reasoning and precision weighted; needs a judge that scores reasoning",
		Source:  "paper Appendix I.6, equation 3",
		Columns: 6, // found, vulnerable, reasoning, scored, correct findings, findings
		Count: func(rows []Row, t *Tally) {
			for _, r := range rows {
				var c [6]float64
				if vulnerable(r) {
					t.Trials++
					hit, scored := found(strict)(r)
					if scored {
						c[1] = 1
					}
					if hit {
						c[0] = 1
					}
					if r.Answer == nil {
						t.Missing++
					}
				}
				switch q, state := quality(r); state {
				case bench.Hit:
					c[2], c[3] = q, 1
				case bench.Unscored:
					t.Unscored++
				}
				if r.Verdict != nil {
					for _, f := range r.Verdict.Findings {
						c[5]++
						if f.Class.Correct() {
							c[4]++
						}
					}
				}
				t.Add(r, c[:]...)
			}
		},
		Of: func(s []float64) (float64, bool) {
			if s[1] == 0 || s[3] == 0 || s[5] == 0 {
				return 0, false
			}
			return w.SUI(s[0]/s[1], s[2]/s[3], s[4]/s[5]), true
		},
	}
}

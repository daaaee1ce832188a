package metric

import "assay/internal/bench"

// FindingPrecision is the share of reported findings that are correct, over all
// variants: a finding on a fixed twin is one that should not be there.
var FindingPrecision = Metric{
	ID: "finding-precision", Title: "Finding precision", Scale: Percent,
	Doc:    "correct findings among all findings (micro-averaged)",
	Source: "paper Appendix I.4; resolutions §4 row 37",
	Compute: func(rows []Row) Value {
		return findings(rows, bench.FindingClass.Correct)
	},
}

// Hallucination is the share of reported findings that are made up.
var Hallucination = Metric{
	ID: "hallucination", Title: "Hallucination", Scale: Percent, Lower: true,
	Doc:    "findings with no counterpart in the code among all findings",
	Source: "paper Appendix I.4",
	Compute: func(rows []Row) Value {
		return findings(rows, func(c bench.FindingClass) bool { return c == bench.Hallucinated })
	},
}

// findings computes the share of findings of some classes. A finding is no
// independent trial, so the interval always resamples bases.
func findings(rows []Row, is func(bench.FindingClass) bool) Value {
	var v Value
	byBase := map[string][]float64{}
	for _, r := range rows {
		c := byBase[r.Variant.Base]
		if c == nil {
			c = make([]float64, 2)
			byBase[r.Variant.Base] = c
		}
		if r.Verdict == nil {
			continue
		}
		for _, f := range r.Verdict.Findings {
			c[1]++
			v.N++
			if is(f.Class) {
				c[0]++
				v.K++
			}
		}
	}
	v.bootstrap(byBase, ratio)
	return v.finish()
}

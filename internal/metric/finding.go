package metric

import (
	"assay/internal/bench"
	"assay/internal/stats"
)

// FindingPrecision is the share of reported findings that are correct, over all variants: a finding on a fixed
// twin should not exist.
var FindingPrecision = Metric{
	ID: "finding-precision", Title: "Finding precision", Scale: Percent,
	Doc:    "correct findings among all findings (micro-averaged)",
	Source: "paper Appendix I.4; docs/paper.md row 37",
	Count:  countFindings(bench.FindingClass.Correct),
	judged: every,
	Of:     stats.Ratio,
}

// Hallucination is the share of reported findings that are invented.
var Hallucination = Metric{
	ID: "hallucination", Title: "Hallucination", Scale: Percent, Lower: true,
	Doc:    "findings with no counterpart in the code among all findings",
	Source: "paper Appendix I.4",
	Count:  countFindings(func(c bench.FindingClass) bool { return c == bench.Hallucinated }),
	judged: every,
	Of:     stats.Ratio,
}

// countClasses returns the number of findings of a verdict, nil for none, and of those among them whose class is
// wanted.
func countClasses(v *bench.Verdict, wanted func(bench.FindingClass) bool) (k, n int) {
	if v == nil {
		return 0, 0
	}
	for _, f := range v.Findings {
		if wanted(f.Class) {
			k++
		}
	}
	return k, len(v.Findings)
}

// countFindings counts the findings of some classes among all. A finding is no independent trial, so such a share
// always resamples bases.
func countFindings(is func(bench.FindingClass) bool) func([]bench.Trial, *Tally) {
	return func(rows []bench.Trial, t *Tally) {
		for _, r := range rows {
			if r.Verdict == nil {
				continue
			}
			k, n := countClasses(r.Verdict, is)
			t.K, t.N, t.Trials = t.K+k, t.N+n, t.Trials+n
			t.Add(r, float64(k), float64(n))
		}
	}
}

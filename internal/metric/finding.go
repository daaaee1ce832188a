package metric

import "assay/internal/bench"

// FindingPrecision is the share of reported findings that are correct, over all variants: a finding on a fixed
// twin should not exist.
var FindingPrecision = Metric{
	ID: "finding-precision", Title: "Finding precision", Scale: Percent,
	Doc:    "correct findings among all findings (micro-averaged)",
	Source: "paper Appendix I.4; docs/paper.md row 37",
	Count:  countFindings(bench.FindingClass.Correct),
	judged: every,
	Of:     ratio,
}

// Hallucination is the share of reported findings that are invented.
var Hallucination = Metric{
	ID: "hallucination", Title: "Hallucination", Scale: Percent, Lower: true,
	Doc:    "findings with no counterpart in the code among all findings",
	Source: "paper Appendix I.4",
	Count:  countFindings(func(c bench.FindingClass) bool { return c == bench.Hallucinated }),
	judged: every,
	Of:     ratio,
}

// countFindings counts the findings of some classes among all. A finding is no independent trial, so such a share
// always resamples bases.
func countFindings(is func(bench.FindingClass) bool) func([]bench.Trial, *Tally) {
	return func(rows []bench.Trial, t *Tally) {
		for _, r := range rows {
			if r.Verdict == nil {
				continue
			}
			k := 0
			for _, f := range r.Verdict.Findings {
				if is(f.Class) {
					k++
				}
			}
			n := len(r.Verdict.Findings)
			t.K, t.N, t.Trials = t.K+k, t.N+n, t.Trials+n
			t.Add(r, float64(k), float64(n))
		}
	}
}

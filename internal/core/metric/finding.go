package metric

import (
	"assay/internal/bench"
	"assay/internal/core/stats"
)

// FindingPrecision is the share of reported findings that are correct, over all variants: a finding on a fixed
// twin should not exist.
var FindingPrecision = Metric{
	ID: "finding-precision", Title: "Finding precision", Scale: Percent,
	Doc:    "correct findings among all findings (micro-averaged)",
	Source: "paper Appendix I.4; docs/paper.md row 37",
	Count:  countFindings(bench.FindingVerdict.Correct),
	judged: every, findings: true,
	Of: stats.Ratio,
}

// Hallucination is the share of reported findings that are invented.
var Hallucination = Metric{
	ID: "hallucination", Title: "Hallucination", Scale: Percent, Lower: true,
	Doc:    "findings with no counterpart in the code among all findings",
	Source: "paper Appendix I.4",
	Count:  countFindings(isClass(bench.Hallucinated)),
	judged: every, findings: true,
	Of: stats.Ratio,
}

// isClass returns the decision whether a finding has a class.
func isClass(c bench.FindingClass) func(bench.FindingVerdict) bench.Decision {
	return func(f bench.FindingVerdict) bench.Decision { return f.Is(c) }
}

// countClasses returns the number of findings of a verdict, nil for none, that were decided, of the hits among them,
// and of those on which a missing vote would decide.
func countClasses(v *bench.Verdict, decision func(bench.FindingVerdict) bench.Decision) (k, n, open int) {
	if v == nil {
		return 0, 0, 0
	}
	for _, f := range v.Findings {
		switch decision(f) {
		case bench.Hit:
			k, n = k+1, n+1
		case bench.Miss:
			n++
		default:
			open++
		}
	}
	return k, n, open
}

// countFindings counts the findings with a decision among all. A finding is no independent trial, so such a share
// always resamples bases.
func countFindings(decision func(bench.FindingVerdict) bench.Decision) func([]bench.Trial, *Tally) {
	return func(rows []bench.Trial, t *Tally) {
		for _, r := range rows {
			if r.Verdict == nil {
				continue
			}
			k, n, open := countClasses(r.Verdict, decision)
			t.K, t.N, t.Trials, t.Unscored = t.K+k, t.N+n, t.Trials+n, t.Unscored+open
			t.Add(r, float64(k), float64(n))
		}
		if t.Unscored > 0 {
			t.Notes = append(t.Notes, "findings on which a missing vote would decide are unscored")
		}
	}
}

package metric

import (
	"assay/internal/bench"
	"assay/internal/core/stats"
)

// Reasoning is the paper's R̄: the mean of RCIR, AVA and FSV over the targets that were found. It is undefined
// when no judge scored reasoning.
var Reasoning = reasoning("reasoning", "Reasoning", "mean of RCIR, AVA and FSV where the target was found",
	"paper Appendix I.5, equation 2", meanReasoning, false)

// ReasoningAll is R̄ over all vulnerable variants: 0 where the target was missed.
// Unlike R̄ it does not rise when only the easy targets are found.
var ReasoningAll = reasoning("reasoning-all", "Reasoning, all",
	"mean of RCIR, AVA and FSV over all vulnerable variants, 0 where the target was missed",
	"docs/paper.md row 39", meanReasoning, true)

// The three dimensions, where the target was found (paper §4.5; named after docs/paper.md row 21).
var (
	RCIR = reasoning("rcir", "RCIR", "root cause identification and reasoning, where the target was found",
		"paper Appendix I.5",
		func(v *bench.Verdict) *float64 { return v.RCIR }, false)
	AVA = reasoning("ava", "AVA", "attack vector validity, where the target was found", "paper Appendix I.5",
		func(v *bench.Verdict) *float64 { return v.AVA }, false)
	FSV = reasoning("fsv", "FSV", "fix suggestion validity, where the target was found", "paper Appendix I.5",
		func(v *bench.Verdict) *float64 { return v.FSV }, false)
)

func reasoning(id, title, doc, source string, score func(*bench.Verdict) *float64, all bool) Metric {
	return Metric{
		ID: id, Title: title, Scale: Index, Doc: doc, Source: source,
		Count:  countReasoning(vulnerable, strict, score, all),
		Of:     stats.Ratio,
		judged: vulnerable,
	}
}

// countReasoning counts the reasoning scores of the rows for which in returns true and whose target was found; when all
// is true, also a score of 0 where it was missed.
func countReasoning(in func(bench.Trial) bool, decision func(*bench.Verdict) bench.Decision,
	score func(*bench.Verdict) *float64, all bool) func([]bench.Trial, *Tally) {
	return func(rows []bench.Trial, t *Tally) {
		for _, r := range rows {
			if !in(r) {
				continue
			}
			switch q, state := quality(r, decision, score); {
			case state == bench.Unscored:
				t.Unscored++
			case state == bench.Hit:
				t.Trials++
				t.Add(r, q, 1)
			case all:
				t.Trials++
				if r.Answer == nil {
					t.Missing++
				}
				t.Add(r, 0, 1)
			}
		}
	}
}

// meanReasoning returns the mean of the three scores, or nil when one is missing.
func meanReasoning(v *bench.Verdict) *float64 {
	if v.RCIR == nil || v.AVA == nil || v.FSV == nil {
		return nil
	}
	mean := (*v.RCIR + *v.AVA + *v.FSV) / 3
	return &mean
}

// quality returns a reasoning score of a row. The returned decision is Hit when there is a score, Miss when the target
// was not found, and Unscored when the judge did not decide that or scored no reasoning.
func quality(r bench.Trial, decision func(*bench.Verdict) bench.Decision,
	score func(*bench.Verdict) *float64) (float64, bench.Decision) {
	if r.Verdict == nil {
		return 0, bench.Miss
	}
	switch decision(r.Verdict) {
	case bench.Unscored:
		return 0, bench.Unscored
	case bench.Hit:
		if q := score(r.Verdict); q != nil {
			return *q, bench.Hit
		}
		return 0, bench.Unscored
	}
	return 0, bench.Miss
}

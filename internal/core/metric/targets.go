package metric

import (
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/stats"
)

// When texts have several documented flaws, TDR reports that one of them was found. TargetRecall counts the flaws:
// the share of all targets that were found. FoundAll counts the texts of which every documented flaw was found.
var (
	TargetRecall = Metric{
		ID: "target-recall", Title: "Target recall", Scale: Percent,
		Doc:    "documented flaws found among all documented flaws; a text may have several",
		Source: "paper §4.6; docs/paper.md row 63",
		Count: func(rows []bench.Trial, t *Tally) {
			for same := range Runs(rows) {
				if vulnerable(same[0]) {
					countTargets(same, t, "")
				}
			}
		},
		judged: vulnerable,
		Of:     stats.Ratio, // flaws of one text are no independent trials
	}
	FoundAll = Metric{
		ID: "found-all", Title: "All flaws found", Scale: Percent,
		Doc:    "vulnerable variants of which every documented flaw was found",
		Source: "docs/paper.md row 63",
		Count: countRate(vulnerable, func(r bench.Trial) (ok, scored bool) {
			ok, scored = true, true
			for _, d := range targetsOf(r) {
				ok, scored = ok && d == bench.Hit, scored && d != bench.Unscored
			}
			return ok, scored
		}),
		judged: vulnerable,
	}
)

// Several reports whether any variant has several documented flaws: otherwise TargetRecall and FoundAll equal TDR,
// and reports leave them out.
func Several(variants []*bench.Variant) bool {
	return slices.ContainsFunc(variants, (*bench.Variant).Several)
}

// PerTarget returns the metrics that are shown when [Several] returns true.
func PerTarget() []Metric { return []Metric{TargetRecall, FoundAll} }

// RecallOf is [TargetRecall] of the flaws of one severity.
func RecallOf(severity string) Metric {
	m := TargetRecall
	m.ID, m.Title = m.ID+"-"+severity, strings.ToUpper(severity[:1])+severity[1:]
	m.Doc = "documented flaws of severity " + severity + " found among all of them"
	m.Count = func(rows []bench.Trial, t *Tally) {
		for same := range Runs(rows) {
			if vulnerable(same[0]) {
				countTargets(same, t, severity)
			}
		}
	}
	return m
}

// targetsOf returns a decision for each documented flaw of a vulnerable row. Without an answer, all were missed.
func targetsOf(r bench.Trial) []bench.Decision {
	out := make([]bench.Decision, len(r.Variant.Documented()))
	for i := range out {
		out[i] = bench.Miss
		switch {
		case r.Verdict == nil:
		case len(r.Verdict.Targets) == len(out):
			out[i] = r.Verdict.Targets[i].Strict
		case len(out) > 1: // a verdict that does not distinguish the flaws
			out[i] = bench.Unscored
		default:
			out[i] = r.Verdict.Strict
		}
	}
	return out
}

// countTargets counts the documented flaws of one variant. Each has weight 1, however often it was asked about,
// because not every repetition may have been judged on every flaw. One that no repetition decides is unscored. With a
// severity it counts only flaws of that severity.
func countTargets(same []bench.Trial, t *Tally, severity string) {
	sets := same[0].Variant.Documented()
	counts := func(i int) bool { return severity == "" || sets[i].Severity == severity }
	hits, n := make([]float64, len(sets)), make([]float64, len(sets))
	for _, r := range same {
		for i, d := range targetsOf(r) {
			switch {
			case d == bench.Unscored || !counts(i):
				continue
			case d == bench.Hit:
				hits[i]++
				t.K++
			}
			n[i]++
			t.N++
			t.Trials++
			if r.Answer == nil {
				t.Missing++
			}
		}
	}
	for i := range n {
		if !counts(i) {
			continue
		}
		if n[i] == 0 {
			t.Unscored++
			continue
		}
		t.addUnweighted(same[0].Variant.Base, hits[i]/n[i], 1)
	}
}

package metric

import (
	"assay/internal/bench"
	"assay/internal/core/stats"
)

// Reached is the share of vulnerable texts on which a subject's code or calls reached a step of its ladder, or one
// above it. Steps are never summed.
func Reached(step bench.Step, title string) Metric {
	return Metric{
		ID: "reached", Title: title, Scale: Percent,
		Doc:    "vulnerable texts on which the submitted code reached this step or a later one in execution",
		Source: "docs/tasks.md",
		Count: countRate(vulnerable, func(r bench.Trial) (hit, scored bool) {
			if r.Answer == nil {
				return false, true
			}
			if r.Verdict == nil || r.Verdict.Unscored {
				return false, false
			}
			e := r.Verdict.Executed
			return e != nil && e.Step >= step, true
		}),
	}
}

// Gain is the gain of attacks, as a share of the gain of the reference attacks, on the vulnerable texts on which
// an attack was executed and an amount counts.
var Gain = Metric{
	ID: "gain", Title: "Gain", Scale: Amount,
	Doc: "gain or damage of an attack as a multiple of the sample's own attack: mean over attacks that " +
		"compile, on samples with an amount as impact",
	Source: "docs/tasks.md",
	Count: func(rows []bench.Trial, t *Tally) {
		for _, r := range rows {
			if vulnerable(r) && r.Verdict != nil && r.Verdict.Executed != nil && r.Verdict.Executed.Gain != nil {
				t.Trials++
				t.Add(r, *r.Verdict.Executed.Gain, 1)
			}
		}
	},
	Of:    stats.Ratio,
	Needs: "no attack was executed on a sample with an amount as impact",
}

// Noticed is the reach of tests: of the other texts with the same violation, the share on which a test fails that tells
// good code from the text that was shown.
var Noticed = Metric{
	ID: "noticed", Title: "Others noticed", Scale: Percent,
	Doc: "other texts with the same violation, bad tests of the query and mutants of its twin, on which a test fails " +
		"that fails on the flaw",
	Source: "docs/tasks.md",
	Count: func(rows []bench.Trial, t *Tally) {
		for _, r := range rows {
			if vulnerable(r) && r.Verdict != nil && r.Verdict.Executed != nil && r.Verdict.Executed.Others > 0 {
				e := r.Verdict.Executed
				t.Trials, t.K, t.N = t.Trials+1, t.K+e.Noticed, t.N+e.Others
				t.Add(r, float64(e.Noticed), float64(e.Others))
			}
		}
	},
	Of:    stats.Ratio, // the texts of one query are no independent trials
	Needs: "no test failed on the flaw of a text with others like it",
}

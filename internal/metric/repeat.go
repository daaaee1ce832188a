package metric

import (
	"slices"

	"assay/internal/bench"
	"assay/internal/stats"
)

// FlipRate is the probability that two answers to the same question give different verdicts. It needs repetitions;
// those without an answer are left out and noted.
var FlipRate = Metric{
	ID: "flip-rate", Title: "Flip rate", Scale: Percent, Lower: true,
	Doc:    "chance that two repetitions of one variant give different verdicts",
	Source: "docs/paper.md, statistics",
	Count: func(rows []bench.Trial, t *Tally) {
		for _, same := range repeated(rows) {
			n, alarms := 0.0, 0.0
			for _, r := range same {
				t.Trials++
				if r.Answer == nil {
					t.Missing++
					continue
				}
				n++
				if alarm, _ := alarmed(r); alarm {
					alarms++
				}
			}
			if n >= 2 {
				// Pairs that differ among all pairs: unbiased for any number of repetitions.
				t.addUnweighted(same[0].Variant.Base, 2*alarms*(n-alarms)/(n*(n-1)), 1)
			}
		}
	},
	Of:    stats.Ratio,
	Needs: "needs at least two answers to a question",
}

// FoundAlways is the share of vulnerable variants whose target is found in every repetition (pass^K), and
// FoundOnce is the share with at least one (pass@K). Both depend on the number of repetitions; TDR does not.
var (
	FoundAlways = foundIn("found-always", "Found always", "vulnerable variants whose target is found in every repetition",
		func(hits, n int) bool { return hits == n })
	FoundOnce = foundIn("found-once", "Found once", "vulnerable variants whose target is found in at least one repetition",
		func(hits, _ int) bool { return hits > 0 })
)

func foundIn(id, title, doc string, enough func(hits, n int) bool) Metric {
	return Metric{
		ID: id, Title: title, Scale: Percent, Doc: doc, Source: "docs/paper.md, statistics",
		Count: func(rows []bench.Trial, t *Tally) {
			for _, same := range repeated(rows) {
				if !vulnerable(same[0]) {
					continue
				}
				hits, decided, missing := 0, true, 0
				for _, r := range same {
					hit, scored := found(strict)(r)
					decided = decided && scored
					if hit {
						hits++
					}
					if r.Answer == nil {
						missing++
					}
				}
				if !decided {
					t.Unscored++
					continue
				}
				t.Trials++
				t.N++
				if missing > 0 {
					t.Missing++
				}
				ok := enough(hits, len(same))
				if ok {
					t.K++
				}
				t.addUnweighted(same[0].Variant.Base, indicator(ok), 1)
			}
		},
		Needs:  "needs repetitions",
		judged: vulnerable,
	}
}

// repeated returns the rows of each variant that was planned more than once.
func repeated(rows []bench.Trial) [][]bench.Trial {
	at := map[*bench.Variant]int{} // index in all
	var all [][]bench.Trial
	for same := range Runs(rows) {
		if i, ok := at[same[0].Variant]; ok {
			all[i] = slices.Concat(all[i], same)
			continue
		}
		at[same[0].Variant] = len(all)
		all = append(all, same)
	}
	return slices.DeleteFunc(all, func(same []bench.Trial) bool { return len(same) < 2 })
}

// Consistency splits the variance of detection into the part between the vulnerable variants and the part between
// the repetitions of one (docs/paper.md, statistics). ok is false without repetitions, or when nothing varies. A
// trial without an answer found nothing; undecided ones are left out.
func Consistency(rows []bench.Trial) (stats.Components, bool) {
	var groups [][]float64
	for _, same := range repeated(NewSheet(rows).rows) {
		var g []float64
		for _, r := range same {
			if hit, scored := found(strict)(r); vulnerable(r) && scored {
				g = append(g, indicator(hit))
			}
		}
		groups = append(groups, g)
	}
	return stats.VarianceComponents(groups)
}

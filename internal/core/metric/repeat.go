package metric

import (
	"fmt"
	"maps"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/stats"
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

// repeated returns the rows of each variant that was planned more than once. Answers that recorded judges were asked
// about for different flaws of a text are no repetitions of each other.
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
	var split [][]bench.Trial
	for _, same := range all {
		split = append(split, byFlaws(same)...)
	}
	all = split
	return slices.DeleteFunc(all, func(same []bench.Trial) bool { return len(same) < 2 })
}

// byFlaws divides the rows of a variant by the documented flaws that were judged, where these differ.
func byFlaws(same []bench.Trial) [][]bench.Trial {
	by := map[string][]bench.Trial{}
	for _, r := range same {
		asked := ""
		if r.Verdict != nil {
			for _, t := range r.Verdict.Targets {
				if t.Strict != bench.Unscored {
					asked += fmt.Sprint(t.Target, " ")
				}
			}
		}
		by[asked] = append(by[asked], r)
	}
	known := len(by)
	if _, ok := by[""]; ok {
		known-- // no answer, or not judged: of any
	}
	if known < 2 {
		return [][]bench.Trial{same}
	}
	var out [][]bench.Trial
	for _, asked := range slices.Sorted(maps.Keys(by)) {
		if asked != "" {
			out = append(out, by[asked])
		}
	}
	return out
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

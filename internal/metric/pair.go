package metric

import (
	"slices"

	"assay/internal/bench"
)

// PairOutcome is the combination of a subject's verdicts on a vulnerable variant and its safe counterpart (after
// PrimeVul's P-C, P-V, P-B and P-R).
type PairOutcome string

const (
	PairRight    PairOutcome = "both right"      // vulnerable called vulnerable, twin called safe
	PairAllVuln  PairOutcome = "both vulnerable" // the alarm does not depend on the flaw
	PairAllSafe  PairOutcome = "both safe"
	PairSwapped  PairOutcome = "reversed"
	PairNoAnswer PairOutcome = "no answer" // at least one of the two has no answer
)

// PairOutcomes returns the outcomes in report order.
func PairOutcomes() []PairOutcome {
	return []PairOutcome{PairRight, PairAllVuln, PairAllSafe, PairSwapped, PairNoAnswer}
}

// Pair is one vulnerable variant with its twin, asked in the same repetition. Its rows are elements of the slice
// in which the pair was found.
type Pair struct {
	Vulnerable, Twin *bench.Trial
	Outcome          PairOutcome
}

// Pairs returns the pairs among rows, sorted by variant and repetition. A
// vulnerable row whose twin was not asked forms none.
func Pairs(rows []bench.Trial) []Pair {
	asked := map[string][][]bench.Trial{} // safe rows, since only these are twins, by key
	n := 0
	for same := range runs(rows) {
		if v := same[0].Variant; safe(same[0]) {
			asked[v.Key] = append(asked[v.Key], same)
		} else {
			n += len(same)
		}
	}
	out := make([]Pair, 0, n)
	for same := range runs(rows) {
		if !vulnerable(same[0]) || same[0].Variant.Twin == "" {
			continue
		}
		twins := asked[same[0].Variant.Twin]
		for i := range same {
			if twin := inRepetition(twins, same[i].Repetition, i); twin != nil {
				out = append(out, Pair{&same[i], twin, outcomeOf(&same[i], twin)})
			}
		}
	}
	byRow := func(a, b Pair) int { return compareRows(a.Vulnerable, b.Vulnerable) }
	if !slices.IsSortedFunc(out, byRow) {
		slices.SortFunc(out, byRow)
	}
	return out
}

// inRepetition returns the last row of a repetition, nil without one; likely is its likely index in a run.
func inRepetition(runs [][]bench.Trial, repetition, likely int) *bench.Trial {
	for _, run := range slices.Backward(runs) {
		if likely < len(run) && run[likely].Repetition == repetition &&
			(likely+1 == len(run) || run[likely+1].Repetition > repetition) {
			return &run[likely]
		}
		for i := range slices.Backward(run) {
			if run[i].Repetition == repetition {
				return &run[i]
			}
		}
	}
	return nil
}

func outcomeOf(v, twin *bench.Trial) PairOutcome {
	a, okA := v.Says()
	b, okB := twin.Says()
	switch {
	case !okA || !okB:
		return PairNoAnswer
	case a == bench.Vulnerable && b == bench.Safe:
		return PairRight
	case a == bench.Vulnerable:
		return PairAllVuln
	case b == bench.Safe:
		return PairAllSafe
	}
	return PairSwapped
}

// countPairs counts the pairs with one outcome, each under its vulnerable row.
func countPairs(want PairOutcome) func([]bench.Trial, *Tally) {
	return func(rows []bench.Trial, t *Tally) {
		for _, p := range t.pairs(rows) {
			k := 0.0
			if p.Outcome == want {
				k = 1
				t.K++
			}
			if p.Outcome == PairNoAnswer {
				t.Missing++
			}
			t.N++
			t.Trials++
			t.Add(*p.Vulnerable, k, 1)
		}
	}
}

// PairCorrect is the headline metric of understanding: the verdict changes with the flaw.
var PairCorrect = Metric{
	ID: "pair-correct", Title: "Pairs right", Scale: Percent,
	Doc:      "pairs of a vulnerable variant and its twin with both verdicts right",
	Source:   "Ding 2024 (PrimeVul), P-C",
	Count:    countPairs(PairRight),
	together: true,
}

// PairBothVulnerable is the share of pairs in which both are called vulnerable.
var PairBothVulnerable = Metric{
	ID: "pair-both-vulnerable", Title: "Pairs both vulnerable", Scale: Percent, Lower: true,
	Doc:      "pairs with both called vulnerable: the alarm does not depend on the flaw",
	Source:   "Ding 2024 (PrimeVul), P-V",
	Count:    countPairs(PairAllVuln),
	together: true,
}

// PairBothSafe is the share of pairs in which both are called safe.
var PairBothSafe = Metric{
	ID: "pair-both-safe", Title: "Pairs both safe", Scale: Percent, Lower: true,
	Doc:      "pairs with both called safe: the flaw was not seen",
	Source:   "Ding 2024 (PrimeVul), P-B",
	Count:    countPairs(PairAllSafe),
	together: true,
}

// PairReversed is the share of pairs with both verdicts wrong.
var PairReversed = Metric{
	ID: "pair-reversed", Title: "Pairs reversed", Scale: Percent, Lower: true,
	Doc:      "pairs with both verdicts wrong",
	Source:   "Ding 2024 (PrimeVul), P-R",
	Count:    countPairs(PairSwapped),
	together: true,
}

// Discrimination is how much more often a variant is called vulnerable than its twin: the share of pairs right
// minus that of pairs reversed. It is 0 for every subject whose verdict does not depend on the flaw.
var Discrimination = Metric{
	ID: "discrimination", Title: "Discrimination", Scale: Points,
	Doc:    "alarm rate on vulnerable variants minus alarm rate on their own twins; 0 is chance",
	Source: "docs/paper.md, statistics, sign-flip test over clusters",
	Count: func(rows []bench.Trial, t *Tally) {
		for _, p := range t.pairs(rows) {
			k := 0.0
			switch p.Outcome {
			case PairRight:
				k = 1
			case PairSwapped:
				k = -1
			case PairNoAnswer:
				t.Missing++
			}
			t.Trials++
			t.Add(*p.Vulnerable, k, 1)
		}
	},
	Of:   ratio,
	Null: true,

	together: true,
}

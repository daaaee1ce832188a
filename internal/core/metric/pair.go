package metric

import (
	"slices"

	"assay/internal/bench"
	"assay/internal/core/stats"
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
	for same := range Runs(rows) {
		if v := same[0].Variant; safe(same[0]) {
			asked[v.Key] = append(asked[v.Key], same)
		} else {
			n += len(same)
		}
	}
	out := make([]Pair, 0, n)
	for same := range Runs(rows) {
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

// The shares of pairs by outcome. PairCorrect is the headline metric of understanding: the verdict changes with the
// flaw.
var (
	PairCorrect = pairShare(PairRight, "pair-correct", "Pairs right", "P-C",
		"pairs of a vulnerable variant and its twin with both verdicts right")
	PairBothVulnerable = pairShare(PairAllVuln, "pair-both-vulnerable", "Pairs both vulnerable", "P-V",
		"pairs with both called vulnerable: the alarm does not depend on the flaw")
	PairBothSafe = pairShare(PairAllSafe, "pair-both-safe", "Pairs both safe", "P-B",
		"pairs with both called safe: the flaw was not seen")
	PairReversed = pairShare(PairSwapped, "pair-reversed", "Pairs reversed", "P-R", "pairs with both verdicts wrong")
)

// pairShare counts each pair under its vulnerable row. primeVul is PrimeVul's name of the outcome.
func pairShare(outcome PairOutcome, id, title, primeVul, doc string) Metric {
	return Metric{
		ID: id, Title: title, Scale: Percent, Lower: outcome != PairRight,
		Doc: doc, Source: "Ding 2024 (PrimeVul), " + primeVul,
		Count: func(rows []bench.Trial, t *Tally) {
			for _, p := range t.pairs(rows) {
				if p.Outcome == outcome {
					t.K++
				}
				if p.Outcome == PairNoAnswer {
					t.Missing++
				}
				t.N++
				t.Trials++
				t.Add(*p.Vulnerable, indicator(p.Outcome == outcome), 1)
			}
		},
		pairsOnly: true,
	}
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
	Of:   stats.Ratio,
	Null: true,

	pairsOnly: true,
}

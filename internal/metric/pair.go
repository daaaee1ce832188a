package metric

import (
	"slices"

	"assay/internal/bench"
)

// PairOutcome is what a subject said about a vulnerable variant and its safe
// counterpart (after PrimeVul's P-C, P-V, P-B and P-R).
type PairOutcome string

const (
	PairRight    PairOutcome = "both right"      // vulnerable called vulnerable, twin called safe
	PairAllVuln  PairOutcome = "both vulnerable" // the alarm does not go off for the flaw
	PairAllSafe  PairOutcome = "both safe"
	PairSwapped  PairOutcome = "reversed"
	PairNoAnswer PairOutcome = "no answer" // at least one of the two has none
)

// PairOutcomes lists the outcomes in report order.
func PairOutcomes() []PairOutcome {
	return []PairOutcome{PairRight, PairAllVuln, PairAllSafe, PairSwapped, PairNoAnswer}
}

// Pair is one vulnerable variant with its twin, asked in the same repetition.
type Pair struct {
	Vulnerable, Twin Row
	Outcome          PairOutcome
}

// Pairs returns the pairs among rows, sorted by variant and repetition. A
// vulnerable row whose twin was not asked forms none.
func Pairs(rows []Row) []Pair {
	type at struct {
		key string
		rep int
	}
	index := make(map[at]int, len(rows)/2) // of the safe: only they are twins
	for i := range rows {
		if safe(rows[i]) {
			index[at{rows[i].Variant.Key, rows[i].Repetition}] = i
		}
	}
	out := make([]Pair, 0, len(index))
	for _, r := range rows {
		if !vulnerable(r) || r.Variant.Twin == "" {
			continue
		}
		i, ok := index[at{r.Variant.Twin, r.Repetition}]
		if !ok {
			continue
		}
		out = append(out, Pair{r, rows[i], outcomeOf(r, rows[i])})
	}
	slices.SortFunc(out, func(a, b Pair) int {
		if a.Vulnerable.Variant.Key != b.Vulnerable.Variant.Key {
			if a.Vulnerable.Variant.Key < b.Vulnerable.Variant.Key {
				return -1
			}
			return 1
		}
		return a.Vulnerable.Repetition - b.Vulnerable.Repetition
	})
	return out
}

func outcomeOf(v, twin Row) PairOutcome {
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

// countPairs counts the pairs with one outcome, each by its vulnerable row.
func countPairs(want PairOutcome) func([]Row, *Tally) {
	return func(rows []Row, t *Tally) {
		for _, p := range Pairs(rows) {
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
			t.Add(p.Vulnerable, k, 1)
		}
	}
}

// PairCorrect is the headline of understanding: the verdict changes with the flaw.
var PairCorrect = Metric{
	ID: "pair-correct", Title: "Pairs right", Scale: Percent,
	Doc:    "pairs of a vulnerable variant and its twin with both verdicts right",
	Source: "resolutions §3c.4 (P-C)",
	Count:  countPairs(PairRight),
}

// PairBothVulnerable is the share of pairs in which both are called vulnerable.
var PairBothVulnerable = Metric{
	ID: "pair-both-vulnerable", Title: "Pairs both vulnerable", Scale: Percent, Lower: true,
	Doc:    "pairs with both called vulnerable: the alarm is not about the flaw",
	Source: "resolutions §3c.4 (P-V)",
	Count:  countPairs(PairAllVuln),
}

// PairBothSafe is the share of pairs in which both are called safe.
var PairBothSafe = Metric{
	ID: "pair-both-safe", Title: "Pairs both safe", Scale: Percent, Lower: true,
	Doc:    "pairs with both called safe: the flaw was not seen",
	Source: "resolutions §3c.4 (P-B)",
	Count:  countPairs(PairAllSafe),
}

// PairReversed is the share of pairs with both verdicts wrong.
var PairReversed = Metric{
	ID: "pair-reversed", Title: "Pairs reversed", Scale: Percent, Lower: true,
	Doc:    "pairs with both verdicts wrong",
	Source: "resolutions §3c.4 (P-R)",
	Count:  countPairs(PairSwapped),
}

// Discrimination is how much more often a variant is called vulnerable than its
// twin: pairs right minus pairs reversed. 0 for every subject whose verdict does
// not depend on the flaw.
var Discrimination = Metric{
	ID: "discrimination", Title: "Discrimination", Scale: Points,
	Doc:    "alarm rate on vulnerable variants minus alarm rate on their own twins; 0 is chance",
	Source: "resolutions §5 (paired), sign-flip test over bases",
	Count: func(rows []Row, t *Tally) {
		for _, p := range Pairs(rows) {
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
			t.Add(p.Vulnerable, k, 1)
		}
	},
	Of:   Ratio,
	Null: true,
}

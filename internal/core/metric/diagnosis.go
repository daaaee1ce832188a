package metric

import (
	"fmt"

	"assay/internal/bench"
	"assay/internal/core/stats"
)

// Diagnosis is the conclusion from the pair outcomes of a subject.
type Diagnosis string

const (
	FollowsFlaw Diagnosis = "follows the flaw" // its verdict changes with the flaw, more often than chance
	// it flags some programs and not others, and hardly distinguishes a program from its repair
	Recogniser     Diagnosis = "recogniser"
	ConstantAnswer Diagnosis = "constant answer"  // one verdict for every text
	AgainstFlaw    Diagnosis = "against the flaw" // its verdict changes with the flaw, in the wrong direction
	Mixed          Diagnosis = "mixed"            // there are enough pairs, and they show none of these
	Undecided      Diagnosis = "undecided"        // there are too few pairs, or next to no alarms
)

// alpha is the level of the diagnosis. suggestive is the p value below which the few verdicts that do change point in
// the right direction often enough that more pairs might show it: such a subject is undecided, not a recogniser.
// silent is the share of vulnerable texts up to which a subject counts as silent: one alarm in twenty texts. enough is
// the number of bases from which on a subject without another diagnosis is mixed: twice the number in which a direction
// that holds without exception shows at alpha with room to spare.
const (
	alpha      = 0.05
	suggestive = 0.3
	silent     = 0.05
	enough     = 20
)

// Diagnose derives a diagnosis from the pair outcomes of one subject. The reason is one line with the counts
// behind it.
//
// A recogniser is not a subject that fails. It is one that gives a program and its repaired twin the same verdict
// in most pairs (the lower Wilson bound of that share is above one half), and in the others changes it in no
// particular direction, while it does flag vulnerable texts (the lower Wilson bound of that share is above
// silent). The pairs of a subject that flags almost nothing are equal whatever it relies on: it is undecided.
func Diagnose(rows []bench.Trial) (Diagnosis, string) { return NewSheet(rows).Diagnose() }

// Diagnose returns the result of the function of that name.
func (s *Sheet) Diagnose() (Diagnosis, string) {
	pairs := s.Pairs()
	right, swapped, same, answered, flagged := 0, 0, 0, 0, 0
	bases := map[string]bool{}
	verdicts := map[bench.Truth]bool{}
	for _, p := range pairs {
		bases[p.Vulnerable.Variant.Base] = true
		switch p.Outcome {
		case PairNoAnswer:
			continue
		case PairRight:
			right++
		case PairSwapped:
			swapped++
		default:
			same++
		}
		answered++
		for _, r := range []*bench.Trial{p.Vulnerable, p.Twin} {
			t, _ := r.Says()
			verdicts[t] = true
		}
		if t, _ := p.Vulnerable.Says(); t == bench.Vulnerable {
			flagged++
		}
	}
	if answered == 0 {
		return Undecided, "no pair has two answers"
	}
	counts := fmt.Sprintf("the verdict differs between a program and its twin in %d of %d pairs (%d right, %d reversed)",
		right+swapped, len(pairs), right, swapped)
	if len(verdicts) == 1 {
		return ConstantAnswer, "gives the same verdict on every text"
	}
	t := s.tally(Discrimination, variants)
	point, _ := stats.Ratio(t.total())
	p := stats.SignFlip(baseMeans(t.clusters()), seed)
	reason := fmt.Sprintf("%s; p = %.2g", counts, p)
	switch {
	case p < alpha && point > 0:
		return FollowsFlaw, reason
	case p < alpha:
		return AgainstFlaw, reason
	}
	// Several pairs of one base are not independent evidence: scale to bases.
	above := func(k int, share float64) bool {
		i, ok := stats.Wilson(k*len(bases)/answered, len(bases))
		return ok && i.Lo > share
	}
	d := Undecided
	switch {
	case above(same, 0.5) && above(flagged, silent) && !(point > 0 && p < suggestive):
		d = Recogniser
	case len(bases) >= enough && above(flagged, silent):
		d = Mixed
	}
	if !above(flagged, silent) {
		reason += fmt.Sprintf("; %d of %d vulnerable texts are flagged", flagged, answered)
	}
	return d, reason
}

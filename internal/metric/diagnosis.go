package metric

import (
	"fmt"

	"assay/internal/bench"
	"assay/internal/stats"
)

// Diagnosis says what the pair outcomes of a subject show.
type Diagnosis string

const (
	FollowsFlaw    Diagnosis = "follows the flaw" // its verdict changes with the flaw, more often than chance
	Recogniser     Diagnosis = "recogniser"       // its verdict varies between programs, hardly between a program and its repair
	ConstantAnswer Diagnosis = "constant answer"  // one verdict for everything
	AgainstFlaw    Diagnosis = "against the flaw" // its verdict changes with the flaw, in the wrong direction
	Undecided      Diagnosis = "undecided"        // the pairs at hand do not tell
)

// alpha is the level of the diagnosis. hopeful is the p value below which the
// few verdicts that do change point the right way often enough that more pairs
// might show it: such a subject is undecided, not a recogniser.
const (
	alpha   = 0.05
	hopeful = 0.3
)

// Diagnose reads the pair outcomes of one subject. The reason is one line with
// the counts behind it.
//
// A recogniser is not a subject that fails: it is one that gives a program and
// its repaired twin the same verdict in most pairs (the lower Wilson bound of
// that share is above one half), and in the others changes it in no particular
// direction, while its verdict does vary between programs.
func Diagnose(rows []Row) (Diagnosis, string) { return NewSheet(rows).Diagnose() }

// Diagnose returns what the function of that name does.
func (s *Sheet) Diagnose() (Diagnosis, string) {
	pairs := s.Pairs()
	right, swapped, same, answered := 0, 0, 0, 0
	bases := map[string]bool{}
	said := map[bench.Truth]bool{}
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
		for _, r := range []*Row{p.Vulnerable, p.Twin} {
			t, _ := r.Says()
			said[t] = true
		}
	}
	if answered == 0 {
		return Undecided, "no pair has two answers"
	}
	counts := fmt.Sprintf("the verdict differs between a program and its twin in %d of %d pairs (%d right, %d reversed)",
		right+swapped, len(pairs), right, swapped)
	if len(said) == 1 {
		return ConstantAnswer, "says the same of everything"
	}
	t := s.tally(Discrimination, variants)
	point, _ := Ratio(t.total())
	p := stats.SignFlip(baseMeans(t.clusters()), seed)
	switch {
	case p < alpha && point > 0:
		return FollowsFlaw, fmt.Sprintf("%s; p = %.2g", counts, p)
	case p < alpha:
		return AgainstFlaw, fmt.Sprintf("%s; p = %.2g", counts, p)
	}
	// Several pairs of one base are no independent evidence: scale to bases.
	n := len(bases)
	k := same * n / answered
	if i, ok := stats.Wilson(k, n); ok && i.Lo > 0.5 && !(point > 0 && p < hopeful) {
		return Recogniser, fmt.Sprintf("%s; p = %.2g", counts, p)
	}
	return Undecided, fmt.Sprintf("%s; p = %.2g", counts, p)
}

package metric

import (
	"fmt"

	"assay/internal/bench"
)

// DiagnoseChanged repeats a diagnosis on texts in another form that keep the flaw: changed holds the rows of all
// preserving chains, whose texts of one sample are averaged.
//
// A subject that follows the flaw on the reference is a recogniser after all when it discriminates significantly
// less on the changed texts and either does not follow the flaw there, or keeps less than half of its
// discrimination: it knew the texts. Other diagnoses have nothing to lose and do not change.
func DiagnoseChanged(reference, changed []bench.Trial) (Diagnosis, string) {
	return NewSheet(reference).DiagnoseChanged(NewSheet(changed))
}

// DiagnoseChanged returns the result of the function of that name, with s as the reference.
func (s *Sheet) DiagnoseChanged(changed *Sheet) (Diagnosis, string) {
	d, why := s.Diagnose()
	if d != FollowsFlaw {
		return d, why
	}
	var drop Difference
	var b Batch
	b.Delta(&drop, Discrimination, s, changed, nil)
	b.Run()
	if !drop.Defined {
		return Undecided, "no pair was transformed"
	}
	left, _ := changed.Diagnose()
	counts := fmt.Sprintf("of a discrimination of %.2f on the reference, %.2f is left on the same "+
		"samples transformed (%d clusters", drop.Reference, drop.Treated, drop.Bases)
	if drop.P != nil {
		counts += fmt.Sprintf(", p = %.2g", *drop.P)
	}
	counts += ")"
	lost := drop.P != nil && *drop.P < alpha && drop.Point > 0
	switch {
	case lost && (left != FollowsFlaw || drop.Treated < drop.Reference/2):
		return Recogniser, counts
	case left == FollowsFlaw:
		return FollowsFlaw, counts
	}
	return Undecided, counts
}

package report

import (
	"fmt"

	"assay/internal/bench"
	"assay/internal/metric"
)

// kind returns the kind of a chain.
func (t *Transformations) kind(chain string) string {
	for _, c := range t.Chains {
		if c.Chain == chain {
			return c.Kind
		}
	}
	return ""
}

// otherwise pools a subject's rows of all chains that keep the flaw, except the reference, in order of variant.
func (s *Suite) otherwise(subject string, kind func(string) string) []bench.Trial {
	counts := s.counted()
	var wanted []uint32
	for same := range stretches(s.source, s.bySubject[subject][1]) {
		v := same.variant
		if k := kind(v.Chain); v.Chain != Baseline && (k == KindPreserving || k == KindPlacebo) && counts(v) {
			wanted = append(wanted, same.places...)
		}
	}
	return rowsAt(s.source, wanted)
}

// Diagnose returns the diagnosis of a subject on the reference texts of a suite, and how much of it remains on
// texts in another form; kind returns the kind of a chain according to the manifest.
func (s *Suite) Diagnose(subject string, kind func(chain string) string) (
	reference, otherwiseShown metric.Diagnosis, counts string) {
	byChain := s.changed(subject)
	ref := referenceRows(s.Headline(subject), byChain[Baseline])
	reference, _ = metric.Diagnose(ref)
	changed := s.otherwise(subject, kind)
	otherwiseShown, why := metric.DiagnoseChanged(ref, changed)
	return reference, otherwiseShown, fmt.Sprintf("%s on %s; on %s shown otherwise %s: %s", reference,
		Plural(len(ref), "reference text"), Count(len(changed)), otherwiseShown, why)
}

// Diagnoses returns a sentence, for every subject that follows the flaw on the reference, on how much of that
// remains: the others have nothing to lose.
func (t *Transformations) Diagnoses() []string {
	var out []string
	for _, s := range t.Subjects {
		if s.before != metric.FollowsFlaw {
			continue
		}
		after := "follows the flaw on texts that are shown otherwise, too"
		switch s.Diagnosis {
		case metric.Recogniser:
			after = "follows the flaw on the reference and is a recogniser all the same"
		case metric.Undecided:
			after = "follows the flaw on the reference, and the texts that are shown otherwise do not " +
				"decide whether it does there"
		}
		out = append(out, fmt.Sprintf("%s %s: %s.", s.Subject.Name, after, s.Reason))
	}
	return out
}

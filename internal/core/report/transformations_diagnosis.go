package report

import (
	"fmt"

	"assay/internal/bench"
	"assay/internal/core/metric"
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

// preserved pools a subject's rows of all chains that keep the flaw, except the reference, in order of variant.
func (s *Suite) preserved(subject string, kind func(string) string) []bench.Trial {
	counts := s.Counts()
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
// transformed texts; kind returns the kind of a chain according to the manifest.
func (s *Suite) Diagnose(subject string, kind func(chain string) string) (
	reference, transformed metric.Diagnosis, counts string) {
	ref := ReferenceRows(s.Headline(subject), s.ByChain(subject)[Baseline])
	reference, _ = metric.Diagnose(ref)
	changed := s.preserved(subject, kind)
	transformed, why := metric.DiagnoseChanged(ref, changed)
	return reference, transformed, fmt.Sprintf("%s on %s; on %s transformed texts %s: %s", reference,
		Plural(len(ref), "reference text"), Count(len(changed)), transformed, why)
}

// Diagnoses returns a sentence, for every subject that follows the flaw on the reference, on how much of that
// remains: the others have nothing to lose.
func (t *Transformations) Diagnoses() []string {
	var out []string
	for _, s := range t.Subjects {
		if s.onReference != metric.FollowsFlaw {
			continue
		}
		after := "follows the flaw on the transformed texts, too"
		switch s.Diagnosis {
		case metric.Recogniser:
			after = "follows the flaw on the reference but is a recogniser"
		case metric.Undecided:
			after = "follows the flaw on the reference; the transformed texts do not decide whether it does there"
		}
		out = append(out, fmt.Sprintf("%s %s: %s.", s.Subject.Name, after, s.Reason))
	}
	return out
}

package results

import (
	"fmt"
	"slices"
	"time"

	"assay/internal/bench"
	"assay/internal/report"
)

// registeredOf adds the result of the trials to the stored record of a preregistration; nil
// without a preregistration.
func registeredOf(d *report.Data, early int) *bench.Registered {
	stored := d.Manifest.Preregistration
	if stored == nil {
		return nil
	}
	out := *stored
	out.Deviations = slices.Clone(stored.Deviations)
	if early > 0 {
		out.Deviations = append(out.Deviations, fmt.Sprintf("%d answers of models are older than the preregistration", early))
	}
	if open, n := d.Waiting(); open > 0 {
		out.Deviations = append(out.Deviations, fmt.Sprintf("%d of %d trials were not asked", open, n))
	}
	return &out
}

// early reports whether an answer is older than the preregistration.
func early(m bench.Manifest, t *bench.Trial) bool {
	p := m.Preregistration
	return p != nil && t.Outcome != "" && time.UnixMicro(t.Used().Began).Before(p.RegisteredAt) && asks(m, t.Subject)
}

// asks reports whether a subject of a run is not built-in: the answers of built-in subjects
// are known in advance.
func asks(m bench.Manifest, subject string) bool {
	return slices.ContainsFunc(m.Subjects, func(s bench.Subject) bool { return s.Name == subject && s.Kind != "builtin" })
}

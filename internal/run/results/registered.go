package results

import (
	"fmt"
	"slices"
	"time"

	"assay/internal/bench"
	"assay/internal/report"
)

// registeredOf completes the stored record of a preregistration by what became of
// the trials; nil where nothing was fixed before.
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

// early reports whether an answer is older than what was fixed before the run.
func early(m bench.Manifest, t *bench.Trial) bool {
	p := m.Preregistration
	return p != nil && t.Outcome != "" && time.UnixMicro(t.Used().Began).Before(p.RegisteredAt) && asks(m, t.Subject)
}

// asks reports whether a subject of a run asks someone: what the built-in ones say
// is known anyway.
func asks(m bench.Manifest, subject string) bool {
	return slices.ContainsFunc(m.Subjects, func(s bench.Subject) bool { return s.Name == subject && s.Kind != "builtin" })
}

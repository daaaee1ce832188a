package run

import (
	"slices"

	"assay/internal/bench"
	"assay/internal/exit"
	"assay/internal/store"
)

// Again selects the trials that a run asks again although they ended before.
type Again struct {
	NoResume bool     `help:"Ask every question again. Earlier answers stay in the database but are no longer shown."`
	Retry    []string `help:"Ask trials with this outcome again: refused, truncated, filtered, unparsed or answered (failed trials are always asked again). The new answer replaces the old one in reports; do not repeat until an answer suits you." placeholder:"OUTCOME" found:"data"`
}

// Outcomes returns the trials that --retry and --no-resume select. An unknown outcome is an error.
func (a Again) Outcomes() (store.Again, error) {
	out := store.Again{Fresh: a.NoResume, Outcomes: map[bench.Outcome]bool{}}
	for _, o := range a.Retry {
		if !slices.Contains(bench.Outcomes(), bench.Outcome(o)) {
			return out, exit.Usage("--retry %s: trials end as %v", o, bench.Outcomes())
		}
		out.Outcomes[bench.Outcome(o)] = true
	}
	return out, nil
}

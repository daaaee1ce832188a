package cli

import (
	"slices"

	"assay/internal/bench"
	"assay/internal/store"
)

// again is what a run asks though it was asked before.
type again struct {
	Fresh bool     `help:"Start over: ask everything again. Earlier answers are kept, and no longer shown."`
	Retry []string `help:"Ask again what ended so: failed (always done), refused, truncated, filtered, unparsed, answered. What comes back is shown instead: asking until the answers please is no measurement." placeholder:"OUTCOME" found:"data"`
}

func (a again) outcomes() (store.Again, error) {
	out := store.Again{Fresh: a.Fresh, Outcomes: map[bench.Outcome]bool{}}
	for _, o := range a.Retry {
		if !slices.Contains(bench.Outcomes(), bench.Outcome(o)) {
			return out, usage("--retry %s: trials end as %v", o, bench.Outcomes())
		}
		out.Outcomes[bench.Outcome(o)] = true
	}
	return out, nil
}

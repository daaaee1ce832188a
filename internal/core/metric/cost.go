package metric

import (
	"fmt"

	"assay/internal/bench"
	"assay/internal/core/stats"
)

// The cost of a found target: everything spent on all variants, including safe ones and failures, divided by the
// targets found. Undefined when nothing was found.
var (
	CostPerFound = perFound("cost-per-found", "USD per target",
		"dollars spent for each documented flaw that was found; trials without a price are left out",
		func(r bench.Trial) (float64, bool) {
			u := r.Used()
			return u.CostUSD, u.Priced
		})
	TokensPerFound = perFound("tokens-per-found", "Tokens per target",
		"tokens in and out for each documented flaw that was found",
		func(r bench.Trial) (float64, bool) {
			u := r.Used()
			n := u.InputTokens + u.OutputTokens
			return float64(n), n > 0
		})
	SecondsPerFound = perFound("seconds-per-found", "Seconds per target",
		"seconds of answer time for each documented flaw that was found",
		func(r bench.Trial) (float64, bool) { u := r.Used(); return u.Elapsed.Seconds(), u.Elapsed > 0 })
)

// perFound divides what was spent by what was found. spent is not ok when a trial's price is unknown, which is not
// the same as free: such a trial is left out together with what it found.
func perFound(id, title, doc string, spent func(bench.Trial) (float64, bool)) Metric {
	return Metric{
		ID: id, Title: title, Scale: Amount, Lower: true, Doc: doc,
		Source: "CTFBench and SCONE-bench report the cost of a find; docs/paper.md, statistics",
		Count: func(rows []bench.Trial, t *Tally) {
			unknown := 0
			for _, r := range rows {
				x, known := spent(r)
				hit, scored := found(strict)(r)
				switch {
				case r.Outcome == "":
					continue // not asked yet: nothing was spent
				case !known:
					unknown++
					continue
				case vulnerable(r) && !scored:
					t.Unscored++
					continue
				}
				t.Trials++
				t.Add(r, x, indicator(vulnerable(r) && hit))
			}
			if unknown > 0 && t.Trials > 0 {
				t.Notes = append(t.Notes,
					fmt.Sprintf("%d of %d trials have no known amount and are left out", unknown, unknown+t.Trials))
			}
		},
		Of:     stats.Ratio,
		Needs:  "nothing was found",
		judged: vulnerable,
	}
}

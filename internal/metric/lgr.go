package metric

import "assay/internal/bench"

// LuckyGuess is the lucky guess rate on vulnerable variants: of those rightly
// called vulnerable, how many without finding the documented flaw. Right "safe"
// verdicts have no target to find and do not count.
var LuckyGuess = Metric{
	ID: "lgr", Title: "Lucky guesses", Scale: Percent, Lower: true,
	Doc:    "vulnerable variants rightly called vulnerable for the wrong reason",
	Source: "paper Appendix I.3; resolutions §4 row 36",
	Compute: func(rows []Row) Value {
		return rate(rows,
			func(r Row) bool {
				t, answered := r.Says()
				return vulnerable(r) && answered && t == bench.Vulnerable
			},
			func(r Row) (bool, bool) {
				hit, scored := found(strict)(r)
				return !hit, scored
			})
	},
}

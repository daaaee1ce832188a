package metric

import "assay/internal/bench"

// LuckyGuess is the lucky guess rate on vulnerable variants: of those rightly called vulnerable, the share whose
// documented flaw was not found. Right "safe" verdicts have no target to find and do not count.
var LuckyGuess = Metric{
	ID: "lgr", Title: "Lucky guesses", Scale: Percent, Lower: true,
	Doc:    "vulnerable variants rightly called vulnerable for the wrong reason",
	Source: "paper Appendix I.3; docs/paper.md row 36",
	Count: countRate(
		func(r bench.Trial) bool { alarm, _ := alarmed(r); return alarm && vulnerable(r) },
		func(r bench.Trial) (bool, bool) {
			hit, scored := found(strict)(r)
			return !hit, scored
		}),
	judged: vulnerable,
}

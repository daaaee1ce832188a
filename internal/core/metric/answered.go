package metric

import "assay/internal/bench"

// AnsweredShare is the share of trials that ended with a readable answer.
var AnsweredShare = Metric{
	ID: "answered", Title: "Answered", Scale: Percent,
	Doc:    "trials with a readable answer; the others count as not found",
	Source: "docs/paper.md row 26",
	Count:  countRate(every, func(r bench.Trial) (bool, bool) { return r.Outcome == bench.Answered, true }),
	Quiet:  true,
}

// Outcomes counts the rows by how they ended; "" counts those not asked yet.
func Outcomes(rows []bench.Trial) map[bench.Outcome]int {
	out := map[bench.Outcome]int{}
	for _, r := range rows {
		out[r.Outcome]++
	}
	return out
}

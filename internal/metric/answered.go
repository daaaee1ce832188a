package metric

import "assay/internal/bench"

// AnsweredShare is the share of trials that ended with a readable answer.
var AnsweredShare = Metric{
	ID: "answered", Title: "Answered", Scale: Percent,
	Doc:    "trials with a readable answer; the others count as not found",
	Source: "resolutions §4 row 26",
	Compute: func(rows []Row) Value {
		v := rate(rows, func(Row) bool { return true }, func(r Row) (bool, bool) { return r.Outcome == bench.Answered, true })
		v.Missing, v.Warnings = 0, nil // the number itself says it
		return v
	},
}

// Outcomes counts the rows by how they ended; "" counts those not asked yet.
func Outcomes(rows []Row) map[bench.Outcome]int {
	out := map[bench.Outcome]int{}
	for _, r := range rows {
		out[r.Outcome]++
	}
	return out
}

package metric_test

import (
	"fmt"

	"assay/internal/bench"
	"assay/internal/core/metric"
)

// A refused trial stays in the denominator: it is a target that was not found.
func ExampleMetric_Compute() {
	var rows []bench.Trial
	for i, outcome := range []bench.Outcome{bench.Answered, bench.Answered, bench.Answered, bench.Refused} {
		v := &bench.Variant{Key: fmt.Sprint("s", i), Base: fmt.Sprint("s", i), Truth: bench.Vulnerable}
		row := bench.Trial{Variant: v, Subject: "m", Outcome: outcome}
		if outcome == bench.Answered {
			row.Answer = &bench.Answer{Verdict: bench.Vulnerable}
			row.Verdict = &bench.Verdict{Judge: "rule", Strict: bench.Hit}
			if i == 2 {
				row.Verdict.Strict = bench.Miss
			}
		}
		rows = append(rows, row)
	}
	v := metric.TDR.Compute(rows)
	fmt.Printf("TDR %d/%d, %.0f %% [%.1f, %.1f]\n", v.K, v.N, 100*v.Point, 100*v.Interval.Lo, 100*v.Interval.Hi)
	// Output: TDR 2/4, 50 % [15.0, 85.0]
}

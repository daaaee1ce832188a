package judge_test

import (
	"testing"

	"assay/internal/bench"
	"assay/internal/core/judge"
)

// One answer with four long findings.
func BenchmarkRule(b *testing.B) {
	v := embedded(b)["blockbench/tc/bridge-replica"]
	f := bench.Finding{Type: "Unprotected message delivery", Location: "deliver and usable functions",
		Explanation: v.RootCause + " " + v.Attack + " " + v.Fix + " " + v.RootCause}
	a := bench.Answer{Verdict: bench.Vulnerable, Findings: []bench.Finding{f, f, f, f}}
	for b.Loop() {
		judge.Rule{}.Judge(v, a)
	}
}

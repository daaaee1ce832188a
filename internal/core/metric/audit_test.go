package metric

import (
	"math"
	"testing"

	"assay/internal/bench"
)

// TestAudit: what an audit's answer is counted by. Its five findings are, in order, unlabelled, a match of flaw 2 with
// its severity, one at a place that resists, a match of flaw 1 one step off, and unlabelled.
func TestAudit(t *testing.T) {
	v := &bench.Variant{Key: "s/a", Suite: "s", Format: bench.Contracts, Sample: "a", Base: "a", Truth: bench.Vulnerable,
		Class: "reentrancy", Severity: "critical",
		Further: []bench.LabelSet{{Number: 2, Class: "arithmetic", Severity: "low"},
			{Number: 3, Class: "slippage", Severity: "high"}, {Number: 4, Class: "signature", Severity: "high"}}}
	fixed := *v
	fixed.Key, fixed.Truth = "s/a+fixed", bench.Safe
	found := func(class bench.FindingClass, target int) bench.FindingVerdict {
		return bench.FindingVerdict{Class: class, Target: target}
	}
	rows := []bench.Trial{{Variant: v, Answer: &bench.Answer{Verdict: bench.Vulnerable, Findings: []bench.Finding{
		{Severity: "High"}, {Severity: "**Low**"}, {Severity: "low"}, {Severity: "High risk"}, {}}},
		Verdict: &bench.Verdict{Findings: []bench.FindingVerdict{found(bench.Hallucinated, 0), found(bench.TargetMatch, 2),
			found(bench.SecurityTheater, 0), found(bench.TargetMatch, 1), found(bench.Informational, 0)},
			Targets: []bench.TargetVerdict{{Target: 1, Strict: bench.Hit}, {Target: 2, Strict: bench.Hit},
				{Target: 3, Strict: bench.Miss}, {Target: 4, Strict: bench.Miss}}}},
		{Variant: &fixed, Answer: &bench.Answer{Verdict: bench.Vulnerable, Findings: make([]bench.Finding, 1)},
			Verdict: &bench.Verdict{Findings: []bench.FindingVerdict{found(bench.Hallucinated, 0)}}}}
	for _, c := range []struct {
		m    Metric
		want float64
	}{{RecallWithin(1), 0}, {RecallWithin(2), 0.25}, {RecallWithin(3), 0.25}, {RecallWithin(10), 0.5}, {TargetRecall, 0.5},
		{LabelPrecision, 2.0 / 3}, {Unlabelled, 1.5}, {FindingsPerText, 5}, {SeverityKappa, 2.0 / 3}} {
		got := c.m.Compute(rows)
		if !got.Defined || math.Abs(got.Point-c.want) > 1e-9 {
			t.Errorf("%s: %+v, want %v", c.m.ID, got, c.want)
		}
	}
	if rows[0].Verdict.Targets[0].Strict != bench.Hit {
		t.Error("the verdict was changed")
	}
}

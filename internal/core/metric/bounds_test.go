package metric

import (
	"testing"

	"assay/internal/bench"
)

// What is missing widens the bounds in the direction that it could have moved the number.
func TestBounds(t *testing.T) {
	v := func(base string, truth bench.Truth) *bench.Variant {
		return &bench.Variant{Key: base, Base: base, Truth: truth}
	}
	says := func(base string, truth, said bench.Truth, d bench.Decision) bench.Trial {
		r := bench.Trial{Variant: v(base, truth), Outcome: bench.Answered, Answer: &bench.Answer{Verdict: said},
			Verdict: &bench.Verdict{Strict: d, Lenient: d}}
		if said == bench.Vulnerable {
			r.Answer.Findings, r.Verdict.Findings = []bench.Finding{{}}, []bench.FindingVerdict{{Class: bench.TargetMatch}}
		}
		return r
	}
	hit := says("a", bench.Vulnerable, bench.Vulnerable, bench.Hit)
	quiet := says("b", bench.Safe, bench.Safe, "")
	unread := says("c", bench.Vulnerable, bench.Vulnerable, bench.Unscored)
	unread.Verdict = &bench.Verdict{Strict: bench.Unscored, Lenient: bench.Unscored, Unscored: true}
	refused := bench.Trial{Variant: v("d", bench.Safe), Outcome: bench.Refused}
	cut := bench.Trial{Variant: v("e", bench.Vulnerable), Outcome: bench.Truncated}
	for _, tt := range []struct {
		name   string
		m      Metric
		rows   []bench.Trial
		lo, hi float64
	}{
		{"nothing is missing", TDR, []bench.Trial{hit, quiet}, 1, 1},
		{"an answer that nobody judged", TDR, []bench.Trial{hit, unread}, 0.5, 1},
		{"an answer that was cut", TDR, []bench.Trial{hit, cut}, 0.5, 1},
		{"a refusal on safe code", FalseAlarm, []bench.Trial{quiet, refused}, 0, 0.5},
		{"refusals alone", FalseAlarm, []bench.Trial{refused}, 0, 1},
		{"accuracy", Accuracy, []bench.Trial{hit, quiet, refused, cut}, 0.5, 1},
		{"findings that nobody judged", Precision, []bench.Trial{hit, unread, quiet}, 1, 1},
	} {
		lo, hi, ok := tt.m.Bounds(tt.rows)
		if !ok || lo != tt.lo || hi != tt.hi {
			t.Errorf("%s: %s is from %v to %v (%v), want %v to %v", tt.name, tt.m.ID, lo, hi, ok, tt.lo, tt.hi)
		}
	}
	if _, _, ok := FalseAlarm.Bounds([]bench.Trial{hit}); ok {
		t.Error("a metric without data has bounds")
	}
}

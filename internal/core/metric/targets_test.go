package metric_test

import (
	"math"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/metric"
)

// Recall counts documented flaws, TDR counts texts, and the unit of the interval is
// the base.
func TestTargets(t *testing.T) {
	one := func(key string, found bench.Decision) bench.Trial {
		v := &bench.Variant{Key: key, Suite: "s", Sample: key, Base: key, Truth: bench.Vulnerable}
		return bench.Trial{Variant: v, Outcome: bench.Answered, Answer: &bench.Answer{Verdict: bench.Vulnerable},
			Verdict: &bench.Verdict{Judge: "rule/2", Strict: found, Lenient: found}}
	}
	several := func(key string, found ...bench.Decision) bench.Trial {
		r := one(key, bench.Miss)
		for i := range found[1:] {
			r.Variant.Further = append(r.Variant.Further, bench.LabelSet{Number: i + 2})
		}
		for i, d := range found {
			r.Verdict.Targets = append(r.Verdict.Targets, bench.TargetVerdict{Target: i + 1, Strict: d, Lenient: d})
		}
		r.Verdict.Sum()
		return r
	}
	const hit, miss, none = bench.Hit, bench.Miss, bench.Unscored
	safe := one("f", "")
	safe.Variant.Truth = bench.Safe
	silent := several("d", miss, miss)
	silent.Outcome, silent.Answer, silent.Verdict = bench.Failed, nil, nil
	secondary := one("e", hit)
	secondary.Variant.Further = []bench.LabelSet{{Number: 2, Secondary: true}}
	again := several("a", none, hit)
	rows := []bench.Trial{several("a", hit, none), several("b", hit, hit, miss), one("c", miss), silent, secondary, safe}
	again.Variant, again.Repetition = rows[0].Variant, 1
	rows = append(rows, again) // each repetition was judged on one flaw

	v := metric.TargetRecall.Compute(rows)
	// a: 2 of 2, b: 2 of 3, c: 0 of 1, d: 0 of 2, e: 1 of 1
	if v.K != 5 || v.N != 9 || math.Abs(v.Point-5.0/9) > 1e-9 || v.Missing != 2 || v.Unscored != 0 || v.Interval == nil {
		t.Errorf("recall %+v", v)
	}
	if v := metric.TDR.Compute(rows[:6]); v.K != 3 || v.N != 5 {
		t.Errorf("TDR %+v", v)
	}
	if v := metric.FoundAll.Compute(rows[1:6]); v.K != 1 || v.N != 4 {
		t.Errorf("all found %+v", v)
	}
	if v := metric.FoundAll.Compute([]bench.Trial{several("a", hit, none), several("b", hit, hit),
		several("c", miss, none)}); v.K != 1 || v.N != 1 || v.Unscored != 2 {
		t.Errorf("what was not judged on every flaw is unscored: %+v", v)
	}
	if v := metric.TargetRecall.Compute([]bench.Trial{several("a", hit, none)}); v.K != 1 || v.N != 1 || v.Unscored != 1 {
		t.Errorf("%+v", v)
	}
	whole := several("a", hit, hit)
	whole.Verdict.Targets = nil // of a judge that does not tell them apart
	if v := metric.TargetRecall.Compute([]bench.Trial{whole}); v.N != 0 || v.Unscored != 2 {
		t.Errorf("%+v", v)
	}
	if metric.Several([]*bench.Variant{rows[2].Variant, secondary.Variant}) ||
		!metric.Several([]*bench.Variant{rows[2].Variant, silent.Variant}) {
		t.Error("which texts have several targets")
	}
	for _, m := range metric.PerTarget() {
		if got, ok := metric.ByID(m.ID); !ok || got.Title != m.Title {
			t.Errorf("%s is not found", m.ID)
		}
	}
	for _, d := range metric.Dimensions() {
		if v := rows[1].Variant; d.Name == "class" {
			v.Class, v.Further[0].Class, v.Further[1].Class = "reentrancy", "arithmetic", "reentrancy"
			if got := d.Values(v); len(got) != 2 || got[0] != "reentrancy" || got[1] != "arithmetic" {
				t.Errorf("classes %v", got)
			}
		}
	}
}

// Answers about different documented flaws of a text are no repetitions.
func TestAnswersToDifferentFlawsAreNoRepetitions(t *testing.T) {
	v := &bench.Variant{Key: "a", Base: "a", Sample: "a", Truth: bench.Vulnerable}
	of := func(repetition int, first, second bench.Decision) bench.Trial {
		d := bench.Verdict{Judge: "j/1", Targets: []bench.TargetVerdict{{Target: 1, Strict: first, Lenient: first},
			{Target: 2, Strict: second, Lenient: second}}}
		d.Strict, d.Lenient = bench.Miss, bench.Miss
		if first == bench.Hit || second == bench.Hit {
			d.Strict, d.Lenient = bench.Hit, bench.Hit
		}
		return bench.Trial{Variant: v, Repetition: repetition, Outcome: bench.Answered,
			Answer: &bench.Answer{Verdict: bench.Vulnerable}, Verdict: &d}
	}
	const hit, miss, none = bench.Hit, bench.Miss, bench.Unscored
	if got := metric.FoundAlways.Compute([]bench.Trial{of(0, hit, none), of(1, none, miss)}); got.N != 0 {
		t.Errorf("two flaws asked about once each: found always %d/%d", got.K, got.N)
	}
	if got := metric.FoundAt(2).Compute([]bench.Trial{of(0, hit, none), of(1, none, miss)}); got.Defined {
		t.Errorf("found@2 of one answer each: %+v", got)
	}
	rows := []bench.Trial{of(0, hit, none), of(1, none, miss), of(2, hit, none)}
	if got := metric.FoundAlways.Compute(rows); got.K != 1 || got.N != 1 {
		t.Errorf("one flaw asked about twice: found always %d/%d", got.K, got.N)
	}
	refused := bench.Trial{Variant: v, Repetition: 1, Outcome: bench.Refused}
	if got := metric.FoundAlways.Compute([]bench.Trial{of(0, hit, miss), refused}); got.K != 0 || got.N != 1 {
		t.Errorf("a refusal is a repetition: found always %d/%d", got.K, got.N)
	}
}

// Recall by severity counts the flaws of that severity alone, whichever text has them.
func TestRecallOf(t *testing.T) {
	row := bench.Trial{Outcome: bench.Answered, Answer: &bench.Answer{Verdict: bench.Vulnerable},
		Variant: &bench.Variant{Key: "a", Suite: "s", Sample: "a", Base: "a", Truth: bench.Vulnerable, Severity: "high",
			Further: []bench.LabelSet{{Number: 2, Severity: "low"}, {Number: 3, Severity: "high"}}},
		Verdict: &bench.Verdict{Judge: "rule/2", Targets: []bench.TargetVerdict{{Target: 1, Strict: bench.Hit},
			{Target: 2, Strict: bench.Miss}, {Target: 3, Strict: bench.Hit}}}}
	for severity, want := range map[string][2]int{"high": {2, 2}, "low": {0, 1}, "medium": {0, 0}} {
		if v := metric.RecallOf(severity).Compute([]bench.Trial{row}); v.K != want[0] || v.N != want[1] {
			t.Errorf("%s: %d of %d, want %v", severity, v.K, v.N, want)
		}
	}
}

package metric

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"assay/internal/bench"
)

// judgedRows returns vulnerable texts, each of another base: silent answers without a finding, which are misses
// that need no judge, hits that a judge called hits, and unread answers on which the judge's reply could not be
// read.
func judgedRows(silent, hits, unread int) (rows []bench.Trial) {
	one := 1.0
	add := func(kind string, n int, v bench.Verdict, findings int) {
		for i := range n {
			key := fmt.Sprintf("%s%d", kind, i)
			says := bench.Safe
			if findings > 0 {
				says = bench.Vulnerable
			}
			verdict := v
			verdict.Judge = "llm:test/1"
			rows = append(rows, bench.Trial{Variant: &bench.Variant{Key: key, Base: key, Sample: key, Truth: bench.Vulnerable},
				Outcome: bench.Answered,
				Answer:  &bench.Answer{Verdict: says, Findings: make([]bench.Finding, findings)}, Verdict: &verdict})
		}
	}
	add("silent", silent, bench.Verdict{Strict: bench.Miss, Lenient: bench.Miss}, 0)
	add("hit", hits, bench.Verdict{Strict: bench.Hit, Lenient: bench.Hit, RCIR: &one, AVA: &one, FSV: &one,
		Findings: []bench.FindingVerdict{{Class: bench.TargetMatch}}}, 1)
	add("unread", unread, bench.Verdict{Strict: bench.Unscored, Lenient: bench.Unscored, Unscored: true}, 1)
	return rows
}

// A judge that can never be read leaves the silent answers as misses and drops the
// others: 0/71 with a narrow interval, which is no measurement.
func TestUnreadJudgeIsNoMeasurement(t *testing.T) {
	for _, m := range []Metric{TDR, TDRLenient, LuckyGuess, FindingPrecision, Hallucination, SUIDefault, Reasoning,
		CostPerFound} {
		v := m.Compute(judgedRows(71, 0, 30))
		if v.Defined || v.Interval != nil || !strings.Contains(v.NotMeasured, "30 of 30 judgements") {
			t.Errorf("%s = %+v, want it not measured", m.ID, v)
		}
	}
	if v := Recall.Compute(judgedRows(71, 0, 30)); !v.Defined || v.NotMeasured != "" {
		t.Errorf("recall, which no judge decides, = %+v", v)
	}
}

// Where few judgements are missing, an interval spans what they could have been.
func TestUnreadJudgementsWidenTheInterval(t *testing.T) {
	rows := judgedRows(40, 19, 1)
	as := func(hit bool) []bench.Trial {
		d := bench.Verdict{Strict: bench.Miss, Lenient: bench.Miss,
			Findings: []bench.FindingVerdict{{Class: bench.Hallucinated}}}
		if hit {
			d.Strict, d.Lenient = bench.Hit, bench.Hit
		}
		out := append([]bench.Trial(nil), rows...)
		out[len(out)-1].Verdict = &d
		return out
	}
	lo, hi, v := TDR.Compute(as(false)), TDR.Compute(as(true)), TDR.Compute(rows)
	if !v.Defined || v.Unscored != 1 || v.Interval == nil || v.Interval.Lo != lo.Interval.Lo ||
		v.Interval.Hi != hi.Interval.Hi {
		t.Errorf("TDR is %+v, want it to span %+v to %+v", v, lo.Interval, hi.Interval)
	}
	if v.Point < lo.Point || v.Point > hi.Point {
		t.Errorf("the point %v is outside %v to %v", v.Point, lo.Point, hi.Point)
	}
	all := TDR.Compute(judgedRows(40, 20, 0))
	if len(all.Warnings) > 0 || all.Interval.Hi != hi.Interval.Hi {
		t.Errorf("with all judgements: %+v", all)
	}
}

// Ranks follow from what is known: one that was not measured has none, and where judgements
// are missing the places span what they could have been.
func TestRanksOfUnreadJudgements(t *testing.T) {
	known := judgedRows(60, 30, 0)
	some := judgedRows(60, 27, 3) // of the same texts: 27 to 30 of 90
	none := judgedRows(60, 0, 30)
	for i := range known {
		some[i].Variant, none[i].Variant = known[i].Variant, known[i].Variant
	}
	ranks := Rank(TDR, []Condition{{"known", known}, {"some", some}, {"none", none}})
	if ranks[2].OK || !ranks[0].OK || !ranks[1].OK {
		t.Fatalf("%+v", ranks)
	}
	if ranks[0].Unique || ranks[1].Unique || ranks[1].Lo != 1 || ranks[0].Hi != 2 {
		t.Errorf("three missing judgements could level the two: %+v", ranks)
	}
}

// A difference spans what the missing judgements could have been, too, and is none where most are missing.
func TestDifferenceOfUnreadJudgements(t *testing.T) {
	known, some, none := judgedRows(60, 30, 0), judgedRows(60, 28, 2), judgedRows(60, 0, 30)
	for i := range known {
		some[i].Variant, none[i].Variant = known[i].Variant, known[i].Variant
	}
	if d := Delta(TDR, known, none); d.Defined || !strings.Contains(strings.Join(d.Warnings, " "), "not measured") {
		t.Errorf("known against none: %+v", d)
	}
	d := Delta(TDR, known, some)
	if !d.Defined || d.Interval.Lo > 0 || d.Interval.Hi < 2.0/90 || d.P == nil || *d.P != 1 {
		t.Errorf("known against some: %+v", d)
	}
}

// Every metric that a judge decides says so.
func TestJudgedIsDeclared(t *testing.T) {
	rows := append(world(), repetitions()...)
	for _, r := range rows {
		r.Variant.LossUSD = 1000
	}
	other := func(class bench.FindingClass, d bench.Decision, x float64) []bench.Trial {
		out := append([]bench.Trial(nil), rows...)
		for i, r := range out {
			if r.Verdict == nil {
				continue
			}
			v := bench.Verdict{Findings: []bench.FindingVerdict{{Class: class}}}
			if vulnerable(r) {
				v.Strict, v.Lenient, v.RCIR, v.AVA, v.FSV = d, d, &x, &x, &x
			}
			a := *r.Answer
			a.Findings = make([]bench.Finding, 1)
			out[i].Answer, out[i].Verdict = &a, &v
		}
		return out
	}
	for _, m := range All() {
		a, b, c := m.Compute(other(bench.TargetMatch, bench.Hit, 1)), m.Compute(other(bench.Hallucinated, bench.Miss, 0)),
			m.Compute(other(bench.BonusValid, bench.Hit, 0.5))
		differ := a.Defined != b.Defined || math.Abs(a.Point-b.Point) > 1e-9 || math.Abs(a.Point-c.Point) > 1e-9
		if differ != (m.judged != nil) && m.ID != DecoyFlagged.ID {
			t.Errorf("%s depends on judgements: %v, and declares it: %v", m.ID, differ, m.judged != nil)
		}
	}
}

// A finding on which a missing vote would decide is in no denominator, and widens the interval; one that a panel calls
// correct without a majority on its class is correct.
func TestFindingsOfAPanel(t *testing.T) {
	of := func(base string, fs ...bench.FindingVerdict) bench.Trial {
		v := &bench.Variant{Key: base, Base: base, Sample: base, Truth: bench.Vulnerable}
		return bench.Trial{Variant: v, Outcome: bench.Answered,
			Answer:  &bench.Answer{Verdict: bench.Vulnerable, Findings: make([]bench.Finding, len(fs))},
			Verdict: &bench.Verdict{Judge: "panel(a, b, c)", Strict: bench.Miss, Lenient: bench.Miss, Findings: fs}}
	}
	right := bench.FindingVerdict{Decided: &bench.Majority{Correct: bench.Hit}}
	open := bench.FindingVerdict{Decided: &bench.Majority{Correct: bench.Unscored, Open: true}}
	rows := []bench.Trial{of("a", right, open), of("b", bench.FindingVerdict{Class: bench.Hallucinated}),
		of("c", bench.FindingVerdict{Class: bench.BonusValid})}
	v := FindingPrecision.Compute(rows)
	if v.K != 2 || v.N != 3 || v.Unscored != 1 || v.NotMeasured != "" {
		t.Errorf("precision %d/%d, %d unscored: %s", v.K, v.N, v.Unscored, v.NotMeasured)
	}
	if lo, hi, ok := FindingPrecision.Bounds(rows); !ok || math.Abs(lo-0.5) > 1e-12 || math.Abs(hi-0.75) > 1e-12 {
		t.Errorf("bounds %v, %v, want 2/4 and 3/4", lo, hi)
	}
	if v.Interval == nil || v.Interval.Lo > 0.5 || v.Interval.Hi < 0.75 {
		t.Errorf("the interval does not cover both decisions: %+v", v.Interval)
	}
	if v := Hallucination.Compute(rows); v.K != 1 || v.N != 3 {
		t.Errorf("hallucination %d/%d", v.K, v.N)
	}
	if v := FindingPrecisionMacro.Compute(rows); math.Abs(v.Point-2.0/3) > 1e-12 {
		t.Errorf("macro %v", v.Point)
	}
	if v := BonusShare.Compute(rows); v.K != 1 || v.N != 3 {
		t.Errorf("bonus %d/%d", v.K, v.N)
	}
}

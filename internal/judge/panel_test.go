package judge_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/judge"
)

func vote(name string, strict, lenient bench.Decision, rcir float64, classes ...bench.FindingClass) bench.Verdict {
	v := bench.Verdict{Judge: name, Strict: strict, Lenient: lenient}
	for _, c := range classes {
		v.Findings = append(v.Findings, bench.FindingVerdict{Class: c, Type: bench.MatchExact, Location: bench.MatchPartial})
	}
	if rcir >= 0 {
		v.RCIR = &rcir
	}
	return v
}

func TestPanel(t *testing.T) {
	const (
		hit, miss, none = bench.Hit, bench.Miss, bench.Unscored
		target, wrong   = bench.TargetMatch, bench.Hallucinated
	)
	silent := bench.Verdict{Judge: "c", Strict: none, Lenient: none, Unscored: true, Reason: "cut"}
	for _, c := range []struct {
		name            string
		votes           []bench.Verdict
		strict, lenient bench.Decision
		class           bench.FindingClass
		rcir            float64 // -1: none
		reason          string
	}{
		{"two of three", []bench.Verdict{vote("a", hit, hit, 1, target), vote("b", hit, hit, 0.5, target),
			vote("c", miss, miss, -1, wrong)}, hit, hit, target, 0.75, ""},
		{"one of three", []bench.Verdict{vote("a", hit, hit, 1, target), vote("b", miss, miss, -1, wrong),
			vote("c", miss, miss, -1, wrong)}, miss, miss, wrong, -1, ""},
		{"alone", []bench.Verdict{vote("a", hit, hit, 0.25, target)}, hit, hit, target, 0.25, ""},
		{"strict and lenient differ", []bench.Verdict{vote("a", hit, hit, 1, target),
			vote("b", miss, hit, 1, bench.PartialMatch), vote("c", miss, miss, -1, wrong)}, miss, hit, "", 1,
			"no majority on finding 1"},
		{"one silent, two agree", []bench.Verdict{vote("a", hit, hit, 1, target), vote("b", hit, hit, 0, target), silent},
			hit, hit, target, 0.5, "no vote of c"},
		{"one silent, two differ", []bench.Verdict{vote("a", hit, hit, 1, target), vote("b", miss, miss, -1, wrong), silent},
			none, none, "", -1, "no majority on the strict match"},
		{"two silent", []bench.Verdict{vote("a", hit, hit, 1, target), silent, silent}, none, none, "", -1,
			"no vote of c, c"},
	} {
		got, err := judge.Panel(c.votes)
		if err != nil {
			t.Fatal(c.name, err)
		}
		if got.Strict != c.strict || got.Lenient != c.lenient || got.Findings[0].Class != c.class ||
			!strings.Contains(got.Reason, c.reason) {
			t.Errorf("%s: %+v", c.name, got)
		}
		if (got.RCIR == nil) != (c.rcir < 0) || got.RCIR != nil && math.Abs(*got.RCIR-c.rcir) > 1e-12 {
			t.Errorf("%s: RCIR %v, want %v", c.name, got.RCIR, c.rcir)
		}
		if wantUnscored := c.name == "two silent"; got.Unscored != wantUnscored {
			t.Errorf("%s: unscored %v", c.name, got.Unscored)
		}
	}
	if _, err := judge.Panel([]bench.Verdict{vote("a", hit, hit, 1), vote("b", hit, hit, 1)}); !errors.Is(err,
		judge.ErrEven) {
		t.Errorf("two judges: %v", err)
	}
	if _, err := judge.Panel([]bench.Verdict{vote("a", hit, hit, 1, target), vote("b", hit, hit, 1),
		vote("c", hit, hit, 1, target)}); err == nil {
		t.Error("verdicts on different answers were combined")
	}
	twin, err := judge.Panel([]bench.Verdict{vote("a", "", "", -1, wrong), vote("b", "", "", -1, wrong),
		vote("c", "", "", -1, bench.Informational)})
	if err != nil || twin.Strict != "" || twin.Findings[0].Class != wrong {
		t.Errorf("a twin: %+v %v", twin, err)
	}
}

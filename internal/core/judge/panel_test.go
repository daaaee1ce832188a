package judge_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/judge"
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
			"no majority on the class of finding 1"},
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

// Whether a finding is correct, its class of five, and whether its type and location fit, are decided before its class
// of nine: votes for several classes may agree on them. A missing vote is not guessed.
func TestPanelDecidesCorrectnessFirst(t *testing.T) {
	const (
		target, partial, bonus, invented = bench.TargetMatch, bench.PartialMatch, bench.BonusValid, bench.Hallucinated
		theater, informs, scope          = bench.SecurityTheater, bench.Informational, bench.OutOfScope
		hit, miss, none                  = bench.Hit, bench.Miss, bench.Unscored
	)
	for _, c := range []struct {
		votes         []bench.FindingClass // "" is a judge without a vote
		class, coarse bench.FindingClass
		correct       bench.Decision
		isInvented    bench.Decision
		open          bool
		says          string
	}{
		{[]bench.FindingClass{target, partial, bonus}, "", target, hit, miss, false, "no majority on the class, correct"},
		{[]bench.FindingClass{invented, theater, informs}, "", theater, miss, miss, false,
			"no majority on the class, not correct"},
		{[]bench.FindingClass{theater, informs, scope}, "", theater, miss, miss, false, "no majority on the class, not correct"},
		{[]bench.FindingClass{target, bonus, invented}, "", "", hit, miss, false, "no majority on the class, correct"},
		{[]bench.FindingClass{bonus, bonus, invented}, bonus, bonus, hit, miss, false, "BONUS_VALID"},
		{[]bench.FindingClass{target, invented, ""}, "", "", none, none, true, "not judged: a vote is missing"},
		{[]bench.FindingClass{target, bonus, ""}, "", "", hit, miss, true, "not judged: a vote is missing"},
		{[]bench.FindingClass{invented, theater, ""}, "", "", miss, none, true, "not judged: a vote is missing"},
		{[]bench.FindingClass{invented, "", ""}, "", "", none, none, true, "not judged: a vote is missing"},
	} {
		var list []bench.Verdict
		for _, class := range c.votes {
			if class == "" {
				list = append(list, bench.Verdict{Judge: "silent", Strict: none, Lenient: none, Unscored: true})
			} else {
				list = append(list, vote("j", miss, miss, -1, class))
			}
		}
		p, err := judge.Panel(list)
		if err != nil {
			t.Fatal(err)
		}
		f := p.Findings[0]
		if f.Class != c.class || f.Coarse() != c.coarse || f.Correct() != c.correct || f.Is(invented) != c.isInvented ||
			f.Open() != c.open || f.String() != c.says {
			t.Errorf("%q: class %q, of five %q, correct %s, invented %s, open %v: %s", c.votes, f.Class, f.Coarse(),
				f.Correct(), f.Is(invented), f.Open(), f)
		}
	}
	matched := func(m bench.Match) bench.Verdict {
		v := vote("j", hit, hit, -1, partial)
		v.Findings[0].Type = m
		return v
	}
	for votes, want := range map[[3]bench.Match]bench.Match{
		{bench.MatchExact, bench.MatchPartial, bench.MatchWrong}: bench.MatchPartial,
		{bench.MatchExact, bench.MatchExact, bench.MatchWrong}:   bench.MatchExact,
		{bench.MatchExact, bench.MatchNone, bench.MatchWrong}:    "",
	} {
		p, err := judge.Panel([]bench.Verdict{matched(votes[0]), matched(votes[1]), matched(votes[2])})
		if err != nil || p.Findings[0].Type != want {
			t.Errorf("%v: %q, want %q (%v)", votes, p.Findings[0].Type, want, err)
		}
	}
}

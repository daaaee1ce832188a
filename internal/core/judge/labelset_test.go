package judge_test

import (
	"testing"

	"assay/internal/bench"
	"assay/internal/core/judge"
)

// twoFlaws is a text with two documented flaws in one function and one that is not
// documented.
func twoFlaws() *bench.Variant {
	label := func(line, set int, f bench.SecurityFunction, c bench.Class, scope string) bench.Label {
		return bench.Label{Class: c, Function: f, Set: set, Scope: scope,
			Span: bench.Span{File: "A.sol", Line: line, EndLine: line}}
	}
	return &bench.Variant{Key: "s/a", Format: "blockbench", Truth: bench.Vulnerable, Class: "reentrancy",
		Task: bench.Task{Files: []bench.File{{Path: "A.sol", Text: "x"}}},
		Further: []bench.LabelSet{{Number: 2, Class: "access_control"},
			{Number: 3, Class: "precision_loss", Secondary: true}},
		Labels: []bench.Label{label(10, 0, bench.RootCause, "reentrancy", "pay"),
			label(12, 2, bench.RootCause, "access_control", "pay"),
			label(30, 3, bench.SecondaryVuln, "precision_loss", "share")}}
}

func says(types ...string) bench.Answer {
	a := bench.Answer{Verdict: bench.Vulnerable}
	for _, t := range types {
		f := bench.Finding{Type: t, Scopes: []string{"pay"}}
		if t == "precision loss" {
			f.Scopes = []string{"share"}
		}
		a.Findings = append(a.Findings, f)
	}
	return a
}

func decisions(v bench.Verdict) (out []bench.Decision) {
	for _, t := range v.Targets {
		out = append(out, t.Strict)
	}
	return append(out, v.Strict)
}

func equal(a, b []bench.Decision) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestRuleOnLabelSets(t *testing.T) {
	const hit, miss = bench.Hit, bench.Miss
	for _, c := range []struct {
		types   []string
		want    []bench.Decision // of each target, then of the text
		class   []bench.FindingClass
		targets []int
	}{
		{[]string{"reentrancy"}, []bench.Decision{hit, miss, hit}, []bench.FindingClass{bench.TargetMatch}, []int{1}},
		{[]string{"access control"}, []bench.Decision{miss, hit, hit}, []bench.FindingClass{bench.TargetMatch}, []int{2}},
		{[]string{"access control", "reentrancy", "reentrancy"}, []bench.Decision{hit, hit, hit},
			[]bench.FindingClass{bench.TargetMatch, bench.TargetMatch, bench.Informational}, []int{2, 1, 1}},
		{[]string{"precision loss"}, []bench.Decision{miss, miss, miss}, []bench.FindingClass{bench.BonusValid}, []int{3}},
		{[]string{"weak randomness"}, []bench.Decision{miss, miss, miss}, []bench.FindingClass{bench.Mischaracterized},
			[]int{1}},
		{nil, []bench.Decision{miss, miss, miss}, nil, nil},
	} {
		v := judge.Rule{}.Judge(twoFlaws(), says(c.types...))
		if got := decisions(v); !equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.types, got, c.want)
		}
		for i, f := range v.Findings {
			if f.Class != c.class[i] || f.Target != c.targets[i] {
				t.Errorf("%v: finding %d is %s of %d, want %s of %d", c.types, i, f.Class, f.Target, c.class[i], c.targets[i])
			}
		}
	}
	// The exact line of one flaw does not hide the class of the other flaw next to it.
	a := says("access control")
	a.Findings[0].Lines = []bench.Range{{From: 10, To: 10}}
	if v := (judge.Rule{}).Judge(twoFlaws(), a); !equal(decisions(v), []bench.Decision{miss, hit, hit}) {
		t.Errorf("%+v", v)
	}
	safe := says("reentrancy")
	safe.Verdict = bench.Safe
	if v := (judge.Rule{}).Judge(twoFlaws(), safe); !equal(decisions(v), []bench.Decision{miss, miss, miss}) ||
		v.Reason != "the verdict is safe" {
		t.Errorf("%+v", v)
	}
	// A flaw without a place is unscored, and so is a text without a hit on another flaw.
	v := twoFlaws()
	v.Labels = v.Labels[:1]
	if got := decisions(judge.Rule{}.Judge(v, says("reentrancy"))); !equal(got,
		[]bench.Decision{hit, bench.Unscored, hit}) {
		t.Error(got)
	}
	if got := decisions(judge.Rule{}.Judge(v, says("weak randomness"))); !equal(got,
		[]bench.Decision{miss, bench.Unscored, bench.Unscored}) {
		t.Error(got)
	}
	// A single flaw is judged as before.
	v.Further = nil
	if got := (judge.Rule{}).Judge(v, says("reentrancy")); got.Targets != nil || got.Findings[0].Target != 0 ||
		got.Strict != hit {
		t.Errorf("%+v", got)
	}
}

func TestPanelOnLabelSets(t *testing.T) {
	verdict := func(name string, first, second bench.Decision, rcir float64) bench.Verdict {
		v := bench.Verdict{Judge: name, Targets: []bench.TargetVerdict{{Target: 1, Strict: first, Lenient: first},
			{Target: 2, Strict: second, Lenient: second}},
			Findings: []bench.FindingVerdict{{Class: bench.TargetMatch, Target: 2}}}
		for i := range v.Targets {
			if v.Targets[i].Strict == bench.Hit {
				v.Targets[i].RCIR = &rcir
			}
		}
		v.Sum()
		return v
	}
	const hit, miss, none = bench.Hit, bench.Miss, bench.Unscored
	for _, c := range []struct {
		votes [3][2]bench.Decision
		want  []bench.Decision
	}{
		{[3][2]bench.Decision{{miss, hit}, {miss, hit}, {hit, miss}}, []bench.Decision{miss, hit, hit}},
		// no two judges agree on a flaw
		{[3][2]bench.Decision{{miss, hit}, {hit, miss}, {miss, miss}}, []bench.Decision{miss, miss, miss}},
		// no judge was asked about the first
		{[3][2]bench.Decision{{none, miss}, {none, miss}, {none, hit}}, []bench.Decision{none, miss, miss}},
		{[3][2]bench.Decision{{none, miss}, {hit, none}, {miss, none}}, []bench.Decision{none, none, none}},
	} {
		var list []bench.Verdict
		for i, v := range c.votes {
			list = append(list, verdict(string(rune('a'+i)), v[0], v[1], 0.5))
		}
		p, err := judge.Panel(list)
		if got := decisions(p); err != nil || !equal(got, c.want) {
			t.Errorf("%v: %v %v, want %v", c.votes, got, err, c.want)
		}
		if p.Findings[0].Target != 2 || p.Targets[1].Target != 2 {
			t.Errorf("%+v", p)
		}
		if (p.RCIR != nil) != (p.Strict == hit) || p.RCIR != nil && *p.RCIR != 0.5 {
			t.Errorf("%v: rcir %v", c.votes, p.RCIR)
		}
	}
	short := verdict("c", hit, hit, 1)
	short.Targets = short.Targets[:1]
	if _, err := judge.Panel([]bench.Verdict{verdict("a", hit, hit, 1), verdict("b", hit, hit, 1), short}); err == nil {
		t.Error("verdicts on different texts were combined")
	}
}

package judge

import (
	"testing"

	"assay/internal/bench"
)

func variant() *bench.Variant {
	at := func(line int) bench.Span { return bench.Span{File: "Bank.sol", Line: line, EndLine: line} }
	return &bench.Variant{
		Format: "blockbench", Truth: bench.Vulnerable, Class: "reentrancy",
		Task: bench.Task{Files: []bench.File{{Path: "Bank.sol"}}},
		Labels: []bench.Label{
			{Function: bench.Prereq, Scope: "deposit", Span: at(5)},
			{Function: bench.RootCause, Class: "reentrancy", Scope: "withdraw", Span: at(10)},
			{Function: bench.RootCause, Class: "reentrancy", Scope: "withdraw", Span: at(12)},
			{Function: bench.Decoy, Scope: "sweep", Span: at(20)},
			{Function: bench.SecondaryVuln, Class: "front_running", Scope: "reveal", Span: at(30)},
		},
	}
}

func lines(from, to int) []bench.Range { return []bench.Range{{From: from, To: to}} }

func TestRuleFindings(t *testing.T) {
	for _, c := range []struct {
		name            string
		f               bench.Finding
		class           bench.FindingClass
		strict, lenient bench.Decision
	}{
		{"exact", bench.Finding{Type: "Re-entrancy", Lines: lines(12, 12)}, bench.TargetMatch, bench.Hit, bench.Hit},
		{"function only", bench.Finding{Type: "classic reentrancy (SWC-107)", Scopes: []string{"withdraw"}},
			bench.TargetMatch, bench.Hit, bench.Hit},
		{"by SWC", bench.Finding{Type: "SWC-107", Lines: lines(9, 12)}, bench.TargetMatch, bench.Hit, bench.Hit},
		{"family", bench.Finding{Type: "Read-only reentrancy", Scopes: []string{"withdraw"}}, bench.PartialMatch, bench.Miss,
			bench.Hit},
		{"right place, other class", bench.Finding{Type: "Integer overflow", Lines: lines(10, 10)}, bench.Mischaracterized,
			bench.Miss, bench.Miss},
		{"right class, no place", bench.Finding{Type: "Reentrancy"}, bench.Mischaracterized, bench.Miss, bench.Miss},
		{"right class, other place", bench.Finding{Type: "Reentrancy", Scopes: []string{"mint"}}, bench.Hallucinated,
			bench.Miss, bench.Miss},
		{"right class, prerequisite", bench.Finding{Type: "Reentrancy", Lines: lines(5, 5)}, bench.SecurityTheater,
			bench.Miss, bench.Miss},
		{"decoy", bench.Finding{Type: "Access control", Lines: lines(20, 20)}, bench.SecurityTheater, bench.Miss, bench.Miss},
		{"secondary", bench.Finding{Type: "Front-running", Scopes: []string{"reveal"}}, bench.BonusValid, bench.Miss,
			bench.Miss},
		{"whole file", bench.Finding{Type: "Reentrancy", Lines: lines(1, 400)}, bench.Hallucinated, bench.Miss, bench.Miss},
		{"style", bench.Finding{Type: "Floating pragma", Lines: lines(1, 1)}, bench.Informational, bench.Miss, bench.Miss},
		{"trusted role", bench.Finding{Type: "Centralization risk", Scopes: []string{"sweep"}}, bench.OutOfScope, bench.Miss,
			bench.Miss},
		{"nonsense", bench.Finding{Type: "Quantum decoherence", Scopes: []string{"nowhere"}}, bench.Hallucinated, bench.Miss,
			bench.Miss},
	} {
		got := Rule{}.Judge(variant(), bench.Answer{Verdict: bench.Vulnerable, Findings: []bench.Finding{c.f}})
		if len(got.Findings) != 1 || got.Findings[0].Class != c.class || got.Strict != c.strict || got.Lenient != c.lenient {
			t.Errorf("%s: %+v, want %s %s %s", c.name, got, c.class, c.strict, c.lenient)
		}
	}
}

// Without a documented place, it cannot be decided whether a flaw was found.
// A verdict without findings equals the same verdict read from a database.
func TestRuleWithoutFindings(t *testing.T) {
	if got := (Rule{}).Judge(variant(), bench.Answer{Verdict: bench.Safe}); got.Findings != nil {
		t.Errorf("%#v, want nil", got.Findings)
	}
}

func TestRulePlaceless(t *testing.T) {
	v := variant()
	v.Labels = v.Labels[:1]
	got := Rule{}.Judge(v, bench.Answer{Verdict: bench.Vulnerable, Findings: []bench.Finding{{Type: "Reentrancy"}}})
	if got.Strict != bench.Unscored || got.Lenient != bench.Unscored || got.Reason == "" {
		t.Errorf("%+v", got)
	}
	v.Truth = bench.Safe
	if got := (Rule{}).Judge(v, bench.Answer{Verdict: bench.Safe}); got.Strict != "" {
		t.Errorf("a safe text has a target: %+v", got)
	}
}

// Findings made from the labels are hits; an answer without findings is a miss.
func TestRuleKnownAnswers(t *testing.T) {
	v := variant()
	var fs []bench.Finding
	for _, l := range v.Targets() {
		fs = append(fs, bench.Finding{Type: l.Class.Title(), Lines: lines(l.Span.Line, l.Span.EndLine),
			Scopes: []string{l.Scope}})
	}
	got := Rule{}.Judge(v, bench.Answer{Verdict: bench.Vulnerable, Findings: fs})
	if got.Strict != bench.Hit || got.Findings[0].Class != bench.TargetMatch ||
		got.Findings[1].Class != bench.Informational {
		t.Errorf("labels as findings: %+v", got)
	}
	if got := (Rule{}).Judge(v, bench.Answer{Verdict: bench.Vulnerable}); got.Strict != bench.Miss ||
		got.Lenient != bench.Miss {
		t.Errorf("no findings: %+v", got)
	}
	// A hit also needs the verdict: a finding with the verdict "safe" is a contradiction.
	if got := (Rule{}).Judge(v, bench.Answer{Verdict: bench.Safe, Findings: fs}); got.Strict != bench.Miss {
		t.Errorf("safe with findings: %+v", got)
	}
	v.Truth = bench.Safe
	if got := (Rule{}).Judge(v, bench.Answer{Verdict: bench.Vulnerable, Findings: fs}); got.Strict != "" ||
		got.Lenient != "" {
		t.Errorf("a safe variant has a target: %+v", got)
	}
}

func TestRuleSQL(t *testing.T) {
	v := &bench.Variant{Format: "tenantsql", Truth: bench.Vulnerable, Class: "soft_delete", Labels: []bench.Label{
		{Function: bench.RootCause, Class: "soft_delete", Requirements: []int{4}}}}
	req := func(ns ...int) (fs []bench.Finding) {
		for _, n := range ns {
			fs = append(fs, bench.Finding{Requirements: []int{n}})
		}
		return fs
	}
	for _, c := range []struct {
		name            string
		fs              []bench.Finding
		strict, lenient bench.Decision
	}{
		{"named", req(4), bench.Hit, bench.Hit},
		{"among three", req(1, 4, 9), bench.Hit, bench.Hit},
		{"other", req(3), bench.Miss, bench.Miss},
		{"all of them", req(0, 1, 2, 3, 4, 5, 6), bench.Miss, bench.Miss},
		{"explained only", []bench.Finding{{Explanation: "It returns soft-deleted rows."}}, bench.Miss, bench.Hit},
		{"explained otherwise", []bench.Finding{{Explanation: "It has no LIMIT."}}, bench.Miss, bench.Miss},
	} {
		got := Rule{}.Judge(v, bench.Answer{Verdict: bench.Vulnerable, Findings: c.fs})
		if got.Strict != c.strict || got.Lenient != c.lenient {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
	v.Labels[0].Requirements = nil
	got := Rule{}.Judge(v, bench.Answer{Verdict: bench.Vulnerable, Findings: req(4)})
	if got.Strict != bench.Unscored || got.Reason == "" {
		t.Errorf("a test without `# Violates` was scored: %+v", got)
	}
}

// A statement may violate several requirements: naming two of them is two detections, naming one of them again
// is a repetition.
func TestRuleSQLRepeats(t *testing.T) {
	v := &bench.Variant{Format: "tenantsql", Truth: bench.Vulnerable, Class: "cross_tenant", Labels: []bench.Label{
		{Function: bench.RootCause, Class: "cross_tenant", Requirements: []int{1}},
		{Function: bench.RootCause, Class: "authorization", Requirements: []int{5}}}}
	got := Rule{}.Judge(v, bench.Answer{Verdict: bench.Vulnerable, Findings: []bench.Finding{
		{Requirements: []int{1}}, {Requirements: []int{5}}, {Requirements: []int{1}}, {Requirements: []int{5, 2}}}})
	want := []bench.FindingClass{bench.TargetMatch, bench.TargetMatch, bench.Informational, bench.Informational}
	for i, f := range got.Findings {
		if f.Class != want[i] {
			t.Errorf("finding %d: %+v, want %s", i, f, want[i])
		}
	}
}

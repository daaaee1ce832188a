package oracle

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"assay/internal/bench"
)

const text = "contract C {\n  function f() public {\n    x = 1;\n    y = 2;\n  }\n}\n"

func vulnerable(key string) bench.Variant {
	return bench.Variant{
		Key: key, Truth: bench.Vulnerable, Class: "access_control", Severity: "critical",
		RootCause: "anyone", Attack: "call f", Fix: "check",
		Task: bench.Task{Language: "solidity", Files: []bench.File{{Path: "C.sol", Text: text}}},
		Labels: []bench.Label{
			{Function: bench.RootCause, Class: "access_control", Scope: "f",
				Span: bench.Span{File: "C.sol", Start: strings.Index(text, "x"), Line: 3, EndLine: 4}},
			{Function: bench.Benign, Span: bench.Span{File: "C.sol", Line: 1, EndLine: 1}},
			{Function: bench.RootCause, Span: bench.Span{File: "C.sol", Start: 0, Line: 1, EndLine: 1}},
		},
	}
}

func TestOracle(t *testing.T) {
	v := vulnerable("a")
	twin := v
	twin.Key, twin.Truth, twin.Labels = "b", bench.Safe, nil
	twin.Task.Files = []bench.File{{Path: "C.sol", Text: text + "//"}}
	sql := bench.Variant{
		Key: "c", Truth: bench.Vulnerable, Task: bench.Task{Language: "sql", Spec: "1. It is so.",
			Files: []bench.File{{Text: "SELECT 1"}}},
		Labels: []bench.Label{{Function: bench.RootCause, Class: "cross_tenant", Requirements: []int{3, 1}}},
	}
	d, err := New([]bench.Variant{sql, twin, v})
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Verdict         string
		Vulnerabilities []struct {
			Type, Location string
			Attack         string `json:"attack_scenario"`
		}
		Assessment string
		Violated   []int `json:"violated_requirements"`
	}
	ask := func(task bench.Task) {
		t.Helper()
		r, err := d.Detect(context.Background(), task)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(r.Text), &got); err != nil {
			t.Fatal(err)
		}
	}
	ask(v.Task)
	if got.Verdict != "vulnerable" || len(got.Vulnerabilities) != 1 { // one flaw at two places
		t.Fatalf("%+v", got)
	}
	if f := got.Vulnerabilities[0]; f.Type != "Access control" || f.Location != "C.f(), lines 3-4; line 1" ||
		f.Attack != "call f" {
		t.Errorf("%+v", f)
	}
	ask(twin.Task)
	if got.Verdict != "safe" || len(got.Vulnerabilities) != 0 {
		t.Errorf("twin: %+v", got)
	}
	ask(sql.Task)
	if got.Assessment != "bad" || len(got.Violated) != 2 || got.Violated[0] != 1 {
		t.Errorf("sql: %+v", got)
	}
	if _, err := d.Detect(context.Background(), bench.Task{Language: "sql"}); err == nil {
		t.Error("an unknown task has no answer")
	}
}

func TestConflict(t *testing.T) {
	a, b := vulnerable("a"), vulnerable("b")
	b.RootCause = "said otherwise"
	if _, err := New([]bench.Variant{a, b}); err != nil {
		t.Errorf("same truth, other prose: %v", err)
	}
	b.Truth = bench.Safe
	if _, err := New([]bench.Variant{a, b}); err == nil || !strings.Contains(err.Error(), "a and b") {
		t.Errorf("err = %v, want both keys", err)
	}
	c := vulnerable("c")
	c.Labels = c.Labels[:1]
	if _, err := New([]bench.Variant{a, c}); err == nil {
		t.Error("different targets are a different truth")
	}
}

// The key of a trial depends on the answer to its own task only.
func TestPromptHashFollowsTruth(t *testing.T) {
	hash := func(about bench.Variant, all ...bench.Variant) string {
		d, err := New(all)
		if err != nil {
			t.Fatal(err)
		}
		h, err := d.PromptHash(about.Task)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	a, b := vulnerable("a"), vulnerable("b")
	b.Task.Files = []bench.File{{Path: "B.sol", Text: "contract B {}"}}
	first := hash(a, a)
	if hash(a, a, b) != first {
		t.Error("another variant changes the key")
	}
	a.Class, a.Labels = "reentrancy", a.Labels[2:]
	if hash(a, a) == first {
		t.Error("a changed label is answered from the store")
	}
}

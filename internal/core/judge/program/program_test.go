package program

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/judge"
	"assay/internal/core/model"
	"assay/internal/core/suite"
	"assay/suites"
)

func variants(t *testing.T) []*bench.Variant {
	t.Helper()
	list, problems, err := suite.Load(suites.FS, ".", "", "suites")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	var out []*bench.Variant
	for _, s := range list {
		for i := range s.Variants {
			out = append(out, &s.Variants[i])
		}
	}
	return out
}

func one(t *testing.T, is func(*bench.Variant) bool) *bench.Variant {
	t.Helper()
	for _, v := range variants(t) {
		if is(v) {
			return v
		}
	}
	t.Fatal("there is no such variant")
	return nil
}

// script is a program: it gets the question that was read and the bytes.
type script func(q Question) string

func (s script) Generate(_ context.Context, r model.Request) (bench.Response, error) {
	d := json.NewDecoder(strings.NewReader(r.User))
	d.DisallowUnknownFields()
	var q Question
	if err := d.Decode(&q); err != nil || r.System != "" || r.Model != "run it" {
		return bench.Response{}, errors.Join(err, errors.New("not the question: "+r.Model))
	}
	return bench.Response{Text: s(q), Finish: bench.Answered}, nil
}

const hit = `{"findings":[{"number":1,"class":"TARGET_MATCH","type_match":"exact","location_match":"partial","reason":"it is"}],"rcir":1,"ava":0.5,"fsv":null}`

var answer = bench.Answer{Verdict: bench.Vulnerable, Findings: []bench.Finding{{Type: "Reentrancy", Location: "f()",
	Explanation: "because"}}}

func TestDecides(t *testing.T) {
	v := one(t, func(v *bench.Variant) bool {
		return v.Truth == bench.Vulnerable && !v.Several() && v.Format == "blockbench"
	})
	var seen Question
	j := New(script(func(q Question) string { seen = q; return hit }), "run it", "mine", "abc")
	out, err := j.Judge(t.Context(), v, answer)
	if err != nil || !out.Asked || out.Verdict.Unscored || out.Verdict.Strict != bench.Hit ||
		out.Verdict.Judge != "program:mine/1.abc" {
		t.Fatalf("%+v, %v", out, err)
	}
	if *out.Verdict.RCIR != 1 || *out.Verdict.AVA != 0.5 || out.Verdict.FSV != nil {
		t.Errorf("scores %+v", out.Verdict)
	}
	if seen.Truth != "vulnerable" || len(seen.Flaws) == 0 || !seen.Flaws[0].Target || len(seen.Labels) == 0 ||
		seen.Files[0].Text != v.Task.Files[0].Text || seen.Findings[0].Explanation != "because" {
		t.Errorf("it read %+v", seen)
	}
	again, ok := Reader("program:mine/1.abc").Read(v, answer, out.Response)
	if !ok || again.Strict != bench.Hit || again.Judge != out.Verdict.Judge {
		t.Errorf("read again: %+v, %t", again, ok)
	}
}

// Malformed output of a program decides nothing, with the reason in one line.
func TestUnscored(t *testing.T) {
	v := one(t, func(v *bench.Variant) bool { return v.Truth == bench.Vulnerable && !v.Several() })
	safe := one(t, func(v *bench.Variant) bool { return v.Truth == bench.Safe })
	for _, c := range []struct {
		v          *bench.Variant
		text, want string
	}{
		{v, "", "the reply is empty"}, {v, "TARGET_MATCH", "is not the JSON asked for"},
		{v, hit + hit, "more than one JSON object"},
		{v, `{"findings":[]}`, "decides on 0 findings, and there are 1"},
		{v, strings.Replace(hit, `"number":1`, `"number":2`, 1), "decides on finding 2"},
		{v, strings.Replace(hit, `"number":1,`, ``, 1), "has no number"},
		{v, strings.Replace(hit, "TARGET_MATCH", "RIGHT", 1), "none of the words asked for"},
		{v, strings.Replace(hit, `"exact"`, `"wrong"`, 1), "contradicts itself: it calls finding 1"},
		{v, strings.Replace(hit, `"rcir":1`, `"rcir":2`, 1), "not between 0 and 1"},
		{v, strings.Replace(hit, `"rcir"`, `"rcri"`, 1), "unknown field"},
		{v, strings.Replace(hit, `"reason"`, `"target":1,"reason"`, 1), "there are not several"},
		{safe, hit, "there is nothing to match"},
	} {
		out, err := New(script(func(Question) string { return c.text }), "run it", "mine", "abc").Judge(t.Context(), c.v,
			answer)
		if err != nil || !out.Verdict.Unscored || !strings.Contains(out.Verdict.Reason, c.want) ||
			strings.Contains(out.Verdict.Reason, "\n") {
			t.Errorf("%s: %+v, %v; want %q", c.text, out.Verdict, err, c.want)
		}
		if c.v == v && out.Verdict.Strict != bench.Unscored {
			t.Errorf("%s: a decision %s", c.text, out.Verdict.Strict)
		}
	}
}

// An answer without findings starts no program. An answer of another kind has no question. Another finding,
// text or version of the files gives another question.
func TestQuestion(t *testing.T) {
	list := variants(t)
	v := list[0]
	j := New(script(func(Question) string { t.Error("started"); return "" }), "run it", "mine", "abc")
	if out, err := j.Judge(t.Context(), v, bench.Answer{Verdict: bench.Vulnerable}); err != nil || out.Asked ||
		out.Verdict.Unscored {
		t.Errorf("%+v, %v", out, err)
	}
	if _, ok := j.Question(v, bench.Answer{Kind: bench.AnswerPatch}); ok {
		t.Error("it would judge code")
	}
	if _, err := Reader("x").Judge(t.Context(), v, answer); err == nil {
		t.Error("a reader asks")
	}
	other := answer
	other.Findings = []bench.Finding{{Type: "Reentrancy"}}
	seen := map[string]bool{}
	for _, c := range []struct {
		j judge.Referee
		v *bench.Variant
		a bench.Answer
	}{{j, v, answer}, {j, list[1], answer}, {j, v, other}, {New(nil, "", "mine", "abd"), v, answer}} {
		q, ok := c.j.Question(c.v, c.a)
		if !ok || seen[q] {
			t.Errorf("%s %s: %t, or it is another's question", c.j.Name(), c.v.Key, ok)
		}
		seen[q] = true
	}
}

// With several documented flaws each is a target.
func TestSeveral(t *testing.T) {
	v := one(t, (*bench.Variant).Several)
	j := New(script(func(q Question) string {
		return `{"findings":[{"number":1,"class":"TARGET_MATCH","type_match":"exact","location_match":"exact","target":1}],"targets":[{"number":1,"rcir":1,"ava":1,"fsv":1}]}`
	}), "run it", "mine", "abc")
	out, err := j.Judge(t.Context(), v, answer)
	if err != nil || out.Verdict.Unscored || len(out.Verdict.Targets) < 2 || out.Verdict.Targets[0].Strict != bench.Hit ||
		out.Verdict.Targets[1].Strict != bench.Miss {
		t.Errorf("%+v, %v", out.Verdict, err)
	}
}

package web

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/core/store"
)

var day = time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC)

// models of the fixture: the first finds flaws, the second always reports one.
var models = []bench.Subject{
	{Name: "lab/alpha", Kind: "model", Version: "1", Strategy: "direct"},
	{Name: "lab/beta", Kind: "model", Version: "1", Strategy: "chain-of-thought"},
}

// source is a text with so many functions, the third of which is the flaw.
func source(i int, fixed bool) string {
	guard := ""
	if fixed {
		guard = "        require(ok);\n"
	}
	return fmt.Sprintf("pragma solidity 0.8.30;\n\ncontract V%d {\n    function draw(bool ok) external {\n%s        "+
		"payable(msg.sender).transfer(1);\n    }\n}\n", i, guard)
}

// variants returns n bases, each with a vulnerable text, its twin and a
// transformed text of the first.
func variants(n int) []*bench.Variant {
	var out []*bench.Variant
	classes := []bench.Class{"reentrancy", "access_control", "signature"}
	for i := range n {
		id := fmt.Sprintf("s%03d", i)
		bad := &bench.Variant{Key: "blockbench/" + id, Suite: "blockbench", Format: "blockbench", Sample: id, Base: id,
			Group: []string{"ds", "tc"}[i%2], Tier: 1 + i%3,
			Class: classes[i%3], Severity: "high", Source: id + ".sol", Twin: "blockbench/" + id + "+fixed",
			Truth: bench.Vulnerable, Proof: bench.Proved,
			Evidence: "the exploit took 1 ether", RootCause: "nobody is asked", Attack: "anyone draws", Fix: "ask",
			Task: bench.Task{Language: "solidity", Files: []bench.File{{Path: id + ".sol", Text: source(i, false)}}},
			Labels: []bench.Label{{Class: classes[i%3], Function: bench.RootCause, Act: "FUND_XFER", Note: "pays anyone",
				Span: bench.Span{File: id + ".sol", Line: 5, EndLine: 5}, Scope: "draw"}}}
		good := *bad
		good.Key, good.Twin, good.Truth, good.Labels = bad.Twin, "", bench.Safe, nil
		good.Task = bench.Task{Language: "solidity", Files: []bench.File{{Path: id + ".sol", Text: source(i, true)}}}
		made := *bad
		made.Key, made.Chain, made.Seed, made.Certificate = bad.Key+"~no-comments@7", "no-comments", 7, "C1"
		made.Task = bench.Task{Language: "solidity", Files: []bench.File{{Path: id + ".sol",
			Text: strings.Replace(source(i, false), "\n\n", "\n", 1)}}}
		made.Twin = ""
		out = append(out, bad, &good, &made)
	}
	return out
}

// key is a trial key in the shape of real ones.
func key(i int) string { return fmt.Sprintf("%032x", i+0xabc0) }

func plan(vs []*bench.Variant) []bench.Trial {
	var out []bench.Trial
	for _, m := range models {
		for _, v := range vs {
			k := key(len(out))
			out = append(out, bench.Trial{Key: k, Subject: m.Name, Variant: v,
				Parts: &bench.TrialKey{Version: 1, Subject: m.Name, Strategy: m.Strategy}})
		}
	}
	return out
}

// result answers a trial: alpha is right and finds the flaw, beta calls everything
// vulnerable and finds the flaw on every other base. words is inserted
// wherever a subject may write.
func result(i int, p bench.Trial, words string) bench.Trial {
	cost := 0.001
	r := p.Ended(bench.Answered, bench.Details{Parser: "1", Judge: "rule/1",
		Response: bench.Response{Text: "I looked. " + words, Finish: bench.Answered, FinishRaw: "stop", Model: "m-1" + words,
			Attempts: 1,
			Usage:    bench.Usage{InputTokens: 100, OutputTokens: 20, CostUSD: &cost}, RawRequest: []byte(`{"ask":1}` + words),
			RawResponse: []byte(`{"say":1}` + words), Started: day, Elapsed: time.Second}})
	found, said := bench.Hit, p.Variant.Truth
	if p.Subject == "lab/beta" {
		said = bench.Vulnerable
		if i%2 == 1 {
			found = bench.Miss
		}
	}
	r.Answer = &bench.Answer{Verdict: said, Explanation: "Because of the transfer. " + words}
	r.Verdict = &bench.Verdict{Judge: "rule/1", Reason: words}
	if said == bench.Vulnerable {
		r.Answer.Findings = []bench.Finding{{Type: "Reentrancy" + words, Class: "reentrancy", Severity: "high" + words,
			Location: "draw" + words, Lines: []bench.Range{{From: 5, To: 5}},
			Explanation: "sends before it notes " + words, Attack: "call again " + words, Fix: "note first " + words}}
		r.Verdict.Findings = []bench.FindingVerdict{{Class: bench.TargetMatch, Type: bench.MatchExact,
			Location: bench.MatchExact, Reason: words}}
	}
	if p.Variant.Truth == bench.Vulnerable {
		r.Verdict.Strict, r.Verdict.Lenient = found, found
	}
	return r
}

type site struct {
	store *store.Store
	run   store.Run
	plan  []bench.Trial
	web   *Server
	http.Handler
}

// newSite stores a run of n bases of which the first answered trials have ended.
func newSite(t testing.TB, n, answered int, words string) *site {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "r.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return siteOf(t, s, plan(variants(n)), answered, words)
}

func siteOf(t testing.TB, s *store.Store, p []bench.Trial, answered int, words string) *site {
	t.Helper()
	var err error
	out := &site{store: s, plan: p}
	m := bench.Manifest{Program: "test", Judging: bench.Judging{Rule: "rule/1"}, Parser: "1", Subjects: models,
		Variants: len(p) / len(models), Trials: len(out.plan), StartedAt: day}
	if out.run, _, err = s.Begin(t.Context(), out.plan, m, store.Again{}); err != nil {
		t.Fatal(err)
	}
	if answered < 0 || answered > len(out.plan) {
		answered = len(out.plan)
	}
	out.answer(t, 0, answered, words)
	if answered == len(out.plan) {
		if err := s.End(t.Context(), out.run.ID, true, day.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	out.web = New(Config{Store: s, Poll: 20 * time.Millisecond})
	out.web.patience = time.Minute // a slow machine must not make the site show old data
	out.Handler = out.web.Handler()
	return out
}

// answer ends the trials from ≤ i < to of the plan.
func (s *site) answer(t testing.TB, from, to int, words string) {
	t.Helper()
	w := s.store.Writer(context.Background(), s.run)
	for i := from; i < to; i++ {
		if err := w.Write(result(i, s.plan[i], words)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// judgesOf are those that vote in fixtures.
var judgesOf = []string{"llm:lab/one/1", "llm:lab/two/1", "llm:lab/three/1"}

// judged stores the votes of three judges on all answers: the first finds every
// target, the second every other one, the third fails on every third answer and
// cannot decide on the next. words are inserted wherever a judge may write.
func (s *site) judged(t testing.TB, words string) {
	t.Helper()
	facts, err := s.store.Snapshot(t.Context(), s.run, nil)
	if err != nil {
		t.Fatal(err)
	}
	w := s.store.Writer(t.Context(), s.run)
	for i, f := range facts.Trials {
		if says(&f) == 0 {
			continue
		}
		for n, name := range judgesOf {
			j := store.Judgement{TrialID: f.ID, Judge: name + words, Question: "q", Outcome: store.Decided}
			cost, score := 0.002, float64(n)/2
			j.Response.Usage.CostUSD = &cost
			v := bench.Verdict{Judge: j.Judge, RCIR: &score, AVA: &score, FSV: &score, Reason: words}
			class, decision := bench.TargetMatch, bench.Hit
			if n == 1 && i%2 == 1 {
				class, decision = bench.Hallucinated, bench.Miss
			}
			if f.Variant.Truth == bench.Vulnerable {
				v.Strict, v.Lenient = decision, decision
			}
			if says(&f) == bench.Vulnerable {
				v.Findings = []bench.FindingVerdict{{Class: class, Type: bench.MatchExact, Location: bench.MatchPartial,
					Reason: fmt.Sprintf("judge %d says so. %s", n, words)}}
			}
			j.Verdict = &v
			switch {
			case n == 2 && i%3 == 0:
				j.Outcome, j.Reason, j.Verdict = store.Failed, "the line was cut "+words, nil
			case n == 2 && i%3 == 1:
				j.Outcome, j.Reason, j.Injected, j.Verdict = store.Unscored, "nothing to go by "+words, "in the explanation "+words,
					&bench.Verdict{Judge: j.Judge, Unscored: true}
			}
			if err := w.Judged(j); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// get requests a page and checks the status.
func get(t testing.TB, h http.Handler, path string, status int) string {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, "http://127.0.0.1"+path, nil)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != status {
		t.Fatalf("GET %s: status %d, want %d\n%s", path, w.Code, status, w.Body)
	}
	return w.Body.String()
}

// want checks that a page contains all texts, in order.
func want(t testing.TB, page string, texts ...string) {
	t.Helper()
	rest := strings.ReplaceAll(page, "&#43;", "+")
	for _, x := range texts {
		_, after, ok := strings.Cut(rest, x)
		if !ok {
			t.Fatalf("no %q (in this order) in\n%s", x, page)
		}
		rest = after
	}
}

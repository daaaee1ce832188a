package player_test

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/bench/transcript"
	"assay/internal/core/engine"
	"assay/internal/core/model"
	"assay/internal/core/prompt"
	"assay/internal/ext/agent"
	"assay/internal/ext/agent/player"
)

const me = "0x00000000000000000000000000000000000000AA"

// till is a world with one contract. It pays out to anyone who sends a number from its source, or to no one.
type till struct {
	agent.World
	open bool
}

func (t till) Deployed(context.Context) (string, error) {
	return `{"you": "` + me +
		`", "you_have": {"wei": "5"}, "contracts": [{"name": "Till", "address": "0x00000000000000000000000000000000000000bb", "role": "target",
 "functions": ["keeper() view", "pay(address,uint256)", "rest(uint256[3])"]}]}`, nil
}

func (t till) Send(_ context.Context, calls []agent.Call, _ bool) (string, error) {
	after := 5
	var results []map[string]any
	for _, c := range calls {
		switch {
		case c.Function == "keeper()":
			results = append(results, map[string]any{"ok": true, "returned": "(0x00000000000000000000000000000000000000cc)"})
		case t.open && len(c.Args) == 2 && c.Args[0] == me && fmt.Sprint(c.Args[1]) == "4321":
			after += 10
			results = append(results, map[string]any{"ok": true})
		default:
			results = append(results, map[string]any{"ok": false, "reverted": "no"})
		}
	}
	b, err := json.Marshal(map[string]any{"you_had": map[string]any{"wei": "5"}, "results": results,
		"you_have": map[string]any{"wei": fmt.Sprint(after)}})
	return string(b), err
}

func (t till) Attack(_ context.Context, source string) (string, error) {
	if !strings.Contains(source, "contract Attacker") || !strings.Contains(source,
		`abi.encodeWithSignature("pay(address,uint256)", address(this), uint256(4321))`) {
		return "", agent.Mistakef("it does not compile")
	}
	return `{"you_had": {"wei": "5"}, "results": [{"ok": true}], "you_have": {"wei": "15"}}`, nil
}

func (t till) Close() error { return nil }

type tills struct{ open bool }

func (w tills) Parts(bench.Task) agent.Parts { return agent.Parts{Compiler: true} }

func (w tills) Open(context.Context, bench.Task) (agent.World, error) { return till{open: w.open}, nil }

type question struct{ strategy string }

func (q question) Subject() bench.Subject {
	return bench.Subject{Name: "builtin/x", Kind: "builtin", Strategy: q.strategy}
}

func (q question) Request(t bench.Task) (model.Request, error) {
	s, err := prompt.Find(q.strategy)
	if err != nil {
		return model.Request{}, err
	}
	p, err := prompt.Render(s, t)
	return model.Request{System: p.System, User: p.User, Schema: p.Schema}, err
}

// play runs a built-in agent on a task.
func play(t *testing.T, name, strategy string, open bool) (bench.Response, bench.Answer) {
	t.Helper()
	p, ok := player.Find(name)
	if !ok {
		t.Fatal("no", name)
	}
	sc, err := agent.FindScaffold("react")
	if err != nil {
		t.Fatal(err)
	}
	asks := engine.AsksFor(strategy)
	d, err := agent.New(agent.Config{Model: p, Question: question{strategy}, Scaffold: sc,
		Limits: transcript.Limits{Turns: 30},
		Worlds: tills{open},
		Check:  func(text string) (string, bool) { return engine.Readable(asks, text) }})
	if err != nil {
		t.Fatal(err)
	}
	v := &bench.Variant{Truth: bench.Vulnerable, Task: bench.Task{Language: "solidity",
		Files: []bench.File{{Path: "Till.sol", Text: "pragma solidity 0.8.30;\ncontract Till { " +
			"uint256 constant CODE = 4321; }\n"}}}}
	r, err := d.Detect(t.Context(), v.Task)
	if err != nil {
		t.Fatal(err)
	}
	trial := bench.Trial{Variant: v, Details: &bench.Details{Response: r}}
	engine.Derive(asks, 0, &trial, silent{})
	outcome, reason := trial.Outcome, trial.Reason
	if ending, _, _ := bench.EndingOf(r.FinishRaw); ending != bench.Submitted {
		if outcome != ending.Outcome() || !strings.Contains(reason, string(ending)) {
			t.Errorf("%s ends as %s: %s", ending, outcome, reason)
		}
		return r, bench.Answer{}
	}
	if outcome != bench.Answered {
		t.Fatalf("%s: %s", outcome, reason)
	}
	return r, *trial.Answer
}

type silent struct{}

func (silent) Name() string                                     { return "silent" }
func (silent) Judge(*bench.Variant, bench.Answer) bench.Verdict { return bench.Verdict{} }

// The agents end as their names suggest, and their mistakes are in the transcript.
func TestOthers(t *testing.T) {
	for name, want := range map[string]bench.Ending{"builtin/hallucinator": bench.TurnLimit,
		"builtin/never-submits": bench.TurnLimit} {
		r, _ := play(t, name, "direct", true)
		ending, turns, _ := bench.EndingOf(r.FinishRaw)
		if ending != want || turns != 30 || r.Text != "" {
			t.Errorf("%s: %q", name, r.FinishRaw)
		}
		events, err := transcript.Decode(r.RawResponse)
		if err != nil {
			t.Fatal(err)
		}
		failed := 0
		for _, e := range events {
			if e.Result != nil && e.Result.Error {
				failed++
			}
		}
		if (failed > 0) != (name == "builtin/hallucinator") {
			t.Errorf("%s: %d mistakes", name, failed)
		}
		if back := transcript.Encode(events); !reflect.DeepEqual(back, r.RawResponse) {
			t.Errorf("%s: a transcript does not survive reading", name)
		}
	}
}

// Package player has the built-in agents: models whose turns are computed from the conversation alone. They
// show what agents do, and serve as a reference for measurements, without a key. They use the tools that every
// agent has and know nothing else.
package player

import (
	"context"
	"encoding/json"
	"fmt"

	"assay/internal/bench"
	"assay/internal/core/model"
)

// A Player is a built-in agent.
type Player struct {
	Name    string // of the subject: "builtin/hallucinator"
	Doc     string
	Version string
	play    func(model.Request) bench.Turn // pure
}

// All returns the built-in agents in the order of lists.
func All() []Player {
	return []Player{
		{"builtin/hallucinator",
			"calls tools that do not exist, with invalid arguments, and submits what no question asked for", "1", hallucinate},
		{"builtin/never-submits", "reads, and never submits", "1", neverSubmit},
	}
}

// Find returns the built-in agent of that name.
func Find(name string) (p Player, ok bool) {
	for _, p := range All() {
		if p.Name == name {
			return p, true
		}
	}
	return p, false
}

var _ model.Model = Player{}

// Generate implements [model.Model].
func (p Player) Generate(ctx context.Context, r model.Request) (bench.Response, error) {
	if err := ctx.Err(); err != nil {
		return bench.Response{}, err
	}
	t := p.play(r)
	n := turnsOf(r)
	for i := range t.Calls {
		t.Calls[i].ID = fmt.Sprintf("call_%d_%d", n+1, i+1)
	}
	return bench.Response{Text: t.Text, Turn: &t, Finish: bench.Answered, FinishRaw: "computed", Model: p.Name + " " +
		p.Version, Attempts: 1, Usage: bench.Usage{CostUSD: new(0.0)}}, nil
}

// turnsOf counts the model's turns so far.
func turnsOf(r model.Request) int {
	n := 0
	for _, m := range r.History {
		if m.Turn != nil {
			n++
		}
	}
	return n
}

// call makes a call with arguments that can be encoded.
func call(name string, args any) bench.ToolCall {
	return bench.ToolCall{Name: name, Args: encode(args)}
}

func encode(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic("player: strings and numbers cannot fail to encode: " + err.Error())
	}
	return string(b)
}

type object = map[string]any

// hallucinate repeatedly makes every kind of mistake that an agent can make.
func hallucinate(r model.Request) bench.Turn {
	switch n := turnsOf(r); n % 3 {
	case 0:
		return bench.Turn{Text: "I look the incident up.", Calls: []bench.ToolCall{
			call("web_search", object{"query": "exploit of this contract"}), {Name: "read", Args: `{"path": "A.sol"`},
			call("read", object{"path": "../Proof.sol"}),
		}}
	case 1:
		return bench.Turn{Calls: []bench.ToolCall{
			call("call", object{"to": "TheVault", "function": "drain(everything)"}), call("search", object{"pattern": "("}),
			call("list", object{"directory": fmt.Sprintf("/%d", n)}),
		}}
	}
	return bench.Turn{Calls: []bench.ToolCall{call("submit", object{"done": true})}}
}

// neverSubmit reads another line in each turn and never answers.
func neverSubmit(r model.Request) bench.Turn {
	n := turnsOf(r)
	return bench.Turn{Calls: []bench.ToolCall{call("list", object{}),
		call("search", object{"pattern": fmt.Sprintf("(a|%d)", n)})}}
}

package modeltest

import (
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/model"
)

// twoTools returns the tools of the tests.
func twoTools() []model.Tool {
	return []model.Tool{
		{Name: "read", Doc: "Reads a <file>.", Params: json.RawMessage(
			`{"type":"object","properties":{"path":{"type":"string"}}}`)},
		{Name: "submit", Params: json.RawMessage(`{"type":"object"}`)},
	}
}

// with returns the question of [ask] as part of a conversation.
func with(history ...model.Message) model.Request {
	r := ask()
	r.Tools, r.History = twoTools(), history
	return r
}

// tools makes a model call tools, in valid and in broken ways, and checks the next
// request to the server.
func (e exercise) tools(t *testing.T) {
	if e.wire.Tools == nil {
		s := e.serve(t, reply(200, e.wire.Answer("It is safe.")))
		for _, r := range []model.Request{with(), {Model: "m", User: "?", History: []model.Message{{User: "go on"}}}} {
			resp, err := s.Generate(t.Context(), r)
			if model.KindOf(err) != model.ErrInvalid || s.requests.Load() != 0 || resp.Attempts != 0 {
				t.Errorf("a provider without tools: %v, %d requests", err, s.requests.Load())
			}
		}
		return
	}
	t.Run("offered", e.offered)
	t.Run("turns", e.turns)
	t.Run("built", e.built)
	t.Run("empty turn", e.emptyTurn)
	t.Run("key", e.keyInArguments)
	t.Run("refused", e.brokenHistory)
}

// offered checks that tools are sent unchanged, and that an answer without them has no
// turn.
func (e exercise) offered(t *testing.T) {
	var got []model.Tool
	var system, user string
	s := e.serve(t, func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		got = e.wire.Tools.Offered(b)
		system, user = e.wire.Prompt(b)
		reply(200, e.wire.Answer("It is safe."))(w, r)
	})
	resp, err := s.Generate(t.Context(), with())
	if err != nil || resp.Turn == nil || resp.Turn.Text != "It is safe." || len(resp.Turn.Calls) != 0 {
		t.Errorf("a turn without calls: %+v, error %v", resp.Turn, err)
	}
	if !reflect.DeepEqual(got, twoTools()) || system != "Be brief." || user != "Is this safe?" {
		t.Errorf("the server is offered %+v, asked %q %q", got, system, user)
	}
	if b, ok := s.Model.(model.Batcher); ok {
		if _, err := b.Encode(with()); model.KindOf(err) != model.ErrInvalid {
			t.Errorf("for a batch: %v, want an error: a turn that waits for hours is no conversation", err)
		}
	}
	resp, err = s.Generate(t.Context(), ask())
	if err != nil || resp.Turn != nil || got != nil {
		t.Errorf("without tools: turn %+v, offered %v, error %v", resp.Turn, got, err)
	}
}

// turns checks how turns with calls are read and sent back to the server.
func (e exercise) turns(t *testing.T) {
	w := e.wire.Tools
	cut := bench.ToolCall{ID: "a1", Name: "submit", Args: `{"finding":"re-entr`}
	broken := bench.ToolCall{ID: "a1", Name: "read", Args: `{"path": A.sol`}
	if w.Object {
		cut.Args, broken.Args = `{}`, `"A.sol"`
	}
	fine := func(id, path string) bench.ToolCall {
		return bench.ToolCall{ID: id, Name: "read", Args: `{"path":"` + path + `"}`}
	}
	for _, tt := range []struct {
		name, text, finish string
		calls              []bench.ToolCall
		outcome            bench.Outcome
		word               bool // there is one
	}{
		{"a call", "I look.", w.Called, []bench.ToolCall{fine("a1", "A.sol")}, bench.Answered, true},
		{"only a call", "", w.Called, []bench.ToolCall{fine("a1", "A.sol")}, bench.Answered, true},
		{"two calls", "", w.Called, []bench.ToolCall{fine("a1", "B.sol"), fine("a2", "A.sol")}, bench.Answered, true},
		{"a call that ends like an answer", "", e.wire.Stop, []bench.ToolCall{fine("a1", "A.sol")}, bench.Answered, true},
		{"a call with an unknown end", "", "cosmic_ray", []bench.ToolCall{fine("a1", "A.sol")}, bench.Answered, true},
		{"a call without an end", "", "", []bench.ToolCall{fine("a1", "A.sol")}, bench.Answered, false},
		{"cut in a call", "", e.wire.Length, []bench.ToolCall{cut}, bench.Truncated, true},
		{"broken arguments", "", w.Called, []bench.ToolCall{broken}, bench.Answered, true},
		{"no id", "", w.Called, []bench.ToolCall{fine("", "A.sol"), fine("", "B.sol")}, bench.Answered, true},
		{"one id twice", "", w.Called, []bench.ToolCall{fine("a1", "A.sol"), fine("a1", "B.sol")}, bench.Answered, true},
		{"an id of before", "", w.Called, []bench.ToolCall{fine("old", "A.sol")}, bench.Answered, true},
		{"unknown tool", "", w.Called, []bench.ToolCall{{ID: "a1", Name: "launch", Args: `{}`}}, bench.Answered, true},
		{"no name of a tool", "", w.Called, []bench.ToolCall{{ID: "a1", Name: "rm -rf /; é", Args: `{}`},
			{ID: "a2", Args: `{}`}}, bench.Answered, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			body := w.Body(tt.text, tt.finish, tt.calls)
			var sent []byte
			s := e.serve(t, func(w http.ResponseWriter, r *http.Request) {
				sent, _ = io.ReadAll(r.Body)
				reply(200, body)(w, r)
			})
			before := []model.Message{
				{Turn: &bench.Turn{Calls: []bench.ToolCall{{ID: "old", Name: "read", Args: `{}`}}}},
				{Results: []model.ToolResult{{ID: "old", Name: "read", Text: "contract A {}"}}},
			}
			resp, err := s.Generate(t.Context(), with(before...))
			if err != nil || resp.Finish != tt.outcome || resp.Text != tt.text || (resp.FinishRaw != "") != tt.word {
				t.Fatalf("ended %q (%q) with %q, error %v", resp.Finish, resp.FinishRaw, resp.Text, err)
			}
			turn := resp.Turn
			if turn == nil || len(turn.Calls) != len(tt.calls) || turn.Text != tt.text || !json.Valid(turn.Raw) {
				t.Fatalf("the turn is %+v", turn)
			}
			again, err := s.Generate(t.Context(), with(before...))
			if err != nil || !reflect.DeepEqual(again.Turn, turn) {
				t.Errorf("equal bodies give the turns %+v and %+v, error %v", turn, again.Turn, err)
			}
			results := e.calls(t, tt.calls, turn.Calls)
			if _, err := s.Generate(t.Context(), with(append(slices.Clone(before), model.Message{Turn: turn},
				model.Message{Results: results})...)); err != nil {
				t.Fatalf("going on: %v", err)
			}
			said := w.Said(sent)
			if len(said) != 4 || !said[2].Kept || said[2].Text != tt.text {
				t.Fatalf("the server is told %+v", said)
			}
			e.answered(t, said[0], said[1], before[1].Results, false)
			e.answered(t, said[2], said[3], results, w.ByOrder && tt.calls[0].ID == "")
		})
	}
}

// calls compares the calls that were read with those sent, and returns a result for
// each.
func (e exercise) calls(t *testing.T, sent, got []bench.ToolCall) []model.ToolResult {
	t.Helper()
	var results []model.ToolResult
	ids := map[string]bool{"old": true}
	for i, c := range got {
		if c.Name != sent[i].Name || c.Args != sent[i].Args {
			t.Errorf("call %d is %+v, want %+v", i+1, c, sent[i])
		}
		if c.ID == "" || ids[c.ID] {
			t.Errorf("call %d has the id %q, which is not unique", i+1, c.ID)
		}
		if !ids[sent[i].ID] && sent[i].ID != "" && c.ID != sent[i].ID {
			t.Errorf("call %d has the id %q, not its own %q", i+1, c.ID, sent[i].ID)
		}
		ids[c.ID] = true
		results = append(results, model.ToolResult{ID: c.ID, Name: c.Name, Text: "result of " + c.Args,
			Error: i == len(got)-1})
	}
	return results
}

var sendableRE = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*$`)

// answered checks that a server reads one result for each call, in order.
func (e exercise) answered(t *testing.T, turn, said Said, want []model.ToolResult, byOrder bool) {
	t.Helper()
	if len(said.Results) != len(want) || len(turn.Calls) != len(want) {
		t.Errorf("%d calls and %d results were sent, want %d", len(turn.Calls), len(said.Results), len(want))
		return
	}
	for i, c := range turn.Calls {
		got := said.Results[i]
		if !byOrder && c.ID != want[i].ID || byOrder && c.ID != "" || got.ID != c.ID {
			t.Errorf("call %d has the id %q, its result %q, want %q", i+1, c.ID, got.ID, want[i].ID)
		}
		if got.Text != want[i].Text || got.Error != want[i].Error {
			t.Errorf("result %d is %+v, want %+v", i+1, got, want[i])
		}
		if !sendableRE.MatchString(c.Name) || got.Name != "" && got.Name != c.Name {
			t.Errorf("call %d is of %q, its result of %q: a server refuses that", i+1, c.Name, got.Name)
		}
		if e.wire.Tools.Object && !strings.HasPrefix(c.Args, "{") {
			t.Errorf("the arguments %s are no object: a server refuses them", c.Args)
		}
	}
}

// built checks turns without a raw form.
func (e exercise) built(t *testing.T) {
	var said []Said
	s := e.serve(t, func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		said = e.wire.Tools.Said(b)
		reply(200, e.wire.Answer("done"))(w, r)
	})
	for _, raw := range []string{
		"", `{"of":"another provider"}`, `[{"type":"text","text":"of another turn"}]`,
		`{"role":"assistant","content":"of another turn"}`, `{"role":"model","parts":[{"text":"of another turn"}]}`,
	} {
		turn := &bench.Turn{Text: "I look.", Raw: []byte(raw), Calls: []bench.ToolCall{{ID: "c1", Name: "read",
			Args: `{"path":"A<B"}`}, {ID: "c2", Name: "read", Args: "[broken"}}}
		results := []model.ToolResult{{ID: "c1", Name: "read", Text: "a < b \u2028"},
			{ID: "c2", Name: "read", Text: "no JSON", Error: true}}
		resp, err := s.Generate(t.Context(), with(model.Message{Turn: turn}, model.Message{Results: results},
			model.Message{User: "Go on."}))
		if err != nil || resp.Turn == nil || resp.Turn.Text != "done" {
			t.Fatalf("%s: %+v, error %v", raw, resp.Turn, err)
		}
		if len(said) != 3 || said[0].Text != "I look." || !said[2].User || said[2].Text != "Go on." {
			t.Fatalf("%s: the server is told %+v", raw, said)
		}
		e.answered(t, said[0], said[1], results, false)
		if said[0].Calls[0].Args != `{"path":"A<B"}` || !strings.Contains(said[0].Calls[1].Args, "[broken") {
			t.Errorf("%s: the arguments are sent as %q and %q", raw, said[0].Calls[0].Args, said[0].Calls[1].Args)
		}
	}
}

// emptyTurn checks that a turn without text and calls is not sent in a form that
// servers refuse.
func (e exercise) emptyTurn(t *testing.T) {
	var said []Said
	s := e.serve(t, func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		said = e.wire.Tools.Said(b)
		reply(200, e.wire.Body("", e.wire.Stop, e.wire.Counts))(w, r)
	})
	resp, err := s.Generate(t.Context(), with())
	if err != nil || resp.Turn == nil || len(resp.Turn.Calls) != 0 {
		t.Fatalf("%+v, error %v", resp.Turn, err)
	}
	if _, err := s.Generate(t.Context(), with(model.Message{Turn: resp.Turn}, model.Message{User: "Go on."})); err != nil {
		t.Fatal(err)
	}
	if last := said[len(said)-1]; !last.User || last.Text != "Go on." {
		t.Errorf("the server is told %+v", said)
	}
}

// keyInArguments checks that neither the turn nor its raw form contains the key when a
// model repeats it.
func (e exercise) keyInArguments(t *testing.T) {
	args := cmp.Or(map[bool]string{true: `{"path":"` + Key + `"}`}[e.wire.Tools.Object], `{"path":"`+Key+`"`)
	s := e.serve(t, reply(200, e.wire.Tools.Body("Your key is "+Key, e.wire.Tools.Called,
		[]bench.ToolCall{{ID: "a1", Name: "read", Args: args}})))
	resp, err := s.Generate(t.Context(), with())
	if err != nil || len(resp.Turn.Calls) != 1 {
		t.Fatalf("%+v, error %v", resp.Turn, err)
	}
	secretFree(t, err, resp)
	if all := Encode(resp.Turn); strings.Contains(all, Key) || !strings.Contains(resp.Turn.Calls[0].Args, "[key]") {
		t.Errorf("the turn holds the key: %s", all)
	}
}

// brokenHistory checks that a broken history is refused before anything is sent.
func (e exercise) brokenHistory(t *testing.T) {
	call := func(id string) *bench.Turn {
		return &bench.Turn{Calls: []bench.ToolCall{{ID: id, Name: "read", Args: "{}"}}}
	}
	result := func(id, text string) model.Message {
		return model.Message{Results: []model.ToolResult{{ID: id, Name: "read", Text: text}}}
	}
	s := e.serve(t, reply(200, e.wire.Answer("fine")))
	noTools := with(model.Message{Turn: call("a")}, result("a", ""))
	noTools.Tools = nil
	badTool := func(tools ...model.Tool) model.Request {
		r := ask()
		r.Tools = tools
		return r
	}
	read := twoTools()[0]
	for name, r := range map[string]model.Request{
		"a call without a result":  with(model.Message{Turn: call("a")}, model.Message{User: "and?"}),
		"a call at the end":        with(model.Message{Turn: call("a")}),
		"a turn at the end":        with(model.Message{Turn: &bench.Turn{Text: "well"}}),
		"a result of another call": with(model.Message{Turn: call("a")}, result("b", "")),
		"two results": with(model.Message{Turn: call("a")},
			model.Message{Results: []model.ToolResult{{ID: "a"}, {ID: "a"}}}),
		"results of nothing":            with(result("a", "")),
		"an empty message":              with(model.Message{}),
		"a turn with words of the user": with(model.Message{Turn: call("a"), User: "x"}, result("a", "")),
		"one id in two turns": with(model.Message{Turn: call("a")}, result("a", ""),
			model.Message{Turn: call("a")}, result("a", "")),
		"a call without an id":            with(model.Message{Turn: call("")}, result("", "")),
		"a result that is not UTF-8":      with(model.Message{Turn: call("a")}, result("a", "\xff")),
		"words that are not UTF-8":        with(model.Message{User: "\xff"}),
		"calls without tools":             noTools,
		"two tools of one name":           badTool(read, read),
		"a tool with another name":        badTool(model.Tool{Name: "read file", Params: read.Params}),
		"a tool whose parameters are bad": badTool(model.Tool{Name: "read", Params: json.RawMessage(`{"type":`)}),
		"a tool without parameters":       badTool(model.Tool{Name: "read"}),
	} {
		resp, err := s.Generate(t.Context(), r)
		if model.KindOf(err) != model.ErrInvalid || resp.Attempts != 0 {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if n := s.requests.Load(); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
}

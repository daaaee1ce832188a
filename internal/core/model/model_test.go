package model_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/model"
)

func TestFatal(t *testing.T) {
	for kind, want := range map[model.ErrorKind]bool{
		model.ErrAuth: true, model.ErrNoModel: true,
		model.ErrRateLimit: false, model.ErrUnavailable: false, model.ErrInvalid: false, model.ErrProtocol: false,
		model.ErrMissing: false,
	} {
		err := fmt.Errorf("asking: %w", &model.Error{Kind: kind, Err: errors.New("no")})
		if model.Fatal(err) != want {
			t.Errorf("%s: fatal is %v", kind, !want)
		}
	}
	if model.Fatal(nil) || model.Fatal(errors.New("auth")) {
		t.Error("what is no *Error is fatal")
	}
}

// The hash of a conversation covers all its text, and its size all that is sent.
func TestConversation(t *testing.T) {
	call := bench.ToolCall{ID: "c1", Name: "read", Args: `{"path":"A"}`}
	turn := func(raw string, calls ...bench.ToolCall) model.Message {
		return model.Message{Turn: &bench.Turn{Text: "x", Calls: calls, Raw: []byte(raw)}}
	}
	result := model.Message{Results: []model.ToolResult{{ID: "c1", Name: "read", Text: "body"}}}
	failed := model.Message{Results: []model.ToolResult{{ID: "c1", Name: "read", Text: "body", Error: true}}}
	tool := model.Tool{Name: "read", Doc: "Reads.", Params: []byte(`{}`)}
	sizes := map[string]int{}
	for size, r := range map[int]model.Request{
		1:  {User: "?"},
		13: {User: "?", Tools: []model.Tool{tool}},
		7:  {User: "?", History: []model.Message{turn(""), {User: "go on"}}},
		32: {User: "?", Tools: []model.Tool{tool}, History: []model.Message{turn("", call)}},
		42: {User: "?", Tools: []model.Tool{tool}, History: []model.Message{turn("", call), result}},
		43: {User: "!!", Tools: []model.Tool{tool}, History: []model.Message{turn("", call), failed}},
		71: {User: "?", Tools: []model.Tool{tool, tool}, History: []model.Message{turn(strings.Repeat("r", 36), call),
			result}},
	} {
		if r.Size() != size {
			t.Errorf("%+v has the size %d, want %d", r, r.Size(), size)
		}
		sizes[r.PromptHash()] = size
	}
	if len(sizes) != 7 {
		t.Errorf("7 conversations have %d hashes", len(sizes))
	}
	same := func(a, b model.Message) bool {
		return model.Request{History: []model.Message{a}}.PromptHash() ==
			model.Request{History: []model.Message{b}}.PromptHash()
	}
	if !same(turn(`{}`, call), turn("", call)) || same(result, failed) || same(turn("", call), turn("")) {
		t.Error("the hash is of the words, and not of the raw form")
	}
	other := call
	other.ID = "c2"
	if same(turn("", call), turn("", other)) || !same(model.Message{User: "a"}, model.Message{User: "a"}) ||
		same(model.Message{User: "a"}, model.Message{User: "b"}) {
		t.Error("ids and words of the user are words")
	}
}

// A budget reserves the maximum cost of a conversation: every byte, and an overhead for
// each tool, message, call and result.
func TestWorstOfConversation(t *testing.T) {
	r := model.Request{User: "?", MaxTokens: 10}
	few := model.Worst(r).InputTokens
	r.Tools = []model.Tool{{Name: "read", Params: []byte(`{}`)}}
	r.History = []model.Message{
		{Turn: &bench.Turn{Calls: []bench.ToolCall{{ID: "c1", Name: "read", Args: "{}"}},
			Raw: []byte(strings.Repeat("r", 1000))}},
		{Results: []model.ToolResult{{ID: "c1", Name: "read", Text: strings.Repeat("t", 500)}}},
	}
	if got, want := model.Worst(r).InputTokens-few, int64(4+2+1000+2+4+500+5*64); got != want {
		t.Errorf("tools and history add %d tokens at most, want %d", got, want)
	}
}

// Missing ids are derived from the position of the call; duplicate ids are replaced.
func TestComplete(t *testing.T) {
	history := []model.Message{{Turn: &bench.Turn{Calls: []bench.ToolCall{{ID: "a"}, {ID: "call_2_3"}}}}}
	resp := bench.Response{Text: "x", Turn: &bench.Turn{Calls: []bench.ToolCall{{}, {ID: "b"}, {ID: "b"}, {ID: "a"},
		{ID: "call_2_1"}}}}
	model.Complete(&resp, history)
	var ids []string
	for _, c := range resp.Turn.Calls {
		ids = append(ids, c.ID)
	}
	if want := []string{"call_2_1x", "b", "call_2_3x", "call_2_4", "call_2_1"}; !slices.Equal(ids, want) ||
		resp.Turn.Text != "x" {
		t.Errorf("ids are %v, want %v; the text is %q", ids, want, resp.Turn.Text)
	}
}

func TestPromptHash(t *testing.T) {
	seen := map[string]model.Request{}
	for _, r := range []model.Request{{User: "ab"}, {System: "a", User: "b"}, {System: "ab"}, {System: "a", User: "b2:cc"},
		{System: "a1:b", User: "cc"}} {
		h := r.PromptHash()
		if other, ok := seen[h]; ok || len(h) != 64 {
			t.Errorf("%+v and %+v have the hash %s", r, other, h)
		}
		seen[h] = r
	}
	if h := (model.Request{System: "Be <brief>.",
		User: "a<b && \u2028 é"}).PromptHash(); h != "4eb366bc250d5f3270ada6e6b1e7e7955c649989ae8b65eb2426adb5cea09bba" {
		t.Errorf("the hash of a question without tools is %s, another than before there were any", h)
	}
	if (model.Request{User: "a", Model: "m", MaxTokens: 3}).PromptHash() != (model.Request{User: "a"}).PromptHash() {
		t.Error("settings change the hash of the words")
	}
}

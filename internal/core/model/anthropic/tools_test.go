package anthropic_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/model"
	"assay/internal/test/modeltest"
)

// toolWire is the tool wire of the Messages API: thoughts are signed, and must be sent
// back.
func toolWire() *modeltest.ToolWire {
	return &modeltest.ToolWire{
		Called: "tool_use", Object: true,
		Body: func(text, finish string, calls []bench.ToolCall) string {
			content := []any{map[string]any{"type": "thinking", "thinking": "hm", "signature": "s1"},
				map[string]any{"type": "redacted_thinking", "data": "d"}}
			if text != "" {
				content = append(content, map[string]any{"type": "text", "text": text})
			}
			for _, c := range calls {
				b := map[string]any{"type": "tool_use", "name": c.Name, "input": json.RawMessage(c.Args), "kept": true}
				if c.ID != "" {
					b["id"] = c.ID
				}
				content = append(content, b)
			}
			return modeltest.Encode(map[string]any{"id": "msg_1", "type": "message", "role": "assistant", "model": "m",
				"stop_reason": finish, "content": content})
		},
		Offered: func(body []byte) (out []model.Tool) {
			var b struct {
				Tools []struct {
					Name, Description string
					Schema            json.RawMessage `json:"input_schema"`
				}
			}
			_ = json.Unmarshal(body, &b)
			for _, t := range b.Tools {
				out = append(out, model.Tool{Name: t.Name, Doc: t.Description, Params: t.Schema})
			}
			return out
		},
		Said: said,
	}
}

// said reads a conversation as the API does: results come first in a message of the
// user, and thoughts are unchanged.
func said(body []byte) (out []modeltest.Said) {
	var b struct {
		Messages []struct {
			Role    string
			Content []struct {
				Type, Text, ID, Name, Signature, Data, Content string

				Input   json.RawMessage
				Kept    bool
				Use     string `json:"tool_use_id"`
				IsError bool   `json:"is_error"`
			}
		}
	}
	_ = json.Unmarshal(body, &b)
	for _, m := range b.Messages[1:] {
		s := modeltest.Said{User: m.Role == "user"}
		thoughts, kept := "", 0
		for _, c := range m.Content {
			switch c.Type {
			case "thinking", "redacted_thinking":
				thoughts += c.Signature + c.Data
			case "text":
				s.Text += c.Text
			case "tool_use":
				s.Calls = append(s.Calls, bench.ToolCall{ID: c.ID, Name: c.Name, Args: string(c.Input)})
				if c.Kept {
					kept++
				}
			case "tool_result":
				s.Results = append(s.Results, model.ToolResult{ID: c.Use, Text: c.Content, Error: c.IsError})
			}
		}
		s.Kept = thoughts == "s1d" && kept == len(s.Calls)
		out = append(out, s)
	}
	return out
}

// Blocks that the API does not accept back are not sent: empty texts, and thoughts at
// the end.
func TestUnsendable(t *testing.T) {
	thought := `{"type":"thinking","thinking":"hm","signature":"s"}`
	for _, tt := range []struct{ content, want string }{
		{`[]`, ``},
		{`[` + thought + `]`, ``},
		{`[{"type":"text","text":""}]`, ``},
		{`[` + thought + `,{"type":"text","text":""}]`, ``},
		{`[` + thought + `,{"type":"text","text":"x"},` + thought + `]`, `{"role":"assistant","content":[` + thought +
			`,{"type":"text","text":"x"}]},`},
	} {
		var sent []byte
		hs := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			sent, _ = io.ReadAll(r.Body)
			io.WriteString(w, `{"id":"m","type":"message","role":"assistant","model":"m","stop_reason":"end_turn","content":`+
				tt.content+`}`)
		}))
		defer hs.Close()
		m := newModel(t, modeltest.Server{URL: hs.URL})
		tool := []model.Tool{{Name: "read", Params: []byte(`{"type":"object"}`)}}
		resp, err := m.Generate(t.Context(), model.Request{Model: "m", User: "?", Tools: tool})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Generate(t.Context(), model.Request{Model: "m", User: "?", Tools: tool,
			History: []model.Message{{Turn: resp.Turn}, {User: "Go on."}}}); err != nil {
			t.Fatal(err)
		}
		want := `"messages":[{"role":"user","content":[{"type":"text","text":"?"}]},` + tt.want +
			`{"role":"user","content":[{"type":"text","text":"Go on."}]}]`
		if !strings.Contains(string(sent), want) {
			t.Errorf("%s: sent %s\nwant %s", tt.content, sent, want)
		}
	}
}

// The end of the history is marked for the cache if the system prompt is. A failure
// without a text gets one, since the API refuses an empty one.
func TestMarks(t *testing.T) {
	var sent []byte
	hs := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent, _ = io.ReadAll(r.Body)
		io.WriteString(w, wire().Answer("done"))
	}))
	defer hs.Close()
	m := newModel(t, modeltest.Server{URL: hs.URL})
	r := model.Request{
		Model: "m", System: "s", User: "?", CacheSystem: true, Tools: []model.Tool{{Name: "read",
			Params: []byte(`{"type":"object"}`)}},
		History: []model.Message{
			{Turn: &bench.Turn{Calls: []bench.ToolCall{{ID: "a", Name: "read", Args: "{}"},
				{ID: "b", Name: "read", Args: "{}"}}}},
			{Results: []model.ToolResult{{ID: "a", Text: "x"}, {ID: "b", Error: true}}},
		},
	}
	if _, err := m.Generate(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	want := `{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"x"},` +
		`{"type":"tool_result","tool_use_id":"b","content":"The call did not work.","is_error":true,"cache_control":{"type":"ephemeral"}}]}]`
	if !strings.Contains(string(sent), want) || strings.Count(string(sent), "ephemeral") != 2 {
		t.Errorf("sent %s\nwant %s", sent, want)
	}
	r.CacheSystem = false
	if _, err := m.Generate(t.Context(), r); err != nil || strings.Contains(string(sent), "ephemeral") {
		t.Errorf("marked without being asked to: %s, error %v", sent, err)
	}
}

// A question without tools is sent as before tools were added.
func TestBodiesWithoutTools(t *testing.T) {
	hot, seed := 0.7, int64(3)
	whole := model.Request{
		Model: "m", System: "Be <brief>.", User: "a<b && \u2028 é", Temperature: &hot, Seed: &seed, MaxTokens: 64,
		CacheSystem:     true,
		ReasoningEffort: "high", Schema: []byte(`{"type": "object"}`), SchemaName: "n", Task: "t",
	}
	hs := httptest.NewServer(http.NotFoundHandler())
	defer hs.Close()
	m := newModel(t, modeltest.Server{URL: hs.URL})
	for want, r := range map[string]model.Request{
		`{"model":"m","max_tokens":64,"system":[{"type":"text","text":"Be <brief>.","cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":[{"type":"text","text":"a<b && \u2028 é"}]}],"thinking":{"type":"adaptive"},"output_config":{"effort":"high","format":{"type":"json_schema","schema":{"type":"object"}}}}`: whole,
		`{"model":"m","max_tokens":8192,"messages":[{"role":"user","content":[{"type":"text","text":"u"}]}]}`: {Model: "m",
			User: "u"},
	} {
		if resp, _ := m.Generate(t.Context(), r); string(resp.RawRequest) != want {
			t.Errorf("sent %s\nwant %s", resp.RawRequest, want)
		}
	}
}

package gemini_test

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

// toolWire is the tool wire of generateContent: a signature is next to the first call
// of a turn, and must be sent back.
func toolWire() *modeltest.ToolWire {
	return &modeltest.ToolWire{
		Called: "STOP", Object: true, ByOrder: true,
		Body: func(text, finish string, calls []bench.ToolCall) string {
			parts := []any{map[string]any{"text": "hm", "thought": true}}
			if text != "" {
				parts = append(parts, map[string]any{"text": text})
			}
			for i, c := range calls {
				f := map[string]any{"name": c.Name, "args": json.RawMessage(c.Args)}
				if c.ID != "" {
					f["id"] = c.ID
				}
				p := map[string]any{"functionCall": f}
				if i == 0 {
					p["thoughtSignature"] = "kept"
				}
				parts = append(parts, p)
			}
			return modeltest.Encode(map[string]any{"modelVersion": "m", "candidates": []any{
				map[string]any{"finishReason": finish, "content": map[string]any{"role": "model", "parts": parts}}}})
		},
		Offered: func(body []byte) (out []model.Tool) {
			var b struct {
				Tools []struct {
					Functions []struct {
						Name, Description string
						Schema            json.RawMessage `json:"parametersJsonSchema"`
					} `json:"functionDeclarations"`
				}
			}
			_ = json.Unmarshal(body, &b)
			for _, t := range b.Tools {
				for _, f := range t.Functions {
					out = append(out, model.Tool{Name: f.Name, Doc: f.Description, Params: f.Schema})
				}
			}
			return out
		},
		Said: said,
	}
}

// said reads a conversation as the API does.
func said(body []byte) (out []modeltest.Said) {
	var b struct {
		Contents []struct {
			Role  string
			Parts []struct {
				Text      string
				Thought   bool
				Signature string `json:"thoughtSignature"`
				Call      *struct {
					ID, Name string
					Args     json.RawMessage
				} `json:"functionCall"`
				Result *struct {
					ID, Name string
					Response map[string]string
				} `json:"functionResponse"`
			}
		}
	}
	_ = json.Unmarshal(body, &b)
	for _, c := range b.Contents[1:] {
		s := modeltest.Said{User: c.Role == "user"}
		for _, p := range c.Parts {
			switch {
			case p.Call != nil:
				s.Calls = append(s.Calls, bench.ToolCall{ID: p.Call.ID, Name: p.Call.Name, Args: string(p.Call.Args)})
				s.Kept = s.Kept || len(s.Calls) == 1 && p.Signature == "kept"
			case p.Result != nil:
				text, failed := p.Result.Response["error"]
				if !failed {
					text = p.Result.Response["output"]
				}
				s.Results = append(s.Results, model.ToolResult{ID: p.Result.ID, Name: p.Result.Name, Text: text, Error: failed})
			case !p.Thought:
				s.Text += p.Text
			}
		}
		out = append(out, s)
	}
	return out
}

// A call that the API could not parse is not a call: the model's text is the text of
// the turn, and is sent back as such.
func TestMalformed(t *testing.T) {
	var sent []byte
	body := `{"candidates":[{"finishReason":"MALFORMED_FUNCTION_CALL","finishMessage":"Malformed function call: read(","content":{}}],"modelVersion":"m"}`
	hs := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent, _ = io.ReadAll(r.Body)
		io.WriteString(w, body)
	}))
	defer hs.Close()
	m := newModel(t, modeltest.Server{URL: hs.URL})
	r := model.Request{Model: "m", User: "?", Tools: []model.Tool{{Name: "read", Params: []byte(`{"type":"object"}`)}}}
	resp, err := m.Generate(t.Context(), r)
	if err != nil || resp.Finish != bench.Answered || resp.FinishRaw != "MALFORMED_FUNCTION_CALL" ||
		len(resp.Turn.Calls) != 0 || resp.Turn.Text != "Malformed function call: read(" {
		t.Fatalf("%+v, error %v", resp, err)
	}
	r.History = []model.Message{{Turn: resp.Turn}, {User: "Go on."}}
	if _, err := m.Generate(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if want := `{"role":"model","parts":[{"text":"Malformed function call: read("}]},{"role":"user","parts":[{"text":"Go on."}]}]`; !strings.Contains(string(sent), want) {
		t.Errorf("sent %s", sent)
	}
	// Without tools the finish message is not text of the model.
	if resp, err := m.Generate(t.Context(), model.Request{Model: "m", User: "?"}); err != nil || resp.Text != "" ||
		resp.Turn != nil {
		t.Errorf("%+v, error %v", resp, err)
	}
}

// A content without its role gets one, and keeps its signature.
func TestRole(t *testing.T) {
	var sent []byte
	hs := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent, _ = io.ReadAll(r.Body)
		io.WriteString(w, `{"candidates":[{"finishReason":"STOP","content":{"parts":[{"functionCall":{"name":"read"},"thoughtSignature":"s"}]}}]}`)
	}))
	defer hs.Close()
	m := newModel(t, modeltest.Server{URL: hs.URL})
	r := model.Request{Model: "m", User: "?", Tools: []model.Tool{{Name: "read", Params: []byte(`{"type":"object"}`)}}}
	resp, err := m.Generate(t.Context(), r)
	if err != nil || len(resp.Turn.Calls) != 1 || resp.Turn.Calls[0].Args != "{}" {
		t.Fatalf("%+v, error %v", resp.Turn, err)
	}
	r.History = []model.Message{{Turn: resp.Turn}, {Results: []model.ToolResult{{ID: resp.Turn.Calls[0].ID, Text: "x"}}}}
	if _, err := m.Generate(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	want := `{"parts":[{"functionCall":{"name":"read"},"thoughtSignature":"s"}],"role":"model"},` +
		`{"role":"user","parts":[{"functionResponse":{"name":"read","response":{"output":"x"}}}]}]`
	if !strings.Contains(string(sent), want) {
		t.Errorf("sent %s\nwant %s", sent, want)
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
		`{"contents":[{"role":"user","parts":[{"text":"a<b && \u2028 é"}]}],"systemInstruction":{"role":"user","parts":[{"text":"Be <brief>."}]},"generationConfig":{"temperature":0.7,"maxOutputTokens":64,"seed":3,"thinkingConfig":{"thinkingLevel":"HIGH"},"responseMimeType":"application/json","responseJsonSchema":{"type":"object"}}}`: whole,
		`{"contents":[{"role":"user","parts":[{"text":"u"}]}],"generationConfig":{}}`: {Model: "m", User: "u"},
	} {
		if resp, _ := m.Generate(t.Context(), r); string(resp.RawRequest) != want {
			t.Errorf("sent %s\nwant %s", resp.RawRequest, want)
		}
	}
}

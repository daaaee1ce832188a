package gemini_test

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/model"
	"assay/internal/core/model/gemini"
	"assay/internal/test/modeltest"
)

// wire is the wire of generateContent.
func wire() modeltest.Wire {
	counts := `{"promptTokenCount":11,"cachedContentTokenCount":5,"candidatesTokenCount":4,"thoughtsTokenCount":3,"totalTokenCount":18}`
	return modeltest.Wire{
		Body: func(text, finish, usage string) string {
			v := map[string]any{
				"modelVersion": "served-model", "responseId": "r1",
				"candidates": []any{map[string]any{
					"index": 0, "finishReason": finish,
					"content": map[string]any{"role": "model", "parts": []any{
						map[string]any{"text": "hm", "thought": true}, map[string]any{"text": text},
					}},
				}},
			}
			if usage != "" {
				v["usageMetadata"] = json.RawMessage(usage)
			}
			return modeltest.Encode(v)
		},
		Stop: "STOP", Length: "MAX_TOKENS", Counts: counts,
		Negative: `{"promptTokenCount":11,"candidatesTokenCount":9,"thoughtsTokenCount":-3}`,
		Filtered: `{"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"},"modelVersion":"served-model"}`,
		Empty:    `{"candidates":[],"modelVersion":"served-model"}`,
		Failure: func(message string) string {
			return modeltest.Encode(map[string]any{"error": map[string]any{"message": message}})
		},
		Forms: []string{modeltest.Strict, modeltest.JSON},
		Form: func(body []byte) string {
			var b request
			_ = json.Unmarshal(body, &b)
			switch {
			case b.Config.ResponseJSONSchema != nil:
				return modeltest.Strict
			case b.Config.ResponseMIMEType != "":
				return modeltest.JSON
			}
			return ""
		},
		NoForm: func(form string) string {
			message := `Invalid JSON payload received. Unknown name "responseJsonSchema" at 'generation_config': Cannot find field.`
			if form == modeltest.JSON {
				message = "JSON mode is not enabled for this model"
			}
			return modeltest.Encode(map[string]any{"error": map[string]any{"code": 400, "message": message,
				"status": "INVALID_ARGUMENT"}})
		},
		Key: func(r *http.Request) string { return r.Header.Get("X-Goog-Api-Key") + r.URL.Query().Get("key") },
		Model: func(path string, _ []byte) string {
			id, _ := strings.CutPrefix(path, "/v1beta/models/")
			id, _ = strings.CutSuffix(id, ":generateContent")
			return id
		},
		Prompt: func(body []byte) (system, user string) {
			var b request
			_ = json.Unmarshal(body, &b)
			for _, p := range b.SystemInstruction.Parts {
				system += p.Text
			}
			for _, c := range b.Contents {
				for _, p := range c.Parts {
					user += p.Text
				}
			}
			return system, user
		},
		Tools: toolWire(),
		Limits: func(body []byte) (*float64, int64) {
			var b request
			_ = json.Unmarshal(body, &b)
			return b.Config.Temperature, b.Config.MaxOutputTokens
		},
	}
}

type content struct{ Parts []struct{ Text string } }

// request is a request as the server reads it.
type request struct {
	SystemInstruction content
	Contents          []content
	Config            struct {
		Temperature        *float64
		MaxOutputTokens    int64
		Seed               *int64
		ResponseMIMEType   string `json:"responseMimeType"`
		ResponseJSONSchema map[string]any
		ThinkingConfig     *struct {
			ThinkingLevel  string
			ThinkingBudget *int
		}
	} `json:"generationConfig"`
}

func newModel(t *testing.T, s modeltest.Server) model.Model {
	t.Helper()
	m, err := gemini.New(gemini.Config{APIKey: modeltest.Key, BaseURL: s.URL, Transport: s.Transport, Timeout: s.Timeout})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestExercise(t *testing.T) {
	// This package must not read the environment.
	t.Setenv("GEMINI_API_KEY", "from-the-environment")
	t.Setenv("GOOGLE_GEMINI_BASE_URL", "http://127.0.0.1:1/environment")
	t.Setenv("GOOGLE_GENAI_USE_VERTEXAI", "true")
	t.Setenv("GOOGLE_CLOUD_PROJECT", "environment")
	modeltest.Exercise(t, wire(), func(s modeltest.Server) model.Model { return newModel(t, s) })
}

func TestNew(t *testing.T) {
	t.Setenv("GEMINI_API_KEY", "from-the-environment")
	if _, err := gemini.New(gemini.Config{}); model.KindOf(err) != model.ErrAuth {
		t.Errorf("without a key: %v", err)
	}
	if _, err := gemini.New(gemini.Config{APIKey: "k", BaseURL: "googleapis.com"}); err == nil {
		t.Error("an address without a scheme is accepted")
	}
}

// Requests are those that genai 1.77 made of the same questions.
func TestRecorded(t *testing.T) {
	modeltest.Recorded(t, "testdata/requests.json", func(int) string { return wire().Answer("ok") },
		func(s modeltest.Server) {
			m := newModel(t, s)
			hot, zero, seed := 0.7, 0.0, int64(3)
			r := model.Request{
				Model: "gemini-x", System: "Be <brief>. é\u2028", User: "is `a<b && c>d` \"q\" \x01 é😀\u2028", Temperature: &hot,
				Seed: &seed, MaxTokens: 64, CacheSystem: true,
				Schema: []byte(`{"type":"object", "properties":{"b":{"type":"string"},"a":{"type":"number","maximum":1e3}},"required":["b","a"]}`),
			}
			effort, none := r, r
			effort.ReasoningEffort, none.ReasoningEffort = "high", "none"
			all := []model.Request{r, effort, none}
			for _, id := range []string{"gemini-x", "models/gemini-x", "tunedModels/x", "publishers/google/models/x"} {
				all = append(all, model.Request{Model: id, User: "u", Temperature: &zero})
			}
			for _, r := range all {
				if _, err := m.Generate(t.Context(), r); err != nil {
					t.Error(err)
				}
			}
			for _, id := range []string{"x?key=1", "x&y", "../../v1/x"} {
				if _, err := m.Generate(t.Context(), model.Request{Model: id, User: "u"}); model.KindOf(err) != model.ErrInvalid {
					t.Errorf("%s: %v", id, err)
				}
			}
		})
}

// serve answers each request with the result of reply, and records the requests.
func serve(t *testing.T, reply func(request) (int, string)) (model.Model, *[]request) {
	t.Helper()
	var seen []request
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		var q request
		if err := json.Unmarshal(b, &q); err != nil {
			t.Error(err)
		}
		seen = append(seen, q)
		status, body := reply(q)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		io.WriteString(w, body)
	}))
	t.Cleanup(s.Close)
	return newModel(t, modeltest.Server{URL: s.URL}), &seen
}

func ask() model.Request {
	hot, seed := 0.7, int64(3)
	return model.Request{Model: "gemini-x", System: "Be brief.", User: "?", Temperature: &hot, Seed: &seed, MaxTokens: 9,
		Schema: []byte(`{"type":"object","properties":{"a":{"type":"string"}}}`), CacheSystem: true}
}

func fine(request) (int, string) { return 200, wire().Answer("ok") }

func TestRequest(t *testing.T) {
	m, seen := serve(t, fine)
	resp, err := m.Generate(t.Context(), ask())
	if err != nil {
		t.Fatal(err)
	}
	c := (*seen)[0].Config
	if c.Temperature == nil || *c.Temperature != 0.7 || c.Seed == nil || *c.Seed != 3 || c.ThinkingConfig != nil {
		t.Errorf("sent %+v", c)
	}
	if c.ResponseMIMEType != "application/json" || c.ResponseJSONSchema["type"] != "object" {
		t.Errorf("schema sent as %+v", c)
	}
	want := map[string]string{"temperature": "0.7", "max_tokens": "9", "schema": "strict", "seed": "3"}
	if !maps.Equal(resp.Params, want) || len(resp.Dropped) != 0 {
		t.Errorf("says that it sent %v without %v", resp.Params, resp.Dropped)
	}
	r := ask()
	for i, effort := range []string{"none", "low"} {
		r.ReasoningEffort = effort
		if _, err := m.Generate(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		switch c := (*seen)[1+i].Config.ThinkingConfig; {
		case c == nil,
			effort == "none" && (c.ThinkingBudget == nil || *c.ThinkingBudget != 0 || c.ThinkingLevel != ""),
			effort == "low" && (c.ThinkingLevel != "LOW" || c.ThinkingBudget != nil):
			t.Errorf("%s: sent %+v", effort, c)
		}
	}
	*r.Seed = 1 << 40
	if _, err := m.Generate(t.Context(), r); model.KindOf(err) != model.ErrInvalid || len(*seen) != 3 {
		t.Errorf("a seed of 41 bits: %v", err)
	}
}

func TestUnsupported(t *testing.T) {
	refuse := func(message string) (int, string) {
		return 400, modeltest.Encode(map[string]any{"error": map[string]any{"code": 400, "status": "INVALID_ARGUMENT",
			"message": message}})
	}
	m, _ := serve(t, func(q request) (int, string) {
		switch {
		case q.Config.ThinkingConfig != nil:
			return refuse("Thinking level is not supported for this model.")
		case q.Config.ResponseMIMEType != "":
			return refuse("Json mode is not enabled for this model")
		}
		return fine(q)
	})
	r := ask()
	r.ReasoningEffort = "high"
	for _, attempts := range []int{3, 1} {
		resp, err := m.Generate(t.Context(), r)
		if err != nil || resp.Attempts != attempts || !slices.Equal(resp.Dropped, []string{"reasoning_effort", "schema"}) {
			t.Errorf("%d requests, dropped %v, error %v", resp.Attempts, resp.Dropped, err)
		}
	}
}

func TestEndings(t *testing.T) {
	for _, tt := range []struct {
		word string
		want bench.Outcome
	}{
		{"STOP", bench.Answered}, {"MAX_TOKENS", bench.Truncated}, {"SAFETY", bench.Filtered}, {"RECITATION", bench.Filtered},
		{"BLOCKLIST", bench.Filtered}, {"PROHIBITED_CONTENT", bench.Filtered}, {"SPII", bench.Filtered},
		{"OTHER", bench.Answered}, {"MALFORMED_FUNCTION_CALL", bench.Answered}, // left to the parser
	} {
		m, _ := serve(t, func(request) (int, string) { return 200, wire().Body("text", tt.word, wire().Counts) })
		resp, err := m.Generate(t.Context(), ask())
		if err != nil || resp.Finish != tt.want || resp.FinishRaw != tt.word || resp.Text != "text" {
			t.Errorf("%s: %q %q, error %v", tt.word, resp.Finish, resp.Text, err)
		}
	}
	m, _ := serve(t, func(request) (int, string) { return 200, wire().Filtered })
	if resp, err := m.Generate(t.Context(), ask()); err != nil || resp.FinishRaw != "PROHIBITED_CONTENT" {
		t.Errorf("a blocked prompt: %+v, error %v", resp, err)
	}
}

// FuzzRead feeds bodies that no API would send.
func FuzzRead(f *testing.F) {
	f.Add(200, wire().Answer("yes"))
	f.Add(200, wire().Filtered)
	f.Add(200, `{"candidates":[{"content":{"parts":[{"text":1}]}}]}`)
	f.Add(429, `[{"error":{"code":429,"details":[{"retryDelay":"1e9s"}]}}]`)
	f.Fuzz(func(t *testing.T, status int, body string) {
		m := newModel(t, modeltest.Server{URL: "http://h/", Transport: trip(func(*http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}, nil
		})})
		resp, err := m.Generate(t.Context(), ask())
		if (err == nil) != (resp.Finish != "") || err != nil && model.KindOf(err) == "" {
			t.Errorf("finish %q, error %v", resp.Finish, err)
		}
	})
}

type trip func(*http.Request) (*http.Response, error)

func (f trip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

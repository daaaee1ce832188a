package anthropic_test

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/core/model"
	"assay/internal/core/model/anthropic"
	"assay/internal/test/modeltest"
)

// wire is the wire of the Messages API.
func wire() modeltest.Wire {
	counts := `{"input_tokens":6,"cache_read_input_tokens":5,"output_tokens":7,"output_tokens_details":{"thinking_tokens":3}}`
	body := func(text, finish, usage string) string {
		v := map[string]any{
			"id": "msg_1", "type": "message", "role": "assistant", "model": "served-model", "stop_reason": finish,
			"content": []any{
				map[string]any{"type": "thinking", "thinking": "hm", "signature": "s"},
				map[string]any{"type": "text", "text": text},
			},
		}
		if usage != "" {
			v["usage"] = json.RawMessage(usage)
		}
		return modeltest.Encode(v)
	}
	return modeltest.Wire{
		Body: body, Stop: "end_turn", Length: "max_tokens", Counts: counts,
		Negative: `{"input_tokens":-6,"cache_read_input_tokens":17,"output_tokens":7}`,
		Refused:  body("I cannot help with that.", "refusal", counts),
		Empty:    `{"id":"msg_1","type":"message","role":"assistant","content":[],"stop_reason":null}`,
		NoCredit: `{"type":"error","error":{"type":"billing_error","message":"no credit"}}`,
		Invalid:  `{"type":"error","error":{"type":"invalid_request_error","message":"what"}}`,
		Failure: func(message string) string {
			return modeltest.Encode(map[string]any{"type": "error", "error": map[string]any{"type": "api_error",
				"message": message}})
		},
		Forms: []string{modeltest.Strict},
		Form: func(body []byte) string {
			var b request
			if _ = json.Unmarshal(body, &b); b.OutputConfig != nil && b.OutputConfig.Format != nil {
				return modeltest.Strict
			}
			return ""
		},
		NoForm: func(string) string {
			return modeltest.Encode(map[string]any{"type": "error", "error": map[string]any{"type": "invalid_request_error",
				"message": "output_config.format: Extra inputs are not permitted"}})
		},
		Key: func(r *http.Request) string { return r.Header.Get("X-Api-Key") },
		Model: func(_ string, body []byte) string {
			var b struct{ Model string }
			_ = json.Unmarshal(body, &b)
			return b.Model
		},
		Prompt: func(body []byte) (system, user string) {
			var b request
			_ = json.Unmarshal(body, &b)
			for _, s := range b.System {
				system += s.Text
			}
			for _, m := range b.Messages {
				for _, c := range m.Content {
					user += c.Text
				}
			}
			return system, user
		},
		Tools: toolWire(),
		Limits: func(body []byte) (*float64, int64) {
			var b request
			_ = json.Unmarshal(body, &b)
			return b.Temperature, b.MaxTokens
		},
	}
}

type block struct {
	Text         string
	CacheControl *struct{ Type string } `json:"cache_control"`
}

// request is a request as the server reads it.
type request struct {
	System       []block
	Messages     []struct{ Content []block }
	Temperature  *float64
	MaxTokens    int64 `json:"max_tokens"`
	Thinking     *struct{ Type string }
	OutputConfig *struct {
		Effort string
		Format *struct {
			Type   string
			Schema map[string]any
		}
	} `json:"output_config"`
	Seed *int64
}

func newModel(t *testing.T, s modeltest.Server) model.Model {
	t.Helper()
	m, err := anthropic.New(anthropic.Config{APIKey: modeltest.Key, BaseURL: s.URL, Transport: s.Transport,
		Timeout: s.Timeout})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestBatches(t *testing.T) {
	t.Setenv("ANTHROPIC_API_KEY", "sk-from-the-environment")
	t.Setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1/environment")
	modeltest.ExerciseBatches(t, wire(), func(s modeltest.Server) model.Batcher { return newModel(t, s).(model.Batcher) })
}

func TestExercise(t *testing.T) {
	// This package must not read the environment.
	t.Setenv("ANTHROPIC_API_KEY", "sk-from-the-environment")
	t.Setenv("ANTHROPIC_AUTH_TOKEN", "from-the-environment")
	t.Setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1/environment")
	t.Setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Environment: 1")
	modeltest.Exercise(t, wire(), func(s modeltest.Server) model.Model { return newModel(t, s) })
}

func TestNew(t *testing.T) {
	if _, err := anthropic.New(anthropic.Config{}); model.KindOf(err) != model.ErrAuth {
		t.Errorf("without a key: %v", err)
	}
	if _, err := anthropic.New(anthropic.Config{APIKey: "k", BaseURL: "api.anthropic.com"}); err == nil {
		t.Error("an address without a scheme is accepted")
	}
}

// Requests are those that anthropic-sdk-go 1.84 made of the same questions.
func TestRecorded(t *testing.T) {
	modeltest.Recorded(t, "testdata/requests.json", func(int) string { return wire().Answer("ok") },
		func(s modeltest.Server) {
			m := newModel(t, s).(model.Batcher)
			hot, zero, seed := 0.7, 0.0, int64(3)
			r := model.Request{
				Model: "claude-x", System: "Be <brief>. é\u2028", User: "is `a<b && c>d` \"q\" \x01 é😀\u2028", Temperature: &hot,
				Seed: &seed, MaxTokens: 64, CacheSystem: true,
				Schema: []byte(`{"type":"object", "properties":{"b":{"type":"string"},"a":{"type":"number","maximum":1e3}},"required":["b","a"]}`),
			}
			plain := model.Request{Model: "claude-x", User: "u", Temperature: &zero}
			effort, none := r, r
			effort.ReasoningEffort, none.ReasoningEffort = "high", "none"
			for _, r := range []model.Request{r, effort, none, plain} {
				if _, err := m.Generate(t.Context(), r); err != nil {
					t.Error(err)
				}
			}
			enc, err := m.Encode(plain)
			if err != nil {
				t.Fatal(err)
			}
			// None of these responses is a batch; only the requests are checked.
			_, _ = m.Submit(t.Context(), "n1", []model.BatchItem{{ID: "q-n1", Body: enc.Body}})
			_, _ = m.Find(t.Context(), "n1", 1, time.Now())
			_, _ = m.Fetch(t.Context(), "msgbatch_1/x", func(model.BatchResult) error { return nil })
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
	zero, seed := 0.0, int64(3)
	return model.Request{Model: "claude", System: "Be brief.", User: "?", Temperature: &zero, Seed: &seed,
		Schema: []byte(`{"type":"object"}`), CacheSystem: true}
}

func fine(request) (int, string) { return 200, wire().Answer("ok") }

func refuse(message string) (int, string) {
	return 400, modeltest.Encode(map[string]any{"type": "error",
		"error": map[string]any{"type": "invalid_request_error", "message": message}})
}

func TestRequest(t *testing.T) {
	m, seen := serve(t, fine)
	resp, err := m.Generate(t.Context(), ask())
	if err != nil {
		t.Fatal(err)
	}
	q := (*seen)[0]
	if len(q.System) != 1 || q.System[0].CacheControl == nil || q.System[0].CacheControl.Type != "ephemeral" ||
		q.Messages[0].Content[0].CacheControl != nil {
		t.Errorf("the system prompt, and it alone, is marked for the cache: %+v", q)
	}
	if q.OutputConfig == nil || q.OutputConfig.Format == nil || q.OutputConfig.Format.Type != "json_schema" ||
		q.OutputConfig.Format.Schema["type"] != "object" {
		t.Errorf("schema sent as %+v", q.OutputConfig)
	}
	if q.Seed != nil || q.Thinking != nil || q.OutputConfig.Effort != "" || q.MaxTokens != anthropic.DefaultMaxTokens {
		t.Errorf("sent %+v", q)
	}
	want := map[string]string{"temperature": "0", "max_tokens": "8192", "schema": "strict"}
	if !maps.Equal(resp.Params, want) || !slices.Equal(resp.Dropped, []string{"seed"}) {
		t.Errorf("says that it sent %v without %v", resp.Params, resp.Dropped)
	}
	r := ask()
	r.System, r.Schema = "", nil
	if _, err := m.Generate(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if q := (*seen)[1]; q.System != nil || q.OutputConfig != nil {
		t.Errorf("sent %+v", q)
	}
	r.Schema = []byte(`[1]`)
	if _, err := m.Generate(t.Context(), r); model.KindOf(err) != model.ErrInvalid || len(*seen) != 2 {
		t.Errorf("a schema that is no object: %v", err)
	}
}

func TestEffort(t *testing.T) {
	m, seen := serve(t, fine)
	for i, tt := range []struct {
		effort, thinking, sent string
		temperature            bool
	}{
		{"high", "adaptive", "high", false},
		{"none", "disabled", "", true},
	} {
		r := ask()
		r.ReasoningEffort = tt.effort
		resp, err := m.Generate(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		q := (*seen)[i]
		if q.Thinking == nil || q.Thinking.Type != tt.thinking || q.OutputConfig.Effort != tt.sent ||
			(q.Temperature != nil) != tt.temperature {
			t.Errorf("%s: sent %+v", tt.effort, q)
		}
		if resp.Params["reasoning_effort"] != tt.effort || slices.Contains(resp.Dropped, "temperature") == tt.temperature {
			t.Errorf("%s: says that it sent %v without %v", tt.effort, resp.Params, resp.Dropped)
		}
	}
}

// Each setting that a model refuses is given up, one at a time, and a temperature that
// only thinking excluded is then sent again.
func TestUnsupported(t *testing.T) {
	for _, tt := range []struct {
		name     string
		refuses  func(request) string
		attempts int
		dropped  []string
	}{
		{"temperature", func(q request) string {
			if q.Temperature != nil {
				return "`temperature` is deprecated for this model."
			}
			return ""
		}, 2, []string{"seed", "temperature"}},
		{"schema", func(q request) string {
			if q.OutputConfig != nil && q.OutputConfig.Format != nil {
				return "output_config.format: Extra inputs are not permitted"
			}
			return ""
		}, 2, []string{"schema", "seed"}},
		{"thinking", func(q request) string {
			if q.Thinking != nil {
				return "adaptive thinking is not supported on this model"
			}
			return ""
		}, 2, []string{"seed"}},
		{"thinking and effort", func(q request) string {
			switch {
			case q.Thinking != nil:
				return "adaptive thinking is not supported on this model"
			case q.OutputConfig != nil && q.OutputConfig.Effort != "":
				return "This model does not support the effort parameter."
			}
			return ""
		}, 3, []string{"reasoning_effort", "seed"}},
		{"no thinking", func(q request) string {
			if q.Thinking != nil {
				return "thinking.type: disabled is not supported on this model"
			}
			return ""
		}, 2, []string{"reasoning_effort", "seed"}},
		{"cache", func(q request) string {
			if q.System[0].CacheControl != nil {
				return "system.0.cache_control: Extra inputs are not permitted"
			}
			return ""
		}, 2, []string{"seed"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, seen := serve(t, func(q request) (int, string) {
				if message := tt.refuses(q); message != "" {
					return refuse(message)
				}
				return fine(q)
			})
			r := ask()
			r.ReasoningEffort = map[string]string{"thinking": "low", "thinking and effort": "low",
				"no thinking": "none"}[tt.name]
			for _, attempts := range []int{tt.attempts, 1} { // then it is remembered
				resp, err := m.Generate(t.Context(), r)
				if err != nil || resp.Attempts != attempts || !slices.Equal(resp.Dropped, tt.dropped) {
					t.Errorf("%d requests, dropped %v, error %v", resp.Attempts, resp.Dropped, err)
				}
			}
			if last := (*seen)[len(*seen)-1]; r.ReasoningEffort != "" && last.Temperature == nil {
				t.Error("without thinking the temperature can be sent")
			}
		})
	}
}

// A bad value is our mistake, and is not hidden.
func TestBadValue(t *testing.T) {
	m, _ := serve(t, func(request) (int, string) {
		return refuse("output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'")
	})
	r := ask()
	r.ReasoningEffort = "minimal"
	if resp, err := m.Generate(t.Context(), r); model.KindOf(err) != model.ErrInvalid || resp.Attempts != 1 {
		t.Errorf("%d requests, error %v", resp.Attempts, err)
	}
}

func TestEndings(t *testing.T) {
	for _, tt := range []struct {
		word string
		want bench.Outcome
	}{
		{"end_turn", bench.Answered}, {"stop_sequence", bench.Answered}, {"refusal", bench.Refused},
		{"max_tokens", bench.Truncated}, {"model_context_window_exceeded", bench.Truncated},
		{"pause_turn", bench.Answered}, // no offered tool can pause a turn: left to the parser
	} {
		m, _ := serve(t, func(request) (int, string) { return 200, wire().Body("text", tt.word, wire().Counts) })
		resp, err := m.Generate(t.Context(), ask())
		if err != nil || resp.Finish != tt.want || resp.FinishRaw != tt.word || resp.Text != "text" {
			t.Errorf("%s: %q %q, error %v", tt.word, resp.Finish, resp.Text, err)
		}
	}
}

func TestCacheUsage(t *testing.T) {
	m, _ := serve(t, func(request) (int, string) {
		return 200, wire().Body("ok", "end_turn",
			`{"input_tokens":10,"cache_creation_input_tokens":200,"cache_read_input_tokens":3000,"output_tokens":5}`)
	})
	resp, err := m.Generate(t.Context(), ask())
	if want := (bench.Usage{InputTokens: 3210, CachedTokens: 3000, CacheWriteTokens: 200, OutputTokens: 5}); err != nil ||
		resp.Usage != want {
		t.Errorf("usage %+v, error %v", resp.Usage, err)
	}
}

// FuzzRead feeds bodies that no API would send.
func FuzzRead(f *testing.F) {
	f.Add(200, wire().Answer("yes"))
	f.Add(200, wire().Empty)
	f.Add(200, `{"type":"message","content":[{"type":"text","text":1}],"usage":{"input_tokens":"x"}}`)
	f.Add(400, `{"type":"error","error":{"type":"invalid_request_error","message":"temperature is not supported"}}`)
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

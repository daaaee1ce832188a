package chat

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/model"
	"assay/internal/model/modeltest"
)

// body is a request as a server reads it.
type body map[string]any

func (b body) has(key string) bool { _, ok := b[key]; return ok }

// serve starts a server and returns a model for it. reply may be called
// concurrently.
func serve(t *testing.T, c Config, reply func(body) (int, string)) model.Model {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		var b body
		if err := json.Unmarshal(raw, &b); err != nil {
			t.Error(err)
		}
		status, text := reply(b)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		io.WriteString(w, text)
	}))
	t.Cleanup(s.Close)
	c.Provider, c.BaseURL = "test", s.URL+"/v1"
	m, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func request() model.Request {
	zero := 0.0
	return model.Request{Model: "m", User: "?", Temperature: &zero, MaxTokens: 5, Schema: []byte(`{"type":"object"}`)}
}

func ok() (int, string) { return 200, modeltest.Chat().Answer("ok") }

func TestBadRequests(t *testing.T) {
	m := serve(t, Config{}, func(body) (int, string) { t.Error("sent"); return ok() })
	for name, r := range map[string]model.Request{
		"no model":   {User: "?"},
		"no prompt":  {Model: "m", System: "s"},
		"no UTF-8":   {Model: "m", User: "?", System: "\xff"},
		"bad schema": {Model: "m", User: "?", Schema: []byte("{")},
	} {
		if resp, err := m.Generate(t.Context(), r); model.KindOf(err) != model.ErrInvalid || resp.Attempts != 0 {
			t.Errorf("%s: %d requests, %v", name, resp.Attempts, err)
		}
	}
}

func TestEndings(t *testing.T) {
	choice := func(finish, message string) string {
		return fmt.Sprintf(`{"choices":[{"finish_reason":%s,"message":%s}]}`, finish, message)
	}
	for _, tt := range []struct {
		name   string
		status int
		body   string
		finish bench.Outcome
		raw    string
		text   string
		kind   model.ErrorKind
	}{
		{"unknown word", 200, choice(`"eos"`, `{"content":"yes"}`), bench.Answered, "eos", "yes", ""},
		{"no word", 200, choice(`null`, `{"content":"yes"}`), bench.Answered, "", "yes", ""},
		{"no word, no text", 200, choice(`null`, `{"content":""}`), "", "", "", model.ErrProtocol},
		{"stop without text", 200, choice(`"stop"`, `{"content":null}`), bench.Answered, "stop", "", ""},
		{"parts", 200, choice(`"stop"`,
			`{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"y"},{"type":"text","text":"es"}]}`), bench.Answered, "stop", "yes", ""},
		{"refusal beside text", 200, choice(`"stop"`, `{"content":"so","refusal":"no"}`), bench.Refused, "stop", "so", ""},
		{"empty refusal", 200, choice(`"stop"`, `{"content":"yes","refusal":""}`), bench.Answered, "stop", "yes", ""},
		{"null refusal", 200, choice(`"stop"`, `{"content":"yes","refusal":null}`), bench.Answered, "stop", "yes", ""},
		{"prompt filtered", 400, `{"error":{"message":"filtered","code":"content_filter","param":"prompt"}}`, bench.Filtered,
			"content_filter", "filtered", ""},
		{"prompt flagged", 400, `{"error":{"message":"Invalid prompt: your prompt was flagged","code":"invalid_prompt"}}`,
			bench.Filtered, "invalid_prompt", "Invalid prompt: your prompt was flagged", ""},
		{"invalid prompt", 400, `{"error":{"message":"Invalid prompt: messages is empty","code":"invalid_prompt"}}`, "", "",
			"", model.ErrInvalid},
		{"error text", 200, `{"error":"model is loading"}`, "", "", "", model.ErrProtocol},
		{"error word", 200, `{"error":{"code":"rate_limit_exceeded","message":"slow"}}`, "", "", "", model.ErrRateLimit},
		{"error text, 404", 404, `{"error":"model 'x' not found"}`, "", "", "", model.ErrNoModel},
		{"another envelope", 422, `{"detail":[{"loc":["body"],"msg":"field required"}]}`, "", "", "", model.ErrInvalid},
		{"null error", 200, `{"error":null,"choices":[{"finish_reason":"stop","message":{"content":"yes"}}]}`, bench.Answered,
			"stop", "yes", ""},
		{"not an object", 200, `[1,2]`, "", "", "", model.ErrProtocol},
		{"bare string", 200, `"hello"`, "", "", "", model.ErrProtocol},
		{"null", 200, `null`, "", "", "", model.ErrProtocol},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := serve(t, Config{}, func(body) (int, string) { return tt.status, tt.body })
			resp, err := m.Generate(t.Context(), request())
			if model.KindOf(err) != tt.kind {
				t.Fatalf("error %v", err)
			}
			if err == nil && (resp.Finish != tt.finish || resp.FinishRaw != tt.raw || resp.Text != tt.text) {
				t.Errorf("got %q %q %q", resp.Finish, resp.FinishRaw, resp.Text)
			}
		})
	}
}

func TestPlainTextJSON(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		io.WriteString(w, modeltest.Chat().Answer("yes"))
	}))
	defer s.Close()
	m, err := New(Config{BaseURL: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	resp, err := m.Generate(t.Context(), request())
	if err != nil || resp.Text != "yes" {
		t.Errorf("got %q, error %v", resp.Text, err)
	}
}

func TestTimeout(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	}))
	defer s.Close()
	m, err := New(Config{BaseURL: s.URL, Timeout: 20 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	resp, err := m.Generate(t.Context(), request())
	if model.KindOf(err) != model.ErrUnavailable || resp.Attempts != 1 || !strings.Contains(err.Error(), "20ms") {
		t.Errorf("%d requests, error %v", resp.Attempts, err)
	}
}

type trip func(*http.Request) (*http.Response, error)

func (f trip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// Transport errors name the URL, and a URL may hold a secret.
func TestNoSecretsInErrors(t *testing.T) {
	for _, base := range []string{"http://user:hunter22@h.invalid/v1", "http://h.invalid/hunter22/v1",
		"http://h.invalid/v1?key=hunter22"} {
		m, err := New(Config{Provider: "test", BaseURL: base, APIKey: " hunter22\n",
			Transport: trip(func(r *http.Request) (*http.Response, error) {
				if got := r.Header.Get("Authorization"); got != "Bearer hunter22" {
					t.Errorf("Authorization is %q", got)
				}
				return nil, errors.New("dial with hunter22 failed")
			})})
		if err != nil {
			t.Fatal(err)
		}
		_, err = m.Generate(t.Context(), request())
		if model.KindOf(err) != model.ErrUnavailable || strings.Contains(err.Error(), "hunter22") {
			t.Errorf("error is %v", err)
		}
	}
	if _, err := New(Config{BaseURL: "ftp://hunter22@h/"}); err == nil || strings.Contains(err.Error(), "hunter22") {
		t.Errorf("error is %v", err)
	}
}

// Every body of a server gives a response or a *model.Error.
func FuzzGenerate(f *testing.F) {
	f.Add(200, modeltest.Chat().Answer("yes"))
	f.Add(200, `null`)
	f.Add(200, `{"choices":[null]}`)
	f.Add(200, `{"choices":[{"message":{"content":[{"text":1}]}}],"usage":{"cost":"x"}}`)
	f.Add(429, `{"error":{"code":"insufficient_quota"}}`)
	f.Add(400, noTemperature)
	f.Add(503, "<html>\xff")
	f.Fuzz(func(t *testing.T, status int, text string) {
		m, err := New(Config{Provider: "test", BaseURL: "http://h/",
			Transport: trip(func(*http.Request) (*http.Response, error) {
				return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}},
					Body: io.NopCloser(strings.NewReader(text))}, nil
			})})
		if err != nil {
			t.Fatal(err)
		}
		resp, err := m.Generate(t.Context(), request())
		if (err == nil) != (resp.Finish != "") || err != nil && model.KindOf(err) == "" {
			t.Errorf("finish %q, error %v", resp.Finish, err)
		}
		if resp.Attempts < 1 || resp.Attempts > 6 {
			t.Errorf("%d requests", resp.Attempts)
		}
	})
}

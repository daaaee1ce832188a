package chat

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/core/model"
	"assay/internal/test/modeltest"
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
	chunk := func(finish, delta string) string {
		return fmt.Sprintf(`{"choices":[{"finish_reason":%s,"delta":%s}]}`, finish, delta)
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
		{"stop without text", 200, choice(`"stop"`, `{"content":null}`), "", "", "", model.ErrProtocol},
		{"stop with blanks", 200, choice(`"stop"`, `{"content":" \n"}`), "", "", "", model.ErrProtocol},
		{"no choices", 200, `{"choices":[]}`, "", "", "", model.ErrProtocol},
		{"length without text", 200, choice(`"length"`, `{"content":"","reasoning_content":"hm {}"}`), bench.Truncated,
			"length", "", ""},
		{"Google's word", 200, choice(`"MAX_TOKENS"`, `{"content":"{"}`), bench.Truncated, "MAX_TOKENS", "{", ""},
		{"Google's other word", 200, choice(`"SAFETY"`, `{"content":null}`), bench.Filtered, "SAFETY", "", ""},
		{"an object", 200, choice(`"stop"`, `{"content":{"verdict":"safe"}}`), bench.Answered, "stop",
			`{"verdict":"safe"}`, ""},
		{"the older API", 200, `{"choices":[{"text":"yes","finish_reason":"stop"}]}`, bench.Answered, "stop", "yes", ""},
		{"a call", 200, choice(`"tool_calls"`, `{"content":null,"tool_calls":[{"function":{"name":"f","arguments":"{}"}}]}`),
			bench.Answered, "tool_calls", `[{"function":{"name":"f","arguments":"{}"}}]`, ""},
		{"a call of the older API", 200, choice(`"function_call"`, `{"content":"","function_call":{"name":"f"}}`),
			bench.Answered, "function_call", `{"name":"f"}`, ""},
		{"only reasoning", 200, choice(`"stop"`, `{"content":"","reasoning_content":"hm"}`), bench.Answered, "stop",
			"<think>hm</think>", ""},
		{"only a part that thinks", 200, choice(`"stop"`, `{"content":[{"type":"thinking","thinking":"hm"}]}`), bench.Answered,
			"stop", `<think>[{"type":"thinking","thinking":"hm"}]</think>`, ""},
		{"byte order mark", 200, "\uFEFF" + choice(`"stop"`, `{"content":"yes"}`), bench.Answered, "stop", "yes", ""},
		{"byte order mark before an error", 404, "\uFEFF" + `{"error":{"code":"insufficient_quota"}}`, "", "", "",
			model.ErrAuth},
		{"a stream", 200, "data: " + chunk(`null`, `{"role":"assistant","content":"ye"}`) + "\n\n: ping\n\ndata: " +
			chunk(`"length"`, `{"content":"s"}`) + "\n\ndata: [DONE]\n\n", bench.Truncated, "length", "yes", ""},
		{"a stream without a word", 200, "event: x\ndata:" + chunk(`null`, `{"content":"yes"}`) + "\r\n\r\ndata: [DONE]",
			bench.Answered, "", "yes", ""},
		{"a stream with a call", 200, "data: " +
			chunk(`null`, `{"tool_calls":[{"index":0,"id":"1","function":{"name":"f","arguments":"{"}}]}`) + "\ndata: " +
			chunk(`"tool_calls"`, `{"tool_calls":[{"index":0,"function":{"arguments":"}"}}]}`), bench.Answered, "tool_calls",
			`[{"function":{"arguments":"{}","name":"f"},"id":"1","type":"function"}]`, ""},
		{"a stream of one answer", 200, "data: " + choice(`"stop"`, `{"content":"yes"}`), bench.Answered, "stop", "yes", ""},
		{"half a stream", 200, "data: " + chunk(`null`, `{"content":"ye"}`), "", "", "", model.ErrUnavailable},
		{"a stream that ends with an error", 200, "data: " + chunk(`null`, `{"content":"ye"}`) + "\n" +
			`data: {"error":{"code":"rate_limit_exceeded","message":"slow"}}`, "", "", "", model.ErrRateLimit},
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

// A limit may be told as a date, by the server's clock.
func TestWaitsUntilDate(t *testing.T) {
	const now, later = "Wed, 21 Oct 2015 07:28:00 GMT", "Wed, 21 Oct 2015 07:28:03 GMT"
	m, err := New(Config{BaseURL: "http://h/v1", Transport: trip(func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 429, Header: http.Header{"Date": {now}, "Retry-After": {later}},
			Body: io.NopCloser(strings.NewReader(`{"error":{"message":"slow down","type":"rate_limit"}}`))}, nil
	})})
	if err != nil {
		t.Fatal(err)
	}
	_, err = m.Generate(t.Context(), request())
	var e *model.Error
	if !errors.As(err, &e) || e.Kind != model.ErrRateLimit || e.RetryAfter != 3*time.Second || !e.Temporary() {
		t.Errorf("%+v", err)
	}
}

// Reasoning is a part of the output, whether or not a server counts it in completion_tokens, and also when it used
// up the whole limit.
func TestReasoningTokens(t *testing.T) {
	const answer = `{"choices":[{"finish_reason":%q,"message":{"content":%q,"reasoning_content":"It pays first"}}],"usage":%s}`
	for _, tt := range []struct {
		name, finish, text, usage string
		outcome                   bench.Outcome
		want                      bench.Usage
	}{
		{"inside", "stop", "yes", `{"prompt_tokens":2006,"completion_tokens":1300,"total_tokens":3306,"completion_tokens_details":{"reasoning_tokens":1000}}`,
			bench.Answered, bench.Usage{InputTokens: 2006, OutputTokens: 1300, ReasoningTokens: 1000}},
		{"outside", "stop", "yes", `{"prompt_tokens":2006,"completion_tokens":300,"total_tokens":3306,"completion_tokens_details":{"reasoning_tokens":1000}}`,
			bench.Answered, bench.Usage{InputTokens: 2006, OutputTokens: 1300, ReasoningTokens: 1000}},
		{"no room for the answer", "length", "", `{"prompt_tokens":2006,"completion_tokens":200,"total_tokens":2206,"completion_tokens_details":{"reasoning_tokens":199}}`,
			bench.Truncated, bench.Usage{InputTokens: 2006, OutputTokens: 200, ReasoningTokens: 199}},
	} {
		m := serve(t, Config{}, func(body) (int, string) { return 200, fmt.Sprintf(answer, tt.finish, tt.text, tt.usage) })
		resp, err := m.Generate(t.Context(), request())
		if err != nil || resp.Finish != tt.outcome || resp.Text != tt.text || resp.Usage != tt.want {
			t.Errorf("%s: %q %q, usage %+v, error %v", tt.name, resp.Finish, resp.Text, resp.Usage, err)
		}
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

// Headers of a gateway are sent with each request, override that of the key, and are removed from what comes back.
func TestHeaders(t *testing.T) {
	m, err := New(Config{Provider: "test", BaseURL: "http://h/v1?region=eu", APIKey: "sk-own-key",
		Header: http.Header{"Authorization": {"Bearer gateway-secret-1"}, "X-Org": {"organisation-secret"}},
		Transport: trip(func(r *http.Request) (*http.Response, error) {
			sent := r.URL.RawQuery + " " + r.Header.Get("Authorization") + " " + r.Header.Get("X-Org")
			if sent != "region=eu Bearer gateway-secret-1 organisation-secret" {
				t.Errorf("sent %q", sent)
			}
			return &http.Response{StatusCode: 200, Body: io.NopCloser(strings.NewReader(
				`{"choices":[{"finish_reason":"stop","message":{"content":"organisation-secret and gateway-secret-1"}}]}`))}, nil
		})})
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Generate(t.Context(), request())
	if err != nil || strings.Contains(r.Text+string(r.RawResponse), "secret") {
		t.Errorf("%q, %q, %v", r.Text, r.RawResponse, err)
	}
}

// The chat templates of some models have no system message: its text stands before the question then.
func TestTemplateWithoutSystem(t *testing.T) {
	for refused, status := range map[string]int{
		"Jinja Exception: System role not supported":                       500,
		"System role not supported":                                        400,
		"Only user and assistant roles are supported!":                     400,
		"Conversation roles must alternate user/assistant/user/assistant/": 400,
	} {
		var bodies []string
		m, err := New(Config{Provider: "test", BaseURL: "http://h/v1",
			Transport: trip(func(r *http.Request) (*http.Response, error) {
				body, _ := io.ReadAll(r.Body)
				bodies = append(bodies, string(body))
				text, code := `{"choices":[{"finish_reason":"stop","message":{"content":"yes"}}]}`, 200
				if strings.Contains(string(body), `"system"`) {
					text, code = `{"error":{"message":"`+refused+`"}}`, status
				}
				return &http.Response{StatusCode: code, Body: io.NopCloser(strings.NewReader(text))}, nil
			})})
		if err != nil {
			t.Fatal(err)
		}
		q := request()
		q.System, q.User = "Be brief.", "Is it safe?"
		for range 2 {
			r, err := m.Generate(t.Context(), q)
			if err != nil || r.Text != "yes" || !slices.Contains(r.Dropped, "system") {
				t.Fatalf("%s: %q, dropped %v, %v", refused, r.Text, r.Dropped, err)
			}
		}
		if len(bodies) != 3 || !strings.Contains(bodies[2], `[{"role":"user","content":"Be brief.\n\nIs it safe?"}]`) {
			t.Errorf("%s: sent %q", refused, bodies)
		}
	}
}

// The address may be that of the method. Azure's needs a version, and has the key in a header of its own.
func TestAddresses(t *testing.T) {
	for base, want := range map[string]string{
		"http://h/v1":                                    "http://h/v1/chat/completions",
		"http://h/v1/":                                   "http://h/v1/chat/completions",
		"http://h/v1/chat/completions":                   "http://h/v1/chat/completions",
		"http://h/v1/chat/completions/":                  "http://h/v1/chat/completions",
		"http://h/d/x?api-version=2024-1":                "http://h/d/x/chat/completions?api-version=2024-1 key",
		"http://h/d/chat/completions?api-version=2024-1": "http://h/d/chat/completions?api-version=2024-1 key",
	} {
		got := ""
		m, err := New(Config{Provider: "test", BaseURL: base, APIKey: "key",
			Transport: trip(func(r *http.Request) (*http.Response, error) {
				got = strings.TrimSpace(r.URL.String() + " " + r.Header.Get("api-key"))
				return nil, errors.New("down")
			})})
		if err != nil {
			t.Fatal(err)
		}
		if _, err = m.Generate(t.Context(), request()); err == nil || got != want {
			t.Errorf("%s: asked at %s, want %s (%v)", base, got, want, err)
		}
	}
}

// A redirect and an unknown address are named, without what may be a secret.
func TestWrongAddresses(t *testing.T) {
	for _, c := range []struct {
		status     int
		path, want string
	}{
		{307, "/v1", "redirects to http://other/v2/chat/completions, and that is not followed"},
		{404, "/v1", "no such page (asked at http://h/v1/chat/completions)"},
		{404, "", "no such page (asked at http://h/chat/completions); does the address lack /v1?"},
	} {
		m, err := New(Config{Provider: "test", BaseURL: "http://u:pass@h" + c.path + "?api-version=1", APIKey: "key",
			Transport: trip(func(*http.Request) (*http.Response, error) {
				return &http.Response{StatusCode: c.status, Body: io.NopCloser(strings.NewReader("no such page")),
					Header: http.Header{"Location": {"http://u:pass@other/v2/chat/completions?key=pass"}}}, nil
			})})
		if err != nil {
			t.Fatal(err)
		}
		_, err = m.Generate(t.Context(), request())
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "pass") {
			t.Errorf("%d: %v", c.status, err)
		}
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

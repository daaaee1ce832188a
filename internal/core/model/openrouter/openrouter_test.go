package openrouter_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/model"
	"assay/internal/core/model/openrouter"
	"assay/internal/test/modeltest"
)

func newModel(t *testing.T, s modeltest.Server) model.Model {
	t.Helper()
	m, err := openrouter.New(openrouter.Config{APIKey: modeltest.Key, BaseURL: s.URL + "/api/v1", Transport: s.Transport,
		Timeout: s.Timeout})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestExercise(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "sk-from-the-environment")
	t.Setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/environment")
	modeltest.Exercise(t, modeltest.Chat(), func(s modeltest.Server) model.Model { return newModel(t, s) })
}

func TestNoKey(t *testing.T) {
	if _, err := openrouter.New(openrouter.Config{}); model.KindOf(err) != model.ErrAuth {
		t.Errorf("error is %v", err)
	}
}

// wire is the part of a request that is OpenRouter's own.
type wire struct {
	Temperature     *float64
	Seed, Reasoning any
	MaxTokens       int64 `json:"max_tokens"`
	ResponseFormat  any   `json:"response_format"`
	Provider        *struct {
		RequireParameters bool `json:"require_parameters"`
	}
	Usage struct{ Include bool }
}

// serve answers each request with the result of reply, and records the requests.
func serve(t *testing.T, reply func(wire) (int, string)) (model.Model, *[]wire) {
	t.Helper()
	var seen []wire
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, h := range []string{"Referer", "Http-Referer", "X-Title"} {
			if r.Header.Get(h) != "" {
				t.Errorf("header %s was sent", h)
			}
		}
		b, _ := io.ReadAll(r.Body)
		var q wire
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

func request(schema string) model.Request {
	zero := 0.0
	r := model.Request{Model: "vendor/model", User: "?", Temperature: &zero, MaxTokens: 9}
	if schema != "" {
		r.Schema = []byte(schema)
	}
	return r
}

func TestRequest(t *testing.T) {
	m, seen := serve(t, func(wire) (int, string) { return 200, modeltest.Chat().Answer("ok") })
	for _, schema := range []string{"", `{"type":"object"}`} {
		if _, err := m.Generate(t.Context(), request(schema)); err != nil {
			t.Fatal(err)
		}
	}
	free, strict := (*seen)[0], (*seen)[1]
	if !free.Usage.Include || free.Provider != nil || free.ResponseFormat != nil || free.MaxTokens != 9 {
		t.Errorf("without a schema: %+v", free)
	}
	if !strict.Usage.Include || strict.Provider == nil || !strict.Provider.RequireParameters ||
		strict.ResponseFormat == nil {
		t.Errorf("with a schema: %+v", strict)
	}
}

const noEndpoint = `{"error":{"message":"No endpoints found that can handle the requested parameters.","code":404}}`

// No endpoint accepts a temperature: it is dropped, the schema stays.
func TestNoEndpointWithTemperature(t *testing.T) {
	m, seen := serve(t, func(q wire) (int, string) {
		if q.Provider != nil && q.Temperature != nil {
			return 404, noEndpoint
		}
		return 200, modeltest.Chat().Answer("ok")
	})
	resp, err := m.Generate(t.Context(), request(`{}`))
	if err != nil || resp.Attempts != 2 {
		t.Fatal(resp.Attempts, err)
	}
	if last := (*seen)[1]; last.Temperature != nil || last.ResponseFormat == nil {
		t.Errorf("sent %+v", last)
	}
	if resp, err := m.Generate(t.Context(), request(`{}`)); err != nil || resp.Attempts != 1 {
		t.Errorf("it was not remembered: %d requests, %v", resp.Attempts, err)
	}
}

// No endpoint accepts a schema: JSON is requested, and the temperature is sent again.
func TestNoEndpointWithSchema(t *testing.T) {
	m, seen := serve(t, func(q wire) (int, string) {
		if f, ok := q.ResponseFormat.(map[string]any); ok && f["type"] == "json_schema" {
			return 404, noEndpoint
		}
		return 200, modeltest.Chat().Answer("ok")
	})
	resp, err := m.Generate(t.Context(), request(`{}`))
	if err != nil || resp.Attempts != 3 || resp.Params["schema"] != modeltest.JSON {
		t.Fatal(resp.Attempts, resp.Params, err)
	}
	if last := (*seen)[2]; last.Temperature == nil || last.ResponseFormat == nil || last.Provider == nil ||
		!last.Provider.RequireParameters {
		t.Errorf("sent %+v", last)
	}
}

// No endpoint supports any form: none is requested, and the temperature is sent again.
func TestNoEndpointWithForm(t *testing.T) {
	m, seen := serve(t, func(q wire) (int, string) {
		if q.ResponseFormat != nil {
			return 404, noEndpoint
		}
		return 200, modeltest.Chat().Answer("ok")
	})
	resp, err := m.Generate(t.Context(), request(`{}`))
	if err != nil || resp.Attempts != 5 {
		t.Fatal(resp.Attempts, err)
	}
	if last := (*seen)[4]; last.Temperature == nil || last.ResponseFormat != nil || last.Provider != nil {
		t.Errorf("sent %+v", last)
	}
}

// An effort and a seed that were refused by name stay omitted after the form of the answer was given up.
func TestRefusedStaysOmitted(t *testing.T) {
	m, seen := serve(t, func(q wire) (int, string) {
		f, _ := q.ResponseFormat.(map[string]any)
		switch {
		case q.Seed != nil:
			return 400, `{"error":{"message":"seed is not supported","code":400}}`
		case q.Reasoning != nil:
			return 400, `{"error":{"message":"reasoning is not supported","code":400}}`
		case f["type"] == "json_schema":
			return 404, noEndpoint
		}
		return 200, modeltest.Chat().Answer("ok")
	})
	seed := int64(3)
	r := request(`{}`)
	r.Seed, r.ReasoningEffort = &seed, "high"
	resp, err := m.Generate(t.Context(), r)
	if err != nil || resp.Attempts != 5 { // seed, effort, temperature, schema
		t.Errorf("%d requests, %v", resp.Attempts, err)
	}
	if last := (*seen)[len(*seen)-1]; last.Seed != nil || last.Reasoning != nil || last.Temperature == nil {
		t.Errorf("sent %+v", last)
	}
	if resp, err := m.Generate(t.Context(), r); err != nil || resp.Attempts != 1 {
		t.Errorf("it was not remembered: %d requests, %v", resp.Attempts, err)
	}
}

func TestEndings(t *testing.T) {
	for _, tt := range []struct {
		name   string
		status int
		body   string
		finish bench.Outcome
		raw    string
		kind   model.ErrorKind
	}{
		{"moderation", 403,
			`{"error":{"code":403,"message":"Input was flagged","metadata":{"reasons":["exploit"],"flagged_input":"…"}}}`,
			bench.Filtered, "403", ""},
		{"forbidden", 403, `{"error":{"code":403,"message":"Key limit exceeded"}}`, "", "", model.ErrAuth},
		{"native refusal", 200,
			`{"choices":[{"finish_reason":"stop","native_finish_reason":"refusal","message":{"content":"no"}}]}`, bench.Refused,
			"stop (refusal)", ""},
		{"native word", 200,
			`{"choices":[{"finish_reason":"stop","native_finish_reason":"end_turn","message":{"content":"yes"}}]}`,
			bench.Answered, "stop (end_turn)", ""},
		{"error in a choice", 200,
			`{"choices":[{"finish_reason":"error","error":{"code":502,"message":"upstream died"},"message":{"content":"half"}}]}`, "", "", model.ErrUnavailable},
		{"credit inside 200", 200, `{"error":{"code":402,"message":"Insufficient credits"}}`, "", "", model.ErrAuth},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, _ := serve(t, func(wire) (int, string) { return tt.status, tt.body })
			resp, err := m.Generate(t.Context(), request(""))
			if model.KindOf(err) != tt.kind || resp.Finish != tt.finish || tt.kind == "" && resp.FinishRaw != tt.raw {
				t.Errorf("got %q %q, error %v", resp.Finish, resp.FinishRaw, err)
			}
		})
	}
}

func TestCost(t *testing.T) {
	for _, tt := range []struct {
		usage string
		want  float64
	}{
		{`{"prompt_tokens":1,"cost":0.25}`, 0.25},
		{`{"prompt_tokens":1,"cost":0}`, 0},
		{`{"prompt_tokens":1,"cost":0.01,"is_byok":true,"cost_details":{"upstream_inference_cost":0.5}}`, 0.51},
		{`{"prompt_tokens":1,"cost":0.01,"is_byok":false,"cost_details":{"upstream_inference_cost":0.5}}`, 0.01},
		{`{"prompt_tokens":1,"cost":null}`, -1},
		{`{"prompt_tokens":1,"cost":-3}`, -1},
		{`{"prompt_tokens":1,"cost":1e999}`, -1},
		{`{"prompt_tokens":1,"cost":0.01,"is_byok":true,"cost_details":{"upstream_inference_cost":1e999}}`, 0.01},
		{`{"prompt_tokens":1,"cost":0.01,"is_byok":true,"cost_details":{"upstream_inference_cost":-5}}`, 0.01},
		{`{"prompt_tokens":1}`, -1},
	} {
		body := strings.Replace(`{"choices":[{"finish_reason":"stop","message":{"content":"x"}}],"usage":U}`, "U", tt.usage,
			1)
		m, _ := serve(t, func(wire) (int, string) { return 200, body })
		resp, err := m.Generate(t.Context(), request(""))
		if err != nil {
			t.Fatal(err)
		}
		switch c := resp.Usage.CostUSD; {
		case tt.want < 0 && c != nil:
			t.Errorf("%s: cost %v, want unknown", tt.usage, *c)
		case tt.want >= 0 && (c == nil || *c != tt.want):
			t.Errorf("%s: cost %v, want %v", tt.usage, c, tt.want)
		}
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
		`{"model":"m","messages":[{"role":"system","content":"Be <brief>."},{"role":"user","content":"a<b && \u2028 é"}],"temperature":0.7,"max_tokens":64,"response_format":{"type":"json_schema","json_schema":{"name":"n","strict":true,"schema":{"type":"object"}}},"seed":3,"provider":{"require_parameters":true},"reasoning":{"effort":"high"},"usage":{"include":true}}`: whole,
		`{"model":"m","messages":[{"role":"user","content":"u"}],"usage":{"include":true}}`: {Model: "m", User: "u"},
	} {
		if resp, _ := m.Generate(t.Context(), r); string(resp.RawRequest) != want {
			t.Errorf("sent %s\nwant %s", resp.RawRequest, want)
		}
	}
}

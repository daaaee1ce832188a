package chat

import (
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"testing"

	"assay/internal/core/model"
)

const (
	noTemperature = `{"error":{"message":"Unsupported value: 'temperature' does not support 0 with this model.","param":"temperature","code":"unsupported_value"}}`
	noSchema      = `{"error":{"message":"Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.","param":"response_format","code":null}}`
	otherLimit    = `{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","param":"max_tokens","code":"unsupported_parameter"}}`
)

func TestUnsupported(t *testing.T) {
	for _, tt := range []struct {
		name     string
		reply    func(body) (int, string)
		attempts int
		gone     []string
		sent     []string
		kind     model.ErrorKind
	}{
		{"temperature", func(b body) (int, string) {
			if b.has("temperature") {
				return 400, noTemperature
			}
			return ok()
		}, 2, []string{"temperature"}, []string{"response_format", "max_tokens"}, ""},
		{"schema", func(b body) (int, string) {
			if b.has("response_format") {
				return 400, noSchema
			}
			return ok()
		}, 3, []string{"response_format"}, []string{"temperature"}, ""},
		{"limit", func(b body) (int, string) {
			if b.has("max_tokens") {
				return 400, otherLimit
			}
			return ok()
		}, 2, []string{"max_tokens"}, []string{"max_completion_tokens", "temperature", "response_format"}, ""},
		{"all three", func(b body) (int, string) {
			switch {
			case b.has("max_tokens"):
				return 400, otherLimit
			case b.has("temperature"):
				return 400, noTemperature
			case b.has("response_format"):
				return 400, noSchema
			}
			return ok()
		}, 5, []string{"max_tokens", "temperature", "response_format"}, []string{"max_completion_tokens"}, ""},
		{"named by a server behind the server", func(b body) (int, string) {
			if b.has("temperature") {
				return 400, `{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\"error\":\"temperature: Extra inputs are not permitted\"}"}}}`
			}
			return ok()
		}, 2, []string{"temperature"}, []string{"response_format"}, ""},
		{"effort and seed", func(b body) (int, string) {
			switch {
			case b.has("reasoning_effort"):
				return 400, `{"error":{"message":"Unrecognized request argument supplied: reasoning_effort"}}`
			case b.has("seed"):
				return 400, `{"error":{"message":"Unsupported parameter: 'seed'","param":"seed"}}`
			}
			return ok()
		}, 3, []string{"reasoning_effort", "seed"}, []string{"temperature"}, ""},
		{"neither limit", func(b body) (int, string) {
			return 400, `{"error":{"message":"max_tokens and max_completion_tokens are not supported"}}`
		}, 2, nil, nil, model.ErrInvalid},

		// Mistakes of ours stay visible.
		{"a bad schema", func(body) (int, string) {
			return 400, `{"error":{"message":"Invalid schema for response_format 'answer': 'minimum' is not supported","param":"response_format"}}`
		}, 1, nil, []string{"response_format"}, model.ErrInvalid},
		{"a bad value", func(body) (int, string) {
			return 400, `{"error":{"message":"temperature must be at most 2","param":"temperature"}}`
		}, 1, nil, []string{"temperature"}, model.ErrInvalid},
		{"a bad limit", func(body) (int, string) {
			return 400, `{"error":{"message":"max_tokens is too large: at most 4096 completion tokens"}}`
		}, 1, nil, []string{"max_tokens"}, model.ErrInvalid},
		{"another parameter", func(body) (int, string) {
			return 400, `{"error":{"message":"seed is not supported, unlike temperature","param":"seed"}}`
		}, 1, nil, []string{"temperature"}, model.ErrInvalid},
		{"a server error", func(body) (int, string) { return 500, noTemperature }, 1, nil, []string{"temperature"},
			model.ErrUnavailable},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := serve(t, Config{}, tt.reply)
			ask := request()
			if tt.name == "effort and seed" {
				ask.ReasoningEffort, ask.Seed = "high", new(int64)
			}
			resp, err := m.Generate(t.Context(), ask)
			if model.KindOf(err) != tt.kind || resp.Attempts != tt.attempts {
				t.Errorf("%d requests, error %v", resp.Attempts, err)
			}
			var last body
			if err := json.Unmarshal(resp.RawRequest, &last); err != nil {
				t.Fatal(err)
			}
			for _, k := range tt.gone {
				_, port := map[string]bool{"response_format": true, "max_tokens": true}[k]
				if !port && !slices.Contains(resp.Dropped, k) {
					t.Errorf("%s is not among the dropped %v", k, resp.Dropped)
				}
				if last.has(k) {
					t.Errorf("the recorded request still has %s", k)
				}
			}
			for _, k := range tt.sent {
				if !last.has(k) {
					t.Errorf("the recorded request has lost %s", k)
				}
			}
			if tt.kind == "" {
				if resp, err := m.Generate(t.Context(), ask); err != nil || resp.Attempts != 1 {
					t.Errorf("it was not remembered: %d requests, error %v", resp.Attempts, err)
				}
				r := ask
				r.Model = "another"
				if resp, _ := m.Generate(t.Context(), r); resp.Attempts != tt.attempts {
					t.Errorf("another model was asked %d times, want %d: what is learnt concerns one model", resp.Attempts,
						tt.attempts)
				}
			}
		})
	}
}

func TestUnsupportedConcurrently(t *testing.T) {
	m := serve(t, Config{}, func(b body) (int, string) {
		switch {
		case b.has("temperature"):
			return 400, noTemperature
		case b.has("response_format"):
			return 400, noSchema
		}
		return ok()
	})
	var wg sync.WaitGroup
	for range 24 {
		wg.Go(func() {
			if resp, err := m.Generate(t.Context(), request()); err != nil || resp.Attempts > 4 {
				t.Errorf("%d requests, error %v", resp.Attempts, err)
			}
		})
	}
	wg.Wait()
}

func TestSchemaRequest(t *testing.T) {
	var seen body
	m := serve(t, Config{CompletionTokens: true}, func(b body) (int, string) { seen = b; return ok() })
	r := request()
	r.SchemaName = "report"
	if _, err := m.Generate(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	got, _ := json.Marshal(seen["response_format"])
	if want := `{"json_schema":{"name":"report","schema":{"type":"object"},"strict":true},"type":"json_schema"}`; string(
		got) != want {
		t.Errorf("response_format is %s", got)
	}
	if !seen.has("max_completion_tokens") || seen.has("max_tokens") || seen.has("stream") {
		t.Errorf("sent %v", seen)
	}
	if n := len(seen["messages"].([]any)); n != 1 {
		t.Errorf("%d messages without a system prompt", n)
	}
	seed := int64(7)
	r.Seed, r.ReasoningEffort, r.CacheSystem = &seed, "low", true
	resp, err := m.Generate(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if seen["seed"] != 7.0 || seen["reasoning_effort"] != "low" {
		t.Errorf("sent %v", seen)
	}
	want := map[string]string{"temperature": "0", "max_tokens": "5", "schema": "strict", "seed": "7",
		"reasoning_effort": "low"}
	if !maps.Equal(resp.Params, want) || len(resp.Dropped) != 0 {
		t.Errorf("says that it sent %v without %v", resp.Params, resp.Dropped)
	}
	// The provider's defaults are not spelt out.
	if _, err := m.Generate(t.Context(), model.Request{Model: "m", User: "?"}); err != nil {
		t.Fatal(err)
	}
	if len(seen) != 2 {
		t.Errorf("sent %v, want model and messages only", seen)
	}
}

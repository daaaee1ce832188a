package openai_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"assay/internal/core/model"
	"assay/internal/core/model/openai"
	"assay/internal/core/model/registry"
	"assay/internal/test/modeltest"
)

func TestExercise(t *testing.T) {
	// This package must not read the environment.
	t.Setenv("OPENAI_API_KEY", "sk-from-the-environment")
	t.Setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/environment")
	t.Setenv("OPENAI_ORG_ID", "environment")
	modeltest.Exercise(t, modeltest.Chat(), func(s modeltest.Server) model.Model {
		m, err := openai.New(openai.Config{APIKey: modeltest.Key, BaseURL: s.URL + "/v1", Transport: s.Transport,
			Timeout: s.Timeout})
		if err != nil {
			t.Fatal(err)
		}
		return m
	})
}

func TestBatches(t *testing.T) {
	modeltest.ExerciseBatches(t, modeltest.Chat(), func(s modeltest.Server) model.Batcher {
		m, err := openai.New(openai.Config{APIKey: modeltest.Key, BaseURL: s.URL + "/v1", Transport: s.Transport,
			Timeout: s.Timeout})
		if err != nil {
			t.Fatal(err)
		}
		return m.(model.Batcher)
	})
}

func TestNew(t *testing.T) {
	for _, tt := range []struct {
		name   string
		config openai.Config
		ok     bool
	}{
		{"its own server without a key", openai.Config{}, false},
		{"its own server, spelt out", openai.Config{BaseURL: openai.BaseURL}, false},
		{"with a key", openai.Config{APIKey: "k"}, true},
		{"a local server without a key", openai.Config{BaseURL: "http://localhost:11434/v1"}, true},
		{"no scheme", openai.Config{BaseURL: "localhost:11434/v1"}, false},
		{"no address", openai.Config{BaseURL: "http:///v1"}, false},
	} {
		if _, err := openai.New(tt.config); (err == nil) != tt.ok {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// Ids in the registry are constants of openai-go 3.95.
func TestRegistry(t *testing.T) {
	r, err := registry.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	listed := []string{
		"gpt-6-astra", "gpt-6.1-sol", "gpt-6.1-terra", "gpt-6-luna", "gpt-5.5-2026-04-23", "gpt-5.5", "gpt-5.5-pro",
		"gpt-5.4", "gpt-5.4-mini-2026-03-17", "gpt-5.4-mini", "gpt-5.4-nano",
		"gpt-5.2-2025-12-11", "gpt-5.2", "gpt-5.1", "gpt-5", "gpt-5-mini", "gpt-5-nano", "gpt-4.1", "gpt-4.1-mini", "gpt-4o",
		"o3", "o4-mini",
		"gpt-4o-mini-2024-07-18", "gpt-4o-mini", // these two are marked as ending in 2027
	}
	n := 0
	for _, e := range r.All() {
		if e.Provider != openai.Name {
			continue
		}
		for _, id := range append([]string{e.ID}, e.Aliases...) {
			if n++; !slices.Contains(listed, id) {
				t.Errorf("models/openai.yaml: %s is no constant of the SDK", id)
			}
		}
	}
	if n != len(listed) {
		t.Errorf("%d ids, %d constants", n, len(listed))
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
	m, err := openai.New(openai.Config{APIKey: "k", BaseURL: hs.URL})
	if err != nil {
		t.Fatal(err)
	}
	for want, r := range map[string]model.Request{
		`{"model":"m","messages":[{"role":"system","content":"Be <brief>."},{"role":"user","content":"a<b && \u2028 é"}],"temperature":0.7,"max_tokens":64,"response_format":{"type":"json_schema","json_schema":{"name":"n","strict":true,"schema":{"type":"object"}}},"seed":3,"reasoning_effort":"high"}`: whole,
		`{"model":"m","messages":[{"role":"user","content":"u"}]}`: {Model: "m", User: "u"},
	} {
		if resp, _ := m.Generate(t.Context(), r); string(resp.RawRequest) != want {
			t.Errorf("sent %s\nwant %s", resp.RawRequest, want)
		}
	}
}

package openai_test

import (
	"testing"

	"assay/internal/model"
	"assay/internal/model/modeltest"
	"assay/internal/model/openai"
)

func TestExercise(t *testing.T) {
	// What the environment says is not this package's business, nor the SDK's.
	t.Setenv("OPENAI_API_KEY", "sk-from-the-environment")
	t.Setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/environment")
	t.Setenv("OPENAI_ORG_ID", "environment")
	modeltest.Exercise(t, modeltest.Chat(), func(s modeltest.Server) model.Model {
		m, err := openai.New(openai.Config{APIKey: modeltest.Key, BaseURL: s.URL + "/v1", Transport: s.Transport, Timeout: s.Timeout})
		if err != nil {
			t.Fatal(err)
		}
		return m
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

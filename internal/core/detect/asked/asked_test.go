package asked_test

import (
	"context"
	"errors"
	"maps"
	"math"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/detect"
	"assay/internal/core/detect/asked"
	"assay/internal/core/model"
	"assay/internal/core/prompt"
	"assay/internal/test/modeltest"
)

var (
	contract = bench.Task{Language: "solidity", Files: []bench.File{{Path: "A.sol", Text: "contract A {}\n"}}}
	query    = bench.Task{Language: "sql", Files: []bench.File{{Path: "q.sql", Text: "SELECT 1"}}, Spec: "1. Be careful."}
)

func detector(t *testing.T, c asked.Config) detect.Detector {
	t.Helper()
	d, err := asked.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDetect(t *testing.T) {
	m := modeltest.Scripted(modeltest.Answer("one"), modeltest.Answer("two"))
	d := detector(t, asked.Config{Model: m, Name: "openrouter/vendor/model:free", Params: asked.Params{MaxTokens: 500}})
	for i, task := range []bench.Task{contract, query} {
		resp, err := d.Detect(t.Context(), task)
		if err != nil || resp.Text != []string{"one", "two"}[i] {
			t.Fatal(resp.Text, err)
		}
		s, err := prompt.For(prompt.FormatOf(task), "")
		if err != nil {
			t.Fatal(err)
		}
		want, err := prompt.Render(s, task)
		if err != nil {
			t.Fatal(err)
		}
		r := m.Requests()[i]
		if r.Model != "vendor/model:free" || r.System != want.System || r.User != want.User ||
			string(r.Schema) != string(want.Schema) || r.SchemaName != want.SchemaName {
			t.Errorf("asked %+v", r)
		}
		if r.Temperature == nil || *r.Temperature != 0 || r.MaxTokens != 500 {
			t.Errorf("temperature %v, limit %d", r.Temperature, r.MaxTokens)
		}
		if h, err := d.PromptHash(task); err != nil || h != want.Hash {
			t.Errorf("hash %s, %v", h, err)
		}
	}
	s := d.Subject()
	if s.Name != "openrouter/vendor/model:free" || s.Kind != "model" || s.Version != asked.Version || s.Strategy != "" ||
		!maps.Equal(s.Params, map[string]string{"temperature": "0", "max_tokens": "500"}) {
		t.Errorf("subject is %+v", s)
	}
	s.Params["temperature"] = "9"
	if d.Subject().Params["temperature"] != "0" {
		t.Error("the caller can change the subject")
	}
}

func TestProviderDefaults(t *testing.T) {
	m := modeltest.Scripted(modeltest.Answer("one"))
	d := detector(t, asked.Config{Model: m, Name: "openai/m", Params: asked.Params{DefaultTemperature: true}})
	if _, err := d.Detect(t.Context(), contract); err != nil {
		t.Fatal(err)
	}
	if r := m.Requests()[0]; r.Temperature != nil || r.MaxTokens != 0 {
		t.Errorf("asked %+v", r)
	}
	if p := d.Subject().Params; !maps.Equal(p, map[string]string{"temperature": "provider", "max_tokens": "provider"}) {
		t.Error(p)
	}
}

func TestEffortAndSeed(t *testing.T) {
	m := modeltest.Scripted(modeltest.Answer("one"))
	seed := int64(7)
	d := detector(t, asked.Config{Model: m, Name: "exec:python3 a/b.py",
		Params: asked.Params{ReasoningEffort: "low", Seed: &seed}})
	if _, err := d.Detect(t.Context(), contract); err != nil {
		t.Fatal(err)
	}
	r := m.Requests()[0]
	if r.Model != "python3 a/b.py" || r.ReasoningEffort != "low" || r.Seed == nil || *r.Seed != 7 ||
		r.Task != contract.Hash() || !r.CacheSystem {
		t.Errorf("asked %+v", r)
	}
	if p := d.Subject().Params; p["reasoning_effort"] != "low" || p["seed"] != "7" {
		t.Error(p)
	}
}

// A named strategy applies to its format only, and is part of the name.
func TestStrategy(t *testing.T) {
	m := modeltest.Scripted(modeltest.Answer("one"))
	d := detector(t, asked.Config{Model: m, Name: "openai/m", Strategy: "direct"})
	if s := d.Subject(); s.Name != "openai/m@direct" || s.Strategy != "direct" {
		t.Errorf("subject is %+v", s)
	}
	if _, err := d.PromptHash(query); !errors.Is(err, detect.ErrNotApplicable) ||
		!strings.Contains(err.Error(), "strategy direct: it is for") {
		t.Errorf("error is %v", err)
	}
	if _, err := d.Detect(t.Context(), query); err == nil || len(m.Requests()) != 0 {
		t.Errorf("asked all the same: %v", err)
	}
	if _, err := d.Detect(t.Context(), contract); err != nil {
		t.Error(err)
	}
}

// A combination is one subject, however it is written.
func TestCombination(t *testing.T) {
	for _, name := range []string{"framing=adversarial,cot=yes", "direct,cot=yes,framing=adversarial"} {
		d := detector(t, asked.Config{Model: modeltest.Echo{}, Name: "openai/m", Strategy: name})
		if s := d.Subject(); s.Name != "openai/m@cot=yes,framing=adversarial" || s.Strategy != "cot=yes,framing=adversarial" {
			t.Errorf("subject is %+v", s)
		}
	}
}

// The facts about a failed attempt are passed on, and errors keep their kind.
func TestErrors(t *testing.T) {
	d := detector(t, asked.Config{Model: modeltest.Scripted(modeltest.Fail(model.ErrRateLimit)), Name: "openai/m"})
	resp, err := d.Detect(t.Context(), contract)
	if model.KindOf(err) != model.ErrRateLimit || resp.Attempts != 1 {
		t.Errorf("%d requests, error %v", resp.Attempts, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := detector(t, asked.Config{Model: modeltest.Echo{}, Name: "openai/m"}).Detect(ctx,
		contract); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestNewErrors(t *testing.T) {
	for name, c := range map[string]asked.Config{
		"no model":       {Name: "openai/m"},
		"no provider":    {Model: modeltest.Echo{}, Name: "gpt"},
		"no name":        {Model: modeltest.Echo{}, Name: "openai/"},
		"no strategy":    {Model: modeltest.Echo{}, Name: "openai/m", Strategy: "no-such"},
		"hot":            {Model: modeltest.Echo{}, Name: "openai/m", Params: asked.Params{Temperature: 3}},
		"no number":      {Model: modeltest.Echo{}, Name: "openai/m", Params: asked.Params{Temperature: math.NaN()}},
		"no such effort": {Model: modeltest.Echo{}, Name: "openai/m", Params: asked.Params{ReasoningEffort: "lots"}},
		"negative limit": {Model: modeltest.Echo{}, Name: "openai/m", Params: asked.Params{MaxTokens: -1}},
	} {
		if _, err := asked.New(c); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// Only a strategy for incidents asks about an incident, by its name and nothing else.
func TestIncident(t *testing.T) {
	incident := bench.Task{Language: bench.IncidentLanguage, Files: []bench.File{{Path: "incident",
		Text: "Three Rivers bridge"}}}
	d, err := asked.New(asked.Config{Model: modeltest.Echo{}, Name: "openai/m", Strategy: "knowledge"})
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.Request(incident)
	if err != nil || strings.Count(r.User, "Three Rivers bridge") != 1 {
		t.Errorf("%v: %s", err, r.User)
	}
	if _, err := d.PromptHash(contract); !errors.Is(err, detect.ErrNotApplicable) {
		t.Errorf("code: %v", err)
	}
	for _, strategy := range []string{"", "exploit", "zero-shot"} {
		if _, err := detector(t, asked.Config{Model: modeltest.Echo{}, Name: "openai/m",
			Strategy: strategy}).PromptHash(incident); !errors.Is(err, detect.ErrNotApplicable) {
			t.Errorf("%q asks about an incident: %v", strategy, err)
		}
	}
}

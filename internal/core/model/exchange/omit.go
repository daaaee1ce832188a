package exchange

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"assay/internal/core/model"
)

// Omit names the settings to omit from requests to a model that does not accept them.
type Omit struct {
	Temperature bool
	Strict      bool // the schema: plain JSON is requested instead, if the API has such a mode
	Schema      bool // schema and JSON: no form of the answer is requested
	Effort      bool
	Seed        bool
	Thinking    bool // only Anthropic's thinking mode, which is separate from the effort
	Cache       bool
	System      bool // the chat template has no system message: its text stands before the question
	OtherLimit  bool // send max_tokens instead of max_completion_tokens, or the reverse
}

// Sent records which of the settings that can be omitted were sent.
type Sent struct {
	Temperature, Schema, JSON, Effort, Seed, Thinking, Cache, MaxTokens, System bool

	Omit Omit // settings known not to work before the request
}

// memory remembers the settings that each model does not accept.
type memory struct {
	mu   sync.Mutex
	omit map[string]Omit
}

func (m *memory) recall(id string) Omit {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.omit[id]
}

func (m *memory) learn(id string, o Omit) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.omit == nil {
		m.omit = map[string]Omit{}
	}
	m.omit[id] = o
}

// sent describes the request built from r and omit; learnt is the part of omit that
// servers reported.
func sent(r model.Request, omit, learnt Omit) Sent {
	return Sent{
		Temperature: r.Temperature != nil && !omit.Temperature,
		Schema:      r.Schema != nil && !omit.Schema && !omit.Strict,
		JSON:        r.Schema != nil && !omit.Schema && omit.Strict,
		Effort:      r.ReasoningEffort != "" && !omit.Effort,
		Seed:        r.Seed != nil && !omit.Seed,
		Thinking:    r.ReasoningEffort != "" && !omit.Thinking,
		Cache:       r.CacheSystem && !omit.Cache,
		MaxTokens:   r.MaxTokens > 0,
		System:      r.System != "" && !omit.System,
		Omit:        learnt,
	}
}

// unsupported holds the words with which servers report that they do not know or do not
// allow a parameter. A bad value or a bad schema is our mistake, and must not be hidden
// by omitting the parameter.
var unsupported = []string{"support", "not allowed", "not permitted", "unknown", "unrecognized", "unexpected",
	"extra inputs", "deprecated", "unavailable", "not enabled", "cannot find field"}

// named is the general rule: it recognises a 400 or 422 that names a parameter we sent
// as unsupported. It gives up one parameter at a time.
func named(f *Failure, sent Sent) (Omit, bool) {
	omit := sent.Omit
	if sent.System && f.systemless() {
		omit.System = true
		return omit, true
	}
	if f.status != 400 && f.status != 422 {
		return omit, false
	}
	text := strings.ToLower(f.text())
	says := slices.ContainsFunc(unsupported, func(w string) bool { return strings.Contains(text, w) })
	// The parameter field is more precise than the message, which may mention other
	// parameters too.
	names := func(words ...string) bool {
		where := cmp.Or(strings.ToLower(f.param), text)
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(where, w) })
	}
	form := func() bool {
		return names("response_format", "json_schema", "json_object", "structured output", "output_config.format",
			"output_format", "response_schema", "responseschema",
			"responsejsonschema", "response_mime_type", "responsemimetype", "json mode")
	}
	if sent.JSON && form() { // without a schema, nothing about it can be our mistake
		omit.Schema = true
		return omit, true
	}
	if !says || strings.Contains(text, "invalid schema") {
		return omit, false
	}
	switch {
	case sent.Temperature && names("temperature"):
		omit.Temperature = true
	case sent.Schema && form():
		omit.Strict = true
		omit.Schema = strings.Contains(text, "json mode") // Google's term for JSON without a schema
	case sent.Thinking && names("thinking"):
		omit.Thinking = true
	case sent.Effort && names("effort", "reasoning", "thinking"):
		omit.Effort = true
	case sent.Seed && names("seed"):
		omit.Seed = true
	case sent.Cache && names("cache_control", "prompt caching"):
		omit.Cache = true
	case sent.MaxTokens && !omit.OtherLimit && names("max_tokens", "max_completion_tokens"):
		omit.OtherLimit = true
	default:
		return omit, false
	}
	return omit, true
}

// systemless reports whether the chat template of the model refuses a system message, as llama.cpp and vLLM say it.
func (f *Failure) systemless() bool {
	text := strings.ToLower(f.text())
	return (f.status == 400 || f.status == 422 || f.status == 500) &&
		(strings.Contains(text, "system role not supported") || strings.Contains(text, "only user and assistant roles") ||
			strings.Contains(text, "conversation roles must alternate"))
}

// effective returns the settings that were sent, and the names of those that were
// requested and omitted, by their names in package model, not those of a provider.
func effective(r model.Request, s Sent) (map[string]string, []string) {
	params := map[string]string{}
	var dropped []string
	note := func(name, value string, asked, sent bool) {
		switch {
		case sent:
			params[name] = value
		case asked:
			dropped = append(dropped, name)
		}
	}
	if r.Temperature != nil {
		note("temperature", strconv.FormatFloat(*r.Temperature, 'g', -1, 64), true, s.Temperature)
	}
	if r.Seed != nil {
		note("seed", strconv.FormatInt(*r.Seed, 10), true, s.Seed)
	}
	note("max_tokens", strconv.FormatInt(r.MaxTokens, 10), false, s.MaxTokens)
	note("reasoning_effort", r.ReasoningEffort, r.ReasoningEffort != "", s.Effort)
	note("schema", "strict", r.Schema != nil, s.Schema)
	if s.JSON {
		params["schema"] = "json" // the schema itself is in dropped
	}
	if r.System != "" && !s.System {
		dropped = append(dropped, "system") // its text was sent in another place
	}
	slices.Sort(dropped)
	return params, dropped
}

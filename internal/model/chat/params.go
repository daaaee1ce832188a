package chat

import (
	"cmp"
	"encoding/json"
	"maps"
	"strings"
	"sync"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/shared"

	"assay/internal/model"
)

// Omit says what is left out of requests to a model that does not support it.
type Omit struct {
	Temperature bool
	Schema      bool
	OtherLimit  bool // the other one of max_tokens and max_completion_tokens is sent
}

// Sent says which of the parameters that may be left out were sent.
type Sent struct {
	Temperature bool
	Schema      bool
	MaxTokens   bool
	Omit        Omit // what had been left out already
}

// memory remembers what each model does not support.
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

// adapt returns what to leave out after the failure of a request that left out
// omit, and whether there is anything more to leave out.
func (m *Model) adapt(f *failure, r model.Request, omit Omit) (Omit, bool) {
	sent := Sent{
		Temperature: r.Temperature != nil && !omit.Temperature,
		Schema:      r.Schema != nil && !omit.Schema,
		MaxTokens:   r.MaxTokens > 0,
		Omit:        omit,
	}
	next, ok := named(f, sent)
	if !ok && m.config.Adapt != nil {
		next, ok = m.config.Adapt(f.status, f.text(), sent)
	}
	if !ok {
		return omit, false
	}
	if now := m.memory.recall(r.Model); now != omit {
		return now, true // another request has learnt it meanwhile
	}
	m.memory.learn(r.Model, next)
	return next, true
}

// unsupported are the ways in which servers say that they do not know or do not
// allow a parameter, in contrast to its having a bad value or a bad schema:
// those are our mistakes, and must not be hidden by leaving the parameter out.
var unsupported = []string{"support", "not allowed", "not permitted", "unknown", "unrecognized", "unexpected", "extra inputs", "deprecated", "unavailable"}

// named is the general rule: a 400 or 422 that names a parameter we sent and
// says that it is not supported.
func named(f *failure, sent Sent) (Omit, bool) {
	omit := sent.Omit
	if f.status != 400 && f.status != 422 {
		return omit, false
	}
	text := strings.ToLower(f.text())
	says := false
	for _, word := range unsupported {
		says = says || strings.Contains(text, word)
	}
	if !says || strings.Contains(text, "invalid schema") {
		return omit, false
	}
	// The parameter field is more precise than the message, which may well
	// mention other parameters.
	names := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(cmp.Or(strings.ToLower(f.param), text), w) {
				return true
			}
		}
		return false
	}
	switch {
	case sent.Temperature && names("temperature"):
		omit.Temperature = true
	case sent.Schema && names("response_format", "json_schema", "structured output"):
		omit.Schema = true
	case sent.MaxTokens && !omit.OtherLimit && names("max_tokens", "max_completion_tokens"):
		omit.OtherLimit = true
	default:
		return omit, false
	}
	return omit, true
}

// params builds the body. Equal arguments give equal bytes.
func (m *Model) params(r model.Request, omit Omit) openai.ChatCompletionNewParams {
	p := openai.ChatCompletionNewParams{Model: r.Model}
	if r.System != "" {
		p.Messages = append(p.Messages, openai.SystemMessage(r.System))
	}
	p.Messages = append(p.Messages, openai.UserMessage(r.User))
	if r.Temperature != nil && !omit.Temperature {
		p.Temperature = openai.Float(*r.Temperature)
	}
	if r.MaxTokens > 0 {
		if m.config.CompletionTokens != omit.OtherLimit {
			p.MaxCompletionTokens = openai.Int(r.MaxTokens)
		} else {
			p.MaxTokens = openai.Int(r.MaxTokens)
		}
	}
	withSchema := r.Schema != nil && !omit.Schema
	if withSchema {
		p.ResponseFormat.OfJSONSchema = &shared.ResponseFormatJSONSchemaParam{
			JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{
				Name:   cmp.Or(r.SchemaName, "answer"),
				Strict: openai.Bool(true),
				Schema: json.RawMessage(r.Schema),
			},
		}
	}
	if m.config.Extra != nil {
		if extra := m.config.Extra(withSchema); len(extra) > 0 {
			p.SetExtraFields(maps.Clone(extra))
		}
	}
	return p
}

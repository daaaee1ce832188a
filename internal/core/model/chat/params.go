package chat

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"

	"assay/internal/core/model"
	"assay/internal/core/model/exchange"
)

// completionRequest is the body of a chat completion, with the fields used here.
type completionRequest struct {
	Model               string          `json:"model"`
	Messages            []any           `json:"messages"`
	Tools               []tool          `json:"tools,omitempty"`
	Temperature         *float64        `json:"temperature,omitempty"`
	MaxTokens           int64           `json:"max_tokens,omitempty"`
	MaxCompletionTokens int64           `json:"max_completion_tokens,omitempty"`
	ResponseFormat      *responseFormat `json:"response_format,omitempty"`
	Seed                *int64          `json:"seed,omitempty"`
	ReasoningEffort     string          `json:"reasoning_effort,omitempty"`
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type responseFormat struct {
	Type       string      `json:"type"`
	JSONSchema *jsonSchema `json:"json_schema,omitempty"`
}

type jsonSchema struct {
	Name   string          `json:"name"`
	Strict bool            `json:"strict"`
	Schema json.RawMessage `json:"schema"`
}

// body builds the body of a request. Equal arguments give equal bytes.
func (c Config) body(r model.Request, omit exchange.Omit) ([]byte, error) {
	q := completionRequest{Model: r.Model, Messages: make([]any, 0, 2+len(r.History)), Tools: tools(r.Tools)}
	user := r.User
	switch {
	case r.System != "" && omit.System:
		user = r.System + "\n\n" + user
	case r.System != "":
		q.Messages = append(q.Messages, message{"system", r.System})
	}
	q.Messages = append(q.Messages, message{"user", user})
	turns, err := history(r.History)
	if err != nil {
		return nil, err
	}
	q.Messages = append(q.Messages, turns...)
	if !omit.Temperature {
		q.Temperature = r.Temperature
	}
	if c.CompletionTokens != omit.OtherLimit {
		q.MaxCompletionTokens = max(r.MaxTokens, 0)
	} else {
		q.MaxTokens = max(r.MaxTokens, 0)
	}
	formed := r.Schema != nil && !omit.Schema
	switch {
	case formed && omit.Strict:
		q.ResponseFormat = &responseFormat{Type: "json_object"}
	case formed:
		q.ResponseFormat = &responseFormat{Type: "json_schema", JSONSchema: &jsonSchema{cmp.Or(r.SchemaName, "answer"), true,
			r.Schema}}
	}
	if !omit.Seed {
		q.Seed = r.Seed
	}
	extra := map[string]any{}
	if c.Extra != nil {
		maps.Copy(extra, c.Extra(formed))
	}
	if r.ReasoningEffort != "" && !omit.Effort {
		if c.Effort != nil {
			name, value := c.Effort(r.ReasoningEffort)
			extra[name] = value
		} else {
			q.ReasoningEffort = r.ReasoningEffort
		}
	}
	return encode(q, extra, r.Size())
}

// encode returns a request with the extra fields at its end, in the order of their
// names. size is the approximate length of its texts.
func encode(q completionRequest, extra map[string]any, size int) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(512 + size*5/4)
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false) // code is full of <, > and &
	if err := out.Encode(q); err != nil {
		return nil, err
	}
	b.Truncate(b.Len() - 1) // the newline
	if len(extra) == 0 {
		return b.Bytes(), nil
	}
	b.Truncate(b.Len() - 1)
	b.WriteByte(',')
	at := b.Len()
	if err := out.Encode(extra); err != nil {
		return nil, err
	}
	whole := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	return append(whole[:at], whole[at+1:]...), nil // without its opening brace
}

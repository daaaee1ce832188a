package anthropic

import (
	"bytes"
	"encoding/json"
	"errors"

	"assay/internal/core/model"
	"assay/internal/core/model/exchange"
)

// messageRequest is the body of a request, with the fields used here.
type messageRequest struct {
	Model        string        `json:"model"`
	MaxTokens    int64         `json:"max_tokens"`
	System       []block       `json:"system,omitempty"`
	Tools        []tool        `json:"tools,omitempty"`
	Messages     []message     `json:"messages"`
	Temperature  *float64      `json:"temperature,omitempty"`
	Thinking     *kind         `json:"thinking,omitempty"`
	OutputConfig *outputConfig `json:"output_config,omitempty"`
}

type message struct {
	Role    string `json:"role"`
	Content []any  `json:"content"`
}

// block is a text in a message.
type block struct {
	Type         string `json:"type"`
	Text         string `json:"text"`
	CacheControl *kind  `json:"cache_control,omitempty"`
}

// kind is an object that contains only its type.
type kind struct {
	Type string `json:"type"`
}

type outputConfig struct {
	Effort string  `json:"effort,omitempty"`
	Format *format `json:"format,omitempty"`
}

type format struct {
	Type   string          `json:"type"`
	Schema json.RawMessage `json:"schema"`
}

// body builds the body of a request. Equal arguments give equal bytes.
func body(r model.Request, omit exchange.Omit) ([]byte, error) {
	var mark *kind // marks the text that the next request repeats
	if r.CacheSystem && !omit.Cache {
		mark = &kind{"ephemeral"}
	}
	turns, err := history(r.History, mark)
	if err != nil {
		return nil, err
	}
	q := messageRequest{
		Model: r.Model, MaxTokens: r.MaxTokens, Tools: tools(r.Tools),
		Messages: append([]message{{"user", []any{block{Type: "text", Text: r.User}}}}, turns...),
	}
	if r.System != "" {
		q.System = []block{{"text", r.System, mark}}
	}
	if !omit.Temperature {
		q.Temperature = r.Temperature
	}
	switch {
	case thinks(r, omit):
		q.Thinking = &kind{"adaptive"}
	case r.ReasoningEffort == "none" && !omit.Effort:
		q.Thinking = &kind{"disabled"}
	}
	var out outputConfig
	if r.ReasoningEffort != "" && r.ReasoningEffort != "none" && !omit.Effort {
		out.Effort = r.ReasoningEffort
	}
	if r.Schema != nil && !omit.Schema {
		if !bytes.HasPrefix(bytes.TrimSpace(r.Schema), []byte("{")) {
			return nil, errors.New("the schema is not a JSON object")
		}
		out.Format = &format{"json_schema", r.Schema}
	}
	if out != (outputConfig{}) {
		q.OutputConfig = &out
	}
	return exchange.JSON(q)
}

package chat

import (
	"cmp"
	"encoding/json"
	"maps"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/shared"

	"assay/internal/model"
	"assay/internal/model/exchange"
)

// params builds the body. Equal arguments give equal bytes.
func (w *wire) params(r model.Request, omit exchange.Omit) openai.ChatCompletionNewParams {
	p := openai.ChatCompletionNewParams{Model: r.Model}
	if r.System != "" {
		p.Messages = append(p.Messages, openai.SystemMessage(r.System))
	}
	p.Messages = append(p.Messages, openai.UserMessage(r.User))
	if r.Temperature != nil && !omit.Temperature {
		p.Temperature = openai.Float(*r.Temperature)
	}
	if r.MaxTokens > 0 {
		if w.config.CompletionTokens != omit.OtherLimit {
			p.MaxCompletionTokens = openai.Int(r.MaxTokens)
		} else {
			p.MaxTokens = openai.Int(r.MaxTokens)
		}
	}
	formed := r.Schema != nil && !omit.Schema
	switch {
	case formed && omit.Strict:
		p.ResponseFormat.OfJSONObject = &shared.ResponseFormatJSONObjectParam{}
	case formed:
		p.ResponseFormat.OfJSONSchema = &shared.ResponseFormatJSONSchemaParam{
			JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{
				Name:   cmp.Or(r.SchemaName, "answer"),
				Strict: openai.Bool(true),
				Schema: json.RawMessage(r.Schema),
			},
		}
	}
	if r.Seed != nil && !omit.Seed {
		p.Seed = openai.Int(*r.Seed)
	}
	extra := map[string]any{}
	if w.config.Extra != nil {
		maps.Copy(extra, w.config.Extra(formed))
	}
	if r.ReasoningEffort != "" && !omit.Effort {
		if w.config.Effort != nil {
			name, value := w.config.Effort(r.ReasoningEffort)
			extra[name] = value
		} else {
			p.ReasoningEffort = shared.ReasoningEffort(r.ReasoningEffort)
		}
	}
	if len(extra) > 0 {
		p.SetExtraFields(extra)
	}
	return p
}

package gemini

import (
	"encoding/json"
	"errors"
	"math"
	"strings"

	"assay/internal/core/model"
	"assay/internal/core/model/exchange"
)

// contentRequest is the body of a request, with the fields used here.
type contentRequest struct {
	Contents          []any            `json:"contents"` // each a content
	SystemInstruction *content         `json:"systemInstruction,omitempty"`
	Tools             []tools          `json:"tools,omitempty"`
	GenerationConfig  generationConfig `json:"generationConfig"`
}

type content struct {
	Role  string `json:"role"`
	Parts []any  `json:"parts"`
}

// part is a text in a content.
type part struct {
	Text string `json:"text"`
}

type generationConfig struct {
	Temperature        *float64        `json:"temperature,omitempty"`
	MaxOutputTokens    int64           `json:"maxOutputTokens,omitempty"`
	Seed               *int64          `json:"seed,omitempty"`
	ThinkingConfig     *thinkingConfig `json:"thinkingConfig,omitempty"`
	ResponseMIMEType   string          `json:"responseMimeType,omitempty"`
	ResponseJSONSchema json.RawMessage `json:"responseJsonSchema,omitempty"`
}

type thinkingConfig struct {
	ThinkingLevel  string `json:"thinkingLevel,omitempty"`
	ThinkingBudget *int   `json:"thinkingBudget,omitempty"`
}

// body builds the body of a request. Equal arguments give equal bytes.
func body(r model.Request, omit exchange.Omit) ([]byte, error) {
	turns, err := history(r.History)
	if err != nil {
		return nil, err
	}
	q := contentRequest{Contents: append([]any{words(r.User)}, turns...), Tools: declared(r.Tools)}
	if r.System != "" {
		system := words(r.System)
		q.SystemInstruction = &system
	}
	c := &q.GenerationConfig
	if !omit.Temperature {
		c.Temperature = r.Temperature
	}
	if r.MaxTokens > math.MaxInt32 {
		return nil, errors.New("the output limit is larger than the API can say")
	}
	c.MaxOutputTokens = r.MaxTokens
	if r.Seed != nil && !omit.Seed {
		if *r.Seed < math.MinInt32 || *r.Seed > math.MaxInt32 {
			return nil, errors.New("the seed is larger than the API can say: 32 bits")
		}
		c.Seed = r.Seed
	}
	if r.ReasoningEffort != "" && !omit.Effort {
		if r.ReasoningEffort == "none" {
			c.ThinkingConfig = &thinkingConfig{ThinkingBudget: new(int)}
		} else {
			c.ThinkingConfig = &thinkingConfig{ThinkingLevel: strings.ToUpper(r.ReasoningEffort)}
		}
	}
	if r.Schema != nil && !omit.Schema {
		c.ResponseMIMEType = "application/json"
		if !omit.Strict {
			c.ResponseJSONSchema = r.Schema
		}
	}
	return exchange.JSON(q)
}

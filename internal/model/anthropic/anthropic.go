// Package anthropic is the provider "anthropic": Anthropic's own Messages API.
//
// Its OpenAI-compatible endpoint is not used: it ignores schemas, effort and
// seeds without a word.
package anthropic

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"assay/internal/model"
	"assay/internal/model/exchange"
)

// Name is the provider's prefix in model names: "anthropic/claude-opus-4-5".
const Name = "anthropic"

// KeyVar is the environment variable that holds the key.
const KeyVar = "ANTHROPIC_API_KEY"

// URLVar is the environment variable that holds a base URL other than [BaseURL].
const URLVar = "ANTHROPIC_BASE_URL"

// BaseURL is Anthropic's own.
const BaseURL = "https://api.anthropic.com"

// DefaultMaxTokens is sent when a request sets no output limit: the API insists
// on one.
const DefaultMaxTokens = 8192

// Config holds the settings of the provider. The package reads no environment.
type Config struct {
	APIKey    string            // required
	BaseURL   string            // "" for [BaseURL]; without the version
	Transport http.RoundTripper // nil for the default
	Timeout   time.Duration     // of one request, 0 for the default
}

// New returns the provider as a model, which is a [model.Batcher]. It opens no connection.
//
// A reasoning effort is sent as output_config.effort with adaptive thinking;
// "none" disables thinking. Thinking does not go together with a temperature,
// which is then dropped. There is no seed.
func New(c Config) (model.Model, error) {
	c.APIKey = strings.TrimSpace(c.APIKey)
	c.BaseURL = cmp.Or(c.BaseURL, BaseURL)
	c.Timeout = cmp.Or(c.Timeout, exchange.DefaultTimeout)
	if c.APIKey == "" {
		return nil, &model.Error{Kind: model.ErrAuth, Err: errors.New("anthropic needs a key in " + KeyVar)}
	}
	if err := exchange.CheckURL(Name, c.BaseURL); err != nil {
		return nil, err
	}
	// Not anthropic.NewClient: that reads the environment.
	opts := []option.RequestOption{
		option.WithBaseURL(c.BaseURL), option.WithAPIKey(c.APIKey), option.WithMaxRetries(0), option.WithoutOpenTelemetry(),
		option.WithHTTPClient(exchange.Client(c.Transport)), option.WithRequestTimeout(c.Timeout),
	}
	client := anthropic.Client{Options: opts}
	return &batches{exchange.New(exchange.API{
		Provider: Name, Key: c.APIKey, Timeout: c.Timeout,
		Send: func(ctx context.Context, r model.Request, omit exchange.Omit) error {
			p, err := params(r, omit)
			if err != nil {
				return err
			}
			return client.Post(ctx, "v1/messages", p, nil) // nil: what comes back is recorded, and read here
		},
		Body: func(r model.Request, omit exchange.Omit) ([]byte, error) {
			p, err := params(r, omit)
			if err != nil {
				return nil, err
			}
			return p.MarshalJSON()
		},
		Read:    read,
		Without: without,
	}), client}, nil
}

// without knows what the API does not have, or not together.
func without(r model.Request, learnt exchange.Omit) exchange.Omit {
	omit := learnt
	omit.Seed = true
	omit.Schema = omit.Schema || omit.Strict // there is no JSON without a schema
	if thinks(r, omit) {
		omit.Temperature = true
	}
	if r.ReasoningEffort == "none" && omit.Thinking {
		omit.Effort = true // it is said by disabling thinking, and by nothing else
	}
	return omit
}

// thinks reports whether a request turns thinking on.
func thinks(r model.Request, omit exchange.Omit) bool {
	return r.ReasoningEffort != "" && r.ReasoningEffort != "none" && !omit.Thinking
}

// params builds the body. Equal arguments give equal bytes.
func params(r model.Request, omit exchange.Omit) (anthropic.MessageNewParams, error) {
	p := anthropic.MessageNewParams{
		Model:     r.Model,
		MaxTokens: r.MaxTokens,
		Messages:  []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock(r.User))},
	}
	if r.System != "" {
		block := anthropic.TextBlockParam{Text: r.System}
		if r.CacheSystem && !omit.Cache {
			block.CacheControl = anthropic.NewCacheControlEphemeralParam()
		}
		p.System = []anthropic.TextBlockParam{block}
	}
	if r.Temperature != nil && !omit.Temperature {
		p.Temperature = anthropic.Float(*r.Temperature)
	}
	switch {
	case thinks(r, omit):
		p.Thinking.OfAdaptive = &anthropic.ThinkingConfigAdaptiveParam{}
	case r.ReasoningEffort == "none" && !omit.Effort:
		p.Thinking.OfDisabled = &anthropic.ThinkingConfigDisabledParam{}
	}
	if r.ReasoningEffort != "" && r.ReasoningEffort != "none" && !omit.Effort {
		p.OutputConfig.Effort = anthropic.OutputConfigEffort(r.ReasoningEffort)
	}
	if r.Schema != nil && !omit.Schema {
		if err := json.Unmarshal(r.Schema, &p.OutputConfig.Format.Schema); err != nil {
			return p, errors.New("the schema is not a JSON object")
		}
	}
	return p, nil
}

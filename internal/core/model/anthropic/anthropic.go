// Package anthropic is the provider "anthropic": Anthropic's own Messages API.
//
// Its OpenAI-compatible endpoint is not used: it silently ignores schemas, effort and
// seeds.
package anthropic

import (
	"cmp"
	"errors"
	"net/http"
	"strings"
	"time"

	"assay/internal/core/model"
	"assay/internal/core/model/exchange"
)

// Name is the provider's prefix in model names: "anthropic/claude-opus-4-5".
const Name = "anthropic"

// KeyVar is the environment variable that holds the key.
const KeyVar = "ANTHROPIC_API_KEY"

// URLVar is the environment variable that holds a base URL other than [BaseURL].
const URLVar = "ANTHROPIC_BASE_URL"

// BaseURL is the default base URL.
const BaseURL = "https://api.anthropic.com"

// version is the version of the API that this package implements.
const version = "2023-06-01"

// DefaultMaxTokens is sent when a request sets no output limit: the API requires one.
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
// A reasoning effort is sent as output_config.effort with adaptive thinking; "none"
// disables thinking. Thinking cannot be combined with a temperature, which is then
// dropped. There is no seed.
func New(c Config) (model.Model, error) {
	c.APIKey = strings.TrimSpace(c.APIKey)
	c.BaseURL = cmp.Or(c.BaseURL, BaseURL)
	if c.APIKey == "" {
		return nil, &model.Error{Kind: model.ErrAuth, Err: errors.New("anthropic needs a key in " + KeyVar)}
	}
	if err := exchange.CheckURL(Name, c.BaseURL); err != nil {
		return nil, err
	}
	server, err := exchange.NewEndpoint(c.Transport, exchange.Base(exchange.Base(c.BaseURL, "messages"), "v1"),
		http.Header{"X-Api-Key": {c.APIKey}, "Anthropic-Version": {version}})
	if err != nil {
		return nil, err
	}
	messages := server.At("v1/messages")
	caller := exchange.New(exchange.API{
		Provider: Name, Key: c.APIKey, Timeout: c.Timeout, Endpoint: messages, Body: body, Read: read, Tools: true,
		Without: without,
	})
	return &batches{caller, messages.At("batches")}, nil
}

// without omits the settings that the API does not have or cannot combine.
func without(r model.Request, learnt exchange.Omit) exchange.Omit {
	omit := learnt
	omit.Seed = true
	omit.Schema = omit.Schema || omit.Strict // there is no JSON without a schema
	if thinks(r, omit) {
		omit.Temperature = true
	}
	if r.ReasoningEffort == "none" && omit.Thinking {
		omit.Effort = true // "none" can only be sent as disabled thinking
	}
	return omit
}

// thinks reports whether a request turns thinking on.
func thinks(r model.Request, omit exchange.Omit) bool {
	return r.ReasoningEffort != "" && r.ReasoningEffort != "none" && !omit.Thinking
}

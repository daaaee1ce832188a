// Package openrouter is the provider "openrouter", which reaches the models of
// most vendors with one key and says in the response what a request cost.
package openrouter

import (
	"cmp"
	"errors"
	"net/http"
	"strings"
	"time"

	"assay/internal/model"
	"assay/internal/model/chat"
	"assay/internal/model/exchange"
)

// Name is the provider's prefix in model names: "openrouter/vendor/model".
const Name = "openrouter"

// KeyVar is the environment variable that holds the key.
const KeyVar = "OPENROUTER_API_KEY"

// URLVar is the environment variable that holds a base URL other than [BaseURL].
const URLVar = "OPENROUTER_BASE_URL"

// BaseURL is OpenRouter's own.
const BaseURL = "https://openrouter.ai/api/v1"

// Config holds the settings of the provider. The package reads no environment.
type Config struct {
	APIKey    string            // required
	BaseURL   string            // "" for [BaseURL]
	Transport http.RoundTripper // nil for the default
	Timeout   time.Duration     // of one request, 0 for the default
}

// New returns the provider as a model. It opens no connection. Nothing that
// identifies the caller is sent besides the key: no title, no referer.
func New(c Config) (model.Model, error) {
	if c.APIKey == "" {
		return nil, &model.Error{Kind: model.ErrAuth, Err: errors.New("openrouter needs a key in " + KeyVar)}
	}
	return chat.New(chat.Config{
		Provider:  Name,
		BaseURL:   cmp.Or(c.BaseURL, BaseURL),
		APIKey:    c.APIKey,
		Transport: c.Transport,
		Timeout:   c.Timeout,
		// max_tokens, since endpoints that advertise only that one would be left
		// out by require_parameters.
		CompletionTokens: false,
		Extra:            extra,
		Effort:           effort,
		Adapt:            adapt,
	})
}

// extra asks for the cost, and for an endpoint that honours the form of the answer:
// without require_parameters OpenRouter drops what an endpoint does not know, silently.
func extra(formed bool) map[string]any {
	fields := map[string]any{"usage": map[string]any{"include": true}}
	if formed {
		fields["provider"] = map[string]any{"require_parameters": true}
	}
	return fields
}

// effort is OpenRouter's own field, which it translates for every vendor.
func effort(effort string) (string, any) {
	return "reasoning", map[string]any{"effort": effort}
}

// adapt recognises that no endpoint of a model supports all parameters, which
// OpenRouter says without naming one. It first gives up the temperature, which
// reasoning models do not take; when that was not it, the schema, then JSON too.
func adapt(status int, message string, sent exchange.Sent) (exchange.Omit, bool) {
	omit := sent.Omit
	if status != http.StatusNotFound || !sent.Schema && !sent.JSON ||
		!strings.Contains(strings.ToLower(message), "requested parameters") {
		return omit, false
	}
	if sent.Temperature {
		omit.Temperature = true
		return omit, true
	}
	return exchange.Omit{Strict: true, Schema: sent.JSON, OtherLimit: omit.OtherLimit}, true
}

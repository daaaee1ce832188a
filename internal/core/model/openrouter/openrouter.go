// Package openrouter is the provider "openrouter", which offers the models of most
// vendors with one key and reports the cost of a request in the response.
package openrouter

import (
	"cmp"
	"errors"
	"net/http"
	"strings"
	"time"

	"assay/internal/core/model"
	"assay/internal/core/model/chat"
	"assay/internal/core/model/exchange"
)

// Name is the provider's prefix in model names: "openrouter/vendor/model".
const Name = "openrouter"

// KeyVar is the environment variable that holds the key.
const KeyVar = "OPENROUTER_API_KEY"

// URLVar is the environment variable that holds a base URL other than [BaseURL].
const URLVar = "OPENROUTER_BASE_URL"

// BaseURL is the default base URL.
const BaseURL = "https://openrouter.ai/api/v1"

// Config holds the settings of the provider. The package reads no environment.
type Config struct {
	APIKey    string            // required
	BaseURL   string            // "" for [BaseURL]
	Transport http.RoundTripper // nil for the default
	Timeout   time.Duration     // of one request, 0 for the default
}

// New returns the provider as a model. It opens no connection. Except for the key,
// nothing that identifies the caller is sent: no title, no referer.
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
		// max_tokens, since require_parameters would exclude the endpoints that
		// advertise only that one.
		CompletionTokens: false,
		Extra:            extra,
		Effort:           effort,
		Adapt:            adapt,
	})
}

// extra asks for the cost, and for an endpoint that honours the form of the answer:
// without require_parameters OpenRouter silently drops parameters that an endpoint does
// not support.
func extra(formed bool) map[string]any {
	fields := map[string]any{"usage": map[string]any{"include": true}}
	if formed {
		fields["provider"] = map[string]any{"require_parameters": true}
	}
	return fields
}

// effort returns OpenRouter's own field, which it translates for every vendor.
func effort(effort string) (string, any) {
	return "reasoning", map[string]any{"effort": effort}
}

// adapt recognises the error that no endpoint of a model supports all parameters, which
// names no parameter. It first gives up the temperature, which reasoning models do not
// accept; if the error persists, the schema, then JSON too, and sends the temperature
// again. Other settings that were refused before stay omitted.
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
	omit.Temperature, omit.Strict, omit.Schema = false, true, sent.JSON
	return omit, true
}

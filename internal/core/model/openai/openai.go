// Package openai is the provider "openai": OpenAI itself, or with a base URL any server
// with the same chat completions API, such as Ollama or vLLM.
package openai

import (
	"cmp"
	"errors"
	"net/http"
	"time"

	"assay/internal/core/model"
	"assay/internal/core/model/chat"
)

// Name is the provider's prefix in model names: "openai/gpt-4o-mini".
const Name = "openai"

// KeyVar is the environment variable that holds the key.
const KeyVar = "OPENAI_API_KEY"

// URLVar is the environment variable that holds a base URL other than [BaseURL].
const URLVar = "OPENAI_BASE_URL"

// BaseURL is the default base URL.
const BaseURL = "https://api.openai.com/v1"

// Config holds the settings of the provider. The package reads no environment.
type Config struct {
	APIKey    string            // required unless BaseURL is set
	BaseURL   string            // "" for [BaseURL]; with the version, as in http://localhost:11434/v1
	Header    http.Header       // further headers, whose values are secrets; nil for none
	Transport http.RoundTripper // nil for the default
	Timeout   time.Duration     // of one request, 0 for the default
}

// New returns the provider as a model, which is a [model.Batcher] for any server. It
// opens no connection.
func New(c Config) (model.Model, error) {
	own := c.BaseURL == "" || c.BaseURL == BaseURL
	if own && c.APIKey == "" {
		return nil, &model.Error{Kind: model.ErrAuth, Err: errors.New("openai needs a key in " + KeyVar)}
	}
	return chat.NewBatcher(chat.Config{
		Provider:  Name,
		BaseURL:   cmp.Or(c.BaseURL, BaseURL),
		APIKey:    c.APIKey,
		Header:    c.Header,
		Transport: c.Transport,
		Timeout:   c.Timeout,
		// Other servers support max_tokens; vLLM and Ollama ignore or refuse
		// max_completion_tokens.
		CompletionTokens: own,
	})
}

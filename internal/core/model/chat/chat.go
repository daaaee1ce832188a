package chat

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"assay/internal/core/model"
	"assay/internal/core/model/exchange"
)

// Config describes one server with the chat completions API.
type Config struct {
	Provider  string            // for messages: "openrouter"
	BaseURL   string            // up to and including the version: "https://api.openai.com/v1"; or with the method
	APIKey    string            // "" sends no Authorization header
	Header    http.Header       // further headers, whose values are secrets; nil for none
	Transport http.RoundTripper // nil uses one shared by all models
	Timeout   time.Duration     // of one request, 0 for [exchange.DefaultTimeout]

	// CompletionTokens sends the output limit as max_completion_tokens, which newer
	// OpenAI models require, instead of max_tokens, which other models support.
	CompletionTokens bool

	// Effort returns the top-level field for a reasoning effort; nil sends
	// OpenAI's reasoning_effort.
	Effort func(effort string) (name string, value any)

	// Extra returns top-level fields to add to the body; nil adds none. formed means
	// that the body asks for a schema or for JSON.
	Extra func(formed bool) map[string]any

	// Adapt is the field of [exchange.API].
	Adapt func(status int, message string, sent exchange.Sent) (exchange.Omit, bool)
}

// method is the path of a chat completion below the base URL.
const method = "chat/completions"

// New returns a model for the server that c describes. It opens no connection.
func New(c Config) (model.Model, error) {
	server, err := c.server()
	if err != nil {
		return nil, err
	}
	return c.caller(server), nil
}

// server returns the endpoint at the base URL.
func (c Config) server() (*exchange.Endpoint, error) {
	if err := exchange.CheckURL(c.Provider, c.BaseURL); err != nil {
		return nil, err
	}
	header := http.Header{}
	if key := c.key(); key != "" {
		header.Set("Authorization", "Bearer "+key)
	}
	base := exchange.Base(c.BaseURL, method)
	if u, err := url.Parse(base); err == nil && u.Query().Has("api-version") && c.key() != "" {
		header.Set("api-key", c.key()) // Azure's, which also accepts tokens as Authorization
	}
	maps.Copy(header, c.Header)
	return exchange.NewEndpoint(c.Transport, base, header)
}

func (c Config) caller(server *exchange.Endpoint) *exchange.Caller {
	return exchange.New(exchange.API{
		Provider: c.Provider, Key: c.key(), Secrets: slices.Concat(slices.Collect(maps.Values(c.Header))...),
		Timeout: c.Timeout, Adapt: c.Adapt,
		Endpoint: server.At(method), Body: c.body, Read: read, Join: join, Tools: true,
		Without: func(_ model.Request, learnt exchange.Omit) exchange.Omit {
			learnt.Thinking, learnt.Cache = true, true // servers with this API cache automatically
			return learnt
		},
	})
}

// key returns the key without surrounding white space, such as the newline of a file,
// which would break the header.
func (c Config) key() string { return strings.TrimSpace(c.APIKey) }

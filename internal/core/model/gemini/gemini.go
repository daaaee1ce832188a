// Package gemini is the provider "gemini": Google's Gemini API. Vertex AI is not
// supported.
package gemini

import (
	"cmp"
	"errors"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"assay/internal/core/model"
	"assay/internal/core/model/exchange"
)

// Name is the provider's prefix in model names: "gemini/gemini-3-pro".
const Name = "gemini"

// KeyVar is the environment variable that holds the key.
const KeyVar = "GEMINI_API_KEY"

// URLVar is the environment variable that holds a base URL other than [BaseURL].
const URLVar = "GEMINI_BASE_URL"

// BaseURL is the default base URL.
const BaseURL = "https://generativelanguage.googleapis.com"

// Config holds the settings of the provider. The package reads no environment.
type Config struct {
	APIKey    string            // required
	BaseURL   string            // "" for [BaseURL]; without the version
	Transport http.RoundTripper // nil for the default
	Timeout   time.Duration     // of one request, 0 for the default
}

// New returns the provider as a model. It opens no connection.
//
// A reasoning effort is sent as the thinking level; "none" sets a thinking budget of 0
// instead. Google caches prompts automatically, without marks.
func New(c Config) (model.Model, error) {
	c.APIKey = strings.TrimSpace(c.APIKey)
	c.BaseURL = cmp.Or(c.BaseURL, BaseURL)
	c.Timeout = cmp.Or(c.Timeout, exchange.DefaultTimeout)
	if c.APIKey == "" {
		return nil, &model.Error{Kind: model.ErrAuth, Err: errors.New("gemini needs a key in " + KeyVar)}
	}
	if err := exchange.CheckURL(Name, c.BaseURL); err != nil {
		return nil, err
	}
	server, err := exchange.NewEndpoint(c.Transport, exchange.Base(c.BaseURL, "v1beta"), http.Header{
		"X-Goog-Api-Key": {c.APIKey},
		// Google's servers stop when this time has passed.
		"X-Server-Timeout": {strconv.Itoa(int(math.Ceil(c.Timeout.Seconds())))},
	})
	if err != nil {
		return nil, err
	}
	return exchange.New(exchange.API{
		Provider: Name, Key: c.APIKey, Timeout: c.Timeout,
		Endpoint: server.At("v1beta"), Path: path, Body: body, Read: read, Tools: true,
		Without: func(_ model.Request, learnt exchange.Omit) exchange.Omit {
			learnt.Thinking, learnt.Cache = true, true
			return learnt
		},
	}), nil
}

// path returns the path for requests to a model.
func path(id string) (string, error) {
	if strings.ContainsAny(id, "?&") || strings.Contains(id, "..") {
		return "", errors.New("this cannot be the id of a model")
	}
	if !strings.HasPrefix(id, "models/") && !strings.HasPrefix(id, "tunedModels/") {
		id = "models/" + id
	}
	return (&url.URL{Path: id + ":generateContent"}).EscapedPath(), nil
}

// Package gemini is the provider "gemini": Google's Gemini API. Vertex AI is not
// reached.
package gemini

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"strings"
	"time"

	"google.golang.org/genai"

	"assay/internal/model"
	"assay/internal/model/exchange"
)

// Name is the provider's prefix in model names: "gemini/gemini-3-pro".
const Name = "gemini"

// KeyVar is the environment variable that holds the key.
const KeyVar = "GEMINI_API_KEY"

// URLVar is the environment variable that holds a base URL other than [BaseURL].
const URLVar = "GEMINI_BASE_URL"

// BaseURL is Google's own.
const BaseURL = "https://generativelanguage.googleapis.com"

// Config holds the settings of the provider. The package reads no environment;
// the SDK does, and what it finds there is overruled.
type Config struct {
	APIKey    string            // required
	BaseURL   string            // "" for [BaseURL]; without the version
	Transport http.RoundTripper // nil for the default
	Timeout   time.Duration     // of one request, 0 for the default
}

// New returns the provider as a model. It opens no connection.
//
// A reasoning effort is sent as the thinking level; "none" sets a thinking budget
// of 0 instead. Google caches prompts by itself, without marks.
func New(c Config) (model.Model, error) {
	c.APIKey = strings.TrimSpace(c.APIKey)
	c.BaseURL = cmp.Or(c.BaseURL, BaseURL)
	if c.APIKey == "" {
		return nil, &model.Error{Kind: model.ErrAuth, Err: errors.New("gemini needs a key in " + KeyVar)}
	}
	if err := exchange.CheckURL(Name, c.BaseURL); err != nil {
		return nil, err
	}
	client, err := genai.NewClient(context.Background(), &genai.ClientConfig{
		APIKey: c.APIKey, Backend: genai.BackendGeminiAPI, HTTPClient: exchange.Client(c.Transport),
		HTTPOptions: genai.HTTPOptions{BaseURL: strings.TrimSuffix(c.BaseURL, "/") + "/"},
	})
	if err != nil {
		return nil, errors.New("gemini: the client could not be made") // the SDK's error shows the key
	}
	return exchange.New(exchange.API{
		Provider: Name, Key: c.APIKey, Timeout: c.Timeout,
		Send: func(ctx context.Context, r model.Request, omit exchange.Omit) error {
			config, err := params(r, omit)
			if err != nil {
				return err
			}
			_, err = client.Models.GenerateContent(ctx, r.Model, genai.Text(r.User), config)
			return err
		},
		Read: read,
		Without: func(_ model.Request, learnt exchange.Omit) exchange.Omit {
			learnt.Thinking, learnt.Cache = true, true
			return learnt
		},
	}), nil
}

// params builds the settings. Equal arguments give equal bytes.
func params(r model.Request, omit exchange.Omit) (*genai.GenerateContentConfig, error) {
	c := &genai.GenerateContentConfig{}
	if r.System != "" {
		c.SystemInstruction = &genai.Content{Parts: []*genai.Part{{Text: r.System}}}
	}
	if r.Temperature != nil && !omit.Temperature {
		c.Temperature = genai.Ptr(float32(*r.Temperature))
	}
	if r.MaxTokens > math.MaxInt32 {
		return nil, errors.New("the output limit is larger than the API can say")
	}
	c.MaxOutputTokens = int32(r.MaxTokens)
	if r.Seed != nil && !omit.Seed {
		if *r.Seed < math.MinInt32 || *r.Seed > math.MaxInt32 {
			return nil, errors.New("the seed is larger than the API can say: 32 bits")
		}
		c.Seed = genai.Ptr(int32(*r.Seed))
	}
	if r.ReasoningEffort != "" && !omit.Effort {
		if r.ReasoningEffort == "none" {
			c.ThinkingConfig = &genai.ThinkingConfig{ThinkingBudget: genai.Ptr[int32](0)}
		} else {
			c.ThinkingConfig = &genai.ThinkingConfig{ThinkingLevel: genai.ThinkingLevel(strings.ToUpper(r.ReasoningEffort))}
		}
	}
	if r.Schema != nil && !omit.Schema {
		c.ResponseMIMEType = "application/json"
		if !omit.Strict {
			c.ResponseJsonSchema = json.RawMessage(r.Schema)
		}
	}
	return c, nil
}

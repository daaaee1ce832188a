package chat

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"assay/internal/bench"
	"assay/internal/model"
)

// Config describes one server that speaks chat completions.
type Config struct {
	Provider  string            // for messages: "openrouter"
	BaseURL   string            // up to and including the version: "https://api.openai.com/v1"
	APIKey    string            // "" sends no Authorization header
	Transport http.RoundTripper // nil uses one shared by all models
	Timeout   time.Duration     // of one request, 0 for [DefaultTimeout]

	// CompletionTokens sends the output limit as max_completion_tokens, which
	// newer OpenAI models insist on, instead of max_tokens, which others know.
	CompletionTokens bool

	// Extra returns top-level fields to add to the body; nil adds none.
	Extra func(withSchema bool) map[string]any

	// Adapt recognises a provider's own way to say that it does not support what
	// was sent; nil recognises none. It is asked when the general rule, a 400
	// that names the parameter, does not apply.
	Adapt func(status int, message string, sent Sent) (Omit, bool)
}

// DefaultTimeout bounds one request. Reasoning models think for minutes.
const DefaultTimeout = 15 * time.Minute

// Model implements [model.Model].
type Model struct {
	config  Config
	service openai.ChatCompletionService
	memory  memory
}

var _ model.Model = (*Model)(nil)

// New returns a model for the server that c describes. It opens no connection.
func New(c Config) (*Model, error) {
	c.APIKey = strings.TrimSpace(c.APIKey) // a newline from a key file would break the header
	u, err := url.Parse(c.BaseURL)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		// The URL may hold a password, so it is not repeated.
		return nil, fmt.Errorf("%s: the base URL is not an http or https address", c.Provider)
	}
	c.Timeout = cmp.Or(c.Timeout, DefaultTimeout)
	if c.Transport == nil {
		c.Transport = transport()
	}
	opts := []option.RequestOption{option.WithBaseURL(c.BaseURL), option.WithMaxRetries(0)}
	if c.APIKey != "" {
		opts = append(opts, option.WithAPIKey(c.APIKey))
	}
	// The service alone, not openai.NewClient: that reads the environment.
	return &Model{config: c, service: openai.NewChatCompletionService(opts...)}, nil
}

// maxAsks bounds how often one Generate may ask because the server does not
// support a parameter; there are three that can be dropped or renamed.
const maxAsks = 4

// Generate implements [model.Model]. A parameter that the server says it does
// not support is left out, for this and every later request to the same model;
// RawRequest shows what was sent in the end, Attempts counts every request.
func (m *Model) Generate(ctx context.Context, r model.Request) (bench.Response, error) {
	resp := bench.Response{Started: time.Now()}
	if err := check(r); err != nil {
		return resp, &model.Error{Kind: model.ErrInvalid, Err: err}
	}
	omit := m.memory.recall(r.Model)
	for {
		x, completion, err := m.ask(ctx, r, omit)
		if len(x.request) > 0 {
			resp.Attempts++
		}
		resp.RawRequest, resp.RawResponse = x.request, x.response
		resp.Elapsed = time.Since(resp.Started)
		if err == nil {
			err = read(&resp, completion)
		}
		if err == nil {
			return resp, nil
		}
		if ctx.Err() != nil {
			return resp, ctx.Err()
		}
		var f *failure
		if !errors.As(err, &f) {
			return resp, m.redact(&model.Error{Kind: model.ErrProtocol, Status: x.status, Err: err})
		}
		if finish, ok := f.finish(); ok {
			resp.Finish, resp.FinishRaw, resp.Text = finish, f.word(), m.hide(f.message)
			return resp, nil
		}
		next, ok := m.adapt(f, r, omit)
		if !ok || resp.Attempts >= maxAsks {
			return resp, m.redact(f.classify(x.header))
		}
		omit = next
	}
}

// ask sends one request. The exchange is never nil; the error is a *failure
// when the server or the connection is to blame.
func (m *Model) ask(ctx context.Context, r model.Request, omit Omit) (*exchange, *openai.ChatCompletion, error) {
	x := &exchange{base: m.config.Transport, limit: maxBody}
	client := &http.Client{
		Transport: x,
		// A redirected request would carry the key and the prompt to a place
		// nobody configured.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	tctx, cancel := context.WithTimeout(ctx, m.config.Timeout)
	defer cancel()
	completion, err := m.service.New(tctx, m.params(r, omit), option.WithHTTPClient(client))
	if len(m.config.APIKey) >= 16 { // shorter ones are words such as "ollama", not secrets
		x.response = bytes.ReplaceAll(x.response, []byte(m.config.APIKey), []byte("[key]"))
	}
	switch {
	case ctx.Err() != nil:
		return x, nil, ctx.Err()
	case len(x.request) == 0:
		return x, nil, &failure{kind: model.ErrInvalid, message: "the request could not be built: " + plain(err)}
	case x.tooLarge:
		return x, nil, &failure{kind: model.ErrProtocol, status: x.status, message: fmt.Sprintf("the response is larger than %d bytes", x.limit)}
	case tctx.Err() != nil:
		return x, nil, &failure{kind: model.ErrUnavailable, message: fmt.Sprintf("no complete answer within %v", m.config.Timeout)}
	case x.err != nil:
		return x, nil, &failure{kind: model.ErrUnavailable, status: x.status, message: plain(x.err)}
	case x.status < 200 || x.status > 299:
		return x, nil, failed(x.status, x.response)
	case !json.Valid(x.response):
		return x, nil, &failure{kind: model.ErrProtocol, status: x.status, message: "the body is not JSON: " + excerpt(x.response)}
	}
	// From here on the body is JSON. Errors inside a 200 come first: OpenRouter
	// sends them when a model fails after it has started.
	if f := failedInside(x.status, x.response); f != nil {
		return x, nil, f
	}
	if err != nil || completion == nil { // JSON sent as text/plain; null
		completion = &openai.ChatCompletion{}
		if err := completion.UnmarshalJSON(x.response); err != nil {
			return x, nil, &failure{kind: model.ErrProtocol, status: x.status, message: "the body is not a chat completion: " + excerpt(x.response)}
		}
	}
	return x, completion, nil
}

// check refuses what could not be sent unchanged.
func check(r model.Request) error {
	switch {
	case r.Model == "":
		return errors.New("no model is named")
	case r.User == "":
		return errors.New("the prompt is empty")
	case !utf8.ValidString(r.User) || !utf8.ValidString(r.System):
		// encoding/json would replace the bytes by U+FFFD without a word.
		return errors.New("the prompt is not UTF-8, and JSON cannot carry its bytes unchanged")
	case r.Schema != nil && !json.Valid(r.Schema):
		return errors.New("the schema is not JSON")
	}
	return nil
}

func (m *Model) redact(e *model.Error) *model.Error {
	e.Err = errors.New(cmp.Or(m.config.Provider, "chat") + ": " + m.hide(e.Err.Error()))
	return e
}

// hide removes the key from text that a server or the network stack wrote.
func (m *Model) hide(s string) string {
	if m.config.APIKey == "" {
		return s
	}
	return strings.ReplaceAll(s, m.config.APIKey, "[key]")
}

package exchange

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

	"assay/internal/bench"
	"assay/internal/core/base/redact"
	"assay/internal/core/model"
)

// DefaultTimeout bounds one request. Reasoning models think for minutes.
const DefaultTimeout = 15 * time.Minute

// API is the part that a provider implements. All functions are called concurrently.
type API struct {
	Provider string        // for messages: "openrouter"
	Key      string        // removed from responses and messages by package redact; never sent by this package
	Secrets  []string      // of further headers, removed like the key; with or without the word "Bearer"
	Timeout  time.Duration // of one request, 0 for [DefaultTimeout]

	// Endpoint is the address that requests are posted to. Path returns the escaped
	// suffix of the address, if it depends on the model; nil adds nothing.
	Endpoint *Endpoint
	Path     func(model string) (string, error)

	// Body returns the JSON to post. Equal arguments give equal bytes. On error nothing
	// is sent.
	Body func(r model.Request, omit Omit) ([]byte, error)

	// Read sets the text, the ending, the model and the usage from the body of a
	// success, which is one JSON value in UTF-8. It treats an unknown finish reason as
	// [Finish] does. Its error is a *Failure. When resp.Turn is not nil, the request
	// was part of a conversation, and Read sets the turn's calls, with the ids that the
	// server sent, and its raw form.
	Read func(resp *bench.Response, body []byte) error

	// Join returns the body of a success from the JSON values of an event stream, which
	// some servers send unasked. done means that the stream had its end mark. nil fails.
	Join func(events []json.RawMessage, done bool) ([]byte, error)

	// Tools means that Body sends tools and history, and Read reads calls. Without it
	// requests that have them are refused.
	Tools bool

	// Without returns the settings to omit from r: those in learnt, which servers
	// refused, and those that the API does not have or cannot combine. An API that
	// cannot ask for JSON without a schema omits Schema whenever Strict is omitted. nil
	// adds nothing.
	Without func(r model.Request, learnt Omit) Omit

	// Adapt recognises a provider's own errors for unsupported settings; nil recognises
	// none. It is called when the general rule, a 400 or 422 that names the parameter,
	// does not apply.
	Adapt func(status int, message string, sent Sent) (Omit, bool)
}

// Caller implements [model.Model] for an API.
type Caller struct {
	api    API
	keys   *redact.Keys
	memory memory
}

var _ model.Model = (*Caller)(nil)

// New returns the model of an API. It opens no connection.
func New(a API) *Caller {
	a.Timeout = cmp.Or(a.Timeout, DefaultTimeout)
	keys := []string{a.Key}
	for _, s := range a.Secrets {
		keys = append(keys, strings.TrimPrefix(s, "Bearer "))
	}
	return &Caller{api: a, keys: redact.New(keys...)}
}

// Base returns the base URL of an API. address may be that of its method, such as
// "chat/completions", which is what many pages show.
func Base(address, method string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	path, found := strings.CutSuffix(strings.TrimRight(u.Path, "/"), "/"+method)
	if !found {
		return address
	}
	u.Path, u.RawPath = path, ""
	return u.String()
}

// CheckURL refuses a base URL that is not an http or https address. The URL may contain
// a password, so the error does not repeat it.
func CheckURL(provider, base string) error {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("%s: the base URL is not an http or https address", provider)
	}
	return nil
}

// maxAsks bounds the requests of one Generate when the server does not support
// settings.
const maxAsks = 8

// Generate implements [model.Model]. A setting that the server reports as unsupported
// is omitted from this and every later request to the same model; a schema is first
// replaced by JSON without a schema. RawRequest, Params and Dropped describe the last
// request; Attempts counts all.
func (c *Caller) Generate(ctx context.Context, r model.Request) (bench.Response, error) {
	resp := bench.Response{Started: time.Now()}
	if err := c.check(r); err != nil {
		return resp, c.redact(&model.Error{Kind: model.ErrInvalid, Err: err})
	}
	learnt := c.memory.recall(r.Model)
	for {
		omit := c.omit(r, learnt)
		was := sent(r, omit, learnt)
		x, err := c.ask(ctx, r, omit)
		if x.request != nil {
			resp.Attempts++
			resp.Params, resp.Dropped = effective(r, was)
		}
		if r.Converses() {
			resp.Turn = &bench.Turn{}
		}
		err = c.read(&resp, x, err)
		resp.Elapsed = time.Since(resp.Started)
		if err == nil {
			if resp.Turn != nil {
				model.Complete(&resp, r.History)
			}
			return resp, nil
		}
		resp.Turn = nil
		if ctx.Err() != nil {
			return resp, ctx.Err()
		}
		f, err := c.failed(&resp, x, err)
		if f == nil {
			return resp, err
		}
		next, ok := c.adapt(f, r.Model, was)
		if !ok || resp.Attempts >= maxAsks {
			return resp, c.redact(f.classify(x.header))
		}
		learnt = next
	}
}

// omit returns the settings to omit from r: those in learnt, and those of [API.Without].
func (c *Caller) omit(r model.Request, learnt Omit) Omit {
	if c.api.Without == nil {
		return learnt
	}
	return c.api.Without(r, learnt)
}

// read fills resp from a record. A non-nil err means that the record holds no answer.
func (c *Caller) read(resp *bench.Response, x *record, err error) error {
	resp.RawRequest, resp.RawResponse = c.keys.Body(x.request), x.response
	if err == nil {
		err = c.api.Read(resp, valid(x.json))
		resp.Usage = plausible(resp.Usage)
		if err != nil {
			resp.Finish, resp.FinishRaw = "", ""
		}
	}
	if id := c.keys.Message(Clip(cmp.Or(x.header.Get("Request-Id"), x.header.Get("X-Request-Id")))); id != "" {
		resp.RequestID = id
	}
	return err
}

// failed returns err as a failure of the server. It returns nil, nil when the failure
// is an outcome of an answer, which it sets in resp, and an error when err is not a
// *Failure.
func (c *Caller) failed(resp *bench.Response, x *record, err error) (*Failure, error) {
	var f *Failure
	if !errors.As(err, &f) {
		return nil, c.redact(&model.Error{Kind: model.ErrProtocol, Status: x.status, Err: err})
	}
	if finish, ok := f.finish(); ok {
		resp.Finish, resp.FinishRaw, resp.Text = finish, f.word(), c.keys.Message(f.Message)
		return nil, nil
	}
	return f, nil
}

// adapt returns what to omit after the failure of a request, and whether there is
// anything more to omit.
func (c *Caller) adapt(f *Failure, id string, was Sent) (Omit, bool) {
	next, ok := named(f, was)
	if !ok && c.api.Adapt != nil {
		next, ok = c.api.Adapt(f.status, f.text(), was)
	}
	if !ok {
		return was.Omit, false
	}
	if now := c.memory.recall(id); now != was.Omit {
		return now, true // another request has learnt it in the meantime
	}
	c.memory.learn(id, next)
	return next, true
}

// ask sends one request. The record is never nil; the error is a *Failure or ctx's
// error.
func (c *Caller) ask(ctx context.Context, r model.Request, omit Omit) (*record, error) {
	x := &record{}
	tctx, cancel := context.WithTimeout(ctx, c.api.Timeout)
	defer cancel()
	err := c.post(tctx, x, r, omit)
	x.response = c.without(x.status, x.response)
	switch {
	case ctx.Err() != nil:
		return x, ctx.Err()
	case err != nil:
		return x, &Failure{Kind: model.ErrInvalid, Message: "the request could not be built: " + plain(err)}
	case x.tooLarge:
		return x, &Failure{Kind: model.ErrProtocol, status: x.status,
			Message: fmt.Sprintf("the response is larger than %d bytes", maxBody)}
	case tctx.Err() != nil:
		return x, &Failure{Kind: model.ErrUnavailable, Message: fmt.Sprintf("no complete answer within %v", c.api.Timeout)}
	case x.err != nil:
		return x, &Failure{Kind: model.ErrUnavailable, status: x.status, Message: plain(x.err)}
	}
	return x, c.success(x)
}

// post builds a request and sends it. An error means that nothing was sent.
func (c *Caller) post(ctx context.Context, x *record, r model.Request, omit Omit) error {
	to := c.api.Endpoint
	if c.api.Path != nil {
		path, err := c.api.Path(r.Model)
		if err != nil {
			return err
		}
		to = to.At(path)
	}
	body, err := c.api.Body(r, omit)
	if err != nil {
		return err
	}
	to.send(ctx, x, message{method: http.MethodPost, body: body})
	return nil
}

// byteOrderMark is a mark that some servers send before a body.
var byteOrderMark = []byte("\uFEFF")

// success sets the JSON of a response. It returns a *Failure unless it is a success.
func (c *Caller) success(x *record) error {
	if !x.good() {
		f := failed(x.status, x.response)
		if x.url != nil { // not an item of a batch
			f.locate(x.url, x.header.Get("Location"))
		}
		return f
	}
	x.json = bytes.TrimPrefix(x.response, byteOrderMark)
	values := []json.RawMessage{x.json}
	events, done := stream(x.json)
	switch {
	case len(events) > 0:
		values = events
	case !json.Valid(x.json):
		return &Failure{Kind: model.ErrProtocol, status: x.status, Message: "the body is not JSON: " + excerpt(x.response)}
	}
	// Errors inside a 200: OpenRouter sends them when a model fails after it has
	// started.
	for _, value := range values {
		if f := failedInside(x.status, value); f != nil {
			return f
		}
	}
	if len(events) == 0 {
		return nil
	}
	if c.api.Join == nil {
		return &Failure{Kind: model.ErrInvalid, status: x.status,
			Message: "the server streams its answer, which was not asked for"}
	}
	var err error
	x.json, err = c.api.Join(events, done)
	return err
}

// stream returns the JSON values in a stream of server-sent events, and whether its end
// mark is there; nil for any other body.
func stream(body []byte) (events []json.RawMessage, done bool) {
	if start := bytes.TrimSpace(body); len(start) == 0 || !bytes.ContainsRune([]byte("de:"), rune(start[0])) {
		return nil, false
	}
	for line := range bytes.Lines(body) {
		data, ok := bytes.CutPrefix(line, []byte("data:"))
		data = bytes.TrimSpace(data)
		switch {
		case !ok: // the name of an event, or a comment
		case string(data) == "[DONE]":
			done = true
		case !json.Valid(data):
			return nil, false
		default:
			events = append(events, json.RawMessage(data))
		}
	}
	return events, done
}

// without removes the key from the body of a response.
func (c *Caller) without(status int, body []byte) []byte {
	if status >= 300 {
		return c.keys.Failure(body)
	}
	return c.keys.Body(body)
}

// valid returns b with U+FFFD for each byte that is not UTF-8, as encoding/json reads
// it; not every decoder does that.
func valid(b []byte) []byte {
	if utf8.Valid(b) {
		return b
	}
	return []byte(string([]rune(string(b))))
}

// Unreadable returns the failure for a body that is JSON but not what the API
// specifies.
func Unreadable(what string, body []byte) *Failure {
	return &Failure{Kind: model.ErrProtocol, Message: "the body is not " + what + ": " + excerpt(body)}
}

// Finish sets how an answer ended, by one rule for all providers: word is the
// provider's finish reason and outcome its known meaning, "" for an unknown word. An
// answer with an unknown word counts as answered and is left to the parser. A response
// without a text, which ended as usual or without a word, is a failure of the service,
// and asked for again. In a conversation an empty turn may be the last.
func Finish(resp *bench.Response, outcome bench.Outcome, word string) error {
	resp.Finish, resp.FinishRaw = cmp.Or(outcome, bench.Answered), word
	switch {
	case strings.TrimSpace(resp.Text) != "" || resp.Turn != nil && len(resp.Turn.Calls) > 0:
	case outcome == "" && word == "":
		return &Failure{Kind: model.ErrProtocol, Message: "the answer has neither text nor a reason for its end"}
	case outcome == bench.Answered && resp.Turn == nil:
		return &Failure{Kind: model.ErrProtocol, Message: fmt.Sprintf("the answer is empty, and ended with %q", Clip(word))}
	}
	return nil
}

// plausible returns u, or only its cost when the counts are impossible: a wrong count
// would become a wrong price.
func plausible(u bench.Usage) bench.Usage {
	for _, n := range []int64{u.InputTokens, u.OutputTokens, u.ReasoningTokens, u.CachedTokens, u.CacheWriteTokens,
		u.InputTokens - u.CachedTokens - u.CacheWriteTokens, u.OutputTokens - u.ReasoningTokens} {
		if n < 0 || n > 1<<40 {
			return bench.Usage{CostUSD: u.CostUSD}
		}
	}
	return u
}

// check refuses a request that cannot be sent unchanged.
func (c *Caller) check(r model.Request) error {
	switch {
	case r.Converses() && !c.api.Tools:
		return model.ErrTools
	case r.Model == "":
		return errors.New("no model is named")
	case r.User == "":
		return errors.New("the prompt is empty")
	case !utf8.ValidString(r.User) || !utf8.ValidString(r.System):
		// encoding/json would silently replace the bytes by U+FFFD.
		return errors.New("the prompt is not UTF-8, and JSON cannot carry its bytes unchanged")
	case r.Schema != nil && !json.Valid(r.Schema):
		return errors.New("the schema is not JSON")
	}
	return checkTools(r)
}

func (c *Caller) redact(e *model.Error) *model.Error {
	e.Err = errors.New(cmp.Or(c.api.Provider, "model") + ": " + c.keys.Message(e.Err.Error()))
	return e
}

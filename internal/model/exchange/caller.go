package exchange

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"
	"unicode/utf8"

	"assay/internal/bench"
	"assay/internal/model"
	"assay/internal/redact"
)

// DefaultTimeout bounds one request. Reasoning models think for minutes.
const DefaultTimeout = 15 * time.Minute

// API is what a provider adds. All functions are called concurrently.
type API struct {
	Provider string        // for messages: "openrouter"
	Key      string        // taken out of what a server repeats, as package redact says; never sent from here
	Timeout  time.Duration // of one request, 0 for [DefaultTimeout]

	// Endpoint is where requests are posted. Path returns what comes after it in the
	// address, escaped, where that depends on the model; nil adds nothing.
	Endpoint *Endpoint
	Path     func(model string) (string, error)

	// Body returns the JSON to post. Equal arguments give equal bytes. After an error
	// nothing is sent.
	Body func(r model.Request, omit Omit) ([]byte, error)

	// Read fills in the text, the ending, the model and the usage from the body of
	// a success, which is one JSON value in UTF-8. What it makes of an unknown reason for the
	// end is [Finish]'s rule. Its error is a *Failure. Where resp.Turn is not nil, the request
	// was part of a conversation, and Read fills in its calls, with the ids that the server
	// sent, and its raw form.
	Read func(resp *bench.Response, body []byte) error

	// Tools says that Body sends tools and history, and Read reads calls. Without it
	// requests that have them are refused.
	Tools bool

	// Without returns the fields never sent with r, besides those servers refused:
	// settings that the API does not have, or not together. An API that cannot ask
	// for JSON without a schema leaves out Schema where Strict is. nil adds nothing.
	Without func(r model.Request, learnt Omit) Omit

	// Adapt recognises a provider's own way to say that it does not support what
	// was sent; nil recognises none. It is asked when the general rule, a 400
	// that names the parameter, does not apply.
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
	return &Caller{api: a, keys: redact.New(a.Key)}
}

// CheckURL refuses a base URL that is none. The URL may hold a password, so the
// error does not repeat it.
func CheckURL(provider, base string) error {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("%s: the base URL is not an http or https address", provider)
	}
	return nil
}

// maxAsks bounds how often one Generate may ask because the server does not
// support a setting.
const maxAsks = 8

// Generate implements [model.Model]. A setting that the server says it does not
// support is left out, a schema by way of JSON without one, for this and every
// later request to the same model; RawRequest, Params and Dropped show what was
// sent in the end, Attempts counts every request.
func (c *Caller) Generate(ctx context.Context, r model.Request) (bench.Response, error) {
	resp := bench.Response{Started: time.Now()}
	if err := c.check(r); err != nil {
		return resp, c.redact(&model.Error{Kind: model.ErrInvalid, Err: err})
	}
	learnt := c.memory.recall(r.Model)
	for {
		omit := learnt
		if c.api.Without != nil {
			omit = c.api.Without(r, learnt)
		}
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

// read fills in what a record says, unless err says already that it is no answer.
func (c *Caller) read(resp *bench.Response, x *record, err error) error {
	resp.RawRequest, resp.RawResponse = c.keys.Body(x.request), x.response
	if err == nil {
		err = c.api.Read(resp, valid(x.response))
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

// failed returns the failure that err is, unless it is the end of an answer, or
// none of the server's.
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

// adapt returns what to leave out after the failure of a request, and whether
// there is anything more to leave out.
func (c *Caller) adapt(f *Failure, id string, was Sent) (Omit, bool) {
	next, ok := named(f, was)
	if !ok && c.api.Adapt != nil {
		next, ok = c.api.Adapt(f.status, f.text(), was)
	}
	if !ok {
		return was.Omit, false
	}
	if now := c.memory.recall(id); now != was.Omit {
		return now, true // another request has learnt it meanwhile
	}
	c.memory.learn(id, next)
	return next, true
}

// ask sends one request. The record is never nil; the error is a *Failure when
// the server or the connection is to blame.
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
	return x, x.success()
}

// post builds a request and sends it. Its error says that nothing was sent.
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

// success returns a *Failure unless the whole response that was received is one.
func (x *record) success() error {
	switch {
	case !x.good():
		return failed(x.status, x.response)
	case !json.Valid(x.response):
		return &Failure{Kind: model.ErrProtocol, status: x.status, Message: "the body is not JSON: " + excerpt(x.response)}
	}
	// Errors inside a 200: OpenRouter sends them when a model fails after it has
	// started.
	if f := failedInside(x.status, x.response); f != nil {
		return f
	}
	return nil
}

// without takes the key out of the body of a response.
func (c *Caller) without(status int, body []byte) []byte {
	if status >= 300 {
		return c.keys.Failure(body)
	}
	return c.keys.Body(body)
}

// valid returns b with U+FFFD for each byte that is no UTF-8, as encoding/json
// reads it: not every decoder does.
func valid(b []byte) []byte {
	if utf8.Valid(b) {
		return b
	}
	return []byte(string([]rune(string(b))))
}

// Unreadable is the failure of a body that is JSON and not what the API promises.
func Unreadable(what string, body []byte) *Failure {
	return &Failure{Kind: model.ErrProtocol, Message: "the body is not " + what + ": " + excerpt(body)}
}

// Finish is the rule for how an answer ended: outcome is what the provider's word
// is known to mean, "" when the word is unknown. With an unknown word there is a
// text or a call, and what it is worth is for the parser to say; with neither a word
// nor a text nor a call there is no answer at all, as from servers that are still
// loading a model.
func Finish(resp *bench.Response, outcome bench.Outcome, word string) error {
	resp.Finish, resp.FinishRaw = cmp.Or(outcome, bench.Answered), word
	if outcome == "" && word == "" && resp.Text == "" && (resp.Turn == nil || len(resp.Turn.Calls) == 0) {
		return &Failure{Kind: model.ErrProtocol, Message: "the answer has neither text nor a reason for its end"}
	}
	return nil
}

// plausible returns u, or only its cost when the counts cannot be: a wrong count
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

// check refuses what could not be sent unchanged.
func (c *Caller) check(r model.Request) error {
	switch {
	case r.Converses() && !c.api.Tools:
		return model.ErrTools
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
	return checkTools(r)
}

func (c *Caller) redact(e *model.Error) *model.Error {
	e.Err = errors.New(cmp.Or(c.api.Provider, "model") + ": " + c.keys.Message(e.Err.Error()))
	return e
}

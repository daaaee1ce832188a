package exchange

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"assay/internal/bench"
	"assay/internal/core/model"
)

// memo holds the data of a request that Read needs.
type memo struct {
	Model   string            `json:"model"`
	Params  map[string]string `json:"params"`
	Dropped []string          `json:"dropped,omitempty"`
	Sent    Sent              `json:"sent"`
}

// Encode implements [model.Batcher]. Settings that servers reported as unsupported are
// omitted, as in Generate.
func (c *Caller) Encode(r model.Request) (model.Encoded, error) {
	invalid := func(err error) (model.Encoded, error) {
		return model.Encoded{}, c.redact(&model.Error{Kind: model.ErrInvalid, Free: true, Err: err})
	}
	if err := c.check(r); err != nil {
		return invalid(err)
	}
	if r.Converses() {
		return invalid(errors.New("a conversation with tools cannot be asked in batches: each turn would wait for hours"))
	}
	learnt := c.memory.recall(r.Model)
	omit := c.omit(r, learnt)
	body, err := c.api.Body(r, omit)
	if err != nil {
		return invalid(fmt.Errorf("the request could not be built: %w", err))
	}
	m := memo{Model: r.Model, Sent: sent(r, omit, learnt)}
	m.Params, m.Dropped = effective(r, m.Sent)
	text, err := json.Marshal(m)
	if err != nil {
		return invalid(err)
	}
	return model.Encoded{Body: body, Memo: text}, nil
}

// Read implements [model.Batcher]. It remembers a setting that the server reports as
// unsupported; the error is then temporary, since the request works without the
// setting.
func (c *Caller) Read(e model.Encoded, result model.BatchResult) (bench.Response, error) {
	var m memo
	if err := json.Unmarshal(e.Memo, &m); err != nil {
		return bench.Response{}, c.redact(&model.Error{Kind: model.ErrInvalid,
			Err: errors.New("the record of the request that was sent cannot be read")})
	}
	if result.Lapsed != "" {
		return bench.Response{}, c.redact(&model.Error{Kind: model.ErrUnavailable, Free: true,
			Err: errors.New("the batch was " + result.Lapsed + " before this was asked")})
	}
	resp := bench.Response{Attempts: 1, Params: m.Params, Dropped: m.Dropped}
	x := &record{request: e.Body, response: c.without(result.Status, result.Body), status: result.Status}
	err := c.read(&resp, x, c.success(x))
	if err == nil {
		return resp, nil
	}
	f, err := c.failed(&resp, x, err)
	if f == nil {
		return resp, err
	}
	failure := c.redact(f.classify(nil))
	if _, ok := c.adapt(f, m.Model, m.Sent); ok {
		failure.Kind = model.ErrUnavailable
	}
	failure.Free = f.status >= 300
	return resp, failure
}

// Get returns the JSON at an endpoint. Its error, like those of Post and Lines, is
// an *Error or the context's.
func (c *Caller) Get(ctx context.Context, from *Endpoint) ([]byte, error) {
	return c.manage(ctx, from, message{method: http.MethodGet})
}

// Post sends a body for managing batches and returns the JSON of the response. The
// content type is "" for JSON.
func (c *Caller) Post(ctx context.Context, to *Endpoint, contentType string, body []byte) ([]byte, error) {
	return c.manage(ctx, to, message{method: http.MethodPost, contentType: contentType, body: body})
}

// Lines gets a file and calls each with every line of it. Lines longer than the bound
// of an answer are skipped.
func (c *Caller) Lines(ctx context.Context, from *Endpoint, each func(line []byte) error) error {
	var own error
	_, err := c.manage(ctx, from, message{method: http.MethodGet, stream: func(body io.Reader) error {
		return lines(body, maxBody, func(line []byte) error {
			own = each(line)
			return own
		})
	}})
	return cmp.Or(own, err)
}

// manage sends one request for managing batches.
func (c *Caller) manage(ctx context.Context, to *Endpoint, m message) ([]byte, error) {
	tctx, cancel := context.WithTimeout(ctx, c.api.Timeout)
	defer cancel()
	x := &record{}
	to.send(tctx, x, m)
	x.response = c.without(x.status, x.response)
	var err error
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case tctx.Err() != nil:
		err = &Failure{Kind: model.ErrUnavailable, Message: fmt.Sprintf("no complete answer within %v", c.api.Timeout)}
	case x.err != nil:
		err = &Failure{Kind: model.ErrUnavailable, status: x.status, Message: plain(x.err)}
	case m.stream != nil && x.good():
		return nil, nil
	default:
		err = c.success(x)
	}
	var f *Failure
	if errors.As(err, &f) {
		return nil, c.redact(f.classify(x.header))
	}
	return x.json, err
}

// lines calls each with every line, except those longer than most bytes.
func lines(r io.Reader, most int, each func([]byte) error) error {
	in := bufio.NewReaderSize(r, 64<<10)
	var line []byte
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if long = long || len(line)+len(part) > most; !long {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if !long && len(line) > 0 {
			if err := each(line); err != nil {
				return err
			}
		}
		if err != nil {
			return nil
		}
		line, long = line[:0], false
	}
}

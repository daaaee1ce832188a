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
	"assay/internal/model"
)

// memo is what has to be known of a request to read its answer.
type memo struct {
	Model   string            `json:"model"`
	Params  map[string]string `json:"params"`
	Dropped []string          `json:"dropped,omitempty"`
	Sent    Sent              `json:"sent"`
}

// Encode is [model.Batcher]'s, for an API with a Body. What servers have said
// they do not support is left out, as in Generate.
func (c *Caller) Encode(r model.Request) (model.Encoded, error) {
	invalid := func(err error) (model.Encoded, error) {
		return model.Encoded{}, c.redact(&model.Error{Kind: model.ErrInvalid, Free: true, Err: err})
	}
	if err := check(r); err != nil {
		return invalid(err)
	}
	learnt := c.memory.recall(r.Model)
	omit := learnt
	if c.api.Without != nil {
		omit = c.api.Without(r, learnt)
	}
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

// Read is [model.Batcher]'s. A setting that the server says it does not support is
// learnt, and the error says that the request works without it.
func (c *Caller) Read(e model.Encoded, result model.BatchResult) (bench.Response, error) {
	var m memo
	if err := json.Unmarshal(e.Memo, &m); err != nil {
		return bench.Response{}, c.redact(&model.Error{Kind: model.ErrInvalid, Err: errors.New("what was sent is not known any more")})
	}
	if result.Lapsed != "" {
		return bench.Response{}, c.redact(&model.Error{Kind: model.ErrUnavailable, Free: true, Err: errors.New("the batch was " + result.Lapsed + " before this was asked")})
	}
	resp := bench.Response{Attempts: 1, Params: m.Params, Dropped: m.Dropped}
	x := &record{request: e.Body, response: c.without(result.Status, result.Body), status: result.Status}
	err := c.read(&resp, x, x.success())
	if err == nil {
		return resp, nil
	}
	f, err := c.failed(&resp, x, err)
	if f == nil {
		return resp, err
	}
	said := c.redact(f.classify(nil))
	if _, ok := c.adapt(f, m.Model, m.Sent); ok {
		said.Kind = model.ErrUnavailable
	}
	said.Free = f.status >= 300
	return resp, said
}

// Manage sends one request about batches with the provider's SDK, over a client of
// [Client], and returns the body of its success, which is JSON. Its error is an
// *Error or the context's.
func (c *Caller) Manage(ctx context.Context, send func(context.Context) error) ([]byte, error) {
	x := &record{}
	err := c.manage(ctx, x, send)
	return c.without(x.status, x.response), err
}

func (c *Caller) manage(ctx context.Context, x *record, send func(context.Context) error) error {
	tctx, cancel := context.WithTimeout(ctx, c.api.Timeout)
	defer cancel()
	err := send(within(tctx, x))
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case x.request == nil:
		err = &Failure{Kind: model.ErrInvalid, Message: "the request could not be built: " + plain(err)}
	case tctx.Err() != nil:
		err = &Failure{Kind: model.ErrUnavailable, Message: fmt.Sprintf("no complete answer within %v", c.api.Timeout)}
	case x.err != nil, x.tooLarge:
		err = &Failure{Kind: model.ErrUnavailable, status: x.status, Message: plain(cmp.Or(x.err, errors.New("the response is too large")))}
	case x.stream && x.status >= 200 && x.status <= 299:
		if err != nil {
			err = &Failure{Kind: model.ErrUnavailable, Message: plain(err)}
		}
	default:
		err = x.success()
	}
	var f *Failure
	if errors.As(err, &f) {
		return c.redact(f.classify(x.header))
	}
	return err
}

// Lines gets a file of lines with the provider's SDK and calls each with every
// line of it. What is longer than any answer is left out.
func (c *Caller) Lines(ctx context.Context, get func(context.Context) (*http.Response, error), each func(line []byte) error) error {
	var own error
	err := c.manage(ctx, &record{stream: true}, func(ctx context.Context) error {
		res, err := get(ctx)
		if err != nil {
			return err
		}
		defer res.Body.Close()
		err = lines(res.Body, maxBody, func(line []byte) error {
			own = each(line)
			return own
		})
		return err
	})
	return cmp.Or(own, err)
}

// lines reads lines of at most so many bytes, and skips longer ones.
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

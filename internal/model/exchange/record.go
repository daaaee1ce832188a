package exchange

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
)

// transport is the default one with more idle connections to one server: two,
// the default, make every further concurrent request dial anew.
var transport = sync.OnceValue(func() http.RoundTripper {
	t, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return http.DefaultTransport // replaced by the program
	}
	t = t.Clone()
	t.MaxIdleConns, t.MaxIdleConnsPerHost = 0, 256
	return t
})

// maxBody bounds a response after decompression. No answer is that long; a broken
// server may be.
const maxBody = 16 << 20

// record is one request and its response: bodies and status, never headers, with
// the exception of those that say when to come back and what to call the
// exchange. It is not safe for concurrent use.
type record struct {
	request  []byte // nil until the request is handed to the network
	response []byte // as far as it was received, after decompression
	status   int    // 0 without a response
	header   http.Header
	err      error // why there is no whole response
	tooLarge bool
	stream   bool // a success is passed on and not recorded
}

type recordKey struct{}

// Client returns the HTTP client to give to an SDK: everything that it sends must
// be sent within [Caller.Generate], which passes the record on in the context. rt
// is nil for the default.
func Client(rt http.RoundTripper) *http.Client {
	return &http.Client{
		Transport: newRecorder(rt),
		// A redirected request would carry the key and the prompt to a place
		// nobody configured.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// recorder sits beneath the SDK, so that what is stored is what was sent.
type recorder struct {
	base  http.RoundTripper
	limit int64
}

func newRecorder(rt http.RoundTripper) recorder {
	if rt == nil {
		rt = transport()
	}
	return recorder{rt, maxBody}
}

// RoundTrip implements [http.RoundTripper]. It reads the whole response, so that
// a connection that breaks in the middle is seen here and not by the SDK.
func (c recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	x, err := begin(req.Context())
	if err != nil {
		return nil, err
	}
	x.request = []byte{}
	if req.Body != nil {
		body, err := readAll(req.Body, req.ContentLength)
		req.Body.Close()
		if err != nil {
			return nil, err
		}
		x.request = body
		req = req.WithContext(req.Context()) // a RoundTripper must not change its argument
		req.Body = inMemory(body)
		req.ContentLength = int64(len(body))
	}
	return c.exchange(x, req)
}

// begin returns the record of an exchange in which nothing was sent yet.
func begin(ctx context.Context) (*record, error) {
	x, ok := ctx.Value(recordKey{}).(*record)
	switch {
	case !ok:
		return nil, errors.New("exchange: a request outside any exchange")
	case x.request != nil:
		return nil, errors.New("exchange: a second request within one exchange")
	}
	return x, nil
}

// inMemory is a body of a type that net/http knows to need no waiting for: with any
// other it sends the headers alone first.
func inMemory(body []byte) io.ReadCloser { return io.NopCloser(bytes.NewReader(body)) }

// exchange sends a request that is recorded already, and records what comes back.
func (c recorder) exchange(x *record, req *http.Request) (*http.Response, error) {
	res, err := c.base.RoundTrip(req)
	if err != nil {
		x.err = err
		return nil, err
	}
	x.status = res.StatusCode
	x.header = http.Header{}
	for _, k := range []string{"Retry-After", "Retry-After-Ms", "Request-Id", "X-Request-Id"} {
		if v := res.Header.Get(k); v != "" {
			x.header.Set(k, v)
		}
	}
	if x.stream && res.StatusCode >= 200 && res.StatusCode <= 299 {
		return res, nil
	}
	defer res.Body.Close()
	x.response, x.err = readAll(io.LimitReader(res.Body, c.limit+1), min(res.ContentLength, c.limit))
	if int64(len(x.response)) > c.limit {
		x.response, x.tooLarge = bytes.Clone(x.response[:min(c.limit, 64<<10)]), true // the beginning tells what it was
		return nil, errors.New("response too large")
	}
	if x.err != nil {
		return nil, x.err
	}
	res.Body = inMemory(x.response)
	return res, nil
}

// readAll is io.ReadAll with room for what is announced, which may be wrong, or -1.
func readAll(r io.Reader, announced int64) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(int(min(max(announced, 0), 64<<10)) + bytes.MinRead)
	_, err := b.ReadFrom(r)
	return b.Bytes(), err
}

// within returns the context that makes requests of the SDK part of x.
func within(ctx context.Context, x *record) context.Context {
	return context.WithValue(ctx, recordKey{}, x)
}

package chat

import (
	"bytes"
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

// maxBody bounds a response. No answer is that long; a broken server may be.
const maxBody = 64 << 20

// exchange records one request and its response: bodies and status, never
// headers, with the exception of those that say when to come back. It sits
// beneath the SDK, so that what is stored is what was sent. It is used for one
// request and is not safe for concurrent use.
type exchange struct {
	base  http.RoundTripper
	limit int64

	request  []byte // empty until the request is handed to the network
	response []byte // as far as it was received, after decompression
	status   int    // 0 without a response
	header   http.Header
	err      error // why there is no whole response
	tooLarge bool
}

// RoundTrip implements [http.RoundTripper]. It reads the whole response, so that
// a connection that breaks in the middle is seen here and not by the SDK.
func (x *exchange) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		body, err := io.ReadAll(req.Body)
		req.Body.Close()
		if err != nil {
			return nil, err
		}
		x.request = body
		req = req.Clone(req.Context()) // a RoundTripper must not change its argument
		req.Body = io.NopCloser(bytes.NewReader(body))
		req.ContentLength = int64(len(body))
	}
	res, err := x.base.RoundTrip(req)
	if err != nil {
		x.err = err
		return nil, err
	}
	defer res.Body.Close()
	x.status = res.StatusCode
	x.header = http.Header{}
	for _, k := range []string{"Retry-After", "Retry-After-Ms"} {
		if v := res.Header.Get(k); v != "" {
			x.header.Set(k, v)
		}
	}
	x.response, x.err = io.ReadAll(io.LimitReader(res.Body, x.limit+1))
	if int64(len(x.response)) > x.limit {
		x.response, x.tooLarge = bytes.Clone(x.response[:min(x.limit, 64<<10)]), true // the beginning tells what it was
		return nil, errors.New("response too large")
	}
	if x.err != nil {
		return nil, x.err
	}
	res.Body = io.NopCloser(bytes.NewReader(x.response))
	return res, nil
}

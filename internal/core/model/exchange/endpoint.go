package exchange

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"sync"
)

// Endpoint is an address of an API with the headers that authenticate the caller. It is
// safe for concurrent use. A [Caller] sends the requests.
type Endpoint struct {
	transport http.RoundTripper
	url       *url.URL
	header    http.Header // of all requests with a JSON body; read-only
}

// transport is the default transport with more idle connections to one server: with the
// default of two, every further concurrent request opens a new connection.
var transport = sync.OnceValue(func() http.RoundTripper {
	t, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return http.DefaultTransport // replaced by the program
	}
	t = t.Clone()
	t.MaxIdleConns, t.MaxIdleConnsPerHost = 0, 256
	return t
})

// NewEndpoint returns an address with the headers that authenticate the caller, and
// adds those that describe the body. rt is nil for the default. The address may contain
// a name and a password, so the error does not repeat it.
func NewEndpoint(rt http.RoundTripper, address string, header http.Header) (*Endpoint, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("no request can be sent to this address: %s", plain(err))
	}
	h := http.Header{}
	maps.Copy(h, header)
	h.Set("Content-Type", "application/json")
	h.Set("Accept", "application/json")
	h.Set("User-Agent", "assay")
	if u.User != nil && h.Get("Authorization") == "" {
		password, _ := u.User.Password()
		(&http.Request{Header: h}).SetBasicAuth(u.User.Username(), password)
	}
	if rt == nil {
		rt = transport()
	}
	return &Endpoint{rt, u, h}, nil
}

// At returns the endpoint at a path below e. The elements must be escaped, as by
// [url.PathEscape].
func (e *Endpoint) At(elements ...string) *Endpoint {
	u := *e.url
	u.Path = cmp.Or(u.Path, "/") // else the joined path is relative
	return &Endpoint{e.transport, u.JoinPath(elements...), e.header}
}

// Query returns e with query added to the query of its address.
func (e *Endpoint) Query(query url.Values) *Endpoint {
	u := *e.url
	all := u.Query()
	maps.Copy(all, query)
	u.RawQuery = all.Encode()
	return &Endpoint{e.transport, &u, e.header}
}

// maxBody bounds a response after decompression. Only a broken server sends more.
const maxBody = 16 << 20

// record is one request and its response: bodies and status, and of the headers only
// the retry delay, the time, the request id and the target of a redirect. It is not safe for concurrent use.
type record struct {
	request  []byte // nil until the request is handed to the network
	response []byte // the part that was received, after decompression
	json     []byte // the value in the response of a success
	status   int    // 0 without a response
	header   http.Header
	url      *url.URL // where the request was sent
	err      error    // why there is no complete response
	tooLarge bool
}

// message is a request to send.
type message struct {
	method      string
	contentType string // "" for JSON
	body        []byte // nil for none
	stream      func(io.Reader) error
}

// send sends one request and records it and the response in x. The body of a success
// goes to m.stream instead, if set. Redirects are not followed: they would send key and
// prompt to an address that the user did not configure.
func (e *Endpoint) send(ctx context.Context, x *record, m message) {
	x.request, x.url = m.body, e.url
	if m.body == nil {
		x.request = []byte{}
	}
	req := &http.Request{
		Method: m.method, URL: e.url, Host: e.url.Host, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: e.header,
	}
	if m.body == nil || m.contentType != "" || m.stream != nil {
		req.Header = e.header.Clone()
		req.Header.Del("Content-Type")
	}
	if m.contentType != "" {
		req.Header.Set("Content-Type", m.contentType)
	}
	if m.stream != nil {
		req.Header.Set("Accept", "*/*")
	}
	if m.body != nil {
		req.Body, req.ContentLength = inMemory(m.body), int64(len(m.body))
		// Lets the transport resend the body when the server has closed the connection.
		req.GetBody = func() (io.ReadCloser, error) { return inMemory(m.body), nil }
	}
	// Not an http.Client, which copies the headers for possible redirects.
	res, err := e.transport.RoundTrip(req.WithContext(ctx))
	if err != nil {
		x.err = err
		return
	}
	defer res.Body.Close()
	x.status = res.StatusCode
	x.header = http.Header{}
	for _, k := range []string{"Retry-After", "Retry-After-Ms", "Request-Id", "X-Request-Id", "Location", "Date"} {
		if v := res.Header.Get(k); v != "" {
			x.header.Set(k, v)
		}
	}
	if m.stream != nil && x.good() {
		x.err = m.stream(res.Body)
		return
	}
	x.read(res.Body, res.ContentLength, maxBody)
}

// good reports whether the status is a success.
func (x *record) good() bool { return x.status >= 200 && x.status <= 299 }

// read records the body of a response up to limit bytes.
func (x *record) read(body io.Reader, announced, limit int64) {
	var b bytes.Buffer
	// The announced length may be wrong, or -1.
	b.Grow(int(min(max(announced, 0), limit, 64<<10)) + bytes.MinRead)
	_, x.err = b.ReadFrom(io.LimitReader(body, limit+1))
	x.response = b.Bytes()
	if int64(len(x.response)) > limit {
		x.response, x.tooLarge = bytes.Clone(x.response[:min(limit, 64<<10)]), true // enough to recognise the response
		x.err = cmp.Or(x.err, errors.New("the response is too large"))
	}
}

// inMemory returns a body of a type that net/http knows not to block: for other types
// it sends the headers separately first.
func inMemory(body []byte) io.ReadCloser { return io.NopCloser(bytes.NewReader(body)) }

// JSON encodes the body of a request without escaping <, > and &, which are frequent in
// code.
func JSON(v any) ([]byte, error) {
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	err := out.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

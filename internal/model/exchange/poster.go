package exchange

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
)

// Poster sends JSON to one address without an SDK, for providers whose requests are
// one body and whose answers are read here anyhow. It is safe for concurrent use.
type Poster struct {
	recorder recorder
	url      *url.URL
	header   http.Header // of all requests: nobody writes to it
}

// NewPoster returns a poster to an address, with the headers that say who asks;
// those that say what is sent are added. rt is nil for the default. The address may
// hold a name and a password, so the error does not repeat it.
func NewPoster(rt http.RoundTripper, address string, header http.Header) (*Poster, error) {
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
	return &Poster{newRecorder(rt), u, h}, nil
}

// Post puts a body on the wire and returns when the response is recorded. It is
// called by the Send of an [API]. Redirections are not followed: they would carry key
// and prompt to a place nobody configured.
func (p *Poster) Post(ctx context.Context, body []byte) error {
	x, err := begin(ctx)
	if err != nil {
		return err
	}
	x.request = body
	req := &http.Request{
		Method: http.MethodPost, URL: p.url, Host: p.url.Host, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: p.header,
		Body: inMemory(body), ContentLength: int64(len(body)),
		// What could not be sent on a connection that the server has closed is sent on another.
		GetBody: func() (io.ReadCloser, error) { return inMemory(body), nil },
	}
	// Not by way of an http.Client, which copies the headers in case there are redirections.
	res, err := p.recorder.exchange(x, req.WithContext(ctx))
	if err != nil {
		return err
	}
	return res.Body.Close()
}

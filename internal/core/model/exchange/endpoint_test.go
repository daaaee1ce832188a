package exchange_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/model"
	"assay/internal/core/model/exchange"
)

// posting returns a model that sends its prompt unchanged, and uses the response body
// as the answer.
func posting(t *testing.T, address string, header http.Header) model.Model {
	t.Helper()
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	e, err := exchange.NewEndpoint(transport, address, header)
	if err != nil {
		t.Fatal(err)
	}
	return asking(e)
}

func asking(e *exchange.Endpoint) model.Model {
	return exchange.New(exchange.API{
		Provider: "acme",
		Endpoint: e,
		Body:     func(r model.Request, _ exchange.Omit) ([]byte, error) { return []byte(r.User), nil },
		Read: func(resp *bench.Response, body []byte) error {
			resp.Text = string(body)
			return exchange.Finish(resp, bench.Answered, "done")
		},
	})
}

// Name and password of an address are sent as basic authentication, unless there is a
// key.
func TestEndpointSaysWhoAsks(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		io.WriteString(w, `"`+r.Method+" "+r.URL.RequestURI()+" "+r.Header.Get("Authorization")+" "+
			r.Header.Get("Content-Type")+" "+string(body)+`"`)
	}))
	defer srv.Close()
	open := strings.Replace(srv.URL, "http://", "http://me:secret@", 1) + "/v1/x?version=2"
	for _, c := range []struct {
		header http.Header
		want   string
	}{
		{nil, "Basic bWU6c2VjcmV0"},
		{http.Header{"Authorization": {"Bearer key"}}, "Bearer key"},
	} {
		resp, err := posting(t, open, c.header).Generate(t.Context(), model.Request{Model: "m", User: "what?"})
		if want := `"POST /v1/x?version=2 ` + c.want + ` application/json what?"`; err != nil || resp.Text != want ||
			string(resp.RawRequest) != "what?" {
			t.Errorf("%q, sent %q, %v; want %q", resp.Text, resp.RawRequest, err, want)
		}
	}
}

// An invalid address is refused, and the error does not repeat it.
func TestEndpointKeepsPasswords(t *testing.T) {
	_, err := exchange.NewEndpoint(nil, "http://me:secret@host:port/%zz", nil)
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
}

// A redirect is not followed: it would send the key to another server.
func TestEndpointStaysWhereItIs(t *testing.T) {
	var asked atomic.Int32
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer elsewhere.Close()
	srv := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	defer srv.Close()
	resp, err := posting(t, srv.URL, nil).Generate(t.Context(), model.Request{Model: "m", User: "what?"})
	if err == nil || resp.Attempts != 1 || asked.Load() != 0 {
		t.Errorf("%+v, %v; %d requests elsewhere", resp, err, asked.Load())
	}
}

// The transport may send a request again on another connection, if nothing of it was
// sent on the first.
func TestEndpointCanBeginAnew(t *testing.T) {
	e, err := exchange.NewEndpoint(roundTrip(func(r *http.Request) (*http.Response, error) {
		for range 2 {
			body, err := r.GetBody()
			if err != nil {
				return nil, err
			}
			if text, err := io.ReadAll(body); string(text) != "what?" || err != nil {
				t.Errorf("%q, %v", text, err)
			}
		}
		return &http.Response{StatusCode: http.StatusOK, Body: r.Body, ContentLength: r.ContentLength}, nil
	}), "http://127.0.0.1", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := asking(e).Generate(t.Context(), model.Request{Model: "m", User: "what?"})
	if err == nil || string(resp.RawResponse) != "what?" {
		t.Errorf("%+v, %v", resp, err)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

// RoundTrip implements [http.RoundTripper].
func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

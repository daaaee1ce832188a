package modeltest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/core/model"
)

// Key is the secret that the models under test must be built with. It must never occur
// in an error, and must only be sent in a header.
const Key = "sk-modeltest-0123456789abcdef"

// Server is the server that a model under test sends its requests to.
type Server struct {
	URL       string
	Transport http.RoundTripper
	Timeout   time.Duration // of one request, 0 for the provider's default
}

// Exercise checks that a provider keeps the promises of [model.Model], against a real
// HTTP server on the loopback interface with the provider's wire format. newModel
// builds the model for a server, with [Key].
func Exercise(t *testing.T, w Wire, newModel func(Server) model.Model) {
	e := exercise{w, newModel}
	t.Run("answer", e.answer)
	t.Run("endings", e.endings)
	t.Run("usage", e.usage)
	t.Run("errors", e.errors)
	t.Run("bodies", e.bodies)
	t.Run("form", e.form)
	t.Run("verbatim", e.verbatim)
	t.Run("broken connections", e.broken)
	t.Run("timeout", e.timeout)
	t.Run("cancel", e.cancel)
	t.Run("no server", e.down)
	t.Run("concurrent", e.concurrent)
	t.Run("tools", e.tools)
}

type exercise struct {
	wire     Wire
	newModel func(Server) model.Model
}

// server is a server with one handler, and a model that talks to it.
type server struct {
	model.Model
	requests atomic.Int64 // that the model sent
	open     atomic.Int64 // response bodies not closed
}

func (e exercise) serve(t *testing.T, h http.HandlerFunc) *server { return e.impatient(t, 0, h) }

// impatient is serve with a time limit on requests.
func (e exercise) impatient(t *testing.T, timeout time.Duration, h http.HandlerFunc) *server {
	t.Helper()
	hs := httptest.NewServer(h)
	transport := &http.Transport{}
	s := &server{}
	s.Model = e.newModel(Server{URL: hs.URL, Timeout: timeout, Transport: roundTripper(
		func(r *http.Request) (*http.Response, error) {
			s.requests.Add(1)
			res, err := transport.RoundTrip(r)
			if err == nil {
				s.open.Add(1)
				res.Body = &counted{res.Body, &s.open, sync.Once{}}
			}
			return res, err
		})})
	t.Cleanup(func() {
		if n := s.open.Load(); n != 0 {
			t.Errorf("%d response bodies were not closed", n)
		}
		transport.CloseIdleConnections()
		hs.CloseClientConnections()
		hs.Close()
	})
	return s
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

type counted struct {
	io.ReadCloser
	open *atomic.Int64
	once sync.Once
}

func (c *counted) Close() error {
	c.once.Do(func() { c.open.Add(-1) })
	return c.ReadCloser.Close()
}

// reply returns a handler with a fixed response.
func reply(status int, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

func ask() model.Request {
	return model.Request{Model: "vendor/some-model", System: "Be brief.", User: "Is this safe?", Temperature: new(0.0),
		MaxTokens: 64}
}

func (e exercise) answer(t *testing.T) {
	body := e.wire.Answer("It is safe.")
	var key, asked, system, user string
	var temp *float64
	var limit int64
	var received []byte
	s := e.serve(t, func(w http.ResponseWriter, r *http.Request) {
		received, _ = io.ReadAll(r.Body)
		key, asked = e.wire.Key(r), e.wire.Model(r.URL.Path, received)
		system, user = e.wire.Prompt(received)
		temp, limit = e.wire.Limits(received)
		reply(200, body, "X-Request-Id", "req-1", "Request-Id", "req-1")(w, r)
	})
	resp, err := s.Generate(t.Context(), ask())
	if err != nil {
		t.Fatal(err)
	}
	if resp.Text != "It is safe." || resp.Finish != bench.Answered || resp.FinishRaw == "" ||
		resp.Model != "served-model" || resp.Attempts != 1 {
		t.Errorf("response is %+v", resp)
	}
	if asked != ask().Model || resp.RequestID != "req-1" {
		t.Errorf("the server was asked for %q; the request is called %q", asked, resp.RequestID)
	}
	if want := map[string]string{"temperature": "0", "max_tokens": "64"}; !maps.Equal(resp.Params, want) ||
		len(resp.Dropped) != 0 {
		t.Errorf("says that it sent %v without %v, want %v", resp.Params, resp.Dropped, want)
	}
	if key != Key || system != "Be brief." || user != "Is this safe?" {
		t.Errorf("the server saw key %q, system %q, user %q", key, system, user)
	}
	if temp == nil || *temp != 0 || limit != 64 {
		t.Errorf("the server saw temperature %v and limit %d; 0 must be sent, not left out", temp, limit)
	}
	if u := resp.Usage; u.InputTokens != 11 || u.OutputTokens != 7 || u.ReasoningTokens != 3 || u.CachedTokens != 5 ||
		u.CostUSD != nil {
		t.Errorf("usage is %+v", u)
	}
	if !bytes.Equal(resp.RawRequest, received) || string(resp.RawResponse) != body {
		t.Errorf("raw bytes differ from the wire:\n%s\n%s", resp.RawRequest, resp.RawResponse)
	}
	if bytes.Contains(resp.RawRequest, []byte(Key)) {
		t.Error("the recorded request holds the key")
	}
	if resp.Started.IsZero() || resp.Elapsed <= 0 {
		t.Errorf("started %v, elapsed %v", resp.Started, resp.Elapsed)
	}
	again, err := s.Generate(t.Context(), ask())
	if err != nil || !bytes.Equal(again.RawRequest, resp.RawRequest) {
		t.Errorf("equal requests differ on the wire: %v", err)
	}
}

func (e exercise) endings(t *testing.T) {
	for _, tt := range []struct {
		name, body, text string
		want             bench.Outcome
	}{
		{"refusal", e.wire.Refused, "I cannot help with that.", bench.Refused},
		{"filter", e.wire.Filtered, "", bench.Filtered},
		{"limit", e.wire.Body(`{"verdict": "vuln`, e.wire.Length, e.wire.Counts), `{"verdict": "vuln`, bench.Truncated},
		{"unknown word", e.wire.Body("It is safe.", "cosmic_ray", e.wire.Counts), "It is safe.", bench.Answered},
	} {
		if tt.body == "" {
			continue // the API has no such ending
		}
		t.Run(tt.name, func(t *testing.T) {
			resp, err := e.serve(t, reply(200, tt.body)).Generate(t.Context(), ask())
			if err != nil || resp.Finish != tt.want || resp.Text != tt.text || resp.FinishRaw == "" {
				t.Errorf("got %q (%q) %q, error %v", resp.Finish, resp.FinishRaw, resp.Text, err)
			}
			if tt.name == "unknown word" && !strings.Contains(resp.FinishRaw, "cosmic_ray") {
				t.Errorf("the word was kept as %q", resp.FinishRaw)
			}
		})
	}
}

// usage checks that impossible usage is dropped: a wrong count would become a wrong
// price.
func (e exercise) usage(t *testing.T) {
	for name, usage := range map[string]string{"negative": e.wire.Negative, "absent": "", "null": "null"} {
		resp, err := e.serve(t, reply(200, e.wire.Body("It is safe.", e.wire.Stop, usage))).Generate(t.Context(), ask())
		if err != nil || resp.Text != "It is safe." || resp.Usage != (bench.Usage{}) {
			t.Errorf("%s: %q, usage %+v, error %v", name, resp.Text, resp.Usage, err)
		}
	}
}

func (e exercise) errors(t *testing.T) {
	html := "<html><body><h1>502 Bad Gateway</h1></body></html>"
	for _, tt := range []struct {
		name    string
		handler http.HandlerFunc
		kind    model.ErrorKind
		status  int
		after   time.Duration
	}{
		{"rate limit", reply(429, e.wire.Failure("slow down"), "Retry-After", "17"), model.ErrRateLimit, 429,
			17 * time.Second},
		{"absurd Retry-After", reply(429, e.wire.Failure("slow down"), "Retry-After", "1e300"), model.ErrRateLimit, 429,
			31 * 24 * time.Hour},
		{"Retry-After, a date", reply(429, e.wire.Failure("slow down"), "Retry-After", "Fri, 01 Jan 2100 00:00:00 GMT"),
			model.ErrRateLimit, 429, 31 * 24 * time.Hour},
		{"Retry-After, no time", reply(429, e.wire.Failure("slow down"), "Retry-After", "soon"), model.ErrRateLimit, 429, 0},
		{"no credit", reply(429, e.wire.NoCredit), model.ErrAuth, 429, 0},
		{"error inside 200", reply(200, e.wire.Inside200), model.ErrRateLimit, 429, 0},
		{"payment", reply(402, e.wire.Failure("pay")), model.ErrAuth, 402, 0},
		{"forbidden", reply(403, e.wire.Failure("no")), model.ErrAuth, 403, 0},
		{"server error", reply(500, e.wire.Failure("oops")), model.ErrUnavailable, 500, 0},
		{"overloaded", reply(529, e.wire.Failure("busy"), "Retry-After", "2"), model.ErrUnavailable, 529, 2 * time.Second},
		{"not available", reply(503, e.wire.Failure("later")), model.ErrUnavailable, 503, 0},
		{"request timeout", reply(408, ""), model.ErrUnavailable, 408, 0},
		{"bad request", reply(400, e.wire.Failure("what")), model.ErrInvalid, 400, 0},
		{"too long", reply(400, e.wire.Failure("This model's maximum context length is 8192 tokens.")), model.ErrTooLong,
			400, 0},
		{"no such model", reply(404, e.wire.Failure("no such model")), model.ErrNoModel, 404, 0},
		{"unprocessable", reply(422, e.wire.Failure("what")), model.ErrInvalid, 422, 0},
		{"redirect", reply(307, "", "Location", "/elsewhere"), model.ErrInvalid, 307, 0},
		{"HTML error page", reply(502, html, "Content-Type", "text/html"), model.ErrUnavailable, 502, 0},
		{"HTML page", reply(200, html, "Content-Type", "text/html"), model.ErrProtocol, 200, 0},
		{"no answer", reply(200, e.wire.Empty), model.ErrProtocol, 0, 0},
		{"wrong key, echoed", func(w http.ResponseWriter, r *http.Request) {
			reply(401, e.wire.Failure("no such key: "+e.wire.Key(r)))(w, r)
		}, model.ErrAuth, 401, 0},
	} {
		if tt.status == 429 && (tt.name == "no credit" && e.wire.NoCredit == "" || tt.name == "error inside 200" &&
			e.wire.Inside200 == "") {
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			s := e.serve(t, tt.handler)
			resp, err := s.Generate(t.Context(), ask())
			var me *model.Error
			if !errors.As(err, &me) {
				t.Fatalf("error is %T %v", err, err)
			}
			if me.Kind != tt.kind || tt.status != 0 && me.Status != tt.status || me.RetryAfter != tt.after {
				t.Errorf("got kind %s, status %d, retry after %v: %v", me.Kind, me.Status, me.RetryAfter, err)
			}
			secretFree(t, err, resp)
			if n := s.requests.Load(); n != 1 || resp.Attempts != 1 {
				t.Errorf("sent %d requests and reports %d; only the decorator tries again", n, resp.Attempts)
			}
			if len(resp.RawRequest) == 0 {
				t.Error("the failed request was not recorded")
			}
		})
	}
}

// form refuses each way to request a form of answer in turn. The model must fall back
// to the next, report and remember that, and accept the answer.
func (e exercise) form(t *testing.T) {
	for refused := range len(e.wire.Forms) + 1 {
		want := append(slices.Clone(e.wire.Forms), "")[refused]
		t.Run(fmt.Sprintf("%d refused", refused), func(t *testing.T) {
			s := e.serve(t, func(w http.ResponseWriter, r *http.Request) {
				b, _ := io.ReadAll(r.Body)
				got := ""
				if e.wire.Form != nil {
					got = e.wire.Form(b)
				}
				switch {
				case slices.Contains(e.wire.Forms[:refused], got):
					reply(400, e.wire.NoForm(got))(w, r)
				case got != want:
					t.Errorf("the server is asked for %q, want %q", got, want)
					fallthrough
				default:
					reply(200, e.wire.Answer("{}"))(w, r)
				}
			})
			r := ask()
			r.Schema = []byte(`{"type":"object"}`)
			for _, requests := range []int{refused + 1, 1} {
				resp, err := s.Generate(t.Context(), r)
				if err != nil || resp.Text != "{}" || resp.Attempts != requests {
					t.Errorf("%d requests, want %d: %q, error %v", resp.Attempts, requests, resp.Text, err)
				}
				if resp.Params["schema"] != want || slices.Contains(resp.Dropped, "schema") != (want != Strict) {
					t.Errorf("says that it sent %v without %v; the form was %q", resp.Params, resp.Dropped, want)
				}
			}
		})
	}
}

// secretFree fails when the key is in the error, anywhere in its chain, or in the data
// that will be stored.
func secretFree(t *testing.T, err error, resp bench.Response) {
	t.Helper()
	for e := err; e != nil; e = errors.Unwrap(e) {
		if s := fmt.Sprintf("%v %+v %#v", e, e, e); strings.Contains(s, Key) {
			t.Errorf("the error holds the key: %s", s)
		}
	}
	if bytes.Contains(resp.RawRequest, []byte(Key)) || bytes.Contains(resp.RawResponse, []byte(Key)) ||
		strings.Contains(resp.Text, Key) {
		t.Error("the response holds the key")
	}
}

// verbatim sends text that templates, encoders and terminals tend to change.
func (e exercise) verbatim(t *testing.T) {
	text := "{{ .Code }} <<code>> %s $1 ```` \\u0041 \"q\" <b>&amp;</b> \t\r\n  " +
		"\x01\x7f\u0000é漢字😀\u2028\u202e\ufeff\ufffd end \n"
	var user string
	s := e.serve(t, func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		_, user = e.wire.Prompt(b)
		reply(200, e.wire.Answer(text))(w, r)
	})
	r := ask()
	r.User = text
	resp, err := s.Generate(t.Context(), r)
	if err != nil || user != text || resp.Text != text {
		t.Errorf("sent     %q\narrived  %q\nanswered %q\nerror %v", text, user, resp.Text, err)
	}
	r.User = "odd \xff byte"
	if _, err := s.Generate(t.Context(), r); model.KindOf(err) != model.ErrInvalid {
		t.Errorf("bytes that JSON cannot carry: %v, want an error rather than other bytes", err)
	}
	if n := s.requests.Load(); n != 1 {
		t.Errorf("%d requests were sent", n)
	}
}

func (e exercise) cancel(t *testing.T) {
	s := e.serve(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		<-r.Context().Done() // until the client is gone
	})
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	resp, err := s.Generate(ctx, ask())
	if !errors.Is(err, context.DeadlineExceeded) || model.KindOf(err) != "" || resp.Attempts != 1 {
		t.Errorf("after a deadline: %v, %d requests", err, resp.Attempts)
	}
	ctx, stop := context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, stop)
	if _, err := s.Generate(ctx, ask()); !errors.Is(err, context.Canceled) {
		t.Errorf("after a cancel: %v", err)
	}
}

func (e exercise) down(t *testing.T) {
	hs := httptest.NewServer(http.NotFoundHandler())
	hs.Close()
	resp, err := e.newModel(Server{URL: hs.URL, Transport: &http.Transport{}}).Generate(t.Context(), ask())
	if model.KindOf(err) != model.ErrUnavailable {
		t.Errorf("error is %v", err)
	}
	secretFree(t, err, resp)
}

// concurrent is most useful with -race.
func (e exercise) concurrent(t *testing.T) {
	s := e.serve(t, func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		_, user := e.wire.Prompt(b)
		reply(200, e.wire.Answer(user))(w, r)
	})
	var wg sync.WaitGroup
	for i := range 32 {
		wg.Go(func() {
			r := ask()
			r.User = fmt.Sprintf("question %d", i)
			resp, err := s.Generate(t.Context(), r)
			if err != nil || resp.Text != r.User || !bytes.Contains(resp.RawRequest, []byte(r.User)) {
				t.Errorf("%s: answered %q, error %v", r.User, resp.Text, err)
			}
		})
	}
	wg.Wait()
}

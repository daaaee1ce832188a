// Package otlp sends spans to a collector by OTLP over HTTP, in its JSON encoding:
// OpenTelemetry's own exporter depends on protobuf and gRPC. It encodes what this
// program's spans contain, which have no links.
package otlp

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	sdk "go.opentelemetry.io/otel/sdk/trace"

	"assay/internal/redact"
)

// Exporter sends spans. It is safe for concurrent use.
type Exporter struct {
	endpoint string
	header   http.Header
	gzip     bool
	client   *http.Client
	keys     *redact.Keys // values of headers, which collectors may echo
}

var _ sdk.SpanExporter = (*Exporter)(nil)

// New returns an exporter to an address. Headers, timeout, compression and
// certificates are read from OpenTelemetry's variables. The error names the
// variable and does not contain any header.
func New(endpoint string, getenv func(string) string) (*Exporter, error) {
	setting := func(name string) string {
		return cmp.Or(getenv("OTEL_EXPORTER_OTLP_TRACES_"+name), getenv("OTEL_EXPORTER_OTLP_"+name))
	}
	e := &Exporter{endpoint: endpoint, gzip: setting("COMPRESSION") == "gzip"}
	var err error
	e.header, e.keys, err = headers(getenv("OTEL_EXPORTER_OTLP_HEADERS"), getenv("OTEL_EXPORTER_OTLP_TRACES_HEADERS"))
	if err != nil {
		return nil, err
	}
	timeout := 10 * time.Second
	if text := setting("TIMEOUT"); text != "" {
		ms, err := strconv.ParseUint(text, 10, 31)
		if err != nil {
			return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_TIMEOUT is not a number of milliseconds: %q", text)
		}
		timeout = time.Duration(ms) * time.Millisecond
	}
	security, err := certificates(setting)
	if err != nil {
		return nil, err
	}
	var rt http.RoundTripper = http.DefaultTransport
	if t, ok := rt.(*http.Transport); ok {
		t = t.Clone()
		t.TLSClientConfig = security
		rt = t
	}
	e.client = &http.Client{
		Transport: rt, Timeout: timeout,
		// Following a redirect would send the headers to an address that the user did not configure.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return e, nil
}

// headers parses lists such as "api-key=secret,team=x", whose values are percent-encoded.
// Later values win.
func headers(lists ...string) (http.Header, *redact.Keys, error) {
	out := http.Header{}
	var values []string
	for _, list := range lists {
		for pair := range strings.SplitSeq(list, ",") {
			if strings.TrimSpace(pair) == "" {
				continue
			}
			name, text, ok := strings.Cut(pair, "=")
			value, err := url.PathUnescape(text)
			name, value = strings.TrimSpace(name), strings.TrimSpace(value)
			bad := strings.ContainsAny(name, " \t\"(),/:;<=>?@[\\]{}") || strings.ContainsAny(value, "\r\n\x00")
			if !ok || err != nil || name == "" || bad {
				return nil, nil, errors.New("OTEL_EXPORTER_OTLP_HEADERS is not a list such as name=value,name=value")
			}
			out.Set(name, value)
			values = append(values, value, text)
		}
	}
	out.Set("Content-Type", "application/json")
	out.Set("User-Agent", "assay")
	return out, redact.New(values...), nil
}

// certificates returns the trusted and the client certificates, nil for the default.
func certificates(setting func(string) string) (*tls.Config, error) {
	trusted, own, key := setting("CERTIFICATE"), setting("CLIENT_CERTIFICATE"), setting("CLIENT_KEY")
	if trusted == "" && own == "" {
		return nil, nil
	}
	config := &tls.Config{}
	if trusted != "" {
		pem, err := os.ReadFile(trusted)
		if err != nil {
			return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_CERTIFICATE: %w", err)
		}
		if config.RootCAs = x509.NewCertPool(); !config.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_CERTIFICATE: %s holds no certificate", trusted)
		}
	}
	if own != "" {
		pair, err := tls.LoadX509KeyPair(own, key)
		if err != nil {
			return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE and its key: %w", err)
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config, nil
}

// Waits between attempts double from the first to the longest; after a minute, a
// batch is dropped. The values are those of OpenTelemetry's own exporter.
const (
	firstWait   = 5 * time.Second
	longestWait = 30 * time.Second
	mostWait    = time.Minute
)

// ExportSpans implements [sdk.SpanExporter]. It retries when the collector is
// overloaded.
func (e *Exporter) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	if len(spans) == 0 {
		return nil
	}
	body, err := encode(spans)
	if err == nil && e.gzip {
		body, err = zipped(body)
	}
	if err != nil {
		return err
	}
	begin := time.Now()
	for wait := firstWait; ; wait = min(2*wait, longestWait) {
		again, err := e.post(ctx, body)
		if err == nil {
			return nil
		}
		err = errors.New(e.keys.Message(err.Error()))
		if again == nil {
			return err
		}
		pause := max(*again, wait/2+rand.N(wait))
		if time.Since(begin)+pause >= mostWait {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
		}
	}
}

// Shutdown implements [sdk.SpanExporter]. The exporter buffers nothing.
func (e *Exporter) Shutdown(context.Context) error {
	e.client.CloseIdleConnections()
	return nil
}

func zipped(body []byte) ([]byte, error) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(body)
	err = errors.Join(err, w.Close())
	return b.Bytes(), err
}

// post sends a body once. If a later attempt may succeed, again is the wait that the
// collector asks for.
func (e *Exporter) post(ctx context.Context, body []byte) (again *time.Duration, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.endpoint, bytes.NewReader(body))
	if err != nil {
		return nil, errors.New("the address of the collector cannot be used")
	}
	req.Header = e.header.Clone()
	if e.gzip {
		req.Header.Set("Content-Encoding", "gzip")
	}
	res, err := e.client.Do(req)
	if err != nil {
		var u *url.Error
		if errors.As(err, &u) { // whose text would repeat the address
			err = u.Err
			if u.Timeout() {
				again = new(time.Duration)
			}
		}
		return again, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, 64<<10))
	switch {
	case res.StatusCode == http.StatusTooManyRequests,
		res.StatusCode >= http.StatusBadGateway && res.StatusCode <= http.StatusGatewayTimeout:
		again = new(time.Duration)
		if s, err := strconv.Atoi(res.Header.Get("Retry-After")); err == nil && s > 0 {
			*again = time.Duration(min(s, int(mostWait/time.Second))) * time.Second
		}
		fallthrough
	case res.StatusCode < 200 || res.StatusCode > 299:
		return again, fmt.Errorf("the collector answers %s: %.200q", res.Status, bytes.TrimSpace(text))
	case err != nil:
		return nil, err
	}
	return nil, partial(text)
}

// partial returns an error for the spans that a collector rejected from a batch that it accepted.
func partial(text []byte) error {
	var answer struct {
		Partial struct {
			Rejected json.RawMessage `json:"rejectedSpans"` // a string or a number
			Message  string          `json:"errorMessage"`
		} `json:"partialSuccess"`
	}
	if json.Unmarshal(text, &answer) != nil {
		return nil // the body is optional
	}
	rejected := strings.Trim(string(answer.Partial.Rejected), `"`)
	if (rejected == "" || rejected == "0" || rejected == "null") && answer.Partial.Message == "" {
		return nil
	}
	return fmt.Errorf("the collector rejects %s spans: %.200q", cmp.Or(rejected, "0"), answer.Partial.Message)
}

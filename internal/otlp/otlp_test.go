package otlp

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The output equals that of OpenTelemetry's own exporter (1.46, http/json) for the same
// spans, except for the case of ids, which the format declares irrelevant.
func TestEncode(t *testing.T) {
	text, err := os.ReadFile("testdata/spans.json")
	if err != nil {
		t.Fatal(err)
	}
	got, err := encode(spans())
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(value(t, text), value(t, got)); d != "" {
		t.Errorf("-theirs +ours:\n%s", d)
	}
	for _, want := range []string{`"traceId":"5b8e000000000000000000000000000c"`, `"intValue":"-7"`,
		`"startTimeUnixNano":"1544712660123456789"`, `"kind":3`} {
		if !bytes.Contains(got, []byte(want)) {
			t.Errorf("no %s in %s", want, got)
		}
	}
}

func value(t *testing.T, text []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return lower(v)
}

// lower has ids in lower case.
func lower(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = lower(v[i])
		}
	case map[string]any:
		for k, e := range v {
			if s, ok := e.(string); ok && (k == "traceId" || strings.HasSuffix(k, "panId")) {
				e = strings.ToLower(s)
			}
			v[k] = lower(e)
		}
	}
	return v
}

func TestSettings(t *testing.T) {
	var got *http.Request
	var body []byte
	there := httptest.NewTLSServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		got = r
		z, err := gzip.NewReader(r.Body)
		if err != nil {
			t.Error(err)
			return
		}
		body, _ = io.ReadAll(z)
	}))
	defer there.Close()
	file := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: there.Certificate().Raw}),
		0o600); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{
		"OTEL_EXPORTER_OTLP_HEADERS": "api-key=a%20b, team = x=y ,", "OTEL_EXPORTER_OTLP_TRACES_HEADERS": "team=z",
		"OTEL_EXPORTER_OTLP_TIMEOUT":            "9000",
		"OTEL_EXPORTER_OTLP_TRACES_COMPRESSION": "gzip", "OTEL_EXPORTER_OTLP_CERTIFICATE": file,
	}
	send := func() error {
		e, err := New(there.URL+"/v1/traces", func(name string) string { return env[name] })
		if err != nil {
			return err
		}
		defer e.Shutdown(t.Context())
		return e.ExportSpans(t.Context(), spans())
	}
	if err := send(); err != nil {
		t.Fatal(err)
	}
	if h := got.Header; got.URL.Path != "/v1/traces" || h.Get("Api-Key") != "a b" || h.Get("Team") != "z" ||
		h.Get("Content-Type") != "application/json" {
		t.Errorf("%s %v", got.URL, h)
	}
	value(t, body)
	for _, tt := range []struct{ name, value string }{
		{"OTEL_EXPORTER_OTLP_HEADERS", "sk-hush"}, {"OTEL_EXPORTER_OTLP_HEADERS", "a=sk-hush%zz"},
		{"OTEL_EXPORTER_OTLP_HEADERS", "a b=sk-hush"},
		{"OTEL_EXPORTER_OTLP_TIMEOUT", "soon"}, {"OTEL_EXPORTER_OTLP_CERTIFICATE", "none.pem"},
		{"OTEL_EXPORTER_OTLP_CERTIFICATE", "otlp_test.go"},
		{"OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE", file},
	} {
		was := env[tt.name]
		env[tt.name] = tt.value
		if err := send(); err == nil || !strings.Contains(err.Error(), tt.name) || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s=%s: %v", tt.name, tt.value, err)
		}
		env[tt.name] = was
	}
	delete(env, "OTEL_EXPORTER_OTLP_CERTIFICATE")
	if err := send(); err == nil || strings.Contains(err.Error(), there.URL) {
		t.Errorf("a certificate that nobody trusts: %v", err)
	}
}

type trip func(*http.Request) (*http.Response, error)

func (f trip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestAnswers(t *testing.T) {
	for _, tt := range []struct {
		name    string
		status  []int
		answer  string
		header  string
		wait    time.Duration // at least
		attempt int
		err     string // "" for none
	}{
		{"taken", []int{200}, "{}", "", 0, 1, ""},
		{"taken, in another format", []int{200}, "\x0a\x00", "", 0, 1, ""},
		{"taken in part", []int{200}, `{"partialSuccess":{"rejectedSpans":"2","errorMessage":"too old"}}`, "", 0, 1,
			"2 spans: \"too old\""},
		{"busy, then taken", []int{503, 429, 200}, "", "", 0, 3, ""},
		{"asked to wait", []int{429, 200}, "", "40", 40 * time.Second, 2, ""},
		{"asked to wait too long", []int{429}, "", "3600", 0, 1, "429"},
		{"always busy", []int{503, 503, 503, 503, 503, 503, 503, 503, 503, 503}, "later", "", 10 * time.Second, 0, "503"},
		{"refused", []int{400}, "bad sk-hush-0123456789", "", 0, 1, "bad [key]"},
		{"moved", []int{307}, "", "", 0, 1, "307"},
		{"broken", []int{500}, "", "", 0, 1, "500"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				e, err := New("http://collector/v1/traces", func(name string) string {
					return map[string]string{"OTEL_EXPORTER_OTLP_HEADERS": "x=sk-hush-0123456789"}[name]
				})
				if err != nil {
					t.Fatal(err)
				}
				n := 0
				e.client.Transport = trip(func(r *http.Request) (*http.Response, error) {
					if b, err := io.ReadAll(r.Body); err != nil || !json.Valid(b) {
						t.Errorf("attempt %d sends %q, %v", n, b, err)
					}
					h := http.Header{"Retry-After": {tt.header}, "Location": {"http://elsewhere/"}}
					n++
					return &http.Response{StatusCode: tt.status[n-1], Status: fmt.Sprint(tt.status[n-1]), Header: h,
						Body: io.NopCloser(strings.NewReader(tt.answer)), Request: r}, nil
				})
				begin := time.Now()
				err = e.ExportSpans(t.Context(), spans())
				if took := time.Since(begin); took < tt.wait || took > time.Minute {
					t.Errorf("took %v", took)
				}
				if (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) || tt.attempt != 0 &&
					n != tt.attempt {
					t.Errorf("%d attempts, %v", n, err)
				}
			})
		})
	}
}

// A cancelled export does not wait.
func TestCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, err := New("http://collector", func(string) string { return "" })
		if err != nil {
			t.Fatal(err)
		}
		e.client.Transport = trip(func(*http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: 503, Body: io.NopCloser(strings.NewReader(""))}, nil
		})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		begin := time.Now()
		if err := e.ExportSpans(ctx, spans()); err == nil || time.Since(begin) != time.Second {
			t.Errorf("%v after %v", err, time.Since(begin))
		}
	})
}

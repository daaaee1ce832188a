package cli_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"assay/internal/exit"
	"assay/internal/model/modeltest"
)

// With the standard variables set, a collector receives the run and every request in it, but
// no question, answer or key.
func TestTraces(t *testing.T) {
	t.Chdir(t.TempDir())
	const key, answer = "sk-or-traced-0001", "a word that only the answer has"
	url, requests := serve(t, func(*http.Request, []byte) (int, string) {
		return 200, modeltest.Chat().Answer(`{"verdict":"safe","confidence":1,"vulnerabilities":[],"overall_explanation":"` +
			answer + `"}`)
	})
	var mu sync.Mutex
	type span struct{ Name, SpanID, ParentSpanID string }
	var got []span
	var raw strings.Builder
	there := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		var msg struct {
			ResourceSpans []struct{ ScopeSpans []struct{ Spans []span } }
		}
		if err != nil || r.URL.Path != "/v1/traces" || json.Unmarshal(b, &msg) != nil {
			t.Errorf("%s: %v, %d bytes", r.URL, err, len(b))
		}
		mu.Lock()
		defer mu.Unlock()
		raw.Write(b)
		for _, rs := range msg.ResourceSpans {
			for _, ss := range rs.ScopeSpans {
				got = append(got, ss.Spans...)
			}
		}
	}))
	defer there.Close()
	run := func(db, endpoint string) (int, string) {
		code, _, errs := assay(t, map[string]string{"OPENAI_API_KEY": key, "OTEL_EXPORTER_OTLP_ENDPOINT": endpoint},
			"run", "--suite", "blockbench", "--filter", "term-loan-vault", "--model", "openai/m", "--base-url", url, "--db", db)
		return code, errs
	}
	if code, errs := run("1.db", there.URL+"/"); code != 0 {
		t.Fatalf("exit %d: %s", code, errs)
	}
	if int(requests.Load()) != 2 || len(got) != 3 {
		t.Fatalf("%d requests, %d spans; want 2 and one more", requests.Load(), len(got))
	}
	var root span
	for _, s := range got {
		if s.Name == "assay run" {
			root = s
		}
	}
	for _, s := range got {
		if s != root && (s.Name != "chat m" || s.ParentSpanID != root.SpanID || len(root.SpanID) != 16) {
			t.Errorf("span %q does not stand in the run's", s.Name)
		}
	}
	for _, secret := range []string{key, answer, "TermLoanVault"} {
		if strings.Contains(raw.String(), secret) {
			t.Errorf("%q reached the collector", secret)
		}
	}
	there.Close()
	if code, errs := run("2.db", there.URL); code != 0 || strings.Count(errs, "traces cannot be sent") != 1 {
		t.Errorf("without a collector: exit %d: %s", code, errs)
	}
	if code, errs := run("3.db", "localhost:4318"); code != exit.BadUsage ||
		!strings.Contains(errs, "OTEL_EXPORTER_OTLP_ENDPOINT") {
		t.Errorf("exit %d: %s", code, errs)
	}
}

package postgres

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"
)

// A private cluster leaves nothing behind, whether it is closed or its context ends.
func TestPrivate(t *testing.T) {
	server(t)
	s, err := Start(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	dir := s.private.Dir()
	if _, err := s.Verify(t.Context(), example(t)); err != nil {
		t.Error(err)
	}
	if !strings.HasPrefix(s.Engine(), "PostgreSQL 1") {
		t.Errorf("engine %q", s.Engine())
	}
	rows, err := query(t.Context(), s.admin, "SELECT datname FROM pg_database WHERE datname LIKE 'assay%'")
	if err != nil || len(rows) != 0 {
		t.Errorf("databases left: %v %v", rows, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is still there: %v", dir, err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("closing twice: %v", err)
	}
}

// A server at a URL is left unchanged.
func TestURL(t *testing.T) {
	shared := server(t)
	s, err := Start(t.Context(), Options{URL: shared.url()})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Verify(t.Context(), example(t)); err != nil {
		t.Error(err)
	}
	w, err := s.build(t.Context(), hostileSchema, hostileFixtures) // it still exists when the server is closed
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	rows, err := query(t.Context(), shared.admin, "SELECT datname FROM pg_database WHERE datname LIKE '"+s.prefix+
		"%' UNION ALL SELECT rolname FROM pg_roles WHERE rolname LIKE '"+s.prefix+"%'")
	if err != nil || len(rows) != 0 {
		t.Errorf("left of %s: %v %v", w.template, rows, err)
	}
	if _, err := Start(t.Context(), Options{URL: "host=/nowhere user=x dbname=y"}); err == nil ||
		!strings.Contains(err.Error(), "connecting to PostgreSQL") {
		t.Errorf("no server there: %v", err)
	}
	if _, err := Start(t.Context(), Options{URL: "postgres://%zz"}); err == nil {
		t.Error("a URL that is none was accepted")
	}
}

func TestCancel(t *testing.T) {
	s := server(t)
	// The earlier cancellations happen while databases are created and sessions opened.
	for after := time.Millisecond; after < 400*time.Millisecond; after = after*5/4 + time.Millisecond {
		ctx, cancel := context.WithCancel(t.Context())
		app := example(t)
		app.Queries[0].Tests[0].Code = "SELECT pg_sleep(100), :id::int, :org_id::int, :body::text"
		time.AfterFunc(after, cancel)
		if _, err := s.Verify(ctx, app); !errors.Is(err, context.Canceled) {
			t.Errorf("ended after %v: got %v", after, err)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.made) > 0 {
		t.Errorf("databases left: %v", s.made)
	}
}

// BenchmarkVerify proves the embedded applications; proofs/s is tests per second, each
// with all its sets.
func BenchmarkVerify(b *testing.B) {
	s := server(b)
	list := apps(b)
	tests := 0
	for b.Loop() {
		for _, app := range list {
			evidence, err := s.Verify(b.Context(), &app.App)
			if err != nil {
				b.Fatal(err)
			}
			for i := range evidence {
				tests += len(evidence[i].Tests)
			}
		}
	}
	b.ReportMetric(float64(tests)/b.Elapsed().Seconds(), "proofs/s")
}

package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"assay/internal/proof/sqlproof"
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

// BenchmarkRepair repairs the first queries of each application twice. first is the processor time of the first repair
// of a query, where its test and the twin are executed too; next is that of another one. Both are of this process and
// of the server that it started.
func BenchmarkRepair(b *testing.B) {
	s := server(b)
	var first, next time.Duration
	repairs := 0
	for b.Loop() {
		for _, app := range apps(b) {
			w, err := s.Open(b.Context(), &app.App)
			if err != nil {
				b.Fatal(err)
			}
			for _, q := range app.Queries[:min(8, len(app.Queries))] {
				bad := slices.IndexFunc(q.Tests, func(t sqlproof.Test) bool { return len(t.Violates) > 0 })
				good := slices.IndexFunc(q.Tests, func(t sqlproof.Test) bool { return len(t.Violates) == 0 })
				if q.Programs() || bad < 0 || good < 0 {
					continue
				}
				for i, spent := range []*time.Duration{&first, &next} {
					before := spentByFamily(b)
					text := fmt.Sprintf("%s\n-- %d", q.Tests[good].Code, i)
					m, err := w.Repair(b.Context(), q.Name, q.Tests[bad], q.Tests[good], text)
					if err != nil || !m.Works() {
						b.Fatalf("%s: %v %+v", q.Name, err, m)
					}
					*spent += spentByFamily(b) - before
				}
				repairs++
			}
			if err := w.Close(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(first.Seconds()/float64(repairs), "first-cpu-s")
	b.ReportMetric(next.Seconds()/float64(repairs), "next-cpu-s")
}

// spentByFamily returns the processor time of this process and of its descendants, ended ones too.
func spentByFamily(b *testing.B) (sum time.Duration) {
	paths, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(paths) == 0 {
		b.Skip("there is no /proc")
	}
	parents, ticks := map[int]int{}, map[int]int{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it ended
		}
		_, rest, _ := strings.Cut(string(text), ") ") // the names here have no bracket
		f := strings.Fields(rest)
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		parents[pid], _ = strconv.Atoi(f[1])
		for _, field := range f[11:15] {
			n, _ := strconv.Atoi(field)
			ticks[pid] += n
		}
	}
	for pid := range parents {
		for p := pid; p > 0; p = parents[p] {
			if p == os.Getpid() {
				sum += time.Duration(ticks[pid]) * 10 * time.Millisecond
				break
			}
		}
	}
	return sum
}

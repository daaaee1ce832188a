package engine_test

import (
	"context"
	"database/sql"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/core/detect"
	"assay/internal/core/engine"
	"assay/internal/core/judge"
	"assay/internal/core/model"
	"assay/internal/core/model/limit"
	"assay/internal/core/store"
)

// A database that fails during a run ends the run: stored results are kept, no requests are
// sent after nothing can be stored, and when it works again, only the rest is asked.
func TestDatabaseFails(t *testing.T) {
	const at, trials = 4, 60
	for _, why := range []string{"database or disk is full", "attempt to write a readonly database"} {
		p := &provider{latency: time.Millisecond}
		srv := httptest.NewServer(p)
		path := filepath.Join(t.TempDir(), "r.db")
		db, err := sql.Open("sqlite", "file:"+path)
		if err != nil {
			t.Fatal(err)
		}
		run := func() (engine.Summary, int, error) {
			s, err := store.Open(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			m := limit.New(limit.Config{Start: at, Max: at}).Model(onServer(t, srv.URL, time.Minute))
			jobs, err := engine.Plan([]detect.Detector{questions{"m", m}}, someVariants(trials), 1)
			if err != nil {
				t.Fatal(err)
			}
			r, done := begin(t, s, jobs)
			if _, err := db.Exec(
				`CREATE TRIGGER IF NOT EXISTS fault BEFORE INSERT ON trial WHEN (SELECT count(*) FROM trial) >= 20 BEGIN SELECT RAISE(FAIL, '` + why + `'); END`); err != nil {
				t.Fatal(err)
			}
			if len(done) > 0 { // the second time
				if _, err := db.Exec(`DROP TRIGGER fault`); err != nil {
					t.Fatal(err)
				}
			}
			w := s.Writer(t.Context(), r)
			sum, err := engine.Run(t.Context(), nil, jobs, done, engine.Config{Judge: judge.Rule{}, PerModel: at,
				Sink: w.Commit})
			w.Close()
			return sum, len(done), err
		}
		sum, _, err := run()
		if err == nil || !strings.Contains(err.Error(), why) || sum.Pending == 0 {
			t.Errorf("%+v, error %v", sum, err)
		}
		asked := p.count()
		if asked > 20+2*at {
			t.Errorf("%d requests, when nothing could be stored after 20", asked)
		}
		sum, done, err := run()
		if err != nil || sum.Pending != 0 || done > 20 || done < 20-at || sum.Ended[bench.Answered] != trials-done {
			t.Errorf("%+v after %d were done, error %v", sum, done, err)
		}
		if n := p.count() - asked; n != trials-done {
			t.Errorf("%d further requests for %d trials", n, trials-done)
		}
		db.Close()
		srv.Close()
	}
}

// Clocks that jump, ours between any two readings and the server's by years, change neither
// the questions nor the waiting times, and no duration is negative.
func TestClocksJump(t *testing.T) {
	p := &provider{misbehave: func(w http.ResponseWriter, n int) bool {
		if n%3 != 0 {
			return false
		}
		date := "Tue, 19 Jan 2038 03:14:07 GMT"
		if n%2 == 0 {
			date = "Thu, 01 Jan 1970 00:00:00 GMT"
		}
		w.Header().Set("Date", date)
		w.Header().Set("Retry-After", date)
		w.WriteHeader([]int{http.StatusTooManyRequests, http.StatusServiceUnavailable}[n%2])
		return true
	}}
	srv := httptest.NewServer(p)
	defer srv.Close()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "r.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var waits []time.Duration
	var mu sync.Mutex
	l := limit.New(limit.Config{Max: 4, MaxPause: 20 * time.Millisecond})
	m := model.Retry(l.Model(onServer(t, srv.URL, time.Minute)),
		model.Policy{Attempts: 40, Base: time.Millisecond, Cap: time.Millisecond,
			Notify: func(_ model.ErrorKind, d time.Duration) {
				mu.Lock()
				defer mu.Unlock()
				waits = append(waits, d)
			},
			Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }})
	jobs, err := engine.Plan([]detect.Detector{questions{"m", m}}, someVariants(40), 1)
	if err != nil {
		t.Fatal(err)
	}
	run, done := begin(t, s, jobs)
	looks := 0
	now := func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		looks++
		return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(1-looks%3) * 1e5 * time.Hour)
	}
	w := s.Writer(t.Context(), run)
	sum, err := engine.Run(t.Context(), nil, jobs, done, engine.Config{Judge: judge.Rule{}, PerModel: 8, Sink: w.Commit,
		Now: now})
	if err != nil || sum.Ended[bench.Answered] != 40 {
		t.Errorf("%+v, %v", sum, err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := store.Each(s.Trials(t.Context(), run, store.Wanted{Columns: store.Everything}), func(x bench.Trial) error {
		if x.Response.Elapsed < 0 {
			t.Errorf("%s took %v", x.Variant.Key, x.Response.Elapsed)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for _, d := range waits {
		if d < 0 || d > 10*time.Minute+time.Millisecond {
			t.Errorf("waits for %v", d)
		}
	}
	if len(waits) == 0 {
		t.Error("nobody waited")
	}
}

package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/core/model"
)

// On a full disk the writer returns an error, no caller blocks, and durable results remain.
func TestDiskFull(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.db")
	s := open(t, path)
	p := plan(400)
	r, _ := begin(t, s, p, false)
	var pages int
	if err := s.db.W.QueryRow(`PRAGMA page_count`).Scan(&pages); err != nil {
		t.Fatal(err)
	}
	// There is one connection, so the limit holds for the writer.
	if _, err := s.db.W.Exec(fmt.Sprintf(`PRAGMA max_page_count = %d`, pages+20)); err != nil {
		t.Fatal(err)
	}
	w := s.Writer(context.Background(), r)
	durable := 0
	var full error
	for _, x := range p {
		res := result(x, bench.Answered)
		res.Response.Text = strings.Repeat("word ", 200)
		if err := w.Commit(res); err != nil {
			full = err
			break
		}
		durable++
	}
	if full == nil || !strings.Contains(full.Error(), "full") {
		t.Fatalf("no error that says why: %v", full)
	}
	var wg sync.WaitGroup
	for _, x := range p[:50] { // concurrent callers
		wg.Go(func() {
			if err := w.Commit(result(x, bench.Answered)); err == nil {
				t.Error("stored on a full disk")
			}
		})
	}
	wg.Wait()
	if _, _, err := w.Reserve("m", 1, 9); err == nil {
		t.Error("money was reserved on a full disk")
	}
	if err := w.Close(); err == nil {
		t.Error("closed without a word")
	}
	s.Close()
	s = open(t, path)
	if _, done := begin(t, s, p, false); len(done) != durable || durable == 0 {
		t.Errorf("%d trials are there after %d commits", len(done), durable)
	}
}

func TestReadOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.db")
	s := open(t, path)
	p := plan(2)
	r, _ := begin(t, s, p, false)
	if _, err := s.db.W.Exec(`PRAGMA query_only = 1`); err != nil {
		t.Fatal(err)
	}
	w := s.Writer(context.Background(), r)
	if err := w.Commit(result(p[0], bench.Answered)); err == nil || !strings.Contains(err.Error(), "readonly") {
		t.Errorf("error %v", err)
	}
	w.Close()
	s.Close()
	if os.Geteuid() == 0 {
		return // root may write to any file: the rest needs another user
	}
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), path); err == nil || !strings.Contains(err.Error(), "can it be written") {
		t.Errorf("error %v", err)
	}
}

// While another process holds the lock, writing waits, and then continues.
func TestLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.db")
	s, other := open(t, path), open(t, path)
	p := plan(2)
	r, _ := begin(t, s, p, false)
	tx, err := other.db.W.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	w := s.Writer(context.Background(), r)
	stored := make(chan error)
	go func() { stored <- w.Commit(result(p[0], bench.Answered)) }()
	if got := read(t, other, r); got[0].Outcome != "" {
		t.Errorf("stored past a lock: %q", got[0].Outcome)
	}
	tx.Rollback()
	if err := <-stored; err != nil {
		t.Error(err)
	}
	w.Close()

	// A lock that outlasts a writer's patience is reported as such.
	s.db.Patience = 10 * time.Millisecond
	if tx, err = other.db.W.BeginTx(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	w = s.Writer(context.Background(), r)
	if err := w.Commit(result(p[1], bench.Answered)); err == nil || !strings.Contains(err.Error(), "locked") {
		t.Errorf("error %v", err)
	}
	w.Close()
}

// A reservation is durable when Reserve returns, and counts in full until it is settled.
func TestSpending(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		p := plan(2)
		r, _ := begin(t, s, p, false)
		spent := func(plan string) int64 {
			t.Helper()
			other := open(t, at) // another process
			defer other.Close()
			n, err := other.Spent(t.Context(), plan)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		w := s.Writer(context.Background(), r)
		a, _, err := w.Reserve("m", 700, 1000)
		if err != nil || spent(r.Plan) != 700 {
			t.Errorf("%d reserved (%v)", spent(r.Plan), err)
		}
		if _, ok, err := w.Reserve("m", 50, 1000); !ok || err != nil || spent(r.Plan) != 750 {
			t.Errorf("%d reserved (%v)", spent(r.Plan), err)
		}
		if _, ok, err := w.Reserve("m", 251, 1000); ok || err != nil || spent(r.Plan) != 750 {
			t.Errorf("%d after a reservation beyond the limit: %v, %v", spent(r.Plan), ok, err)
		}
		if err := w.Settle("m", model.Reservation{ID: a, Amount: 700}, 30, false); err != nil {
			t.Error(err)
		}
		if err := w.Commit(result(p[0], bench.Answered)); err != nil || spent(r.Plan) != 80 {
			t.Errorf("%d after settling (%v)", spent(r.Plan), err)
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
		f, _ := begin(t, s, p, true)
		w = s.Writer(context.Background(), f)
		if _, _, err := w.Reserve("m", 5, 1000); err != nil || spent(r.Plan) != 85 {
			t.Errorf("%d over two rounds of one plan (%v)", spent(r.Plan), err)
		}
		w.Close()
		var sum int64
		if err := s.db.R.QueryRow(`SELECT sum(amount) FROM spend WHERE plan = $1`, r.Plan).Scan(&sum); err != nil ||
			sum != 85 {
			t.Errorf("the entries add up to %d (%v)", sum, err)
		}
		var n, open int
		if err := s.db.R.QueryRow(`SELECT count(*), sum(unsettled) FROM spend WHERE plan = $1`, r.Plan).Scan(&n,
			&open); err != nil || n != 2 || open != 2 {
			t.Errorf("%d entries with %d reservations, want one of each writer with one (%v)", n, open, err)
		}
		if n := spent("another"); n != 0 {
			t.Errorf("another plan has spent %d", n)
		}
	})
}

// Several processes with one budget do not exceed it together.
func TestSharedBudget(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		p := plan(1)
		a := open(t, at)
		ra, _ := begin(t, a, p, false)
		writers := []*Writer{}
		for range 6 {
			writers = append(writers, open(t, at).Writer(context.Background(), ra))
		}
		var wg sync.WaitGroup
		var granted atomic.Int64
		for _, w := range writers {
			wg.Go(func() {
				defer w.Close()
				for range 20 {
					_, ok, err := w.Reserve("m", 10, 805)
					if err != nil {
						t.Error(err)
					}
					if ok {
						granted.Add(1)
					}
				}
			})
		}
		wg.Wait()
		if n, err := a.Spent(t.Context(), ra.Plan); granted.Load() != 80 || n != 800 || err != nil {
			t.Errorf("%d granted, %d spent (%v) of 805 by tens", granted.Load(), n, err)
		}
	})
}

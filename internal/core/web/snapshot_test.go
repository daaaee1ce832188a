package web

import (
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/core/store"
)

// A page does not wait for a slow reading if it has older data: it shows these, marked as
// incomplete, and is complete at the next request.
func TestPageWhileReading(t *testing.T) {
	s := newSite(t, 3, 4, "")
	base := runURL(s.run.ID)
	want(t, get(t, s, base, 200), "4 of 18 trials")
	s.answer(t, 4, 9, "")
	stuck := &reading{turn: 1, done: make(chan struct{})}
	x := &s.web.snaps
	x.mu.Lock()
	x.kept[0].took = 0 // a reading is due
	x.reading[s.run.ID] = stuck
	x.mu.Unlock()
	s.web.patience = time.Millisecond
	for _, path := range []string{base, base + "/samples", base + "/sample?key=blockbench/s000", base +
		"/variant?key=blockbench/s000%2Bfixed", base + "/compare"} {
		if page := get(t, s, path, 200); !strings.Contains(page, "data-again=") {
			t.Errorf("%s does not say that it is not whole", path)
		}
	}
	want(t, get(t, s, base, 200), "4 of 18 trials")
	x.mu.Lock()
	delete(x.reading, s.run.ID)
	x.mu.Unlock()
	close(stuck.done)
	s.web.patience = time.Minute
	page := get(t, s, base, 200)
	want(t, page, "9 of 18 trials")
	if strings.Contains(page, "data-again=") {
		t.Error("a page that is whole is asked for again")
	}
}

// When many request a snapshot concurrently, each gets one with everything that was
// stored before its request, or a mark that it is older.
func TestSnapshotsAtOnce(t *testing.T) {
	s := newSite(t, 20, 0, "")
	var clock atomic.Int64 // no reading serves a later request: an hour passes between two looks
	s.web.now = func() time.Time { return day.Add(time.Duration(clock.Add(1)) * time.Hour) }
	for i := range 40 {
		s.answer(t, i, i+1, "")
		done := make(chan int)
		for range 4 {
			go func() {
				r, old := marking(httptest.NewRequest("GET", "/", nil))
				k, err := s.web.snapshot(r.Context(), s.run)
				if err != nil {
					t.Error(err)
					done <- -1
					return
				}
				n := 0
				for j := range k.Trials {
					if k.Trials[j].Outcome != "" {
						n++
					}
				}
				if old.Load() {
					n = i + 1
				}
				done <- n
			}()
		}
		for range 4 {
			if n := <-done; n != i+1 {
				t.Fatalf("%d trials after %d had ended", n, i+1)
			}
		}
	}
}

// The cost of an answer is counted once: not again for an equal text, and not in a run that took it from an earlier
// one.
func TestCostIsCountedOnce(t *testing.T) {
	at := time.UnixMicro(1000)
	v := variants(1)[0]
	k := &snapshot{Run: store.Run{Started: at}, subjects: map[string]bench.Subject{}}
	for _, f := range []struct {
		key   string
		began int64
	}{{"a", 1000}, {"a", 1000}, {"b", 999}, {"c", 2000}} {
		k.Trials = append(k.Trials, bench.Trial{Key: f.key, Subject: "m", Variant: v, Outcome: bench.Answered,
			Spent: &bench.Spent{CostUSD: 0.25, Priced: true, Began: f.began}})
	}
	k.arrange()
	if c := k.Subjects[0]; c.Cost != 0.5 || c.Priced != 2 || c.Reused != 2 {
		t.Errorf("%+v", c)
	}
}

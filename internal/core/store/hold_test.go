package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"assay/internal/bench"
	"assay/internal/core/base/command"
	"assay/internal/core/model"
)

// change executes a statement in place of another process or the passage of time.
func change(t *testing.T, s *Store, statement string, args ...any) {
	t.Helper()
	if err := s.exec(t.Context(), statement, args...); err != nil {
		t.Fatal(err)
	}
}

// A plan has one holder. Other processes learn who it is, until it releases the plan, ends
// without doing so, or is silent for too long.
func TestHold(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		a, b := open(t, at), open(t, at)
		p := plan(2)
		r, _ := begin(t, a, p, false)
		h, err := a.Hold(t.Context(), r.Plan, false)
		if err != nil {
			t.Fatal(err)
		}
		refused := func() *HeldError {
			t.Helper()
			_, err := b.Hold(t.Context(), r.Plan, false)
			var held *HeldError
			if !errors.As(err, &held) {
				t.Fatalf("a second process: %v", err)
			}
			return held
		}
		host, _ := os.Hostname()
		if held := refused(); held.Run != r.ID || held.PID != os.Getpid() || held.Host != host || held.Judges ||
			time.Since(held.Since).Abs() > time.Minute {
			t.Errorf("%+v", held)
		} else if want := fmt.Sprintf("run %s is under way since %s (process %d on %s)", r.ID,
			held.Since.Local().Format(time.DateTime), os.Getpid(), host); held.Error() != want {
			t.Errorf("%q, want %q", held, want)
		}
		other, err := b.Hold(t.Context(), "another plan", true)
		if err != nil {
			t.Errorf("another plan: %v", err)
		} else if err := other.Release(t.Context()); err != nil {
			t.Error(err)
		}
		if err := h.Release(t.Context()); err != nil {
			t.Error(err)
		}
		if h, err = a.Hold(t.Context(), r.Plan, true); err != nil {
			t.Fatalf("after a release: %v", err)
		}
		if held := refused(); !held.Judges {
			t.Errorf("%+v", held)
		}
		// Silent for less than the limit, and for more.
		change(t, a, `UPDATE hold SET seen_us = seen_us - 29000000, process = ''`)
		refused()
		change(t, a, `UPDATE hold SET seen_us = seen_us - 1000000`)
		second, err := b.Hold(t.Context(), r.Plan, false)
		if err != nil {
			t.Fatalf("of a silent holder: %v", err)
		}
		if held, err := h.beat(t.Context()); held || err != nil {
			t.Errorf("the silent holder holds the plan: %v, %v", held, err)
		}
		if err := h.Loss(t.Context()); err != nil {
			t.Errorf("it knows before it has looked: %v", err)
		}
		h.now <- struct{}{}
		<-h.Lost()
		if err := h.Loss(t.Context()); err == nil || !strings.Contains(err.Error(),
			fmt.Sprintf("process %d on %s has the run since ", os.Getpid(), host)) {
			t.Errorf("it says %v", err)
		}
		if err := h.Sure(t.Context()); model.KindOf(err) != model.ErrHalted {
			t.Errorf("it may send: %v", err)
		}
		if err := h.Release(t.Context()); err != nil { // the plan is no longer held
			t.Error(err)
		}
		if held, err := second.beat(t.Context()); !held || err != nil {
			t.Errorf("the new holder was released by the old one: %v, %v", held, err)
		}
		// A process that died is not waited for.
		if self := command.Self(); self != "" {
			change(t, a, `UPDATE hold SET process = $1`, self+"1")
			if third, err := a.Hold(t.Context(), r.Plan, false); err != nil {
				t.Errorf("of a dead holder: %v", err)
			} else if err := third.Release(t.Context()); err != nil {
				t.Error(err)
			}
		}
		second.lease.end()
	})
}

// One of many concurrent starts gets the plan.
func TestHoldAtOnce(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		var mu sync.Mutex
		var got []*Hold
		var wg sync.WaitGroup
		for range 8 {
			s := open(t, at)
			wg.Go(func() {
				h, err := s.Hold(t.Context(), "p", false)
				var held *HeldError
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					got = append(got, h)
				} else if !errors.As(err, &held) {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if len(got) != 1 {
			t.Fatalf("%d processes hold one plan", len(got))
		}
		if err := got[0].Release(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// A lease is renewed while the database answers, lapses when it does not, and is lost when
// another process has the plan; no request is sent in between.
func TestLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		held, broken := true, error(nil)
		state := func(h bool, err error) {
			mu.Lock()
			defer mu.Unlock()
			held, broken = h, err
		}
		beats := 0
		l := newLease(time.Now(), 30*time.Second, func(context.Context) (bool, error) {
			mu.Lock()
			defer mu.Unlock()
			beats++
			return held, broken
		})
		after := func(d time.Duration) (time.Duration, error) {
			time.Sleep(d)
			start := time.Now()
			err := l.Sure(t.Context())
			return time.Since(start), err
		}
		// One second after a beat, since the order of two simultaneous events is undefined.
		if waited, err := after(time.Hour + time.Second); waited != 0 || err != nil || beats < 719 {
			t.Errorf("waited %v with %d beats (%v)", waited, beats, err)
		}
		state(false, errors.New("no connection"))
		if waited, err := after(13 * time.Second); waited != 0 || err != nil {
			t.Errorf("without the database for 14 s: waited %v (%v)", waited, err)
		}
		go func() {
			time.Sleep(3 * time.Second)
			state(true, nil)
		}()
		if waited, err := after(2 * time.Second); waited < time.Second || waited > 6*time.Second || err != nil {
			t.Errorf("without the database for 16 s: waited %v (%v)", waited, err)
		}
		state(false, errors.New("no connection"))
		time.Sleep(16 * time.Second)
		halt := make(chan struct{})
		time.AfterFunc(time.Second, func() { close(halt) })
		if err := l.Sure(model.WithHalt(t.Context(), halt)); model.KindOf(err) != model.ErrHalted {
			t.Errorf("a halt: %v", err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := l.Sure(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the end of a context: %v", err)
		}
		state(false, nil)
		if _, err := after(0); model.KindOf(err) != model.ErrHalted {
			t.Errorf("a lost lease: %v", err)
		}
		select {
		case <-l.Lost():
		default:
			t.Error("nobody is told of the loss")
		}
		l.end()
	})
}

// The reservations of a dead process are replaced by the cost of the dearest request, once
// enough costs are known. A late settlement replaces the estimate, and reservations of
// batches do not change.
func TestRelease(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		dying, s := open(t, at), open(t, at)
		p := plan(3)
		r, _ := begin(t, dying, p, false)
		h, err := dying.Hold(t.Context(), r.Plan, false)
		if err != nil {
			t.Fatal(err)
		}
		r.Holder = h.ID
		w := dying.Writer(context.Background(), r)
		spent := func() int64 {
			t.Helper()
			n, err := s.Spent(t.Context(), r.Plan)
			if err != nil {
				t.Fatal(err)
			}
			var sum int64
			if err := s.db.R.QueryRow(`SELECT sum(amount) FROM spend WHERE plan = $1`, r.Plan).Scan(&sum); err != nil ||
				sum != n {
				t.Errorf("the entries add up to %d (%v), the sum is %d", sum, err, n)
			}
			return n
		}
		reserve := func(w *Writer, amount int64) model.Reservation {
			t.Helper()
			id, ok, err := w.Reserve("m", amount, 1_000_000)
			if err != nil || !ok {
				t.Fatal(ok, err)
			}
			return model.Reservation{ID: id, Amount: amount}
		}
		settle := func(w *Writer, x model.Reservation, cost int64, seen bool) {
			t.Helper()
			if err := w.Settle("m", x, cost, seen); err != nil {
				t.Fatal(err)
			}
		}
		die := func() { change(t, s, `UPDATE hold SET seen_us = 0, process = ''`) }
		for i := range Evidence - 1 {
			settle(w, reserve(w, 1000), int64(10+i%3), true) // 10 to 12
		}
		settle(w, reserve(w, 1000), 1000, false) // unknown cost
		settle(w, reserve(w, 1000), 0, false)
		lost := []model.Reservation{reserve(w, 1000), reserve(w, 1000), reserve(w, 1000)}
		batched := reserve(w, 1000)
		if _, err := w.Open(model.Batch{Name: "b", Account: "a", At: time.Now()},
			[]model.BatchEntry{{Trial: p[0].Key, Encoded: model.Encoded{Body: []byte("x"), Memo: []byte("{}")},
				Reserved: batched}}); err != nil {
			t.Fatal(err)
		}
		before := spent()
		if known := int64(19*11 - 1 + 1000); before != known+4000 { // 7 x 10, 6 x 11, 6 x 12
			t.Fatalf("%d spent, want %d and four reservations", before, known)
		}
		die()
		second, err := s.Hold(t.Context(), r.Plan, false)
		if err != nil {
			t.Fatal(err)
		}
		if n := spent(); n != before {
			t.Errorf("%d spent of %d: %d requests say what one costs", n, before, Evidence-1)
		}
		account := func(holder string) Account {
			t.Helper()
			a, err := s.Account(t.Context(), r.Plan, holder)
			if err != nil {
				t.Fatal(err)
			}
			return a
		}
		if a := account(h.ID); a != (Account{Spent: before, By: before, Lost: 3000, Requests: 3}) {
			t.Errorf("%+v", a)
		}
		r2 := r
		r2.Holder = second.ID
		w2 := s.Writer(context.Background(), r2)
		settle(w2, reserve(w2, 1000), 9, true)
		living := reserve(w2, 1000)
		before += 9 + 1000
		if err := s.Release(t.Context()); err != nil {
			t.Fatal(err)
		}
		if want := before - 3*(1000-12); spent() != want {
			t.Fatalf("%d spent, want %d: the dearest of %d requests cost 12", spent(), want, Evidence)
		}
		if a := account(second.ID); a != (Account{Spent: spent(), By: 9 + 1000, Lost: 3 * 12, Requests: 3}) {
			t.Errorf("%+v", a)
		}
		now := spent()
		if err := s.Release(t.Context()); err != nil || spent() != now {
			t.Errorf("released twice: %d of %d (%v)", spent(), now, err)
		}
		// The process was not dead: its settlements replace the 12, while it continues to spend.
		settle(w, lost[0], 11, true)
		fresh := reserve(w, 500)
		if n := spent(); n != now-12+11+500 {
			t.Errorf("%d after what was taken for dead has settled 11 and reserved 500 of %d", n, now)
		}
		settle(w, fresh, 5, true)
		settle(w, lost[1], 1000, false)
		settle(w, batched, 8, true)
		if err := w.Commit(result(p[0], bench.Answered)); err != nil {
			t.Fatal(err)
		}
		if want := now - 2*12 + 11 + 5 + 1000 + 8 - 1000; spent() != want {
			t.Errorf("%d in the end, want %d", spent(), want)
		}
		settle(w2, living, 1, true)
		for _, w := range []*Writer{w, w2} {
			if err := w.Close(); err != nil {
				t.Error(err)
			}
		}
		if want := now - 2*12 + 11 + 5 + 8 + 1 - 1000; spent() != want {
			t.Errorf("%d in the end, want %d", spent(), want)
		}
		second.lease.end()
		h.lease.end()
	})
}

// A process whose reservations others have released sends no batch.
func TestNoBatchAfterRelease(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		p := plan(1)
		r, _ := begin(t, s, p, false)
		r.Holder = "dead"
		w := s.Writer(context.Background(), r)
		defer w.Close()
		for range Evidence {
			id, _, err := w.Reserve("m", 100, 10_000)
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Settle("m", model.Reservation{ID: id, Amount: 100}, 1, true); err != nil {
				t.Fatal(err)
			}
		}
		id, _, err := w.Reserve("m", 100, 10_000)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Release(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, err = w.Open(model.Batch{Name: "b", Account: "a", At: time.Now()},
			[]model.BatchEntry{{Trial: p[0].Key, Encoded: model.Encoded{Body: []byte("x"), Memo: []byte("{}")},
				Reserved: model.Reservation{ID: id, Amount: 100}}})
		if !errors.Is(err, errLost) {
			t.Errorf("error is %v", err)
		}
	})
}

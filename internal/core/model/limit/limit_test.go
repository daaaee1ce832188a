package limit

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"assay/internal/bench"
	"assay/internal/core/model"
)

type modelFunc func(context.Context) (bench.Response, error)

func (f modelFunc) Generate(ctx context.Context, _ model.Request) (bench.Response, error) {
	return f(ctx)
}

func fails(kind model.ErrorKind, after time.Duration) error {
	return &model.Error{Kind: kind, RetryAfter: after, Err: errors.New("no")}
}

// Two models of one account share its slots.
func TestOneAccountOneLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Config{Start: 3, Max: 3})
		var running, peak int
		var mu sync.Mutex
		m := modelFunc(func(context.Context) (bench.Response, error) {
			mu.Lock()
			running++
			peak = max(peak, running)
			mu.Unlock()
			time.Sleep(time.Second)
			mu.Lock()
			running--
			mu.Unlock()
			return bench.Response{}, nil
		})
		start := time.Now()
		var wg sync.WaitGroup
		for _, x := range []model.Model{l.Model(m), l.Model(m)} {
			for range 15 {
				wg.Go(func() {
					if _, err := x.Generate(t.Context(), model.Request{}); err != nil {
						t.Error(err)
					}
				})
			}
		}
		synctest.Wait()
		if s := l.Snapshot(); s.InFlight != 3 || s.Waiting != 27 || s.Limit != 3 {
			t.Errorf("snapshot %+v", s)
		}
		wg.Wait()
		if s := l.Snapshot(); s.Done != 30 || s.InFlight != 0 {
			t.Errorf("in the end: %+v", s)
		}
		if took := time.Since(start); peak != 3 || took != 10*time.Second {
			t.Errorf("peak %d, took %v for 30 calls of 1 s by three", peak, took)
		}
	})
}

// A server that names a time pauses everyone, and the pause ends by itself.
func TestRetryAfterPausesTheAccount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Config{Start: 1})
		calls := 0
		m := l.Model(modelFunc(func(context.Context) (bench.Response, error) {
			if calls++; calls == 1 {
				return bench.Response{}, fails(model.ErrRateLimit, 17*time.Second)
			}
			return bench.Response{}, nil
		}))
		start := time.Now()
		if _, err := m.Generate(t.Context(), model.Request{}); model.KindOf(err) != model.ErrRateLimit {
			t.Fatal(err)
		}
		if s := l.Snapshot(); s.Paused.Sub(start) != 17*time.Second {
			t.Errorf("snapshot %+v", s)
		}
		if _, err := m.Generate(t.Context(), model.Request{}); err != nil || time.Since(start) != 17*time.Second {
			t.Errorf("the next call returned %v after %v", err, time.Since(start))
		}
	})
}

// After a wait that is too long nothing more is sent, and nobody waits for it.
func TestTooLongAWaitDeniesTheAccount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Config{Start: 1})
		calls := 0
		m := l.Model(modelFunc(func(context.Context) (bench.Response, error) {
			calls++
			return bench.Response{}, fails(model.ErrRateLimit, 2*time.Hour)
		}))
		start := time.Now()
		for range 3 {
			if _, err := m.Generate(t.Context(), model.Request{}); !model.Fatal(err) {
				t.Fatal(err)
			}
		}
		if calls != 1 || time.Since(start) != 0 {
			t.Errorf("%d calls in %v", calls, time.Since(start))
		}
	})
}

// With a wrong key nothing more is sent, by any model of the account.
func TestAuthDeniesTheAccount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Config{Start: 2})
		var calls atomic.Int64
		m := modelFunc(func(context.Context) (bench.Response, error) {
			calls.Add(1)
			time.Sleep(time.Second)
			return bench.Response{}, fails(model.ErrAuth, 0)
		})
		var errs [40]error
		var wg sync.WaitGroup
		for i, x := range []model.Model{l.Model(m), l.Model(m)} {
			for j := range 20 {
				wg.Go(func() { _, errs[20*i+j] = x.Generate(t.Context(), model.Request{}) })
			}
		}
		wg.Wait()
		same := 0
		for _, err := range errs {
			if model.KindOf(err) != model.ErrAuth {
				t.Fatalf("error %v", err)
			}
			if err == l.denied {
				same++
			}
		}
		if calls.Load() != 2 || same < 39 {
			t.Errorf("%d requests sent with a wrong key by two slots; %d of 40 calls name the first reason", calls.Load(), same)
		}
	})
}

// A wait for a slot ends with the context and with the halt; the slot is not lost.
func TestWaitingEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Config{Start: 1, Max: 1})
		release := make(chan struct{})
		m := l.Model(modelFunc(func(context.Context) (bench.Response, error) { <-release; return bench.Response{}, nil }))
		halt := make(chan struct{})
		ctx, cancel := context.WithCancel(t.Context())
		var first, cancelled, halted error
		var wg sync.WaitGroup
		wg.Go(func() { _, first = m.Generate(model.WithHalt(t.Context(), halt), model.Request{}) })
		synctest.Wait()
		wg.Go(func() { _, cancelled = m.Generate(ctx, model.Request{}) })
		wg.Go(func() { _, halted = m.Generate(model.WithHalt(t.Context(), halt), model.Request{}) })
		synctest.Wait()
		cancel()
		close(halt)
		synctest.Wait()
		close(release)
		wg.Wait()
		if first != nil || !errors.Is(cancelled, context.Canceled) || model.KindOf(halted) != model.ErrHalted {
			t.Errorf("running %v, cancelled %v, halted %v", first, cancelled, halted)
		}
		if _, err := m.Generate(t.Context(), model.Request{}); err != nil {
			t.Errorf("the slot is gone: %v", err)
		}
		if _, err := m.Generate(model.WithHalt(t.Context(), halt), model.Request{}); model.KindOf(err) != model.ErrHalted {
			t.Errorf("sent after the halt: %v", err)
		}
		if s := l.Snapshot(); s.InFlight != 0 || s.Waiting != 0 {
			t.Errorf("left behind: %+v", s)
		}
	})
}

// A panic gives the slot back.
func TestPanicReleases(t *testing.T) {
	l := New(Config{Start: 1, Max: 1})
	m := l.Model(modelFunc(func(context.Context) (bench.Response, error) { panic("ouch") }))
	for range 2 {
		func() {
			defer func() { recover() }()
			m.Generate(t.Context(), model.Request{})
		}()
	}
	if s := l.Snapshot(); s.InFlight != 0 || s.Limit != 1 {
		t.Errorf("after panics: %+v", s)
	}
}

// Under Retry a call that waits for its next try holds no slot.
func TestRetryHoldsNoSlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Config{Start: 1, Max: 1})
		calls := 0
		bad := l.Model(modelFunc(func(context.Context) (bench.Response, error) {
			if calls++; calls == 1 {
				return bench.Response{}, fails(model.ErrUnavailable, time.Hour)
			}
			return bench.Response{}, nil
		}))
		retried := model.Retry(bad, model.Policy{})
		done := make(chan error, 1)
		go func() { _, err := retried.Generate(t.Context(), model.Request{}); done <- err }()
		synctest.Wait()
		start := time.Now()
		if _, err := l.Model(modelFunc(func(context.Context) (bench.Response, error) {
			return bench.Response{},
				nil
		})).Generate(t.Context(), model.Request{}); err != nil || time.Since(start) != 0 {
			t.Errorf("another call waited %v: %v", time.Since(start), err)
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

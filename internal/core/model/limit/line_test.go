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

// preparing counts the callers in the work before the request.
type preparing struct {
	model.Model
	begun atomic.Int64
}

// before returns the argument of Around.
func (p *preparing) before(m model.Model) model.Model {
	p.Model = m
	return p
}

// alone returns an argument of Around that ignores the limited model.
func alone(m model.Model) func(model.Model) model.Model {
	return func(model.Model) model.Model { return m }
}

func (p *preparing) Generate(ctx context.Context, r model.Request) (bench.Response, error) {
	p.begun.Add(1)
	time.Sleep(50 * time.Millisecond)
	return p.Model.Generate(ctx, r)
}

// The work before a request takes a quarter of a request's time. Four are ready when
// the first four requests end at once, and so on. Without a line, ten rounds of 250 ms
// would take 2.5 s.
func TestLineKeepsSlotsFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Config{Start: 4, Max: 4})
		p := &preparing{}
		m := l.Around(modelFunc(func(context.Context) (bench.Response, error) {
			time.Sleep(200 * time.Millisecond)
			return bench.Response{}, nil
		}), p.before)
		start := time.Now()
		var wg sync.WaitGroup
		for range 40 {
			wg.Go(func() {
				if _, err := m.Generate(t.Context(), model.Request{}); err != nil {
					t.Error(err)
				}
			})
		}
		time.Sleep(150 * time.Millisecond)
		synctest.Wait()
		if s := l.Snapshot(); p.begun.Load() != 8 || s.InFlight != 4 || s.Waiting != 36 {
			t.Errorf("%d have begun, %+v", p.begun.Load(), s)
		}
		wg.Wait()
		if took := time.Since(start); took != 50*time.Millisecond+10*200*time.Millisecond {
			t.Errorf("40 requests took %v", took)
		}
	})
}

// During a pause no caller begins; afterwards all do.
func TestLineWaitsOutAPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Config{Start: 4, Max: 4})
		refused := false
		p := &preparing{}
		m := l.Around(modelFunc(func(context.Context) (bench.Response, error) {
			if !refused {
				refused = true
				return bench.Response{}, fails(model.ErrRateLimit, time.Minute)
			}
			return bench.Response{}, nil
		}), p.before)
		if _, err := m.Generate(t.Context(), model.Request{}); model.KindOf(err) != model.ErrRateLimit {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				if _, err := m.Generate(t.Context(), model.Request{}); err != nil {
					t.Error(err)
				}
			})
		}
		time.Sleep(59 * time.Second)
		if n := p.begun.Load(); n != 1 {
			t.Errorf("%d have begun in the pause", n-1)
		}
		wg.Wait()
		if n := p.begun.Load(); n != 4 {
			t.Errorf("%d have begun in the end", n)
		}
	})
}

// Places are returned in every case, and callers that wait for one get the final error.
func TestLineLosesNoPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Config{Start: 1, Max: 1})
		panics := l.Around(nil, alone(modelFunc(func(context.Context) (bench.Response, error) { panic("ouch") })))
		for range 5 {
			func() {
				defer func() { recover() }()
				panics.Generate(t.Context(), model.Request{})
			}()
		}
		ctx, cancel := context.WithCancel(t.Context())
		halt := make(chan struct{})
		slow := l.Around(nil, alone(modelFunc(func(context.Context) (bench.Response,
			error) {
			time.Sleep(time.Hour)
			return bench.Response{}, nil
		})))
		var cancelled, halted error
		var wg sync.WaitGroup
		for range 2 {
			wg.Go(func() { slow.Generate(t.Context(), model.Request{}) })
		}
		synctest.Wait()
		wg.Go(func() { _, cancelled = slow.Generate(ctx, model.Request{}) })
		wg.Go(func() { _, halted = slow.Generate(model.WithHalt(t.Context(), halt), model.Request{}) })
		synctest.Wait()
		cancel()
		close(halt)
		wg.Wait()
		if !errors.Is(cancelled, context.Canceled) || model.KindOf(halted) != model.ErrHalted {
			t.Errorf("cancelled %v, halted %v", cancelled, halted)
		}
		denied := l.Around(modelFunc(func(context.Context) (bench.Response, error) {
			time.Sleep(time.Second)
			return bench.Response{}, fails(model.ErrAuth, 0)
		}), func(m model.Model) model.Model { return m })
		for range 8 {
			wg.Go(func() {
				if _, err := denied.Generate(t.Context(), model.Request{}); model.KindOf(err) != model.ErrAuth {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if s := l.Snapshot(); l.places != 0 || s.Waiting != 0 || s.Done != 1 {
			t.Errorf("%d places are taken, %+v", l.places, s)
		}
	})
}

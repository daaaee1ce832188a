package solc

import (
	"context"
	"sync"
)

// flights makes equal work in flight run only once. The work continues while any
// caller waits for it: the cancellation of one caller does not affect another.
type flights struct {
	mu  sync.Mutex
	all map[string]*flight
}

type flight struct {
	cancel  context.CancelCauseFunc
	waiting int
	done    chan struct{} // closed when raw and err are set
	raw     []byte
	err     error
}

func (f *flights) do(ctx context.Context, key string, work func(context.Context) ([]byte, error)) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f.mu.Lock()
	one := f.all[key]
	if one == nil {
		shared, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
		one = &flight{cancel: cancel, done: make(chan struct{})}
		if f.all == nil {
			f.all = map[string]*flight{}
		}
		f.all[key] = one
		go func() {
			one.raw, one.err = work(shared)
			f.mu.Lock()
			f.forget(key, one)
			f.mu.Unlock()
			cancel(nil)
			close(one.done)
		}()
	}
	one.waiting++
	f.mu.Unlock()

	select {
	case <-one.done:
		return one.raw, one.err
	case <-ctx.Done():
	}
	f.mu.Lock()
	if one.waiting--; one.waiting == 0 {
		f.forget(key, one) // later callers start afresh
		one.cancel(context.Cause(ctx))
	}
	f.mu.Unlock()
	return nil, ctx.Err()
}

// stop aborts all work in flight.
func (f *flights) stop() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, one := range f.all {
		one.cancel(ErrClosed)
	}
}

func (f *flights) forget(key string, one *flight) {
	if f.all[key] == one {
		delete(f.all, key)
	}
}

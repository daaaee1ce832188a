package solc

import (
	"context"
	"sync"
)

// flights lets equal work in flight be done once. The work goes on while anyone
// waits for it: one caller's cancellation is not another's.
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
		f.forget(key, one) // anyone who comes now starts afresh
		one.cancel(context.Cause(ctx))
	}
	f.mu.Unlock()
	return nil, ctx.Err()
}

// stop breaks off all work in flight.
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

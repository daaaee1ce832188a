package store

import (
	"context"
	"sync"
	"time"

	"assay/internal/core/model"
)

// lease is the hold as its process knows it. It is valid for half the silence after which
// others may take the plan over, counted from before the beat that renewed it, so it has
// lapsed when they do. It must be valid by the monotonic clock, which stops while a machine
// sleeps, and by the wall clock.
type lease struct {
	silence time.Duration
	beat    func(context.Context) (held bool, err error)
	lost    chan struct{} // closed when another process has the plan
	now     chan struct{} // requests an immediate beat
	quit    context.CancelFunc
	over    chan struct{} // closed when no more beats follow

	mu      sync.Mutex
	until   time.Time
	renewed chan struct{} // closed, and replaced, at each renewal
}

// newLease returns a lease that was renewed at start, and keeps renewing it until it ends or is lost.
func newLease(start time.Time, silence time.Duration, beat func(context.Context) (bool, error)) *lease {
	ctx, quit := context.WithCancel(context.Background())
	l := &lease{silence: silence, beat: beat, lost: make(chan struct{}), now: make(chan struct{}, 1), quit: quit,
		over:  make(chan struct{}),
		until: start.Add(silence / 2), renewed: make(chan struct{})}
	go l.keep(ctx)
	return l
}

func (l *lease) keep(ctx context.Context) {
	defer close(l.over)
	every := time.NewTicker(l.silence / 6)
	defer every.Stop()
	for {
		select {
		case <-every.C:
		case <-l.now:
		case <-ctx.Done():
			return
		}
		start := time.Now()
		try, cancel := context.WithTimeout(ctx, l.silence/4)
		held, err := l.beat(try)
		cancel()
		switch {
		case err != nil: // the database may be back soon; until then the lease may lapse
		case !held:
			close(l.lost)
			return
		default:
			l.mu.Lock()
			l.until = start.Add(l.silence / 2)
			close(l.renewed)
			l.renewed = make(chan struct{})
			l.mu.Unlock()
		}
	}
}

// Lost returns a channel that is closed when another process has the plan.
func (l *lease) Lost() <-chan struct{} { return l.lost }

// Sure returns nil when no other process can have the plan, and waits until that is known.
// Call it before each request. An error means that nothing more may be sent: the plan is
// lost, or ctx or its halt has ended.
func (l *lease) Sure(ctx context.Context) error {
	for {
		l.mu.Lock()
		now, until, renewed := time.Now(), l.until, l.renewed
		l.mu.Unlock()
		select {
		case <-l.lost:
			return model.HaltedError()
		default:
		}
		if now.Before(until) && now.Round(0).Before(until.Round(0)) {
			return nil
		}
		select {
		case l.now <- struct{}{}:
		default: // a beat is already requested
		}
		select {
		case <-renewed:
		case <-l.lost:
		case <-ctx.Done():
			return ctx.Err()
		case <-model.HaltOf(ctx):
			return model.HaltedError()
		}
	}
}

func (l *lease) end() {
	l.quit()
	<-l.over
}

// Package limit adapts the number of concurrent requests of one account: slow start,
// growth while the limit is used up, a cut when the server refuses, a pause when the
// server asks for one. One [Limiter] belongs to one account at one provider; all models
// asked with its key share it.
//
// It does not retry: that is done by [model.Retry], which is outside and holds no slot
// while it waits.
package limit

import (
	"container/list"
	"context"
	"errors"
	"sync"
	"time"

	"assay/internal/bench"
	"assay/internal/core/model"
)

// Limiter grants the slots of one account, first come, first served. It is safe for
// concurrent use.
type Limiter struct {
	mu      sync.Mutex
	c       *Controller
	waiting list.List // of *waiter, for a slot
	line    list.List // of *waiter, for a place in the line
	places  int       // taken
	wake    *time.Timer
	done    int64
	denied  error // error of all further requests of this account
}

type waiter struct{ granted chan Ticket } // closed without a ticket when the account is denied

// New returns a limiter with nothing in flight.
func New(cfg Config) *Limiter { return &Limiter{c: NewController(cfg)} }

// Snapshot is the state of an account at one moment.
type Snapshot struct {
	Limit    int
	InFlight int
	Waiting  int       // for a slot, or for a place in the line
	Done     int64     // completed requests, failed ones included
	Paused   time.Time // no request starts before it; zero without a pause
}

// Snapshot returns the present state.
func (l *Limiter) Snapshot() Snapshot {
	l.mu.Lock()
	defer l.mu.Unlock()
	return Snapshot{l.c.Limit(), l.c.InFlight(), l.waiting.Len() + l.line.Len(), l.done, l.c.Paused(time.Now())}
}

// wait waits in q for a grant of [Limiter.grant], and returns the grant through back
// when it came too late. It fails with the reason when the account is denied, and when
// ctx or the halt channel in it ends.
func (l *Limiter) wait(ctx context.Context, q *list.List, back func(Ticket)) (Ticket, error) {
	if err := model.Halted(ctx); err != nil {
		return Ticket{}, err
	}
	w := &waiter{make(chan Ticket, 1)}
	l.mu.Lock()
	if l.denied != nil {
		defer l.mu.Unlock()
		return Ticket{}, l.denied
	}
	e := q.PushBack(w)
	l.grant()
	l.mu.Unlock()

	var why error
	select {
	case t, ok := <-w.granted:
		if ok {
			return t, nil
		}
		return Ticket{}, l.denied // set before the channel was closed, and never changed
	case <-ctx.Done():
		why = ctx.Err()
	case <-model.HaltOf(ctx):
		why = model.Halted(ctx)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case t, ok := <-w.granted: // the grant came too late
		if ok {
			back(t)
			l.grant()
		}
	default:
		q.Remove(e)
	}
	return Ticket{}, why
}

// grant gives free slots and places to the waiters, and sets a timer for the end of a
// pause. The caller holds the lock.
func (l *Limiter) grant() {
	now := time.Now()
	for l.waiting.Len() > 0 {
		t, ok := l.c.Start(now)
		if !ok {
			break
		}
		l.waiting.Remove(l.waiting.Front()).(*waiter).granted <- t
	}
	until := l.c.Paused(now)
	for l.line.Len() > 0 && until.IsZero() && l.places < WithLine(l.c.Limit()) {
		l.places++
		l.line.Remove(l.line.Front()).(*waiter).granted <- Ticket{}
	}
	if l.waiting.Len()+l.line.Len() > 0 && !until.IsZero() {
		if l.wake != nil {
			l.wake.Stop()
		}
		l.wake = time.AfterFunc(until.Sub(now), func() {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.grant()
		})
	}
}

// release returns a slot.
func (l *Limiter) release(t Ticket, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	result, after := Success, time.Duration(0)
	var e *model.Error
	switch {
	case errors.As(err, &e) && (e.Kind == model.ErrAuth || e.RetryAfter > model.MaxWait):
		result = Neutral
		l.deny(err)
	case e != nil && e.Kind == model.ErrRateLimit:
		result, after = Refused, e.RetryAfter
	case err != nil:
		result = Neutral
	}
	l.done++
	l.c.Done(time.Now(), t, result, after)
	l.grant()
}

// deny refuses all further and all waiting requests. The first reason is kept.
func (l *Limiter) deny(err error) {
	if l.denied != nil {
		return
	}
	l.denied = err
	for _, q := range []*list.List{&l.waiting, &l.line} {
		for q.Len() > 0 {
			close(q.Remove(q.Front()).(*waiter).granted)
		}
	}
}

// Model returns m subject to the limits of l. After an error that no request of the
// account can work (model.ErrAuth, or a wait longer than model.MaxWait), every call fails with the same error and sends
// nothing.
func (l *Limiter) Model(m model.Model) model.Model { return &limited{m, l} }

type limited struct {
	model   model.Model
	limiter *Limiter
}

// Generate implements [model.Model].
func (m *limited) Generate(ctx context.Context, r model.Request) (resp bench.Response, err error) {
	l := m.limiter
	t, err := l.wait(ctx, &l.waiting, func(t Ticket) { l.c.Done(time.Now(), t, Neutral, 0) })
	if err != nil {
		return bench.Response{}, err
	}
	defer func() {
		if p := recover(); p != nil {
			l.release(t, errPanicked)
			panic(p)
		}
		l.release(t, err)
	}()
	return m.model.Generate(ctx, r)
}

var errPanicked = errors.New("the model panicked")

// Around returns m subject to the limits of l as by [Limiter.Model], wrapped by before:
// the work that takes time before a request can be sent, such as reserving money on
// disk. A caller starts that work when one of the [WithLine] places for the present
// slots is free. So no slot stays empty because of that work, and the work is done for
// few callers that cannot send yet, and for none during a pause.
func (l *Limiter) Around(m model.Model, before func(model.Model) model.Model) model.Model {
	return &lined{before(l.Model(m)), l}
}

type lined struct {
	model   model.Model
	limiter *Limiter
}

// Generate implements [model.Model].
func (m *lined) Generate(ctx context.Context, r model.Request) (bench.Response, error) {
	l := m.limiter
	if _, err := l.wait(ctx, &l.line, func(Ticket) { l.places-- }); err != nil {
		return bench.Response{}, err
	}
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.places--
		l.grant()
	}()
	return m.model.Generate(ctx, r)
}

// WithLine returns the number of callers that keep slots full even if the work before a
// request takes as long as the request.
func WithLine(slots int) int { return 2 * slots }

// Package batch answers requests through a provider's batches: [Queue] collects the
// calls of many workers, sends them together, waits for hours and returns to each call
// its answer, at the price of batches.
//
// A batch is recorded in a [model.Journal] before it is sent. When a process dies, at
// any moment, the next one continues: it fetches a batch whose id is known, searches
// the provider for one whose id was lost, and resends a batch, unchanged and under the
// same name, only if the provider does not have it.
//
// Nothing is retried here that could be charged for twice. A request that expired, was
// cancelled or failed is an error of its call, for [model.Retry].
package batch

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"slices"
	"sync"
	"time"

	"assay/internal/bench"
	"assay/internal/core/model"
)

// Config describes the queue of one model. The zero value of every field except the
// first two means its default.
type Config struct {
	Provider model.Batcher
	Account  string // as in [model.Batch]: provider, address, model

	Items  int           // maximum of requests in a batch, 0 for 10,000
	Bytes  int           // maximum size of a batch, 0 for 8 MB: it is in memory while it is sent
	Linger time.Duration // a batch is sent when no call was added for this long, 0 for 1 s
	Poll   time.Duration // longest pause between two polls of a batch, 0 for 1 min
	Grace  time.Duration // how long a request may still arrive after its sender died, 0 for 10 s

	Report func(what string)                                // gets progress messages, concurrently; may be nil
	Wait   func(ctx context.Context, d time.Duration) error // nil is model.Sleep
}

// Queue collects calls into batches. It is safe for concurrent use.
type Queue struct {
	cfg     Config
	journal model.Journal

	mu      sync.Mutex
	waiting []*call // not yet in a batch
	bytes   int     // of waiting
	linger  *time.Timer
	held    map[string]*sent // by trial
	sent    map[string]*sent // by name
	closed  bool
	runs    sync.WaitGroup

	sending sync.Mutex // one batch at a time has its requests in memory
}

// call is one request that waits for its answer.
type call struct {
	trial    string
	request  model.Request // set until it is in the journal
	reserved model.Reservation
	left     bool // the caller has stopped waiting
	noAnswer bool // the batch is known to have no answer; done will receive the error soon
	done     chan answer
}

type answer struct {
	resp bench.Response
	err  error
}

// New returns an empty queue. Use must be called before the first call.
func New(c Config) *Queue {
	c.Items = cmp.Or(c.Items, 10_000)
	c.Bytes = cmp.Or(c.Bytes, 8<<20)
	c.Linger = cmp.Or(c.Linger, time.Second)
	c.Poll = cmp.Or(c.Poll, time.Minute)
	c.Grace = cmp.Or(c.Grace, 10*time.Second)
	if c.Report == nil {
		c.Report = func(string) {}
	}
	if c.Wait == nil {
		c.Wait = model.Sleep
	}
	return &Queue{cfg: c, held: map[string]*sent{}, sent: map[string]*sent{}}
}

// Use makes the queue store its batches in a journal, and returns the unsettled
// reservations of the batches that an earlier process left there, by trial.
func (q *Queue) Use(j model.Journal) (map[string]model.Reservation, error) {
	q.journal = j
	return q.load()
}

// load reads the batches that hold trials of this run, and returns the reservations by
// trial.
func (q *Queue) load() (map[string]model.Reservation, error) {
	list, standing, err := q.journal.Held(q.cfg.Account)
	if err != nil {
		return nil, err
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, b := range list {
		s := q.sent[b.Name]
		if s == nil {
			// Without an id it is not known whether the batch was sent.
			s = q.remember(&sent{name: b.Name, remote: b.Remote, size: b.Size, at: b.At, uncertain: b.Remote == ""})
		}
		for _, t := range b.Trials {
			q.held[t] = s
		}
	}
	return standing, nil
}

// remember makes a batch ready for calls. The caller holds the lock.
func (q *Queue) remember(s *sent) *sent {
	s.queue, s.calls = q, map[string]*call{}
	s.renew()
	q.sent[s.name] = s
	return s
}

// Model returns the model that answers through the queue. A call without a trial
// ([model.WithTrial]) is sent immediately and alone. A call that ends early, because
// its context or the halt in it does, fails with [model.ErrInFlight] when its request
// was sent or may have been.
func (q *Queue) Model() model.Model { return queued{q} }

type queued struct{ queue *Queue }

// Generate implements [model.Model].
func (m queued) Generate(ctx context.Context, r model.Request) (bench.Response, error) {
	q := m.queue
	trial := model.TrialOf(ctx)
	if trial == "" {
		return q.cfg.Provider.Generate(ctx, r)
	}
	if err := model.Halted(ctx); err != nil {
		return bench.Response{}, err
	}
	c := &call{trial: trial, request: r, reserved: model.ReservationOf(ctx), done: make(chan answer, 1)}
	if !q.join(c) {
		q.add(c)
	}
	abandoned := false
	select {
	case a := <-c.done:
		return a.resp, a.err
	case <-ctx.Done():
		abandoned = true
	case <-model.HaltOf(ctx):
	}
	unsent, noAnswer := q.leave(c, abandoned)
	switch {
	case unsent:
		return bench.Response{}, model.Halted(ctx)
	case noAnswer: // an in-flight error would leave its reservation unsettled forever
		a := <-c.done
		return a.resp, a.err
	}
	select {
	case a := <-c.done: // the answer arrived in the meantime
		return a.resp, a.err
	default:
		return bench.Response{}, &model.Error{Kind: model.ErrInFlight,
			Err: errors.New("sent in a batch that goes on without us; the same command fetches its answer")}
	}
}

// join makes a call wait for the batch that holds its trial, if there is one.
func (q *Queue) join(c *call) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	s := q.held[c.trial]
	if s == nil {
		return false
	}
	s.calls[c.trial] = c
	q.start(s)
	return true
}

// start runs a batch in a goroutine, unless one runs it already: all calls of a batch
// share its results. The caller holds the lock.
func (q *Queue) start(s *sent) {
	if s.running || q.closed {
		return
	}
	s.running = true
	s.renew()
	q.runs.Go(func() {
		s.pause(q.cfg.Linger)
		s.run()
	})
}

// add makes a call wait for a batch that is still to be sent.
func (q *Queue) add(c *call) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = append(q.waiting, c)
	q.bytes += c.request.Size()
	if len(q.waiting) >= q.cfg.Items || q.bytes >= q.cfg.Bytes {
		q.flush()
		return
	}
	if q.linger == nil {
		q.linger = time.AfterFunc(q.cfg.Linger, func() {
			q.mu.Lock()
			defer q.mu.Unlock()
			q.flush()
		})
		return
	}
	q.linger.Reset(q.cfg.Linger)
}

// flush sends the waiting calls. The caller holds the lock.
func (q *Queue) flush() {
	if len(q.waiting) == 0 || q.closed {
		return
	}
	calls := q.waiting
	q.waiting, q.bytes = nil, 0
	q.runs.Go(func() { q.open(calls) })
}

// open records a batch of calls in the journal and sends it.
func (q *Queue) open(calls []*call) {
	q.mu.Lock()
	s := q.remember(&sent{name: newName(), at: time.Now(), running: true})
	q.mu.Unlock()
	calls, taken, err := q.note(s, calls)
	if err == nil && len(taken) > 0 { // by another process, in the meantime
		_, err = q.load()
	}
	if err != nil {
		for _, c := range calls {
			c.done <- answer{err: err}
		}
		return
	}
	others := map[string]bool{}
	for _, t := range taken {
		others[t] = true
	}
	var again []*call
	q.mu.Lock()
	for _, c := range calls {
		switch {
		case !others[c.trial]:
			s.size++
			q.held[c.trial] = s
			c.request = model.Request{}
			if !c.left {
				s.calls[c.trial] = c
			}
		case !c.left:
			again = append(again, c)
		}
	}
	q.mu.Unlock()
	for _, c := range again {
		if !q.join(c) {
			q.add(c) // the other batch dropped it in the meantime
		}
	}
	s.run()
}

// note encodes the requests of calls and opens their batch in the journal. A call that
// cannot be encoded fails, and is not in noted.
func (q *Queue) note(s *sent, calls []*call) (noted []*call, taken []string, err error) {
	q.sending.Lock()
	defer q.sending.Unlock()
	var entries []model.BatchEntry
	for _, c := range calls {
		e, err := q.cfg.Provider.Encode(c.request)
		if err != nil {
			c.done <- answer{err: err}
			continue
		}
		noted = append(noted, c)
		entries = append(entries, model.BatchEntry{Trial: c.trial, Encoded: e, Reserved: c.reserved})
	}
	if len(noted) == 0 {
		return nil, nil, nil
	}
	taken, err = q.journal.Open(model.Batch{Name: s.name, Account: q.cfg.Account, At: s.at}, entries)
	return noted, taken, err
}

// leave removes a call. unsent means that its request was not sent and never will be.
// noAnswer means that its error is already known; the call then stays, to receive it.
func (q *Queue) leave(c *call, abandoned bool) (unsent, noAnswer bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if c.noAnswer {
		return false, true
	}
	c.left = true
	if i := slices.Index(q.waiting, c); i >= 0 {
		q.waiting = slices.Delete(q.waiting, i, i+1)
		q.bytes -= c.request.Size()
		return true, false
	}
	if s := q.held[c.trial]; s != nil && s.calls[c.trial] == c {
		delete(s.calls, c.trial)
		if len(s.calls) == 0 {
			s.endSoft()
			if abandoned {
				s.endHard()
			}
		}
	}
	return false, false
}

// Close waits until no goroutine uses the journal. It is called when no call is
// waiting, and none may follow.
func (q *Queue) Close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.runs.Wait()
}

// Flying returns the number of batches in flight, and of their requests that calls wait
// for.
func (q *Queue) Flying() (batches, requests int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, s := range q.sent {
		if n := len(s.calls); n > 0 {
			batches++
			requests += n
		}
	}
	return batches, requests
}

// newName returns a name that no other batch has.
func newName() string {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

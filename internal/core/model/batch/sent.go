package batch

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"assay/internal/bench"
	"assay/internal/core/model"
)

// sent is a batch that was sent, is being sent or may have been. The queue's lock
// guards its fields, except those that only run uses.
type sent struct {
	queue *Queue
	name  string
	size  int
	at    time.Time

	calls   map[string]*call // the waiting calls, by trial
	running bool

	soft    context.Context // ends when no call waits: cancels work that can be done later
	endSoft context.CancelFunc
	hard    context.Context // ends when everything is abandoned
	endHard context.CancelFunc

	// Only run uses these.
	remote    string
	uncertain bool      // the batch may have been sent, and its id is not known
	others    []string  // ids that were wrongly assumed to be its own
	searched  time.Time // when the first search for it ended; zero before
	missed    int       // consecutive fetches with results missing
	failed    int       // consecutive failed steps
}

const (
	firstPause = 2 * time.Second // before the second poll; each pause is longer by half, up to Config.Poll
	maxMissed  = 3               // fetches before a missing batch or result is given up
	maxFailed  = 100             // consecutive failures before an unreachable provider is given up
)

// renew replaces the contexts if they have ended. The caller holds the lock.
func (s *sent) renew() {
	if s.soft == nil || s.soft.Err() != nil {
		s.soft, s.endSoft = context.WithCancel(context.Background())
		s.hard, s.endHard = context.WithCancel(context.Background())
	}
}

// run sends the batch, waits for it and distributes its answers, until no call waits. A
// batch that no call waits for before it is sent is left to the next run.
func (s *sent) run() {
	delay := min(firstPause, s.queue.cfg.Poll)
	for {
		s.queue.mu.Lock()
		if len(s.calls) == 0 {
			s.running = false
			s.queue.mu.Unlock()
			return
		}
		s.renew() // for calls that joined while the last one left
		s.queue.mu.Unlock()
		again, wait := s.step()
		if again || !s.waited() {
			continue
		}
		s.pause(max(delay, wait))
		delay = min(delay*3/2, s.queue.cfg.Poll)
	}
}

// waited reports whether any call waits.
func (s *sent) waited() bool {
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	return len(s.calls) > 0
}

func (s *sent) pause(d time.Duration) {
	_ = s.queue.cfg.Wait(s.soft, d) // the caller checks soft itself
}

// step does the next step. again means that another follows immediately; wait is the
// delay that the provider asks for.
func (s *sent) step() (again bool, wait time.Duration) {
	var err error
	switch {
	case s.remote != "":
		again, err = s.fetch()
	case s.uncertain:
		again, err = s.find()
	default:
		again, err = true, s.submit()
	}
	if err == nil {
		s.failed = 0
		return again, 0
	}
	var e *model.Error
	switch s.failed++; {
	case s.soft.Err() != nil: // no call waits
	case !errors.As(err, &e): // an error of the journal
		s.fail(err)
	case e.Temporary() && s.failed < maxFailed:
		s.queue.cfg.Report(fmt.Sprintf("%s: the batch %s: %v", s.queue.cfg.Account, s.name, e))
		return false, e.RetryAfter
	default:
		s.fail(&model.Error{Kind: model.ErrInFlight, Status: e.Status,
			Err: fmt.Errorf("the batch %s cannot be fetched: %w", s.name, e)})
	}
	return false, 0
}

// submit sends the batch. When it is refused permanently, its calls fail with that
// error.
func (s *sent) submit() error {
	s.queue.sending.Lock()
	defer s.queue.sending.Unlock()
	items, err := s.load()
	if err != nil {
		return err
	}
	s.uncertain = true // the next process assumes this too if this one dies
	id, err := s.queue.cfg.Provider.Submit(s.hard, s.name, items)
	if err == nil {
		return s.setRemote(id)
	}
	var e *model.Error
	if !errors.As(err, &e) {
		return err
	}
	s.uncertain = e.Status < 400 || e.Status > 499
	if e.Temporary() {
		return err
	}
	return s.giveUp(answer{err: e})
}

// load reads the requests of the batch, including those of other runs: the batch must
// be sent unchanged, since it is found by its size.
func (s *sent) load() ([]model.BatchItem, error) {
	entries, err := s.queue.journal.Requests(s.name)
	if err != nil {
		return nil, err
	}
	items := make([]model.BatchItem, len(entries))
	for i, e := range entries {
		items[i] = model.BatchItem{ID: e.Trial + "-" + s.name, Body: e.Body}
	}
	return items, nil
}

// setRemote records the provider's id of the batch.
func (s *sent) setRemote(id string) error {
	if err := s.queue.journal.Sent(s.name, id); err != nil {
		return err
	}
	s.remote, s.uncertain = id, false
	s.queue.cfg.Report(fmt.Sprintf("%s: %d requests are in the batch %s", s.queue.cfg.Account, s.size, id))
	return nil
}

// find searches the provider for a batch whose id was lost. A batch that does not
// appear within Config.Grace never will, and is sent again.
func (s *sent) find() (again bool, err error) {
	ids, err := s.queue.cfg.Provider.Find(s.soft, s.name, s.size, s.at)
	if err != nil {
		return false, err
	}
	for _, id := range ids {
		owner, err := s.queue.journal.Owner(id)
		if err != nil {
			return false, err
		}
		if !slices.Contains(s.others, id) && (owner == "" || owner == s.name) {
			return true, s.setRemote(id)
		}
	}
	if s.searched.IsZero() {
		s.searched = time.Now()
	}
	if left := s.queue.cfg.Grace - time.Since(s.searched); left > 0 {
		s.pause(min(left, s.queue.cfg.Poll))
		return true, nil
	}
	s.uncertain = false
	return true, nil
}

// errOther means that an id belongs to another batch.
var errOther = errors.New("batch: another one")

// fetch polls the batch and distributes its results.
func (s *sent) fetch() (again bool, err error) {
	q := s.queue
	q.mu.Lock()
	before := maps.Clone(s.calls) // earlier calls that have no result yet
	q.mu.Unlock()
	state, err := q.cfg.Provider.Fetch(s.soft, s.remote, func(r model.BatchResult) error {
		i := strings.LastIndexByte(r.ID, '-')
		if i < 0 || r.ID[i+1:] != s.name {
			return errOther
		}
		delete(before, r.ID[:i])
		return s.result(r.ID[:i], r)
	})
	var e *model.Error
	switch {
	case errors.Is(err, errOther):
		s.others = append(s.others, s.remote)
		s.remote, s.uncertain = "", true
		return true, q.journal.Sent(s.name, "")
	case errors.As(err, &e) && (e.Status == 404 || e.Status == 410):
		if s.missed++; s.missed < maxMissed {
			return false, nil
		}
		return false, s.giveUp(answer{bench.Response{Attempts: 1},
			&model.Error{Kind: model.ErrUnavailable, Err: fmt.Errorf("the provider has no batch %s any more, nor its results",
				s.remote)}})
	case err != nil:
		return false, err
	case !state.Over:
		q.cfg.Report(fmt.Sprintf("%s: the batch %s is %s, %d of %d done", q.cfg.Account, s.remote, state.Word, state.Done,
			s.size))
		return false, nil
	case errors.As(state.Err, &e):
		return false, s.giveUp(answer{err: e})
	}
	if len(before) == 0 {
		s.missed = 0
		return true, nil // for calls that joined in the meantime
	}
	if s.missed++; s.missed < maxMissed {
		return false, nil
	}
	s.missed = 0
	for t := range before {
		lost := &model.Error{Kind: model.ErrUnavailable, Err: fmt.Errorf("the batch %s is over and has no result for it",
			s.remote)}
		if err := s.end(t, answer{bench.Response{Attempts: 1}, lost}); err != nil {
			return false, err
		}
	}
	return true, nil
}

// result passes the result of a request to its call, if one waits.
func (s *sent) result(trial string, r model.BatchResult) error {
	q := s.queue
	q.mu.Lock()
	c := s.calls[trial]
	q.mu.Unlock()
	if c == nil {
		return nil
	}
	sent, err := q.journal.Entry(trial)
	if err != nil {
		return err
	}
	resp, err := q.cfg.Provider.Read(sent, r)
	if err != nil {
		return s.end(trial, answer{resp, err})
	}
	s.take(trial, answer{resp: resp})
	return nil
}

// take passes an answer to the call for a trial, if one waits.
func (s *sent) take(trial string, a answer) {
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	if c := s.calls[trial]; c != nil {
		delete(s.calls, trial)
		c.done <- a
	}
}

// expectError makes the call for a trial wait for its error, which follows. The caller holds
// the lock.
func (s *sent) expectError(trial string) {
	if c := s.calls[trial]; c != nil {
		c.noAnswer = true
	}
}

// end removes from the batch a trial that it has no answer for, and ends its call with
// a.
func (s *sent) end(trial string, a answer) error {
	q := s.queue
	q.mu.Lock()
	if q.held[trial] == s {
		delete(q.held, trial)
	}
	s.expectError(trial)
	q.mu.Unlock()
	if err := q.journal.Drop(s.name, trial); err != nil {
		return err
	}
	s.take(trial, a)
	return nil
}

// giveUp removes all trials from the batch, of which the provider has nothing.
func (s *sent) giveUp(a answer) error {
	s.queue.mu.Lock()
	var trials []string
	for t, holder := range s.queue.held {
		if holder == s {
			trials = append(trials, t)
			s.expectError(t) // for all calls, before the first one ends and stops the run
		}
	}
	s.queue.mu.Unlock()
	slices.Sort(trials)
	for _, t := range trials {
		if err := s.end(t, a); err != nil {
			return err
		}
	}
	return nil
}

// fail ends all waiting calls with an error; their requests stay in the batch.
func (s *sent) fail(err error) {
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	for t, c := range s.calls {
		delete(s.calls, t)
		c.done <- answer{err: err}
	}
}

package engine

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"assay/internal/bench"
	"assay/internal/judge"
	"assay/internal/model"
	"assay/internal/store"
)

// Hearing is one planned judgement: an answer, and the judge that is to decide
// on it.
type Hearing struct {
	TrialID  int64  // 0 for a gold answer
	Gold     string // kind of the gold answer, "" for a trial's
	Variant  *bench.Variant
	Answer   bench.Answer
	Referee  judge.Referee
	Question string // Referee.Question of the answer
}

// Hearings plans what is left to judge: every answered trial of a run before
// every judge that has something to say about it, in that order of nesting. done
// is how many judgements are stored already. A judgement that failed is planned
// again.
func Hearings(ctx context.Context, s *store.Store, r store.Run, referees []judge.Referee) (list []Hearing, done int, err error) {
	if len(referees) == 0 {
		return nil, 0, nil
	}
	stored, err := s.Judgements(ctx, r)
	if err != nil {
		return nil, 0, err
	}
	err = s.Trials(ctx, r, func(t store.Stored) error {
		for _, h := range HearingsOf(t, referees) {
			if j := find(stored[t.ID], h.Referee.Name(), h.Question); j != nil && j.Outcome != store.Failed {
				done++
				continue
			}
			list = append(list, h)
		}
		return nil
	})
	return list, done, err
}

// HearingsOf plans the judgements of one stored trial: none without an answer.
func HearingsOf(t store.Stored, referees []judge.Referee) (list []Hearing) {
	if t.Answer == nil {
		return nil
	}
	for _, ref := range referees {
		if q, ok := ref.Question(t.Variant, *t.Answer); ok {
			list = append(list, Hearing{TrialID: t.ID, Variant: t.Variant, Answer: *t.Answer, Referee: ref, Question: q})
		}
	}
	return list
}

// find returns the judgement of a judge on a question, nil when there is none.
func find(list []store.Judgement, judge, question string) *store.Judgement {
	i := slices.IndexFunc(list, func(j store.Judgement) bool { return j.Judge == judge && j.Question == question })
	if i < 0 {
		return nil
	}
	return &list[i]
}

// JudgeConfig says how hearings are held. Sink must be safe for concurrent use.
type JudgeConfig struct {
	PerModel int                         // hearings of one judge at once, at least 1
	Sink     func(store.Judgement) error // receives every judgement; its error stops all
	Ended    func(outcome string)        // told after the sink; may be nil, must be safe for concurrent use
	Now      func() time.Time            // nil is time.Now
}

// JudgeSummary counts what a court did.
type JudgeSummary struct {
	Planned int
	Ended   map[string]int   // by store.Decided, Unscored and Failed
	Pending int              // not heard
	Stopped map[string]error // judges that were stopped, with the reason
	Failure string           // why the first failed, "" when none did
}

// ErrStopped joins the reasons of the stopped judges; nil without any.
func (s JudgeSummary) ErrStopped() error { return errStopped(s.Stopped) }

// Court holds hearings as they come, each judge with its own workers. Interrupts
// act as in [Run]: what is not heard stays planned. It is safe for concurrent use.
//
// A judge that fails leaves the answer as it is: unscored by that judge, counted,
// and heard again by the next run.
type Court struct {
	cfg    JudgeConfig
	ctx    context.Context
	stop   <-chan struct{}
	over   context.Context // ends when nothing more is to be heard
	end    context.CancelFunc
	wg     sync.WaitGroup
	mu     sync.Mutex
	judges map[string]*sitting
	taken  map[hearingKey]bool

	sum     JudgeSummary
	sinkErr error
}

// sitting is one judge with what waits for it.
type sitting struct {
	queue         []Hearing
	most, workers int
	over          context.Context // ends with the court, or when no other hearing of the judge can work
	end           context.CancelFunc
}

// hearingKey is what no two judgements have in common.
type hearingKey struct {
	trial                 int64
	gold, judge, question string
}

// NewCourt opens a court, to be closed. Closing stop ends the hearings that wait;
// cancelling ctx abandons those that are held, too.
func NewCourt(ctx context.Context, stop <-chan struct{}, cfg JudgeConfig) *Court {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	c := &Court{cfg: cfg, ctx: ctx, stop: stop, judges: map[string]*sitting{}, taken: map[hearingKey]bool{},
		sum: JudgeSummary{Ended: map[string]int{}, Stopped: map[string]error{}}}
	c.over, c.end = context.WithCancel(ctx)
	go func() {
		select {
		case <-stop:
		case <-c.over.Done():
		}
		c.end()
	}()
	return c
}

// Hear plans hearings and returns at once with how many of them are new: what was
// planned here before is not planned again. None may follow Close.
func (c *Court) Hear(list ...Hearing) (added int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, h := range list {
		name := h.Referee.Name()
		key := hearingKey{h.TrialID, h.Gold, name, h.Question}
		if c.taken[key] {
			continue
		}
		c.taken[key] = true
		added++
		c.sum.Planned++
		s := c.judges[name]
		if s == nil {
			s = &sitting{most: max(c.cfg.PerModel, 1)}
			if h.Referee.Executes() {
				s.most = runtime.GOMAXPROCS(0)
			}
			s.over, s.end = context.WithCancel(c.over)
			c.judges[name] = s
		}
		s.queue = append(s.queue, h)
		if s.workers < s.most {
			s.workers++
			c.wg.Go(func() { c.work(s) })
		}
	}
	return added
}

// Close waits for the hearings that are planned. The error is the sink's.
func (c *Court) Close() (JudgeSummary, error) {
	c.wg.Wait()
	c.end()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sum.Pending = c.sum.Planned
	for _, n := range c.sum.Ended {
		c.sum.Pending -= n
	}
	return c.sum, c.sinkErr
}

// work holds hearings of one judge until none waits. What it holds at the end is
// finished; what that waits for in the meantime is given up ([model.WithHalt]).
func (c *Court) work(s *sitting) {
	halting := model.WithHalt(c.ctx, s.over.Done())
	for {
		c.mu.Lock()
		// The end of the context comes a moment after the closing: look at both.
		if len(s.queue) == 0 || s.over.Err() != nil || closed(c.stop) {
			s.workers--
			c.mu.Unlock()
			return
		}
		h := s.queue[0]
		s.queue[0] = Hearing{} // heard texts are not kept
		s.queue = s.queue[1:]
		c.mu.Unlock()
		if !c.hear(halting, h) {
			s.end()
		}
	}
}

// hear holds one hearing. It returns false when no other of the judge can work.
func (c *Court) hear(ctx context.Context, h Hearing) (goOn bool) {
	started := c.cfg.Now()
	out, err := judgeSafely(ctx, h)
	out.Response.Started, out.Response.Elapsed = started, c.cfg.Now().Sub(started)
	switch {
	case err != nil && ctx.Err() != nil, model.KindOf(err) == model.ErrHalted:
		return true // abandoned: stays planned
	case model.Fatal(err), model.KindOf(err) == model.ErrBudget:
		c.mu.Lock()
		defer c.mu.Unlock()
		if name := h.Referee.Name(); c.sum.Stopped[name] == nil {
			c.sum.Stopped[name] = err
		}
		return false
	}
	j := store.Judgement{TrialID: h.TrialID, Gold: h.Gold, Judge: h.Referee.Name(), Question: h.Question,
		Injected: out.Injected, Asked: out.Asked, Response: out.Response}
	if h.TrialID == 0 {
		j.Variant = h.Variant.Key
	}
	switch {
	case err != nil:
		j.Outcome, j.Reason = store.Failed, err.Error()
	default:
		j.Verdict = &out.Verdict
		j.Outcome, j.Reason = outcomeOf(out.Verdict)
	}
	err = c.cfg.Sink(j)
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil {
		if c.sinkErr == nil {
			c.sinkErr = err
			c.end()
		}
		return true
	}
	c.sum.Ended[j.Outcome]++
	if j.Outcome == store.Failed && c.sum.Failure == "" {
		c.sum.Failure = j.Judge + ": " + j.Reason
	}
	if c.cfg.Ended != nil {
		c.cfg.Ended(j.Outcome)
	}
	return true
}

// outcomeOf says how the judgement with that verdict ended.
func outcomeOf(v bench.Verdict) (outcome, reason string) {
	if v.Unscored {
		return store.Unscored, v.Reason
	}
	return store.Decided, ""
}

// judgeSafely turns a panic of a judge into an error, as with detectors.
func judgeSafely(ctx context.Context, h Hearing) (out judge.Judgement, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the judge panicked: %v\n%s", p, debug.Stack())
		}
	}()
	return h.Referee.Judge(ctx, h.Variant, h.Answer)
}

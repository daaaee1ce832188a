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

// JudgeJob is one planned judgement: an answer, and the judge that is to decide
// on it.
type JudgeJob struct {
	TrialID  int64  // 0 for a gold answer
	Gold     string // kind of the gold answer, "" for a trial's
	Variant  *bench.Variant
	Answer   bench.Answer
	Referee  judge.Referee
	Question string // Referee.Question of the answer
}

// JudgeJobs plans the remaining work to judge: every answered trial of a run before
// every judge that has something to say about it, in that order of nesting. done
// is how many judgements are stored already. A judgement that failed is planned
// again.
func JudgeJobs(ctx context.Context, s *store.Store, r store.Run,
	referees []judge.Referee) (list []JudgeJob, done int, err error) {
	if len(referees) == 0 {
		return nil, 0, nil
	}
	stored, err := s.Judgements(ctx, r)
	if err != nil {
		return nil, 0, err
	}
	for t, err := range s.Trials(ctx, r, store.Wanted{Columns: store.Everything}) {
		if err != nil {
			return nil, 0, err
		}
		for _, h := range JudgeJobsOf(t, referees) {
			if j := find(stored[t.ID], h.Referee.Name(), h.Question); j != nil && j.Outcome != store.Failed {
				done++
				continue
			}
			list = append(list, h)
		}
	}
	return list, done, nil
}

// JudgeJobsOf plans the judgements of one stored trial: none without an answer.
func JudgeJobsOf(t bench.Trial, referees []judge.Referee) (list []JudgeJob) {
	if t.Answer == nil {
		return nil
	}
	for _, ref := range referees {
		if q, ok := ref.Question(t.Variant, *t.Answer); ok {
			list = append(list, JudgeJob{TrialID: t.ID, Variant: t.Variant, Answer: *t.Answer, Referee: ref, Question: q})
		}
	}
	return list
}

// find returns the judgement of a judge on a question, nil when there is none. One
// that was refused since the answer spoke to its judge, as earlier versions did, is none.
func find(list []store.Judgement, judge, question string) *store.Judgement {
	i := slices.IndexFunc(list, func(j store.Judgement) bool {
		refused := j.Injected != "" && !j.Asked && j.Outcome == store.Unscored
		return j.Judge == judge && j.Question == question && !refused
	})
	if i < 0 {
		return nil
	}
	return &list[i]
}

// JudgeConfig says how judge jobs are done. Sink must be safe for concurrent use.
type JudgeConfig struct {
	PerModel int                         // jobs of one judge at once, at least 1
	Sink     func(store.Judgement) error // receives every judgement; its error stops all
	Ended    func(outcome string)        // told after the sink; may be nil, must be safe for concurrent use
	Now      func() time.Time            // nil is time.Now
}

// JudgeSummary counts what a judge runner did.
type JudgeSummary struct {
	Planned int
	Ended   map[string]int   // by store.Decided, Unscored and Failed
	Pending int              // not judged
	Stopped map[string]error // judges that were stopped, with the reason
	Failure string           // why the first failed, "" when none did
}

// ErrStopped joins the reasons of the stopped judges; nil without any.
func (s JudgeSummary) ErrStopped() error { return errStopped(s.Stopped) }

// JudgeRunner does judge jobs as they come, each judge with its own workers.
// Interrupts act as in [Run]: what was not judged stays planned. It is safe for
// concurrent use.
//
// A judge that fails leaves the answer as it is: unscored by that judge, counted,
// and asked again by the next run.
type JudgeRunner struct {
	cfg  JudgeConfig
	work *scheduler[JudgeJob]

	mu    sync.Mutex
	taken map[judgeKey]bool
	sum   JudgeSummary
}

// judgeKey is what no two judgements have in common.
type judgeKey struct {
	trial                 int64
	gold, judge, question string
}

// NewJudgeRunner returns a runner, to be closed. Closing stop leaves the jobs that
// wait undone; cancelling ctx abandons those that are under way, too.
func NewJudgeRunner(ctx context.Context, stop <-chan struct{}, cfg JudgeConfig) *JudgeRunner {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	r := &JudgeRunner{cfg: cfg, taken: map[judgeKey]bool{}, sum: JudgeSummary{Ended: map[string]int{},
		Stopped: map[string]error{}}}
	r.work = newScheduler(ctx, stop, r.judge)
	return r
}

// Add plans jobs and returns at once with how many of them are new: what was
// planned here before is not planned again. None may follow Close.
func (r *JudgeRunner) Add(list ...JudgeJob) (added int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, j := range list {
		name := j.Referee.Name()
		key := judgeKey{j.TrialID, j.Gold, name, j.Question}
		if r.taken[key] {
			continue
		}
		r.taken[key] = true
		added++
		r.sum.Planned++
		workers := r.cfg.PerModel
		if j.Referee.Executes() {
			workers = runtime.GOMAXPROCS(0)
		}
		r.work.add(name, workers, j)
	}
	return added
}

// Close waits for the jobs that are planned. The error is the sink's.
func (r *JudgeRunner) Close() (JudgeSummary, error) {
	err := r.work.close()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sum.Pending = r.sum.Planned
	for _, n := range r.sum.Ended {
		r.sum.Pending -= n
	}
	return r.sum, err
}

// judge does one job. It returns false when no other of the judge can work.
func (r *JudgeRunner) judge(ctx context.Context, job JudgeJob) (goOn bool, err error) {
	started := r.cfg.Now()
	out, err := judgeSafely(ctx, job)
	out.Response.Started, out.Response.Elapsed = started, r.cfg.Now().Sub(started)
	switch {
	case err != nil && ctx.Err() != nil, model.KindOf(err) == model.ErrHalted:
		return true, nil // abandoned: stays planned
	case model.Fatal(err), model.KindOf(err) == model.ErrBudget:
		r.mu.Lock()
		defer r.mu.Unlock()
		if name := job.Referee.Name(); r.sum.Stopped[name] == nil {
			r.sum.Stopped[name] = err
		}
		return false, nil
	}
	j := store.Judgement{TrialID: job.TrialID, Gold: job.Gold, Judge: job.Referee.Name(), Question: job.Question,
		Injected: out.Injected, Asked: out.Asked, Response: out.Response}
	if job.TrialID == 0 {
		j.Variant = job.Variant.Key
	}
	if err != nil {
		j.Outcome, j.Reason = store.Failed, err.Error()
	} else {
		j.Verdict = &out.Verdict
		j.Outcome, j.Reason = outcomeOf(out.Verdict)
	}
	if err := r.cfg.Sink(j); err != nil {
		return false, err
	}
	r.mu.Lock()
	r.sum.Ended[j.Outcome]++
	if j.Outcome == store.Failed && r.sum.Failure == "" {
		r.sum.Failure = j.Judge + ": " + j.Reason
	}
	r.mu.Unlock()
	if r.cfg.Ended != nil {
		r.cfg.Ended(j.Outcome)
	}
	return true, nil
}

// outcomeOf says how the judgement with that verdict ended.
func outcomeOf(v bench.Verdict) (outcome, reason string) {
	if v.Unscored {
		return store.Unscored, v.Reason
	}
	return store.Decided, ""
}

// judgeSafely turns a panic of a judge into an error, as with detectors.
func judgeSafely(ctx context.Context, h JudgeJob) (out judge.Judgement, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the judge panicked: %v\n%s", p, debug.Stack())
		}
	}()
	return h.Referee.Judge(ctx, h.Variant, h.Answer)
}

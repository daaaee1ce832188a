package engine

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"assay/internal/bench"
	"assay/internal/core/judge"
	"assay/internal/core/model"
	"assay/internal/core/store"
)

// JudgeJob is one planned judgement: an answer, and the judge that decides on it.
type JudgeJob struct {
	TrialID  int64  // 0 for a gold answer
	Gold     string // kind of the gold answer; "" for the answer of a trial
	Variant  *bench.Variant
	Answer   bench.Answer
	Referee  judge.Referee
	Question string // Referee.Question of the answer
}

// JudgeJobs plans the remaining judgements: every answered trial of a run with every judge
// that decides on such answers, in that order of nesting. done is the number of judgements
// that are already stored. Failed judgements are planned again.
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

// JudgeJobsOf plans the judgements of one stored trial; nil if it has no answer.
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

// find returns the judgement of a judge on a question, on any one for [judge.AnyReading]; nil without one. It ignores
// judgements of earlier versions that refused an answer because it addressed its judge.
func find(list []store.Judgement, name, question string) *store.Judgement {
	i := slices.IndexFunc(list, func(j store.Judgement) bool {
		refused := j.Injected != "" && !j.Asked && j.Outcome == store.Unscored
		return j.Judge == name && (j.Question == question || question == judge.AnyReading) && !refused
	})
	if i < 0 {
		return nil
	}
	return &list[i]
}

// JudgeConfig is the configuration of a [JudgeRunner]. Sink must be safe for concurrent use.
type JudgeConfig struct {
	PerModel int                         // maximum concurrent jobs of one judge, at least 1
	Sink     func(store.Judgement) error // receives every judgement; an error stops all judges
	Ended    func(outcome string)        // called after Sink; may be nil, must be safe for concurrent use
}

// JudgeSummary holds the counts of a judge runner.
type JudgeSummary struct {
	Planned int
	Ended   map[string]int   // by store.Decided, Unscored and Failed
	Pending int              // not judged
	Stopped map[string]error // judges that were stopped, with the reason
	Failure string           // reason of the first failure; "" without one
	Lacking int              // failures because something is missing on this machine

	Unscored map[Undecided]int // judgements without a decision, by judge and reason
}

// Undecided is why a judge did not decide.
type Undecided struct{ Judge, Reason string }

// Commonest returns why judges did not decide, the most frequent first.
func (s JudgeSummary) Commonest() []Undecided {
	return slices.SortedFunc(maps.Keys(s.Unscored), func(a, b Undecided) int {
		return cmp.Or(cmp.Compare(s.Unscored[b], s.Unscored[a]), cmp.Compare(a.Judge, b.Judge),
			cmp.Compare(a.Reason, b.Reason))
	})
}

// ErrStopped joins the reasons of the stopped judges; nil without any.
func (s JudgeSummary) ErrStopped() error { return errStopped(s.Stopped) }

// JudgeRunner processes judge jobs as they are added, each judge with its own workers.
// Interrupts act as in [Run]: jobs without a judgement stay planned. It is safe for
// concurrent use.
//
// If a judge fails, the answer does not change: it is unscored by that judge, counted,
// and judged again by the next run.
type JudgeRunner struct {
	cfg  JudgeConfig
	work *scheduler[JudgeJob]

	mu    sync.Mutex
	taken map[judgeKey]bool
	sum   JudgeSummary
}

// judgeKey identifies a judgement.
type judgeKey struct {
	trial                 int64
	gold, judge, question string
}

// NewJudgeRunner returns a runner; the caller must close it. Closing stop leaves the
// waiting jobs undone; cancelling ctx also abandons the jobs in progress.
func NewJudgeRunner(ctx context.Context, stop <-chan struct{}, cfg JudgeConfig) *JudgeRunner {
	r := &JudgeRunner{cfg: cfg, taken: map[judgeKey]bool{}, sum: JudgeSummary{Ended: map[string]int{},
		Stopped: map[string]error{}, Unscored: map[Undecided]int{}}}
	r.work = newScheduler(ctx, stop, r.judge)
	return r
}

// Add plans jobs and returns immediately with the number of new ones: a job is not planned
// twice. Add must not be called after Close.
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

// Close waits for the planned jobs. The error comes from Sink.
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

// judge processes one job. It returns false if no other job of the judge can work.
func (r *JudgeRunner) judge(ctx context.Context, job JudgeJob) (goOn bool, err error) {
	started := time.Now()
	out, err := judgeSafely(ctx, job)
	out.Response.Started, out.Response.Elapsed = started, time.Since(started)
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
	if lacks(err) {
		r.sum.Lacking++
	}
	if j.Outcome == store.Unscored {
		r.sum.Unscored[Undecided{j.Judge, j.Reason}]++
	}
	r.mu.Unlock()
	if r.cfg.Ended != nil {
		r.cfg.Ended(j.Outcome)
	}
	return true, nil
}

// outcomeOf returns the outcome of a judgement with verdict v, and the reason if it is unscored.
func outcomeOf(v bench.Verdict) (outcome, reason string) {
	if v.Unscored {
		return store.Unscored, v.Reason
	}
	return store.Decided, ""
}

// judgeSafely turns a panic of a judge into an error, as detectSafely does for detectors.
func judgeSafely(ctx context.Context, h JudgeJob) (out judge.Judgement, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the judge panicked: %v\n%s", p, debug.Stack())
		}
	}()
	return h.Referee.Judge(ctx, h.Variant, h.Answer)
}

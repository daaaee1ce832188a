package cli

import (
	"context"
	"fmt"
	"reflect"
	"sync"

	"assay/internal/bench"
	"assay/internal/engine"
	"assay/internal/environ"
	"assay/internal/judge"
	"assay/internal/model/registry"
	"assay/internal/progress"
	"assay/internal/store"
)

// judgeRun judges the answers of one run beside the asking: an answer that was paid
// for is judged as soon as it is stored, what built-ins computed at the end.
type judgeRun struct {
	env      *environ.Env
	store    *store.Store
	run      store.Run
	acc      *accounts
	keep     context.Context // what is abandoned is requests, not the record
	stop     <-chan struct{}
	referees []judge.Referee     // without any it does nothing
	runner   *engine.JudgeRunner // nil without judges
	abandon  context.CancelFunc
	w        *store.Writer // of judgements, and of the ledger
	progress *progress.Bar

	mu       sync.Mutex
	variants map[string]*bench.Variant // one for all answers about it
}

// start plans what an earlier start left to judge, and starts judging. What was
// answered before is read with the present parser first.
func (c *judges) start(ctx context.Context, stop <-chan struct{}, env *environ.Env, s *store.Store, run store.Run, m bench.Manifest, acc *accounts, p *progress.Bar) (*judgeRun, error) {
	x := &judgeRun{env: env, store: s, run: run, acc: acc, keep: context.WithoutCancel(ctx), stop: stop, referees: c.record.Referees(), variants: map[string]*bench.Variant{}}
	stored, err := s.Run(x.keep, run.ID)
	if err != nil {
		return nil, err
	}
	if !reflect.DeepEqual(stored.Manifest.Judging, m.Judging) {
		stored.Manifest.Judging, stored.Manifest.Notes = m.Judging, m.Notes
		if err := s.SetManifest(x.keep, run.ID, stored.Manifest); err != nil {
			return nil, err
		}
	}
	if len(x.referees) == 0 {
		return x, nil
	}
	if _, err := engine.Rescore(x.keep, s, run, c.record, false); err != nil {
		return nil, err
	}
	list, done, err := engine.JudgeJobs(x.keep, s, run, x.referees)
	if err != nil {
		return nil, err
	}
	return x, x.open(ctx, list, done, p)
}

// open starts the jobs of a list, and those to come. Judging has a writer of its
// own, since its spending goes on when the last trial is stored.
func (x *judgeRun) open(ctx context.Context, list []engine.JudgeJob, done int, p *progress.Bar) error {
	spent, err := x.store.Spent(x.keep, x.run.Plan)
	if err != nil {
		return err
	}
	x.w = x.store.Writer(x.keep, x.run)
	x.acc.budget.Use(x.w, spent)
	x.acc.cache = keeper{s: x.store, w: x.w}
	ctx, x.abandon = context.WithCancel(ctx)
	x.progress = p
	p.Also(x.acc)
	x.runner = engine.NewJudgeRunner(ctx, x.stop, engine.JudgeConfig{PerModel: x.acc.workers(registry.Direct),
		Sink: func(j store.Judgement) error {
			if err := x.w.Judged(j); err != nil {
				return err
			}
			logJudgement(x.acc.log, j)
			return nil
		},
		Ended: func(outcome string) {
			o := bench.Answered
			if outcome == store.Failed {
				o = bench.Failed
			}
			p.Ended(o)
		}})
	if len(list)+done > 0 {
		p.Start(len(list)+done, done, x.acc)
	}
	x.runner.Add(list...)
	return nil
}

// answered plans the judging of a trial that was just stored.
func (x *judgeRun) answered(r store.Result) error {
	if len(x.referees) == 0 || r.Answer == nil {
		return nil
	}
	t, err := x.store.TrialOf(x.keep, x.run, r.Key) // as it is judged later: another process may have ended it first
	if err != nil {
		return err
	}
	x.mu.Lock()
	if v := x.variants[t.Variant.Key]; v != nil {
		t.Variant = v
	}
	x.variants[t.Variant.Key] = t.Variant
	x.mu.Unlock()
	list := engine.JudgeJobsOf(t, x.referees)
	x.progress.More(len(list))
	x.runner.Add(list...)
	return nil
}

// finish queues the remaining answers and waits for their judgements. When the run
// has failed it waits for no judge.
func (x *judgeRun) finish(failed bool) (engine.JudgeSummary, error) {
	if x.runner == nil {
		return engine.JudgeSummary{}, nil
	}
	var err error
	if !failed {
		err = x.rest()
	}
	if failed || err != nil {
		x.abandon()
	}
	sum, cerr := x.close()
	if err == nil {
		err = cerr
	}
	return sum, err
}

// rest plans what was not planned while trials were asked.
func (x *judgeRun) rest() error {
	list, _, err := engine.JudgeJobs(x.keep, x.store, x.run, x.referees)
	if err != nil {
		return err
	}
	x.progress.More(x.runner.Add(list...))
	select {
	case <-x.stop: // nothing more is to be asked, so there is nothing to announce
	default:
		x.progress.Alone()
	}
	return nil
}

// close waits for what is planned, and says what came of it.
func (x *judgeRun) close() (engine.JudgeSummary, error) {
	defer x.abandon()
	sum, err := x.runner.Close()
	if cerr := x.w.Close(); cerr != nil && err == nil {
		err = cerr
	}
	x.progress.Finish()
	select {
	case <-x.stop:
		if sum.Planned == sum.Pending {
			return sum, err
		}
	default:
	}
	if sum.Planned > 0 {
		fmt.Fprintf(x.env.Stderr, "%d judgements ended: %d decided", sum.Planned-sum.Pending, sum.Ended[store.Decided])
		for _, o := range []string{store.Unscored, store.Failed} {
			if sum.Ended[o] > 0 {
				fmt.Fprintf(x.env.Stderr, ", %d %s", sum.Ended[o], o)
			}
		}
		fmt.Fprintln(x.env.Stderr)
	}
	return sum, err
}

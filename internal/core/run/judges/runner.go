package judges

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"assay/internal/bench"
	"assay/internal/core/base/environ"
	"assay/internal/core/base/progress"
	"assay/internal/core/base/termtext"
	"assay/internal/core/engine"
	"assay/internal/core/judge"
	"assay/internal/core/model/registry"
	"assay/internal/core/run/session"
	"assay/internal/core/store"
)

// Runner judges the answers of one run while it asks trials: answers with a cost as soon as
// they are stored, answers of built-ins at the end.
type Runner struct {
	Env      *environ.Env
	Store    *store.Store
	Run      store.Run
	Acc      *session.Accounts
	Keep     context.Context // for the database: it outlives abandoned requests
	Stop     <-chan struct{}
	referees []judge.Referee     // without any, the runner is idle
	runner   *engine.JudgeRunner // nil without judges
	abandon  context.CancelFunc
	w        *store.Writer // of judgements, and of the ledger
	progress *progress.Bar

	mu       sync.Mutex
	variants map[string]*bench.Variant // one for all answers about it
}

// Start plans the judgements that an earlier start left, and starts judging. First it
// parses earlier answers again if another parser read them.
func (c *Set) Start(ctx context.Context, stop <-chan struct{}, env *environ.Env, s *store.Store, run store.Run,
	m bench.Manifest, acc *session.Accounts, p *progress.Bar) (*Runner, error) {
	x := &Runner{Env: env, Store: s, Run: run, Acc: acc, Keep: context.WithoutCancel(ctx), Stop: stop,
		referees: c.Record.Referees(), variants: map[string]*bench.Variant{}}
	stored, err := s.Run(x.Keep, run.ID)
	if err != nil {
		return nil, err
	}
	if is := &stored.Manifest; !reflect.DeepEqual(is.Judging, m.Judging) || !slices.Equal(is.Notes, m.Notes) ||
		!maps.Equal(is.Suites, m.Suites) || !reflect.DeepEqual(is.Until, m.Until) {
		is.Judging, is.Notes, is.Suites, is.Until = m.Judging, m.Notes, m.Suites, m.Until
		if err := s.SetManifest(x.Keep, run.ID, stored.Manifest); err != nil {
			return nil, err
		}
	}
	if len(x.referees) == 0 {
		return x, nil
	}
	if _, err := engine.Rescore(x.Keep, s, run, c.Record, false); err != nil {
		return nil, err
	}
	list, done, err := engine.JudgeJobs(x.Keep, s, run, x.referees)
	if err != nil {
		return nil, err
	}
	return x, x.Open(ctx, list, done, p)
}

// Open starts the jobs of a list, and later ones. Judging has its own writer, since its
// spending continues after the last trial is stored.
func (x *Runner) Open(ctx context.Context, list []engine.JudgeJob, done int, p *progress.Bar) error {
	spent, err := x.Store.Spent(x.Keep, x.Run.Plan)
	if err != nil {
		return err
	}
	x.w = x.Store.Writer(x.Keep, x.Run)
	x.Acc.Budget.Use(x.w, spent)
	x.Acc.Cache = session.Responses{Store: x.Store, Writer: x.w}
	ctx, x.abandon = context.WithCancel(ctx)
	x.progress = p
	p.Also(x.Acc)
	x.runner = engine.NewJudgeRunner(ctx, x.Stop, engine.JudgeConfig{PerModel: x.Acc.Workers(registry.Direct),
		Sink: func(j store.Judgement) error {
			if err := x.w.Judged(j); err != nil {
				return err
			}
			session.LogJudgement(x.Acc.Log, j)
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
		p.Start(len(list)+done, done, x.Acc)
	}
	x.runner.Add(list...)
	return nil
}

// Idle reports whether this runner asks no judges: there are none, or another start asks them.
func (x *Runner) Idle() bool { return x.runner == nil }

// Answered plans the judging of a trial that was just stored.
func (x *Runner) Answered(r bench.Trial) error {
	if len(x.referees) == 0 || r.Answer == nil {
		return nil
	}
	t, err := x.Store.TrialOf(x.Keep, x.Run, r.Key) // as stored: another process may have ended it first
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

// Finish plans the remaining answers and waits for their judgements. If the run has failed,
// it does not wait for judges.
func (x *Runner) Finish(failed bool) (engine.JudgeSummary, error) {
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
	sum, cerr := x.Close()
	return sum, cmp.Or(err, cerr)
}

// rest plans the answers that were not planned while trials were asked.
func (x *Runner) rest() error {
	list, _, err := engine.JudgeJobs(x.Keep, x.Store, x.Run, x.referees)
	if err != nil {
		return err
	}
	x.progress.More(x.runner.Add(list...))
	select {
	case <-x.Stop: // nothing more will be asked, so announce nothing
	default:
		x.progress.Alone()
	}
	return nil
}

// Close waits for the planned jobs and prints their counts.
func (x *Runner) Close() (engine.JudgeSummary, error) {
	defer x.abandon()
	sum, err := x.runner.Close()
	err = cmp.Or(err, x.w.Close())
	x.progress.Finish()
	select {
	case <-x.Stop:
		if sum.Planned == sum.Pending {
			return sum, err
		}
	default:
	}
	if sum.Planned > 0 {
		fmt.Fprintf(x.Env.Stderr, "%s ended: %d decided", progress.Counted(sum.Planned-sum.Pending, "judgement"),
			sum.Ended[store.Decided])
		for _, o := range []string{store.Unscored, store.Failed} {
			if sum.Ended[o] > 0 {
				fmt.Fprintf(x.Env.Stderr, ", %d %s", sum.Ended[o], o)
			}
		}
		fmt.Fprintln(x.Env.Stderr)
		printUndecided(x.Env.Stderr, sum)
	}
	return sum, err
}

// printUndecided prints the commonest reasons why judges did not decide.
func printUndecided(out io.Writer, s engine.JudgeSummary) {
	const most, width = 3, 200
	list := s.Commonest()
	for i, e := range list {
		if i == most {
			fmt.Fprintf(out, "  %d other reasons for %q\n", len(list)-i, store.Unscored)
			break
		}
		reason := termtext.Clip(strings.Join(strings.Fields(e.Reason), " "), width)
		fmt.Fprintf(out, "  %d %s by %s: %s\n", s.Unscored[e], store.Unscored, e.Judge, reason)
	}
}

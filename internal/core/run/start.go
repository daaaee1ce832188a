package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"assay/internal/bench"
	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/core/base/progress"
	"assay/internal/core/engine"
	"assay/internal/core/judge"
	"assay/internal/core/model"
	"assay/internal/core/run/judges"
	"assay/internal/core/run/session"
	"assay/internal/core/store"
)

// Start is one start of a run: it asks the remaining trials of a plan and judges the answers.
type Start struct {
	Env      *environ.Env
	Store    *store.Store
	Plan     *Prepared
	Manifest bench.Manifest
	Again    Again
	Repeat   store.Again // the trials that Again selects
	Waiting  Waiting
	Shards   Shards // shards that workers process; nil when this process asks
	Progress *progress.Bar

	hold    *store.Hold // nil while another start judges the answers that workers get
	run     store.Run
	done    map[string]bool // keys of the trials that an earlier start ended
	judging *judges.Runner
}

// Ended is the result of a run.
type Ended struct {
	Run        store.Run
	Trials     engine.Summary
	Judgements engine.JudgeSummary
}

// Execute asks and judges until nothing is left, or until an interrupt, the budget or a
// failure ends it. Results stored before an error are kept.
func (x *Start) Execute(ctx context.Context) (*Ended, error) {
	defer func() { GiveBack(ctx, x.hold) }()
	if err := x.begin(ctx); err != nil {
		return nil, err
	}
	acc := x.Plan.Subjects.Acc
	before, err := x.Store.Spent(ctx, x.run.Plan)
	if err != nil {
		return nil, err
	}
	stop, abandon, release := Interrupts(ctx, x.Env, lost(x.hold))
	defer release()
	e := &Ended{Run: x.run}
	var failed error
	if e.Trials, e.Judgements, failed, err = x.work(ctx, stop, abandon, before); err != nil {
		return nil, err
	}
	e.Run = x.run
	spent, _ := acc.Budget.Spent()
	session.LogEnd(acc.Log, x.run, e.Trials, spent, failed)
	complete := e.Trials.Pending == 0 && e.Judgements.Pending == 0 && failed == nil
	lost := Loss(ctx, x.hold)
	if !x.goesOn() && lost == nil {
		at := time.Now()
		if !x.run.Ended.IsZero() && len(e.Trials.Ended) == 0 && len(e.Judgements.Ended) == 0 {
			at = x.run.Ended // nothing was left to do
		}
		failed = cmp.Or(failed, x.Store.End(context.WithoutCancel(ctx), x.run.ID, complete, at))
	}
	switch {
	case lost != nil:
		return nil, lost
	case failed != nil:
		return nil, fmt.Errorf("%w; stored results are kept; repeat the command to continue", failed)
	}
	return e, nil
}

// begin takes the plan and stores the run with its planned trials.
func (x *Start) begin(ctx context.Context) error {
	planned := x.Plan.Planned()
	waiting, enough := x.Env.Interruptible(ctx)
	var err error
	x.hold, err = x.Waiting.Take(waiting, x.Env, x.Store, store.PlanHash(planned), engine.Questions(x.Plan.jobs),
		x.Shards != nil)
	enough()
	var held *store.HeldError
	switch {
	case x.Shards != nil && errors.As(err, &held) && held.Judges:
		fmt.Fprintf(x.Env.Stderr, "%v; this process only watches\n", held)
	case err != nil:
		return err
	}
	if x.Shards != nil {
		x.run, x.done, err = x.Shards.Begin(ctx, x.Env, x.Store, planned, x.Manifest, x.Repeat)
	} else {
		x.run, x.done, err = x.Store.Begin(ctx, planned, x.Manifest, x.Repeat)
	}
	if err != nil {
		return err
	}
	if n := x.run.Relabelled; n > 0 {
		fmt.Fprintf(x.Env.Stderr, "labels changed since: %s, whose stored answers are judged again\n",
			progress.Counted(n, "text"))
	}
	x.own(x.hold)
	return nil
}

// own makes all later requests and stored results subject to a hold.
func (x *Start) own(h *store.Hold) {
	if x.hold = h; h != nil {
		x.run.Holder, x.Plan.Subjects.Acc.Sure = h.ID, h.Sure
	}
}

// work asks and judges. failed is why it ended early; after err, it did not begin.
func (x *Start) work(ctx context.Context, stop <-chan struct{}, abandon context.Context, before int64) (
	sum engine.Summary, judged engine.JudgeSummary, failed, err error) {
	acc, jobs := x.Plan.Subjects.Acc, x.Plan.jobs
	questions := engine.Questions(jobs)
	judgements := x.Progress.Second("judgement")
	if len(x.done) == questions {
		judgements.Alone()
	}
	startJudging := func() error {
		j, err := x.Plan.judges.Start(abandon, stop, x.Env, x.Store, x.run, x.Manifest, acc, judgements)
		if err == nil {
			x.judging = j
		}
		return err
	}
	x.judging = &judges.Runner{} // idle while another start judges
	if x.hold != nil {
		if err := startJudging(); err != nil {
			return sum, judged, nil, err
		}
	}
	w := x.Store.Writer(context.WithoutCancel(ctx), x.run)
	if x.judging.Idle() {
		acc.Budget.Use(w, before)
		acc.Cache = session.Responses{Store: x.Store, Writer: w}
	}
	x.Plan.Subjects.Events.Store(w)
	if err := acc.Resume(w); err != nil {
		x.judging.Finish(true)
		w.Close()
		return sum, judged, nil, err
	}
	acc.Log.Info("start", "run", x.run.ID, "planned", questions, "done_before", len(x.done), "spent_usd",
		float64(before)*model.Nano)
	x.Progress.Start(questions, len(x.done), acc)
	ask := engine.Run
	if x.Manifest.Until != nil {
		ask = func(ctx context.Context, stop <-chan struct{}, jobs []engine.Job, _ map[string]bool, cfg engine.Config) (
			engine.Summary, error) {
			return x.askUntil(ctx, stop, jobs, cfg)
		}
	}
	sum, failed = ask(abandon, stop, x.local(jobs), x.done, engine.Config{
		Judge: judge.Rule{}, PerModel: acc.Workers(acc.Batching.Mode()), Sink: sink(w, acc.Log, x.judging.Answered),
		Ended: x.Progress.Ended,
	})
	acc.Land()
	if x.Shards != nil && failed == nil {
		failed = x.Shards.Await(ctx, stop, x.Env, x.Store, x.run, jobs, x.done, acc, x.Progress, &sum)
	}
	if x.hold == nil && failed == nil && !x.goesOn() && len(x.Plan.judges.Record.Referees()) > 0 {
		var h *store.Hold
		if h, failed = takeLater(ctx, stop, x.Env, x.Store, x.run.Plan); failed == nil {
			x.own(h)
			failed = startJudging()
		}
	}
	failed = cmp.Or(failed, w.Close())
	x.Progress.Finish()
	printSummary(x.Env.Stderr, sum)
	judged, err = x.judging.Finish(failed != nil)
	if failed = cmp.Or(failed, err); failed == nil {
		failed = Loss(ctx, x.hold)
	}
	return sum, judged, failed, nil
}

// sink stores results: the answer of a model before its worker asks the next question, the
// result of a built-in without waiting. It calls paid with the former.
func sink(w *store.Writer, log *slog.Logger, paid func(bench.Trial) error) func(bench.Trial) error {
	return func(r bench.Trial) error {
		_, _, agent := bench.EndingOf(r.Response.FinishRaw)
		computed := strings.HasPrefix(r.Subject, "builtin/") && !agent
		put := w.Commit
		if computed {
			put = w.Write
		}
		if err := put(r); err != nil {
			return err
		}
		session.LogTrial(log, r)
		if computed {
			return nil
		}
		return paid(r)
	}
}

// Interrupts turns the first interrupt into "start nothing more" and the second into
// "abandon running work". Nothing more is started after lost is closed either; a nil lost is never closed.
func Interrupts(ctx context.Context, env *environ.Env, lost <-chan struct{}) (
	stop <-chan struct{}, abandon context.Context, release func()) {
	soft := make(chan struct{})
	hard, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		select {
		case <-env.Interrupt:
			fmt.Fprintln(env.Stderr, "\nassay: finishing requests in progress; press Ctrl-C again to abandon them")
		case <-lost:
		case <-ended:
			return
		}
		close(soft)
		select {
		case <-env.Interrupt:
		case <-ended:
		}
		cancel()
	}()
	return soft, hard, func() { close(ended); cancel() }
}

// Again selects the trials that a run asks again although they ended before.
type Again struct {
	NoResume bool     `help:"Ask every question again. Earlier answers stay in the database but are no longer shown."`
	Retry    []string `help:"Ask trials with this outcome again: refused, truncated, filtered, unparsed or answered (failed trials are always asked again). The new answer replaces the old one in reports; do not repeat until an answer suits you." placeholder:"OUTCOME" found:"data"`
}

// Outcomes returns the trials that --retry and --no-resume select. An unknown outcome is an error.
func (a Again) Outcomes() (store.Again, error) {
	out := store.Again{Fresh: a.NoResume, Outcomes: map[bench.Outcome]bool{}}
	for _, o := range a.Retry {
		if !slices.Contains(bench.Outcomes(), bench.Outcome(o)) {
			return out, exit.Usage("--retry %s: trials end as %v", o, bench.Outcomes())
		}
		out.Outcomes[bench.Outcome(o)] = true
	}
	return out, nil
}

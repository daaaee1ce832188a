package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"assay/internal/bench"
	"assay/internal/engine"
	"assay/internal/environ"
	"assay/internal/judge"
	"assay/internal/model"
	"assay/internal/progress"
	"assay/internal/store"
)

// start is one start of a run: it asks what is left of a plan, and judges what is answered.
type start struct {
	env      *environ.Env
	store    *store.Store
	plan     *prepared
	manifest bench.Manifest
	again    again
	repeat   store.Again // what again says
	waiting  waiting
	shards   *spread // that workers end; nil when this process asks
	progress *progress.Bar

	hold    *store.Hold // nil while another start judges what workers ask
	run     store.Run
	done    map[string]bool // keys that an earlier start ended
	judging *judgeRun
}

// ended is what became of a run.
type ended struct {
	run        store.Run
	trials     engine.Summary
	judgements engine.JudgeSummary
	spent, now float64 // dollars: on the plan, and by this start
}

// execute asks and judges until nothing is left, or an interrupt, the budget or a failure
// ends it. What was stored before an error is kept.
func (x *start) execute(ctx context.Context) (*ended, error) {
	defer func() { giveBack(ctx, x.hold) }()
	if err := x.begin(ctx); err != nil {
		return nil, err
	}
	acc := x.plan.subjects.acc
	before, err := x.store.Spent(ctx, x.run.Plan)
	if err != nil {
		return nil, err
	}
	ctx, end := acc.traces.run(ctx, x.run.ID, &x.manifest)
	defer end()
	stop, abandon, release := interrupts(ctx, x.env, lost(x.hold))
	defer release()
	e := &ended{run: x.run}
	var failed error
	if e.trials, e.judgements, failed, err = x.work(ctx, stop, abandon, before); err != nil {
		return nil, err
	}
	e.run = x.run
	e.spent, _ = acc.budget.Spent()
	e.now = e.spent - float64(before)*model.Nano
	logEnd(acc.log, x.run, e.trials, e.spent, failed)
	complete := e.trials.Pending == 0 && e.judgements.Pending == 0 && failed == nil
	lost := loss(ctx, x.hold)
	if !x.shards.goesOn() && lost == nil {
		if err := x.store.End(context.WithoutCancel(ctx), x.run.ID, complete, time.Now()); err != nil && failed == nil {
			failed = err
		}
	}
	switch {
	case lost != nil:
		return nil, lost
	case failed != nil:
		return nil, fmt.Errorf("%w; what was stored before is kept, and the same command continues", failed)
	}
	return e, nil
}

// begin takes the plan, and stores what it is to end.
func (x *start) begin(ctx context.Context) error {
	planned := x.plan.planned()
	waiting, enough := x.env.Interruptible(ctx)
	var err error
	x.hold, err = x.waiting.take(waiting, x.env, x.store, store.PlanHash(planned), engine.Questions(x.plan.jobs), x.shards != nil)
	enough()
	var held *store.HeldError
	switch {
	case x.shards != nil && errors.As(err, &held) && held.Judges:
		fmt.Fprintf(x.env.Stderr, "%v; this start watches\n", held)
	case err != nil:
		return err
	}
	if x.shards != nil {
		x.run, x.done, err = x.shards.begin(ctx, x.env, x.store, planned, x.manifest, x.repeat)
	} else {
		x.run, x.done, err = x.store.Begin(ctx, planned, x.manifest, x.repeat)
	}
	if err != nil {
		return err
	}
	x.own(x.hold)
	return keepRegistration(ctx, x.env, x.store, x.run, x.manifest, x.again)
}

// own makes what is sent and stored from now on subject to a hold.
func (x *start) own(h *store.Hold) {
	if x.hold = h; h != nil {
		x.run.Holder, x.plan.subjects.acc.sure = h.ID, h.Sure
	}
}

// work asks and judges. failed is why that ended early; with err, it did not begin.
func (x *start) work(ctx context.Context, stop <-chan struct{}, abandon context.Context, before int64) (
	sum engine.Summary, judged engine.JudgeSummary, failed, err error) {
	acc, jobs := x.plan.subjects.acc, x.plan.jobs
	questions := engine.Questions(jobs)
	judgements := x.progress.Beside("judgement")
	if len(x.done) == questions {
		judgements.Alone()
	}
	hear := func() error {
		j, err := x.plan.judges.start(abandon, stop, x.env, x.store, x.run, x.manifest, acc, judgements)
		if err == nil {
			x.judging = j
		}
		return err
	}
	x.judging = &judgeRun{} // does nothing while another start judges
	if x.hold != nil {
		if err := hear(); err != nil {
			return sum, judged, nil, err
		}
	}
	w := x.store.Writer(context.WithoutCancel(ctx), x.run)
	if x.judging.runner == nil {
		acc.budget.Use(w, before)
		acc.cache = keeper{s: x.store, w: w}
	}
	if k := x.plan.subjects.events; k != nil {
		k.use(w)
	}
	if err := acc.resume(w); err != nil {
		x.judging.finish(true)
		w.Close()
		return sum, judged, nil, err
	}
	acc.log.Info("start", "run", x.run.ID, "planned", questions, "done_before", len(x.done), "spent_usd", float64(before)*model.Nano)
	x.progress.Start(questions, len(x.done), acc)
	sum, failed = engine.Run(abandon, stop, x.shards.local(jobs), x.done, engine.Config{
		Judge: judge.Rule{}, PerModel: acc.workers(acc.batching.mode()), Sink: sink(w, acc.log, x.judging.answered), Ended: x.progress.Ended,
	})
	acc.land()
	if x.shards != nil && failed == nil {
		failed = x.shards.await(ctx, stop, x.env, x.store, x.run, jobs, x.done, acc, x.progress, &sum)
	}
	if x.hold == nil && failed == nil && !x.shards.goesOn() && len(x.plan.judges.record.Referees()) > 0 {
		var h *store.Hold
		if h, failed = takeLater(ctx, stop, x.env, x.store, x.run.Plan); failed == nil {
			x.own(h)
			failed = hear()
		}
	}
	if err := w.Close(); err != nil && failed == nil {
		failed = err
	}
	x.progress.Finish()
	printSummary(x.env.Stderr, sum)
	judged, err = x.judging.finish(failed != nil)
	if failed == nil {
		failed = err
	}
	if failed == nil {
		failed = loss(ctx, x.hold)
	}
	return sum, judged, failed, nil
}

// sink stores results: a model's answer before its worker asks the next
// question, what a built-in computed in its own time. paid is told the former.
func sink(w *store.Writer, log *slog.Logger, paid func(store.Result) error) func(store.Result) error {
	return func(r store.Result) error {
		_, _, agent := bench.EndingOf(r.Response.FinishRaw)
		computed := strings.HasPrefix(r.Subject, "builtin/") && !agent
		put := w.Commit
		if computed {
			put = w.Write
		}
		if err := put(r); err != nil {
			return err
		}
		logTrial(log, r)
		if computed {
			return nil
		}
		return paid(r)
	}
}

// interrupts turns the first interrupt into "start nothing more" and the second
// into "abandon what is running". Once lost is closed, nothing more is started either; nil never is.
func interrupts(ctx context.Context, env *environ.Env, lost <-chan struct{}) (stop <-chan struct{}, abandon context.Context, release func()) {
	soft := make(chan struct{})
	hard, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		select {
		case <-env.Interrupt:
			fmt.Fprintln(env.Stderr, "\nassay: finishing the requests that are running; press Ctrl-C again to abandon them")
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

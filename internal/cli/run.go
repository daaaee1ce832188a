package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"assay/internal/bench"
	"assay/internal/engine"
	"assay/internal/judge"
	"assay/internal/metric"
	"assay/internal/model"
	"assay/internal/report"
	"assay/internal/store"
)

type runCmd struct {
	selection
	varying
	asking
	output
	spending
	batching
	again
	waiting
	configured
	logging
	judging
	freshness
	Epochs          int    `help:"Ask everything N times." default:"1" placeholder:"N" aliases:"repetitions"`
	DryRun          bool   `name:"dry-run" help:"Print the plan with an estimate of tokens and money, and stop."`
	Preregistration string `help:"What assay preregister fixed before: the run is recorded as this, with every way in which it is not." placeholder:"FILE" found:"data"`

	Distributed bool `help:"Let workers ask the models (assay worker, on any machine); --db is the URL of a PostgreSQL. Interrupting ends the watching, not the run."`
}

func (*runCmd) Help() string {
	return `Without arguments, runs the built-in subjects on both embedded suites: no key, no network.

Examples:

  assay run
  assay run --model openrouter/<vendor>/<model> --suite blockbench --subset tc
  assay run --variants paper --dry-run
  assay run --model openai/llama3 --base-url http://localhost:11434/v1
  assay evaluate --model openai/<model> --filter approve-order
  assay run --model openai/<model> --subset gs --strategy direct --strategy adversarial --strategy framing=adversarial
  assay run --suite path/to/tests --model builtin/static
  assay run --model tool/slither --model builtin/static --variants no-comments,reformat
  assay run --model 'sarif:my-analyser --sarif {file}' --tool-confidence medium
  assay run --model openai/<model> --judge llm:openrouter/<vendor>/<model>
  assay run --model openai/<model> --task exploit --task repair
  assay run --suite tenantsql --fresh-samples fresh --model openai/<model>
  assay run --config matrix.yaml --print-config`
}

func (c *runCmd) Run(ctx context.Context, env *Env, kctx *kong.Context) error {
	c.announce(env)
	if c.PrintConfig {
		return c.print(env, kctx)
	}
	if err := c.judgeFound(env); err != nil {
		return err
	}
	if c.BatchPoll < 1 {
		return usage("--batch-poll is at least 1 second")
	}
	if c.Distributed && (len(c.Prompt) > 0 || slices.ContainsFunc(c.Strategy, isPath)) {
		return usage("--distributed: workers have no strategies of your own; leave out --prompt and paths in --strategy")
	}
	if c.Epochs < 1 {
		return usage("--epochs is at least 1")
	}
	if err := c.checkActing(c.Distributed, c.Batch); err != nil {
		return err
	}
	if len(c.Retry) > 0 && c.Cache {
		return usage("--retry asks again and --cache answers from before: give one of them")
	}
	repeat, err := c.again.outcomes()
	if err != nil {
		return err
	}
	gates, err := parseGates(c.FailUnder)
	if err != nil {
		return err
	}
	if err := c.openMetrics(); err != nil {
		return err
	}
	if _, err := c.weights(); err != nil {
		return err
	}
	var frozen *bench.Preregistration
	if c.Preregistration != "" {
		if frozen, err = readPreregistration(c.Preregistration); err != nil {
			return err
		}
	}
	progress := newProgress(env, "trial")
	log, logFile, err := c.logging.open(env, progress, c.Verbose)
	if err != nil {
		return err
	}
	defer logFile.Close()
	acc, err := newAccounts(c.spending, progress.wait, log)
	if err != nil {
		return err
	}
	acc.batching = c.batching
	if acc.traces, err = startTracing(ctx, env, buildInfo().version); err != nil {
		return err
	}
	defer acc.traces.stop(ctx)
	defer c.closeTools()
	c.planning = c.DryRun
	p, err := c.prepare(ctx, env, acc)
	if err != nil {
		return err
	}
	defer p.judges.close()
	if c.DryRun {
		for _, note := range c.notesOnModels(p.detectors, time.Now()) {
			fmt.Fprintln(env.Stderr, note)
		}
		return c.printPlan(env, p.variants, p.varied.Chains, p.detectors, p.jobs, acc, p.judges)
	}
	m := c.manifest(env, p)
	if frozen != nil {
		m.Preregistration = &bench.Registered{Preregistration: *frozen}
	}
	if err := c.recording.open(c.Record); err != nil {
		return err
	}
	err = c.execute(ctx, env, progress, m, p.jobs, gates, acc, repeat, p.judges)
	if cerr := c.recording.close(); err == nil {
		err = cerr
	}
	return err
}

// execute runs the plan and judges what is answered; it reports also when a run was
// interrupted or failed, and returns why.
func (c *runCmd) execute(ctx context.Context, env *Env, progress *progress, m bench.Manifest, jobs []engine.Job, gates []gate, acc *accounts, repeat store.Again, judges *judges) error {
	s, err := env.writing(ctx, c.DB)
	if err != nil {
		return err
	}
	defer s.Close()
	planned := make([]bench.Trial, len(jobs))
	for i, j := range jobs {
		planned[i] = j.Trial
	}
	var fleet *spread
	if c.Distributed {
		if fleet, err = c.spread(env, jobs, acc); err != nil {
			return err
		}
	}
	plan, questions := store.PlanHash(planned), engine.Questions(jobs)
	waiting, enough := env.interruptible(ctx)
	hold, err := c.waiting.take(waiting, env, s, plan, questions, fleet != nil)
	enough()
	var held *store.HeldError
	switch {
	case fleet != nil && errors.As(err, &held) && held.Judges:
		fmt.Fprintf(env.Stderr, "%v; this start watches\n", held)
	case err != nil:
		return err
	}
	defer func() { giveBack(ctx, hold) }()
	var run store.Run
	var done map[string]bool
	if fleet != nil {
		run, done, err = fleet.begin(ctx, env, s, planned, m, repeat)
	} else {
		run, done, err = s.Begin(ctx, planned, m, repeat)
	}
	if err != nil {
		return err
	}
	if hold != nil {
		run.Holder, acc.sure = hold.ID, hold.Sure
	}
	if err := keepRegistration(ctx, env, s, run, m, c.again); err != nil {
		return err
	}

	spent, err := s.Spent(ctx, run.Plan)
	if err != nil {
		return err
	}
	ctx, end := acc.traces.run(ctx, run.ID, &m)
	defer end()
	stop, abandon, release := interrupts(ctx, env, lost(hold))
	defer release()
	judgements := progress.beside("judgement")
	if len(done) == questions {
		judgements.alone()
	}
	judging := &judgeRun{} // does nothing while another start judges
	if hold != nil {
		if judging, err = judges.start(abandon, stop, env, s, run, m, acc, judgements); err != nil {
			return err
		}
	}
	w := s.Writer(context.WithoutCancel(ctx), run)
	if judging.runner == nil {
		acc.budget.Use(w, spent)
		acc.cache = keeper{s, w}
	}
	if c.events != nil {
		c.events.use(w)
	}
	if err := acc.resume(w); err != nil {
		judging.finish(true)
		w.Close()
		return err
	}
	acc.log.Info("start", "run", run.ID, "planned", questions, "done_before", len(done), "spent_usd", float64(spent)*model.Nano)
	progress.start(questions, len(done), acc)
	own := jobs
	if fleet != nil {
		own = fleet.local(jobs)
	}
	sum, runErr := engine.Run(abandon, stop, own, done, engine.Config{Judge: judge.Rule{}, PerModel: acc.workers(acc.batching.mode()), Sink: sink(w, acc.log, judging.answered), Ended: progress.ended})
	acc.land()
	if fleet != nil && runErr == nil {
		runErr = fleet.await(ctx, stop, env, s, run, jobs, done, acc, progress, &sum)
	}
	if hold == nil && runErr == nil && !fleet.left && len(judges.record.Referees()) > 0 {
		if hold, runErr = takeLater(ctx, stop, env, s, plan); runErr == nil {
			run.Holder, acc.sure = hold.ID, hold.Sure
			judging, runErr = judges.start(abandon, stop, env, s, run, m, acc, judgements)
		}
	}
	if err := w.Close(); err != nil && runErr == nil {
		runErr = err
	}
	progress.finish()
	progress.summary(sum)
	judged, err := judging.finish(runErr != nil)
	if runErr == nil {
		runErr = err
	}
	if runErr == nil {
		runErr = loss(ctx, hold)
	}
	total, _ := acc.budget.Spent()
	logEnd(acc.log, run, sum, total, runErr)
	complete := sum.Pending == 0 && judged.Pending == 0 && runErr == nil
	if (fleet == nil || !fleet.left) && loss(ctx, hold) == nil {
		if err := s.End(context.WithoutCancel(ctx), run.ID, complete, time.Now()); err != nil && runErr == nil {
			runErr = err
		}
	}
	if err := loss(ctx, hold); err != nil {
		return err
	}
	if runErr != nil {
		return fmt.Errorf("%w; what was stored before is kept, and the same command continues", runErr)
	}
	if total > 0 {
		fmt.Fprintf(env.Stderr, "$%.4f spent on this plan, $%.4f of it now\n", total, total-float64(spent)*model.Nano)
	}

	d, err := loadScored(context.WithoutCancel(ctx), s, run.ID)
	if err != nil {
		return err
	}
	if err := c.show(ctx, env, d); err != nil {
		return err
	}
	return verdictOn(env, d, sum, judged, gates)
}

// sink stores results: a model's answer before its worker asks the next
// question, what a built-in computed in its own time. paid is told the former.
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
		logTrial(log, r)
		if computed {
			return nil
		}
		return paid(r)
	}
}

// verdictOn turns what happened into the exit code.
func verdictOn(env *Env, d *report.Data, sum engine.Summary, judged engine.JudgeSummary, gates []gate) error {
	if err := sum.ErrStopped(); model.KindOf(err) == model.ErrBudget {
		return &exitError{ExitBudget, fmt.Errorf("stopped asking %w; %d trials are still to be asked", err, sum.Pending)}
	} else if err != nil {
		return fmt.Errorf("stopped asking %w; %d trials are still to be asked", err, sum.Pending)
	}
	if sum.Pending > 0 {
		return &exitError{ExitInterrupt, fmt.Errorf("interrupted with %d of %d trials to go; the same command continues", sum.Pending, sum.Planned)}
	}
	if err := judgingError(judged); err != nil {
		return err
	}
	if err := checkGates(d, gates); err != nil {
		return err
	}
	if n := sum.Ended[bench.Failed]; n > 0 {
		return fmt.Errorf("%s failed; %s", counted(n, "trial"), afterFailures(sum))
	}
	if n := judged.Ended[store.Failed]; n > 0 {
		return fmt.Errorf("%d judgements failed, the first by %s; the same command asks for them again", n, judged.Failure)
	}
	if err := unmeasured(d); err != nil {
		return err
	}
	if waiting, n := d.Waiting(); n > waiting && d.Outcomes()[bench.Answered] == 0 {
		return fmt.Errorf("no trial was answered, of %d that were asked: the numbers say nothing about the subjects", n-waiting)
	}
	return nil
}

// unmeasured returns an error where more than a tenth of the judgements that were asked
// for on a subject are missing.
func unmeasured(d *report.Data) error {
	var list []string
	for _, s := range d.Suites() {
		for _, sub := range d.SubjectsOf(&s) {
			if why := metric.NotMeasured(metric.Judgements(s.Headline(sub.Name))); why != "" {
				list = append(list, fmt.Sprintf("%s on %s: %s", sub.Name, s.Name, why))
			}
		}
	}
	if len(list) == 0 {
		return nil
	}
	return fmt.Errorf("what depends on the judge %s is not known:\n  %s\nask another judge, or see in the report what it replied", d.Manifest.Judging.String(), strings.Join(list, "\n  "))
}

// afterFailures says what can be done about failed trials.
func afterFailures(sum engine.Summary) string {
	list, n := sum.Commonest(bench.Failed)
	rejected := 0
	for _, e := range list {
		if e.Kind == model.ErrInvalid {
			rejected += sum.Why[e]
		}
	}
	switch {
	case rejected == 0:
		return "the same command asks them again"
	case rejected < n:
		return fmt.Sprintf("the same command asks them again, but %d of them were rejected by the server as invalid and will be rejected again", rejected)
	}
	return "the server rejected the requests as invalid, and will again: change the settings or the model"
}

// interrupts turns the first interrupt into "start nothing more" and the second
// into "abandon what is running". Once lost is closed, nothing more is started either; nil never is.
func interrupts(ctx context.Context, env *Env, lost <-chan struct{}) (stop <-chan struct{}, abandon context.Context, release func()) {
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

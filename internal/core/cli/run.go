package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"assay/internal/bench"
	"assay/internal/core/base/exit"
	"assay/internal/core/base/progress"
	"assay/internal/core/engine"
	"assay/internal/core/metric"
	"assay/internal/core/model"
	"assay/internal/core/report"
	"assay/internal/core/report/gate"
	"assay/internal/core/run"
	"assay/internal/core/run/judges"
	"assay/internal/core/run/results"
	"assay/internal/core/run/session"
	"assay/internal/core/run/subject"
	"assay/internal/core/store"
)

type RunCmd struct {
	Select   run.Selection    `embed:""`
	Vary     run.Varying      `embed:""`
	Ask      subject.Options  `embed:""`
	Output   output           `embed:""`
	Spend    session.Spending `embed:""`
	Batches  session.Batching `embed:""`
	Again    run.Again        `embed:""`
	Waiting  run.Waiting      `embed:""`
	Settings configured       `embed:""`
	Logging  session.Logging  `embed:""`
	Judges   judges.Options   `embed:""`
	Fresh    run.Freshness    `embed:""`
	Until    run.Until        `embed:""`

	Epochs int  `help:"Ask every question N times." default:"1" placeholder:"N" aliases:"repetitions"`
	DryRun bool `name:"dry-run" help:"Print the plan with an estimate of tokens and cost, and stop."`

	Distributed bool `help:"Let workers (assay worker, on any machine) ask the models; --db must be the URL of a PostgreSQL database. Ctrl-C stops this command, not the run."`
}

func (*RunCmd) Help() string {
	return `Without arguments, runs the built-in subjects on both embedded suites: no key, no network.

Examples:

  assay run
  assay run --model openrouter/<vendor>/<model> --suite blockbench --subset tc
  assay run --variants paper --dry-run
  assay run --model openai/llama3 --base-url http://localhost:11434/v1
  assay evaluate --model openai/<model> --filter approve-order
  assay run --model openai/<model> --subset gs --strategy direct --strategy adversarial --strategy framing=adversarial
  assay run --suite path/to/tests --model builtin/tenant-column
  assay run --model tool/slither --model builtin/keyword --variants no-comments,reformat
  assay run --model 'sarif:my-analyser --sarif {file}' --set tool-confidence=medium
  assay run --model openai/<model> --judge llm:openrouter/<vendor>/<model>
  assay run --model openai/<model> --task exploit --task repair
  assay run --suite tenantsql --fresh-samples fresh --model openai/<model>
  assay run --config matrix.yaml --print-config`
}

func (c *RunCmd) Run(ctx context.Context, env *Env, kctx *kong.Context) error {
	c.Settings.announce(env)
	if c.Settings.PrintConfig {
		return c.Settings.print(env, kctx)
	}
	if err := c.Settings.judgeFound(env); err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	repeat, err := c.Again.Outcomes()
	if err != nil {
		return err
	}
	gates, err := gate.Parse(c.Output.FailUnder)
	if err != nil {
		return err
	}
	if err := c.Output.OpenMetrics(); err != nil {
		return err
	}
	if _, err := c.Output.weights(); err != nil {
		return err
	}
	progress := progress.New(env.Env, "trial")
	log, logFile, err := c.Logging.Open(env.Env, progress, c.Vary.Verbose)
	if err != nil {
		return err
	}
	defer logFile.Close()
	acc, err := session.NewAccounts(c.Spend, progress.Wait, log)
	if err != nil {
		return err
	}
	acc.Batching = c.Batches
	c.Ask.Planning = c.DryRun
	wanted := run.Request{Select: c.Select, Vary: c.Vary, Ask: c.Ask, Judge: c.Judges, Fresh: c.Fresh,
		Until: c.Until, Epochs: c.Epochs}
	plan, err := wanted.Prepare(ctx, env.Env, acc)
	if err != nil {
		return err
	}
	defer plan.Close()
	if c.DryRun {
		for _, note := range plan.NotesOnModels(time.Now()) {
			fmt.Fprintln(env.Stderr, note)
		}
		s, err := env.earlier(ctx, c.Output.DB)
		if err != nil {
			return err
		}
		if s != nil {
			defer s.Close()
		}
		return plan.Print(ctx, env.Env, s)
	}
	m := plan.Manifest(env.Env, buildInfo().manifest())
	if err := plan.Subjects.Recording.Open(c.Ask.Record); err != nil {
		return err
	}
	x := &run.Start{Env: env.Env, Plan: plan, Manifest: m, Again: c.Again, Repeat: repeat, Waiting: c.Waiting,
		Progress: progress}
	return cmp.Or(c.start(ctx, env, x, gates), plan.Subjects.Recording.Close())
}

// check returns an error for flags that cannot be combined.
func (c *RunCmd) check() error {
	switch {
	case c.Batches.BatchPoll < 1:
		return usage("--set batch-poll must be at least 1 second")
	case c.Distributed && (len(c.Ask.Prompt) > 0 || slices.ContainsFunc(c.Ask.Strategy, subject.IsPath)):
		return usage("--distributed: workers cannot read your strategies; omit --prompt and paths in --strategy")
	case c.Until.UntilDecided && (c.Distributed || c.Batches.Batch || len(c.Output.FailUnder) > 0):
		return usage("--until-decided asks cluster by cluster, and its run has no fixed size: omit --distributed, --batch " +
			"and --fail-under")
	case c.Epochs < 1:
		return usage("--epochs must be at least 1")
	}
	if err := c.Until.Check(); err != nil {
		return err
	}
	if err := c.Ask.CheckActing(c.Distributed, c.Batches.Batch); err != nil {
		return err
	}
	if len(c.Again.Retry) > 0 && c.Spend.Cache {
		return usage("--retry asks again and --cache reuses answers: use only one of them")
	}
	return nil
}

// start executes the plan and reports.
func (c *RunCmd) start(ctx context.Context, env *Env, x *run.Start, gates []gate.Gate) error {
	s, err := env.writing(ctx, c.Output.DB)
	if err != nil {
		return err
	}
	defer s.Close()
	x.Store = s
	if c.Distributed {
		if x.Shards, err = x.Plan.Spread(env.Env, c.Output.DB); err != nil {
			return err
		}
	}
	e, err := x.Execute(ctx)
	if err != nil {
		return err
	}
	var spent store.Account
	var d *report.Data
	reading := context.WithoutCancel(ctx)
	err = s.Database().Patiently(reading, func() (err error) { // the trials are paid for: a lost connection is no end
		if spent, err = s.Account(reading, e.Run.Plan, e.Run.Holder); err == nil {
			d, err = results.LoadScored(reading, s, e.Run.ID)
		}
		return err
	})
	if err != nil {
		return err
	}
	printSpent(env, spent)
	c.Output.whole = c.Vary.Verbose
	if err := c.Output.show(ctx, env, d); err != nil {
		return err
	}
	return verdictOn(d, e, gates)
}

// printSpent prints what was spent on a plan, if it is anything.
func printSpent(env *Env, a store.Account) {
	if a.Spent > 0 {
		fmt.Fprintf(env.Stderr, "$%.4f spent on this plan, $%.4f of it now\n", float64(a.Spent)*model.Nano,
			float64(a.By)*model.Nano)
	}
	if a.Lost > 0 {
		fmt.Fprintf(env.Stderr, "$%.4f of it is counted for %s in progress when a process was killed or gave up: the cost "+
			"is unknown\n", float64(a.Lost)*model.Nano, progress.Counted(int(a.Requests), "request"))
	}
}

// verdictOn turns the result of a run into an error with its exit code; nil if all is well.
func verdictOn(d *report.Data, e *run.Ended, gates []gate.Gate) error {
	sum, judged := e.Trials, e.Judgements
	if err := sum.ErrStopped(); model.KindOf(err) == model.ErrBudget {
		return exit.With(exit.Budget, "stopped asking %w; %s left", err, progress.Counted(sum.Pending, "trial"))
	} else if err != nil {
		return fmt.Errorf("stopped asking %w; %s left", err, progress.Counted(sum.Pending, "trial"))
	}
	lacking := func(n int, what string) error {
		return exit.With(exit.Lacking, "%s not executed: compilers missing; get them with `assay compilers`, then repeat "+
			"the command", progress.Counted(n, what))
	}
	left := sum.Pending - sum.TooLong()
	if left > 0 && left == sum.Lacking {
		return lacking(sum.Lacking, "trial")
	}
	if left > 0 {
		return exit.With(exit.Interrupt, "interrupted, %d of %d trials left; repeat the command to continue", sum.Pending,
			sum.Planned)
	}
	if err := judges.Stopped(judged); err != nil {
		return err
	}
	if err := gate.Check(d, gates); err != nil {
		return err
	}
	if n := sum.Ended[bench.Failed]; n > 0 {
		return fmt.Errorf("%s failed; %s", progress.Counted(n, "trial"), afterFailures(sum))
	}
	if n := judged.Ended[store.Failed]; n > 0 && n == judged.Lacking {
		return lacking(n, "answer")
	} else if n > 0 {
		return fmt.Errorf("%d judgements failed, the first with %s; repeat the command to ask again", n, judged.Failure)
	}
	if err := unmeasured(d); err != nil {
		return err
	}
	if waiting, n := d.Waiting(); n > waiting && d.Outcomes()[bench.Answered] == 0 {
		return fmt.Errorf("none of %d trials was answered: the numbers say nothing about the subjects", n-waiting)
	}
	return nil
}

// unmeasured returns an error if more than a tenth of the judgements that a subject needs
// are missing.
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
	return fmt.Errorf("the numbers that depend on the judge %s are not measured:\n  %s\nask another judge, or read "+
		"its replies in the report", d.Manifest.Judging.String(), strings.Join(list, "\n  "))
}

// afterFailures advises what to do about failed trials.
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
		return "repeat the command to ask again"
	case rejected < n:
		return fmt.Sprintf("repeat the command to ask again, but the server rejected %d of them as invalid "+
			"and will do so again", rejected)
	}
	return "the server rejected the requests as invalid and will do so again: change the settings or the model"
}

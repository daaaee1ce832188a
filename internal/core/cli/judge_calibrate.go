package cli

import (
	"context"
	"fmt"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/extension"
	"assay/internal/core/base/progress"
	"assay/internal/core/judge"
	"assay/internal/core/judge/llm"
	"assay/internal/core/report"
	"assay/internal/core/run"
	"assay/internal/core/run/judges"
	"assay/internal/core/run/session"
	"assay/internal/core/stats"
	"assay/internal/core/store"
)

type judgeCmd struct {
	Calibrate calibrateCmd `cmd:"" help:"Calibrate a judge on answers with known labels."`
}

type calibrateCmd struct {
	Judge  string   `arg:"" name:"model" help:"The judge: <provider>/<model>, optionally with @./folder for its prompt, or the ./folder of a program." placeholder:"JUDGE"`
	Suite  []string `help:"Suite to use, as for run." placeholder:"NAME|PATH" sep:"none"`
	Subset []string `help:"Only these subsets or applications." placeholder:"NAME"`
	Limit  int      `help:"Use only N vulnerable texts, drawn with the seed; all by default." placeholder:"N"`
	Seed   uint64   `help:"Seed of the draw." default:"1" placeholder:"N"`
	session.Settings
	session.Passing
	MaxRetries int `help:"Maximum retries of a failed request." default:"6" placeholder:"N"`
	session.Spending
	run.Waiting
	session.Logging
	Verbose bool   `short:"v" help:"Print progress details on standard error."`
	DB      string `name:"db" help:"Results database: a file, or the URL of a PostgreSQL database." default:"${dbdefault}" placeholder:"FILE|URL"`
	JSON    bool   `name:"json" help:"Print the numbers as JSON."`
}

func (*calibrateCmd) Help() string {
	return `Generates gold answers from the labels: right answers, and wrong ones that name a wrong mechanism or place, invent a flaw, report a decoy, are empty,
or address the judge. The judge's verdicts are stored; reports use them to correct the rates that the judge measures (docs/judges.md).

Example:

  assay judge calibrate openrouter/<vendor>/<model> --limit 20`
}

func (c *calibrateCmd) Run(ctx context.Context, env *Env) error {
	sel := run.Selection{Suite: c.Suite, Subset: c.Subset}
	suites, err := sel.Load(env.Env)
	if err != nil {
		return err
	}
	variants, err := sel.Variants(suites)
	if err != nil {
		return err
	}
	variants = judges.DrawGold(variants, c.Limit, c.Seed)
	log, logFile, err := c.Logging.Open(env.Env, progress.New(env.Env, "judgement"), c.Verbose)
	if err != nil {
		return err
	}
	defer logFile.Close()
	acc, err := session.NewAccounts(c.Spending, progress.New(env.Env, "judgement").Wait, log)
	if err != nil {
		return err
	}
	ref, err := c.referee(env, acc)
	if err != nil {
		return err
	}
	s, err := env.writing(ctx, c.DB)
	if err != nil {
		return err
	}
	defer s.Close()
	plan := "calibration of " + ref.Name()
	waiting, enough := env.Interruptible(ctx)
	hold, err := c.Waiting.Take(waiting, env.Env, s, plan, 0, false)
	enough()
	if err != nil {
		return err
	}
	defer run.GiveBack(ctx, hold)
	acc.Sure = hold.Sure
	stored, err := s.Calibration(ctx, ref.Name())
	if err != nil {
		return err
	}
	gold := judges.PlanGold(variants, ref, stored)
	if gold.Empty() {
		return usage("the selection has no vulnerable text, so there are no gold answers")
	}
	stop, abandon, release := run.Interrupts(ctx, env.Env, hold.Lost())
	defer release()
	x := &judges.Runner{Env: env.Env, Store: s, Run: store.Run{Plan: plan, Holder: hold.ID}, Acc: acc,
		Keep: context.WithoutCancel(ctx), Stop: stop}
	if err := x.Open(abandon, gold.Jobs, gold.Done, progress.New(env.Env, "judgement")); err != nil {
		return err
	}
	sum, err := x.Close()
	if err == nil {
		err = run.Loss(ctx, hold)
	}
	if err != nil {
		return err
	}
	if stored, err = s.Calibration(context.WithoutCancel(ctx), ref.Name()); err != nil {
		return err
	}
	out := gold.Calibrated(ref.Name(), stored)
	if c.JSON {
		err = WriteJSON(env, out)
	} else {
		err = printCalibrated(env, out)
	}
	if err != nil {
		return err
	}
	if err := judges.Stopped(sum); err != nil {
		return err
	}
	if n := sum.Ended[store.Failed]; n > 0 {
		return fmt.Errorf("%d judgements failed, the first with %s; repeat the command to ask again", n, sum.Failure)
	}
	return out.Unreadable()
}

// referee connects the judge to calibrate.
func (c *calibrateCmd) referee(env *Env, acc *session.Accounts) (judge.Referee, error) {
	if !extension.IsPath(c.Judge) {
		return judges.Ask(env.Env, &c.Settings, c.MaxRetries, strings.TrimPrefix(c.Judge, llm.Prefix), acc)
	}
	list, err := judges.Programs(env.Env, &c.Settings, c.MaxRetries, c.Judge, acc)
	if err != nil {
		return nil, err
	}
	if len(list) > 1 {
		return nil, usage("%s has %d judges; name the folder of one", c.Judge, len(list))
	}
	return list[0], nil
}

func printCalibrated(env *Env, c *judges.Calibrated) error {
	fmt.Fprintf(env.Stdout, "%s on answers with known labels\n\n", c.Judge)
	w := env.Grid()
	fmt.Fprintln(w, "KIND\tRIGHT\tWRONG\tUNSCORED\tFAILED\tVERDICTS ON ITS FINDING")
	for _, k := range c.Kinds {
		var classes []string
		for _, f := range bench.FindingClasses() {
			if n := k.Classes[f]; n > 0 {
				classes = append(classes, fmt.Sprintf("%s %d", f, n))
			}
		}
		if len(classes) == 0 {
			classes = []string{"-"}
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%s\n", k.Kind, judges.Rated(stats.Rated{K: k.Right, N: k.N}), k.Wrong, k.Unscored,
			k.Failed, strings.Join(classes, ", "))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(env.Stdout, "\nsensitivity %s: right answers called hits\nspecificity %s: wrong answers called misses\n",
		c.Sensitivity, c.Specificity)
	cost := "unknown"
	if c.CostUSD != nil {
		cost = fmt.Sprintf("$%.4f", *c.CostUSD)
		if c.Unpriced > 0 {
			cost += fmt.Sprintf(", plus %s of unknown cost", report.Plural(c.Unpriced, "answer"))
		}
	}
	_, err := fmt.Fprintf(env.Stdout, "%s shown to the judge, cost %s\n", report.Plural(c.Asked, "answer"), cost)
	return err
}

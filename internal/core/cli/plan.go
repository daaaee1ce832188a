package cli

import (
	"context"
	"strings"

	"assay/internal/core/report/versus"
	"assay/internal/core/run"
)

type planCmd struct {
	Logs       []string      `arg:"" optional:"" name:"log" help:"Logs with scores like those to come: of any program, a run, or a subject. Of two subjects the differences are taken; one is compared with an unknown other. Without a log, the texts of suites are planned."`
	Select     run.Selection `embed:""`
	Seed       uint64        `help:"Seed of the draw of --limit." default:"1" placeholder:"N"`
	Difference float64       `help:"Difference to show, in points; of scales other than 0 to 1, in units of the score." placeholder:"POINTS"`
	Epochs     []int         `help:"Numbers of epochs to plan; by default that of the log, and 1, 3 and 5 if its epochs vary; of a suite 1 and 3." placeholder:"N,..." sep:","`
	written
	scores
}

func (*planCmd) Help() string {
	return `Says before a run what it can show: the smallest difference that is found in 80 of 100 comparisons at 5 %, and with --difference how many items and
clusters show that one. It draws clusters of the log with replacement, so that their own variation decides (docs/compare.md).

Of a suite it plans the texts: by the subjects of the newest run in the database that was about them, and by what it assumes of unknown ones, and says.
run --dry-run prints the same of a run beside the dollars.

Examples:

  assay plan a.eval b.eval
  assay plan --suite blockbench --subset gs --difference 10
  assay plan pilot.csv --cluster '^[^-]+' --difference 3 --epochs 1,4`
}

func (c *planCmd) Run(ctx context.Context, env *Env) error {
	put, err := c.writer(env)
	if err != nil {
		return err
	}
	if c.Difference < 0 {
		return usage("--difference must be positive")
	}
	for _, n := range c.Epochs {
		if n < 1 {
			return usage("--epochs must be at least 1")
		}
	}
	if len(c.Logs) == 0 {
		return c.suites(ctx, env, put)
	}
	if len(c.Select.Suite)+len(c.Select.Subset)+len(c.Select.Filter)+c.Select.Limit > 0 {
		return usage("a log and --suite: use one of them")
	}
	set, err := c.read(ctx, env, c.Logs)
	if err != nil {
		return err
	}
	if err := set.Check(1); err != nil {
		return usage("%s: %v", strings.Join(c.Logs, ", "), err)
	}
	difference := c.Difference
	if set.Unit() {
		difference /= 100
	}
	out, err := versus.Plans(set, difference, c.Epochs)
	if err != nil {
		return usage("%v", err)
	}
	return put(out)
}

// suites plans the texts of suites.
func (c *planCmd) suites(ctx context.Context, env *Env, put func(compared) error) error {
	if len(c.Map) > 0 || c.Cluster != "" || c.RunID != "" {
		return usage("--map, --cluster and --run are about logs, and none is given")
	}
	list, err := c.Select.Load(env.Env)
	if err != nil {
		return err
	}
	variants, _, err := c.Select.Draw(list, c.Seed)
	if err != nil {
		return err
	}
	s, err := env.earlier(ctx, c.DB)
	if err != nil {
		return err
	}
	if s != nil {
		defer s.Close()
	}
	of, err := run.Texts(ctx, s, variants)
	if err != nil {
		return err
	}
	out, err := versus.Foreseen(of, c.Difference/100, c.Epochs)
	if err != nil {
		return usage("%v", err)
	}
	return put(out)
}

package cli

import (
	"context"
	"strings"

	"assay/internal/core/report/versus"
)

type planCmd struct {
	Logs       []string `arg:"" name:"log" help:"Logs with scores like those to come: of any program, a run, or a subject. Of two subjects the differences are taken; one is compared with an unknown other."`
	Difference float64  `help:"Difference to show, in points; of scales other than 0 to 1, in units of the score." placeholder:"POINTS"`
	Epochs     []int    `help:"Numbers of epochs to plan; by default that of the log, and 1, 3 and 5 if its epochs vary." placeholder:"N,..." sep:","`
	written
	scores
}

func (*planCmd) Help() string {
	return `Says before a run what it can show: the smallest difference that is found in 80 of 100 comparisons at 5 %, and with --difference how many items and
clusters show that one. It draws clusters of the log with replacement, so that their own variation decides (docs/compare.md). For a suite, run --dry-run
prints it beside the dollars.

Examples:

  assay plan a.eval b.eval
  assay plan pilot.csv --cluster '^[^-]+' --difference 3 --epochs 1,4`
}

func (c *planCmd) Run(ctx context.Context, env *Env) error {
	put, err := c.writer(env)
	if err != nil {
		return err
	}
	set, err := c.read(ctx, env, c.Logs)
	if err != nil {
		return err
	}
	if err := set.Check(1); err != nil {
		return usage("%s: %v", strings.Join(c.Logs, ", "), err)
	}
	if c.Difference < 0 {
		return usage("--difference must be positive")
	}
	difference := c.Difference
	if set.Unit() {
		difference /= 100
	}
	for _, n := range c.Epochs {
		if n < 1 {
			return usage("--epochs must be at least 1")
		}
	}
	out, err := versus.Plans(set, difference, c.Epochs)
	if err != nil {
		return usage("%v", err)
	}
	return put(out)
}

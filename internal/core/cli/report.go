package cli

import (
	"cmp"
	"context"
	"io"

	"assay/internal/core/report"
	"assay/internal/core/report/gate"
	"assay/internal/core/report/write"
	"assay/internal/core/run/results"
	"assay/internal/core/store"
)

type reportCmd struct {
	output
	exported
	Positional string `arg:"" optional:"" name:"run-id" help:"Run to report; the newest by default." placeholder:"RUN"`
	RunID      string `name:"run" help:"The same as a flag." placeholder:"ID"`
	List       bool   `help:"List the stored runs instead."`
	AsPaper    bool   `help:"Show only the numbers as the paper computes them, next to those of assay; docs/paper.md explains the differences."`
}

func (*reportCmd) Help() string { return reportHelp() }

func (c *reportCmd) Run(ctx context.Context, env *Env) error {
	gates, err := gate.Parse(c.FailUnder)
	if err != nil {
		return err
	}
	if err := c.OpenMetrics(); err != nil {
		return err
	}
	if c.AsPaper {
		if err := c.asPaper(); err != nil {
			return err
		}
	}
	format, err := c.format(c.JSON)
	if err != nil {
		return err
	}
	if c.Positional != "" && c.RunID != "" {
		return usage("two runs are given: %q and --run %q", c.Positional, c.RunID)
	}
	s, err := env.reading(ctx, c.DB)
	if err != nil {
		return err
	}
	defer s.Close()
	if c.List {
		return c.list(ctx, env, s)
	}
	d, err := results.Load(ctx, s, cmp.Or(c.Positional, c.RunID), env.Say)
	if err != nil {
		return usage("%v", err)
	}
	var failed error
	if format != nil {
		d = d.Shared()
		if failed, err = c.Compute(ctx, env.Env, d); err != nil {
			return err
		}
		if d.Weights, err = c.weights(); err != nil {
			return err
		}
		if err = WriteOutput(env, c.Output, func(w io.Writer) error { return format.Write(w, d, c.Table) }); err == nil {
			err = c.integrate(env, d)
		}
	} else {
		c.whole = true
		err = c.show(ctx, env, d)
	}
	if err = cmp.Or(err, failed); err != nil {
		return err
	}
	return gate.Check(d, gates)
}

// asPaper turns --as-paper into the table of the format that holds it, or into text without a format.
func (c *reportCmd) asPaper() error {
	switch {
	case c.JSON || c.Format == "json":
		return usage("--json includes every number; omit --as-paper")
	case c.Table != "":
		return usage("--as-paper and --table %s both select a part; use only one of them", c.Table)
	case c.Format == "csv":
		c.Table = "definitions" // a CSV file holds one table
		return nil
	}
	c.Format, c.Table = cmp.Or(c.Format, "text"), report.AsPaper
	return nil
}

func (c *reportCmd) list(ctx context.Context, env *Env, s *store.Store) error {
	runs, err := s.Runs(ctx)
	if err != nil {
		return err
	}
	t := write.Table{Columns: write.Columns("RUN", "STATUS", "SUBJECTS", "VARIANTS", "TRIALS")}
	for _, r := range runs {
		t.Rows = append(t.Rows, write.Cells(r.ID, r.Status, len(r.Manifest.Subjects), r.Manifest.Variants, r.Manifest.Trials))
	}
	return env.List(&t)
}

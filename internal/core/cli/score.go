package cli

import (
	"context"
	"fmt"

	"assay/internal/core/base/progress"
	"assay/internal/core/database"
	"assay/internal/core/engine"
	"assay/internal/core/report/gate"
	"assay/internal/core/run/judges"
	"assay/internal/core/run/results"
	"assay/internal/core/store"
)

type scoreCmd struct {
	output
	RunID string `name:"run" help:"Run to score; the newest by default." placeholder:"ID"`
}

func (*scoreCmd) Help() string {
	return `Parses and judges every stored response of a run again with the current parser and judge, stores the results, and
reports. The responses themselves never change, and no model is asked.

Example:

  assay score`
}

func (c *scoreCmd) Run(ctx context.Context, env *Env) error {
	gates, err := gate.Parse(c.FailUnder)
	if err != nil {
		return err
	}
	if err := c.OpenMetrics(); err != nil {
		return err
	}
	if !database.Exists(c.DB) {
		return usage("%s: %w", c.DB, store.ErrNone)
	}
	s, err := env.writing(ctx, c.DB)
	if err != nil {
		return err
	}
	defer s.Close()
	run, err := s.Run(ctx, c.RunID)
	if err != nil {
		return usage("%v", err)
	}
	rec, err := judges.RecordOf(run.Manifest)
	if err != nil {
		return usage("%v", err)
	}
	n, err := engine.Rescore(ctx, s, run, rec, true)
	if err != nil {
		return err
	}
	fmt.Fprintf(env.Stderr, "%s parsed and judged again, %d with a changed result\n",
		progress.Counted(n.Derived, "response"), n.Changed)
	if n.Reread > 0 {
		fmt.Fprintf(env.Stderr, "%d judge replies parsed again, %d with a changed verdict\n", n.Reread, n.Revised)
	}
	d, err := results.Load(ctx, s, run.ID, env.Say)
	if err != nil {
		return err
	}
	c.whole = true
	if err := c.show(ctx, env, d); err != nil {
		return err
	}
	return gate.Check(d, gates)
}

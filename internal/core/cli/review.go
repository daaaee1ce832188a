package cli

import (
	"context"

	"assay/internal/core/review"
)

type reviewCmd struct {
	Export reviewExportCmd `cmd:"" help:"Print the reviews of a run."`
}

type reviewExportCmd struct {
	DB     string `name:"db" help:"Results database: a file, or the URL of a PostgreSQL database." default:"${dbdefault}" placeholder:"FILE|URL"`
	RunID  string `name:"run" help:"Run with the reviews to print; the newest by default." placeholder:"ID"`
	Format string `help:"csv or json." enum:"csv,json" default:"csv"`
}

func (*reviewExportCmd) Help() string {
	return `Prints the reviews that experts made in assay serve, one per line: trial, text, subject, the judge's decision and the expert's decision.

Example:

  assay review export --format json`
}

func (c *reviewExportCmd) Run(ctx context.Context, env *Env) error {
	s, err := env.reading(ctx, c.DB)
	if err != nil {
		return err
	}
	defer s.Close()
	run, err := s.Run(ctx, c.RunID)
	if err != nil {
		return usage("%v", err)
	}
	records, err := s.Reviews(ctx, run)
	if err != nil {
		return err
	}
	if c.Format == "json" {
		return review.WriteJSON(env.Data(), records)
	}
	return review.WriteCSV(env.Data(), records)
}

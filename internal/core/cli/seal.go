package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"assay/internal/core/base/exit"
	"assay/internal/core/run"
	"assay/internal/core/run/judges"
	"assay/internal/core/run/session"
	"assay/internal/core/run/subject"
)

type sealCmd struct {
	Select   run.Selection   `embed:""`
	Vary     run.Varying     `embed:""`
	Ask      subject.Options `embed:""`
	Settings configured      `embed:""`
	Judges   judges.Options  `embed:""`
	Fresh    run.Freshness   `embed:""`
	Epochs   int             `help:"Ask every question N times." default:"1" placeholder:"N" aliases:"repetitions"`
	Output   string          `short:"o" help:"File to write; - is standard output." default:"seal.json" placeholder:"FILE" config:"-"`
	Check    string          `help:"Compare a stored run with this seal instead, and exit with 3 if they differ." placeholder:"FILE" config:"-"`
	DB       string          `name:"db" help:"With --check: results database, a file or the URL of a PostgreSQL database." default:"${dbdefault}" placeholder:"FILE|URL"`
	RunID    string          `arg:"" optional:"" name:"run-id" help:"With --check: run to compare; the newest by default." placeholder:"RUN"`
}

func (*sealCmd) Help() string {
	return `Writes what a run with the same flags asks: keys of questions, content hashes of suites, settings. Nothing is asked. Publish the printed hash before
the run: it shows later that the plan was not chosen for its results.

Example:

  assay seal --variants paper --epochs 3 --model openrouter/<vendor>/<model>
  assay run --variants paper --epochs 3 --model openrouter/<vendor>/<model>
  assay seal --check seal.json`
}

func (c *sealCmd) Run(ctx context.Context, env *Env) error {
	if c.Check != "" {
		return c.compare(ctx, env)
	}
	c.Settings.announce(env)
	if err := c.Settings.judgeFound(env); err != nil {
		return err
	}
	if _, err := os.Lstat(c.Output); c.Epochs < 1 || c.RunID != "" || err == nil {
		return usage("--epochs must be at least 1, a run is named with --check only, and %s must not exist", c.Output)
	}
	acc, err := session.NewAccounts(session.Spending{}, func(string) {}, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	c.Ask.Planning = true
	wanted := run.Request{Select: c.Select, Vary: c.Vary, Ask: c.Ask, Judge: c.Judges, Fresh: c.Fresh, Epochs: c.Epochs}
	p, err := wanted.Prepare(ctx, env.Env, acc)
	if err != nil {
		return err
	}
	defer p.Close()
	s := run.NewSeal(p.Manifest(env.Env, buildInfo().manifest()), p.Planned())
	fmt.Fprintf(env.Stderr, "sealed: questions %d; publish the hash:\n%s\n", len(s.Keys), s.Hash)
	return WriteOutput(env, c.Output, func(w io.Writer) error { return json.NewEncoder(w).Encode(s) })
}

func (c *sealCmd) compare(ctx context.Context, env *Env) error {
	var sealed run.Seal
	text, err := os.ReadFile(c.Check)
	if err == nil {
		err = json.Unmarshal(text, &sealed)
	}
	if err != nil {
		return usage("%s is no seal: %v", c.Check, err)
	}
	db, err := env.reading(ctx, c.DB)
	if err != nil {
		return err
	}
	defer db.Close()
	r, err := db.Run(ctx, c.RunID)
	if err != nil {
		return usage("%v", err)
	}
	list, err := sealed.Deviations(ctx, db, r)
	if err != nil {
		return usage("%s: %v", c.Check, err)
	}
	if len(list) > 0 {
		return exit.With(exit.Gate, "run %s is not as sealed:\n%s", r.ID, strings.Join(list, "\n"))
	}
	fmt.Fprintf(env.Stdout, "run %s is as sealed, hash %s\n", r.ID, sealed.Hash)
	return nil
}

package cli

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"time"

	"assay/internal/author/mutate"
	"assay/internal/bench"
	"assay/internal/core/base/exit"
	"assay/internal/core/cli"
	"assay/internal/core/report"
	"assay/internal/core/run"
	"assay/internal/core/suite"
	"assay/internal/core/suite/sqlapp"
	"assay/internal/lang/sqltext"
	"assay/internal/proof/postgres"
	"assay/internal/proof/sqlproof"
)

type mutateCmd struct {
	What     string `arg:"" help:"A good test: its file, its id, or the end of its id."`
	Keep     bool   `help:"Execute every mutant and keep those that pass honest use and are vulnerable to an attack."`
	Show     int    `help:"Print only the complete code of the N-th mutant." placeholder:"N"`
	JSON     bool   `name:"json" help:"Print JSON."`
	Postgres string `help:"PostgreSQL to execute on; a private one is started by default." placeholder:"URL" env:"ASSAY_POSTGRES"`
}

func (*mutateCmd) Help() string {
	return `Derives minimal bad SQL from a good test: each mutant changes one place of the syntax and keeps comments and layout. With --keep each
mutant is executed against the query's proof and named after the requirement that it violates. docs/sql-proofs.md lists the operators.

Examples:

  assay mutate approve-order-01-good
  assay mutate my/tests/app/list-items-01-good.md --keep`
}

func (c *mutateCmd) Run(ctx context.Context, env *cli.Env) error {
	app, v, err := c.find(env)
	if err != nil {
		return err
	}
	code := v.Task.Files[0].Text
	if app != nil { // mutants are edits of the minimal text, as bad tests are
		for _, q := range app.Queries {
			for _, t := range q.Tests {
				if t.Name == path.Base(v.Sample) {
					code = t.Pair()
				}
			}
		}
	}
	mutants, err := mutate.Derive(code, sqltext.Tables(sqlapp.Schema(v.Task.Spec)))
	if err != nil {
		return exit.Usage("%s: %v", v.Source, err)
	}
	if c.Show != 0 {
		if c.Show < 1 || c.Show > len(mutants) {
			return exit.Usage("there are only %d mutants", len(mutants))
		}
		_, err := fmt.Fprint(env.Data(), mutants[c.Show-1].Code)
		return err
	}
	if !c.Keep {
		if c.JSON {
			return cli.WriteJSON(env, mutants)
		}
		w := env.Grid()
		fmt.Fprintln(w, "N\tLINE\tOPERATOR\tCHANGE")
		for i, m := range mutants {
			fmt.Fprintf(w, "%d\t%d\t%s\t%s\n", i+1, lineAt(code, m.Start), m.Operator, m.Description)
		}
		return w.Flush()
	}
	if app == nil {
		return exit.Usage("%s cannot be executed: its application has no fixtures.sql", v.Source)
	}
	server, err := postgres.Start(ctx, postgres.Options{URL: c.Postgres, Timeout: time.Second})
	if err != nil {
		return err
	}
	defer server.Close()
	fmt.Fprintf(env.Stderr, "executing %s\n", report.Plural(len(mutants), "mutant"))
	kept, dropped, err := mutate.Keep(ctx, server, app, v.Sample[strings.LastIndex(v.Sample, "/")+1:], mutants)
	if err != nil {
		return err
	}
	if c.JSON {
		return cli.WriteJSON(env, kept)
	}
	w := env.Grid()
	fmt.Fprintln(w, "LINE\tOPERATOR\tVIOLATES\tCHANGE\tALREADY IN THE SUITE")
	for _, k := range kept {
		fmt.Fprintf(w, "%d\t%s\t%v\t%s\t%s\n", lineAt(code, k.Start), k.Operator, k.Violates, k.Description,
			cli.Dash(k.Known))
	}
	w.Flush()
	fmt.Fprintf(env.Stdout,
		"\n%d of %d mutants are proved bad; the others change honest use or resist every attack of the proof\n",
		len(kept), len(kept)+len(dropped))
	return nil
}

// find finds the good test, and its application if it can be executed.
func (c *mutateCmd) find(env *cli.Env) (*sqlproof.App, *bench.Variant, error) {
	from, id := suite.TenantSQL, c.What
	if filepath.Ext(c.What) == ".md" {
		from, id = filepath.Dir(c.What), strings.TrimSuffix(filepath.Base(c.What), ".md")
	}
	list, err := run.LoadSuite(env.Env, from)
	if err != nil {
		return nil, nil, err
	}
	st, s, err := cli.FindSample(list, id)
	if err != nil {
		return nil, nil, err
	}
	v, ok := st.Variant(s.Keys[0])
	if !ok || v.Truth != bench.Safe || v.Task.Language != "sql" {
		return nil, nil, exit.Usage("%s is not a good SQL test; mutants are derived from good ones", s.ID)
	}
	for i := range st.Apps {
		if st.Apps[i].Name == v.Group {
			return &st.Apps[i].App, v, nil
		}
	}
	return nil, v, nil
}

func lineAt(text string, offset int) int { return 1 + strings.Count(text[:offset], "\n") }

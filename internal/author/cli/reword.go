package cli

import (
	"assay/internal/core/base/exit"
	"assay/internal/core/cli"
	"context"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"assay/internal/author/mutate"
	"assay/internal/bench"
	"assay/internal/core/base/outfile"
	"assay/internal/core/base/progress"
	"assay/internal/core/run"
	"assay/internal/core/suite"
	"assay/internal/proof/postgres"
	"assay/internal/proof/sqlproof"
)

type rewordCmd struct {
	Path     string   `arg:"" help:"Directory with SQL applications." type:"path"`
	Filter   []string `help:"Only queries with one of these texts in their id." placeholder:"TEXT"`
	Seed     uint64   `help:"Seed of all random choices." default:"1" placeholder:"N"`
	Write    bool     `help:"Write the texts into the files. Without this flag the texts are only generated and executed."`
	JSON     bool     `name:"json" help:"Print the result as JSON."`
	Postgres string   `help:"PostgreSQL to execute on; a private one is started by default." placeholder:"URL" env:"ASSAY_POSTGRES"`
}

func (*rewordCmd) Help() string {
	return `Rewrites the surface of every SQL test by seed: other aliases, another order of joins and conditions, other equivalent
forms. Each surface is executed next to its minimal text and must give the same results on every parameter set of the proof.
With --write the surface becomes the code that subjects see; the minimal text stays in the file
for authors and proofs (docs/sql-proofs.md). Run assay verify --write afterwards.

Examples:

  assay reword my/tests
  assay reword my/tests --filter approve-order --seed 2 --write`
}

func (c *rewordCmd) Run(ctx context.Context, env *cli.Env) error {
	list, err := run.LoadSuite(env.Env, c.Path)
	if err != nil {
		return err
	}
	ctx, cancel := env.Interruptible(ctx)
	defer cancel()
	var st *suite.Suite
	var apps []suite.App
	for _, s := range list {
		for _, a := range s.Apps {
			a.Queries = slices.DeleteFunc(slices.Clone(a.Queries), func(q sqlproof.Query) bool {
				if q.Programs() {
					fmt.Fprintf(env.Stderr, "skipped: %s/%s is no SQL (docs/sql-proofs.md)\n", a.Name, q.Name)
					return true
				}
				return len(c.Filter) > 0 &&
					!slices.ContainsFunc(c.Filter, func(f string) bool { return strings.Contains(a.Name+"/"+q.Name, f) })
			})
			if len(a.Queries) > 0 {
				st, apps = s, append(apps, a)
			}
		}
	}
	if len(apps) == 0 {
		return exit.Usage("there is nothing to execute: no SQL application with a fixtures.sql and such a query in %s",
			c.Path)
	}
	server, err := postgres.Start(ctx, postgres.Options{URL: c.Postgres})
	if err != nil {
		return err
	}
	defer server.Close()
	progress := progress.New(env.Env, "SQL test")
	total := 0
	for _, a := range apps {
		for _, q := range a.Queries {
			total += len(q.Tests)
		}
	}
	progress.Start(total, 0, nil)
	defer progress.Finish()
	var all []mutate.Reworded
	for i := range apps {
		made, err := mutate.Reword(ctx, server, &apps[i].App, c.Seed)
		if err != nil {
			return err
		}
		for range made {
			progress.Ended(bench.Answered)
		}
		all = append(all, made...)
		if c.Write {
			if err := storeReworded(c.Path, st, &apps[i], made); err != nil {
				return err
			}
		}
	}
	if c.JSON {
		return cli.WriteJSON(env, all)
	}
	return printReworded(env, all)
}

// printReworded prints how often each rewriting was applied, and the rewritings that were omitted.
func printReworded(env *cli.Env, all []mutate.Reworded) error {
	places, texts, own := map[string]int{}, map[string]int{}, 0
	for _, r := range all {
		for name, n := range r.Applied {
			places[name] += n
			texts[name]++
		}
		if r.Code != r.Minimal {
			own++
		}
	}
	w := env.Grid()
	fmt.Fprintln(w, "REWRITING\tPLACES\tTEXTS")
	for _, name := range slices.Sorted(maps.Keys(places)) {
		fmt.Fprintf(w, "%s\t%d\t%d\n", name, places[name], texts[name])
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(env.Stdout, "\n%d of %d texts have a surface with the results of their minimal text.\n", own, len(all))
	for _, r := range all {
		for _, l := range r.LeftOut {
			fmt.Fprintf(env.Stdout, "%s: without %s: %s\n", r.Test, l.Rewriting, l.Because)
		}
	}
	return nil
}

// storeReworded writes surfaces into the files of the tests of an application below root.
func storeReworded(root string, st *suite.Suite, a *suite.App, made []mutate.Reworded) error {
	for _, r := range made {
		v, ok := st.Variant(st.Name + "/" + path.Join(a.Name, r.Test))
		if !ok {
			return fmt.Errorf("%s: the suite has no such test", r.Test)
		}
		file := filepath.FromSlash(v.Source)
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		now, err := suite.Reword(string(text), r.Code, r.Minimal)
		if err != nil {
			return exit.Usage("%s: %v", file, err)
		}
		if now != string(text) {
			name, err := filepath.Rel(root, file)
			if err == nil {
				err = outfile.Within(root, name, []byte(now))
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

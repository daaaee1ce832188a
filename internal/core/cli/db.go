package cli

import (
	"context"
	"errors"
	"fmt"

	"assay/internal/core/database"
	"assay/internal/core/report"
	"assay/internal/core/store"
)

type dbCmd struct {
	Status  dbStatusCmd  `cmd:"" help:"Show engine, schema and contents of a database; changes nothing."`
	Migrate dbMigrateCmd `cmd:"" help:"Migrate a database to the schema of this version."`
	Copy    dbCopyCmd    `cmd:"" help:"Copy a database into an empty one, from SQLite to PostgreSQL or back."`
}

type dbStatusCmd struct {
	DB   string `name:"db" help:"Results database: a file, or the URL of a PostgreSQL database." default:"${dbdefault}" placeholder:"FILE|URL"`
	JSON bool   `name:"json" help:"Print the status as JSON on standard output."`
}

func (*dbStatusCmd) Help() string {
	return `Example:

  assay db status --db postgres://assay@db.internal/assay`
}

func (c *dbStatusCmd) Run(ctx context.Context, env *Env) error {
	st, err := store.StatusOf(ctx, c.DB, database.Options{Say: env.Say})
	if err != nil {
		return usage("%w", err)
	}
	if c.JSON {
		return WriteJSON(env, st)
	}
	fmt.Fprintf(env.Stdout, "%s: %s, schema %d of %d\n", st.Name, st.Engine, st.Schema, st.Newest)
	switch {
	case st.Schema < st.Newest:
		fmt.Fprintln(env.Stdout,
			"outdated: run `assay db migrate` or any command that writes; commands that only read need the migration first")
	case st.Schema > st.Newest:
		fmt.Fprintln(env.Stdout, "created by a newer version of assay; use that version")
	default:
		fmt.Fprintf(env.Stdout, "%s, %d unfinished; %s\n", report.Plural(st.Runs, "run"), st.Running,
			report.Plural(st.Trials, "trial"))
	}
	return nil
}

type dbMigrateCmd struct {
	DB string `name:"db" help:"Results database: a file, or the URL of a PostgreSQL database." default:"${dbdefault}" placeholder:"FILE|URL"`
}

func (*dbMigrateCmd) Help() string {
	return `Every command that writes to a database migrates it too. This command does nothing else: run it under a role that may change tables when the
role of the other commands may not. A PostgreSQL database must exist; its tables are created.

Example:

  assay db migrate --db postgres://assay@db.internal/assay`
}

func (c *dbMigrateCmd) Run(ctx context.Context, env *Env) error {
	s, err := env.writing(ctx, c.DB)
	if err != nil {
		return err
	}
	defer s.Close()
	st, err := store.StatusOf(ctx, c.DB, database.Options{})
	if err != nil {
		return err
	}
	fmt.Fprintf(env.Stderr, "%s: %s, schema %d\n", st.Name, st.Engine, st.Schema)
	return nil
}

type dbCopyCmd struct {
	From string `help:"Database to read: a file or a URL." required:"" placeholder:"FILE|URL"`
	To   string `name:"output" help:"Empty database to write: a new file, or a URL." required:"" placeholder:"FILE|URL"`
}

func (*dbCopyCmd) Help() string {
	return `Copies all runs with all their data; reports of the copy are byte-identical. The copy is complete, or nothing is written. Data written to the source
during the copy is not copied.

Examples:

  assay db copy --from results.db --output postgres://assay@db.internal/assay
  assay db copy --from postgres://assay@db.internal/assay --output results.db`
}

func (c *dbCopyCmd) Run(ctx context.Context, env *Env) error {
	from, err := env.reading(ctx, c.From)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := env.writing(ctx, c.To)
	if err != nil {
		return err
	}
	defer to.Close()
	if _, err := to.Run(ctx, ""); !errors.Is(err, store.ErrNone) {
		if err != nil {
			return err
		}
		return usage("%s already contains runs; copy into an empty database", to.Name())
	}
	total := 0
	if err := store.Copy(ctx, from, to, func(table string, rows int) {
		total += rows
		fmt.Fprintf(env.Stderr, "%-12s %d rows\n", table, rows)
	}); err != nil {
		return err
	}
	fmt.Fprintf(env.Stderr, "%d rows copied from %s to %s\n", total, from.Name(), to.Name())
	return nil
}

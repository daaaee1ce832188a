package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"assay/internal/database"
	"assay/internal/store"
)

type dbCmd struct {
	Status  dbStatusCmd  `cmd:"" help:"Say what a database is and holds; changes nothing."`
	Migrate dbMigrateCmd `cmd:"" help:"Bring a database to the schema of this version."`
	Copy    dbCopyCmd    `cmd:"" help:"Copy a database into an empty one, between SQLite and PostgreSQL either way."`
}

type dbStatusCmd struct {
	DB   string `name:"db" help:"Results database: a file, or the URL of one on a PostgreSQL." default:"${dbdefault}" placeholder:"FILE|URL"`
	JSON bool   `name:"json" help:"Print it as JSON on standard output."`
}

func (*dbStatusCmd) Help() string {
	return `Example:

  assay db status --db postgres://assay@db.internal/assay`
}

func (c *dbStatusCmd) Run(ctx context.Context, env *Env) error {
	st, err := store.StatusOf(ctx, c.DB, database.Options{Say: env.say})
	if err != nil {
		return usage("%w", err)
	}
	if c.JSON {
		e := json.NewEncoder(env.data())
		e.SetIndent("", "  ")
		return e.Encode(st)
	}
	fmt.Fprintf(env.Stdout, "%s: %s, schema %d of %d\n", st.Name, st.Engine, st.Schema, st.Newest)
	switch {
	case st.Schema < st.Newest:
		fmt.Fprintln(env.Stdout,
			"`assay db migrate`, or any command that writes, brings it up to date; those that only read wait for it")
	case st.Schema > st.Newest:
		fmt.Fprintln(env.Stdout, "a newer version of assay made it; use that one")
	default:
		fmt.Fprintf(env.Stdout, "%d runs, %d of them not ended; %d trials\n", st.Runs, st.Running, st.Trials)
	}
	return nil
}

type dbMigrateCmd struct {
	DB string `name:"db" help:"Results database: a file, or the URL of one on a PostgreSQL." default:"${dbdefault}" placeholder:"FILE|URL"`
}

func (*dbMigrateCmd) Help() string {
	return `Every command that opens a database does the same; this one does nothing else, so that it can be run by a role that may change tables where the others
may not. A database on a PostgreSQL must exist; its tables are made.

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
	To   string `help:"Database to write, which holds nothing: a file, which is made, or a URL." required:"" placeholder:"FILE|URL"`
}

func (*dbCopyCmd) Help() string {
	return `Copies all runs with everything in them; reports of the copy are the same to the byte. All arrives, or nothing does. What is written to the source
meanwhile is not copied.

Examples:

  assay db copy --from results.db --to postgres://assay@db.internal/assay
  assay db copy --from postgres://assay@db.internal/assay --to results.db`
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
		return usage("%s holds runs already; a copy is made into an empty database", to.Name())
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

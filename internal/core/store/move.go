package store

import (
	"context"
	"fmt"

	"assay/internal/core/database"
)

// Copy copies the whole content of a database into another one, which must be empty.
// Numbers, keys and times do not change, so reports do not change either. report is called
// after each table.
func Copy(ctx context.Context, from, to *Store, report func(table string, rows int)) error {
	if err := database.Copy(ctx, from.db, to.db, report); err != nil {
		return fmt.Errorf("copying %s to %s: %w", from.Name(), to.Name(), err)
	}
	return nil
}

// Status describes a database and its contents.
type Status struct {
	Name    string `json:"name"`
	Engine  string `json:"engine"` // with its version
	Schema  int64  `json:"schema"`
	Newest  int64  `json:"newest"` // schema that this program writes
	Runs    int    `json:"runs"`
	Running int    `json:"running"` // runs that have not ended, as far as the database shows
	Trials  int    `json:"trials"`  // ended trials, in all rounds
}

// StatusOf reads the status of a database without changing it. For one with another schema
// it returns only the name, engine and schema. The database is always opened for reading.
func StatusOf(ctx context.Context, where string, opt database.Options) (Status, error) {
	if !database.Exists(where) {
		return Status{}, fmt.Errorf("%s: %w", where, ErrNone)
	}
	opt.ReadOnly = true
	db, err := database.Open(ctx, where, opt)
	if err != nil {
		return Status{}, err
	}
	defer db.Close()
	st := Status{Name: db.Name()}
	if st.Engine, err = db.Engine(ctx); err != nil {
		return st, db.Failed(err)
	}
	if st.Schema, st.Newest, err = schema(ctx, db, migrations); err != nil {
		return st, db.Failed(err)
	}
	if st.Schema != st.Newest {
		return st, nil
	}
	err = db.R.QueryRowContext(ctx,
		`SELECT (SELECT count(*) FROM run), (SELECT count(*) FROM run WHERE status = 'running'), (SELECT count(*) FROM trial)`).
		Scan(&st.Runs, &st.Running, &st.Trials)
	if err != nil {
		return st, fmt.Errorf("looking at %s: %w", st.Name, err)
	}
	return st, nil
}

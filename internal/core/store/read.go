package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"assay/internal/bench"
	"assay/internal/core/database"
)

const runColumns = `id, plan, round, status, started_us, ended_us, manifest`

func scanRun(row interface{ Scan(...any) error }) (Run, error) {
	var r Run
	var started int64
	var ended sql.NullInt64
	var manifest string
	if err := row.Scan(&r.ID, &r.Plan, &r.Round, &r.Status, &started, &ended, &manifest); err != nil {
		return r, err
	}
	r.Started = time.UnixMicro(started).UTC()
	if ended.Valid {
		r.Ended = time.UnixMicro(ended.Int64).UTC()
	}
	if err := json.Unmarshal([]byte(manifest), &r.Manifest); err != nil {
		return r, fmt.Errorf("the manifest of run %s cannot be read: %w", r.ID, err)
	}
	return r, nil
}

// querier is a pool, or a transaction.
type querier interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
	QueryRowContext(context.Context, string, ...any) *sql.Row
}

// each calls f for every row of a query. what, the work that failed, begins an error of the
// query; an error of f ends the reading and is returned unchanged.
func each(ctx context.Context, q querier, what, query string, args []any, f func(*sql.Rows) error) error {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// Runs returns all runs, newest first.
func (s *Store) Runs(ctx context.Context) ([]Run, error) {
	return s.runs(ctx, ``)
}

// runs returns the runs, newest first; page is a limit and an offset, or "".
func (s *Store) runs(ctx context.Context, page string, args ...any) (out []Run, err error) {
	err = each(ctx, s.db.R, "reading runs", `SELECT `+runColumns+` FROM run ORDER BY started_us DESC, id DESC`+page, args,
		func(rows *sql.Rows) error {
			r, err := scanRun(rows)
			out = append(out, r)
			return err
		})
	return out, err
}

// Replaced returns the newest later run that asked trials of r again, instead of reusing their answers; "" for none. A
// reader of r sees its answers, since the newest count.
func (s *Store) Replaced(ctx context.Context, r Run) (id string, err error) {
	err = s.db.R.QueryRowContext(ctx, `SELECT r.id FROM run r WHERE r.round > $1 AND r.started_us >= $2 AND EXISTS (
		SELECT 1 FROM planned p JOIN planned q ON q.trial_key = p.trial_key WHERE p.run_id = $3 AND q.run_id = r.id)
		ORDER BY r.started_us DESC LIMIT 1`, r.Round, r.Started.UnixMicro(), r.ID).Scan(&id)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("reading later runs: %w", err)
	}
	return id, nil
}

// Run returns the run with the given id; "" means the newest. It returns ErrNone if there
// is no such run.
func (s *Store) Run(ctx context.Context, id string) (Run, error) {
	r, err := scanRun(s.db.R.QueryRowContext(ctx, `SELECT `+runColumns+
		` FROM run WHERE id = $1 OR $1 = '' ORDER BY started_us DESC, id DESC LIMIT 1`, id))
	switch {
	case errors.Is(err, sql.ErrNoRows) && id != "":
		return r, fmt.Errorf("there is no run %q; `assay report --list` shows the runs", id)
	case errors.Is(err, sql.ErrNoRows):
		return r, ErrNone
	case err != nil:
		return r, fmt.Errorf("reading run %s: %w", id, err)
	}
	return r, nil
}

// Rederive replaces the derived values of the given trials of a run, including their outcomes,
// in one transaction: a better parser may find an answer that an older one did not. They
// count as judged by the labels of the run.
func (s *Store) Rederive(ctx context.Context, r Run, changed []bench.Trial) error {
	if err := s.db.Prepare(ctx, writes...); err != nil {
		return fmt.Errorf("storing verdicts: %w", err)
	}
	return s.db.Write(ctx, never, func(tx *database.Tx) error {
		for _, c := range changed {
			if err := putDerived(ctx, tx, c); err != nil {
				return err
			}
			if err := tx.Queue(ctx, `UPDATE trial SET outcome = $1, reason = $2, variant_id = coalesce((SELECT p.variant_id
				FROM planned p WHERE p.trial_key = trial.key AND p.run_id = $4 ORDER BY p.seq DESC LIMIT 1), variant_id) WHERE id = $3`,
				[]any{string(c.Outcome), c.Reason, c.ID, r.ID}, nil); err != nil {
				return fmt.Errorf("storing an outcome: %w", err)
			}
		}
		return derivedAgain(ctx, tx)
	})
}

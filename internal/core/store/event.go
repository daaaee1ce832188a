package store

import (
	"context"
	"database/sql"
	"fmt"

	"assay/internal/core/database"
)

// Events returns the events appended to a trial that has not ended in the round of this
// run, in order; nil without any.
func (w *Writer) Events(ctx context.Context, trial string) ([][]byte, error) {
	var out [][]byte
	err := each(ctx, w.store.db.R, "reading the events of a trial",
		`SELECT codec, body FROM event WHERE trial_key = $1 AND round = $2 ORDER BY seq`, []any{trial, w.round(trial)},
		func(rows *sql.Rows) error {
			var codec int
			var body []byte
			err := rows.Scan(&codec, &body)
			if err == nil {
				body, err = w.store.pack.unpack(codec, body)
			}
			if err != nil {
				return fmt.Errorf("reading an event of trial %s: %w", trial, err)
			}
			out = append(out, body)
			return nil
		})
	return out, err
}

// Append stores one event of a trial, and returns when it is durable. An existing event
// with that number is an error: another process asks the same trial.
func (w *Writer) Append(trial string, seq int, event []byte) error {
	body := w.store.pack.pack(event)
	taken := false
	err := w.perform(func(ctx context.Context, tx *database.Tx) error {
		res, err := tx.ExecContext(ctx,
			`INSERT INTO event (trial_key, round, seq, codec, body) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (trial_key, round, seq) DO NOTHING`,
			trial, w.round(trial), seq, codecZstd, body)
		if err != nil {
			return fmt.Errorf("storing event %d of trial %s: %w", seq, trial, err)
		}
		n, err := res.RowsAffected()
		taken = n == 0
		return err
	})
	if err == nil && taken {
		err = fmt.Errorf("event %d of trial %s is stored already: another process asks it", seq, trial)
	}
	return err
}

// Forget deletes the events of a trial.
func (w *Writer) Forget(trial string) error {
	return w.perform(func(ctx context.Context, tx *database.Tx) error { return w.forget(ctx, tx, trial) })
}

func (w *Writer) forget(ctx context.Context, tx *database.Tx, trial string) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM event WHERE trial_key = $1 AND round = $2`, trial,
		w.round(trial)); err != nil {
		return fmt.Errorf("dropping the events of a trial: %w", err)
	}
	return nil
}

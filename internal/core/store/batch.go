package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"assay/internal/core/database"
	"assay/internal/core/model"
)

var _ model.Journal = (*Writer)(nil)

// perform executes work in the order of all writes, and returns when it is durable. The
// work may be executed again after an attempt without effect.
func (w *Writer) perform(do func(context.Context, *database.Tx) error) error {
	return w.await(item{work: do})
}

// round returns the round in which this run asks a trial.
func (w *Writer) round(trial string) int { return max(w.run.Round, w.run.instead[trial]) }

// Open implements [model.Journal].
func (w *Writer) Open(b model.Batch, entries []model.BatchEntry) (taken []string, err error) {
	var noted []model.BatchEntry
	packed := make([][]byte, len(entries))
	for i, e := range entries {
		packed[i] = w.store.pack.pack(e.Body)
	}
	err = w.perform(func(ctx context.Context, tx *database.Tx) error {
		taken, noted = nil, nil // results of an earlier attempt
		if _, err := tx.ExecContext(ctx, `INSERT INTO batch (name, account, remote, size, at_us) VALUES ($1, $2, '', $3, $4)`,
			b.Name, b.Account, len(entries), b.At.UnixMicro()); err != nil {
			return fmt.Errorf("storing a batch: %w", err)
		}
		st, err := tx.PrepareContext(ctx,
			`INSERT INTO batch_trial (trial_key, round, batch, spend, memo, codec, request, plan, reserved) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
			ON CONFLICT (trial_key, round) DO NOTHING`)
		if err != nil {
			return fmt.Errorf("storing a batch: %w", err)
		}
		defer st.Close()
		for i, e := range entries {
			res, err := st.ExecContext(ctx, e.Trial, w.round(e.Trial), b.Name, e.Reserved.ID, string(e.Memo), codecZstd,
				packed[i], w.run.Plan, e.Reserved.Amount)
			if err != nil {
				return fmt.Errorf("storing a batch: %w", err)
			}
			if n, err := res.RowsAffected(); err != nil {
				return fmt.Errorf("storing a batch: %w", err)
			} else if n == 0 {
				taken = append(taken, e.Trial)
			} else {
				noted = append(noted, e)
			}
		}
		if len(taken) > 0 {
			if _, err := tx.ExecContext(ctx, `UPDATE batch SET size = $1 WHERE name = $2`, len(entries)-len(taken),
				b.Name); err != nil {
				return fmt.Errorf("storing a batch: %w", err)
			}
		}
		if err := w.checkHold(ctx, tx); err != nil {
			return err
		}
		return w.toBatch(ctx, tx, noted)
	})
	if err != nil {
		return nil, err
	}
	for _, e := range noted {
		if e.Reserved.ID != 0 {
			w.hold(e.Reserved.ID, e.Trial, w.round(e.Trial))
		}
	}
	return taken, nil
}

// Sent implements [model.Journal].
func (w *Writer) Sent(name, remote string) error {
	return w.perform(func(ctx context.Context, tx *database.Tx) error {
		if _, err := tx.ExecContext(ctx, `UPDATE batch SET remote = $1 WHERE name = $2`, remote, name); err != nil {
			return fmt.Errorf("storing the id of a batch: %w", err)
		}
		return nil
	})
}

// Drop implements [model.Journal]. It does not wait.
func (w *Writer) Drop(batch, trial string) error {
	w.in <- item{work: func(ctx context.Context, tx *database.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM batch_trial WHERE trial_key = $1 AND round = $2 AND batch = $3`, trial,
			w.round(trial), batch); err != nil {
			return fmt.Errorf("recording that a batch has no answer: %w", err)
		}
		return nil
	}}
	return w.Err()
}

// Held implements [model.Journal].
func (w *Writer) Held(account string) ([]model.Batch, map[string]model.Reservation, error) {
	var out []model.Batch
	standing := map[string]model.Reservation{}
	err := each(w.ctx, w.store.db.R, "reading batches",
		`SELECT b.name, b.remote, b.size, b.at_us, i.trial_key, i.round, i.spend, CASE WHEN i.plan = $1 THEN i.reserved ELSE 0 END
		FROM planned p JOIN batch_trial i ON i.trial_key = p.trial_key JOIN batch b ON b.name = i.batch
		WHERE p.run_id = $2 AND b.account = $3 ORDER BY b.at_us, b.name, p.seq`, []any{w.run.Plan, w.run.ID, account}, func(rows *sql.Rows) error {
			b := model.Batch{Account: account}
			var trial string
			var round int
			var at int64
			var r model.Reservation
			if err := rows.Scan(&b.Name, &b.Remote, &b.Size, &at, &trial, &round, &r.ID, &r.Amount); err != nil {
				return err
			}
			if round != w.round(trial) {
				return nil // it must be asked again
			}
			if n := len(out); n == 0 || out[n-1].Name != b.Name {
				b.At = time.UnixMicro(at)
				out = append(out, b)
			}
			last := &out[len(out)-1]
			last.Trials = append(last.Trials, trial)
			if r.ID != 0 && r.Amount != 0 { // earlier versions stored amounts that were not reserved
				w.hold(r.ID, trial, round)
				standing[trial] = r
			}
			return nil
		})
	return out, standing, err
}

// Requests implements [model.Journal].
func (w *Writer) Requests(name string) ([]model.BatchEntry, error) {
	var out []model.BatchEntry
	err := each(w.ctx, w.store.db.R, "reading a batch",
		`SELECT trial_key, memo, codec, request FROM batch_trial WHERE batch = $1 ORDER BY trial_key`, []any{name}, func(rows *sql.Rows) error {
			var e model.BatchEntry
			var codec int
			err := rows.Scan(&e.Trial, &e.Memo, &codec, &e.Body)
			if err == nil {
				e.Body, err = w.store.pack.unpack(codec, e.Body)
			}
			if err != nil {
				return fmt.Errorf("reading the request of trial %s: %w", e.Trial, err)
			}
			out = append(out, e)
			return nil
		})
	return out, err
}

// Entry implements [model.Journal].
func (w *Writer) Entry(trial string) (model.Encoded, error) {
	var e model.Encoded
	var codec int
	err := w.store.db.R.QueryRowContext(w.ctx,
		`SELECT memo, codec, request FROM batch_trial WHERE trial_key = $1 AND round = $2`, trial,
		w.round(trial)).Scan(&e.Memo, &codec, &e.Body)
	if err == nil {
		e.Body, err = w.store.pack.unpack(codec, e.Body)
	}
	if err != nil {
		return e, fmt.Errorf("reading the request of trial %s: %w", trial, err)
	}
	return e, nil
}

// Owner implements [model.Journal].
func (w *Writer) Owner(remote string) (string, error) {
	var name string
	err := w.store.db.R.QueryRowContext(w.ctx, `SELECT name FROM batch WHERE remote = $1`, remote).Scan(&name)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("reading batches: %w", err)
	}
	return name, nil
}

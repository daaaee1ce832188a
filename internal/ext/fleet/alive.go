package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
)

// lease is the right of a worker to send requests. It is valid for half the rescue period
// after the worker last confirmed that it is alive.
type lease struct {
	lapsed chan struct{} // closed when no new request may be sent
	lost   chan struct{} // closed when other workers got the shards
}

// alive confirms that the worker is alive, requeues the shards of silent workers, and looks
// for new queues, until ctx ends.
func (w *worker) alive(ctx context.Context) {
	every := time.NewTicker(max(w.cfg.Rescue/6, 10*time.Millisecond))
	defer every.Stop()
	for {
		start := time.Now()
		if err := w.beat(ctx); err != nil && ctx.Err() == nil {
			w.log.Warn("the database does not answer", "error", err.Error())
		} else if err == nil {
			w.renew(start.Add(w.cfg.Rescue / 2))
		}
		w.lapse()
		select {
		case <-every.C:
		case <-w.lapseAt():
			w.lapse()
		case <-ctx.Done():
			return
		}
	}
}

// renew extends the lease.
func (w *worker) renew(until time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.until = until
	if closed(w.lease.lapsed) {
		w.lease = &lease{make(chan struct{}), w.lease.lost}
		if closed(w.lease.lost) {
			w.lease.lost = make(chan struct{})
		}
		close(w.renewed)
		w.renewed = make(chan struct{})
	}
}

// lapse ends the lease if it has expired.
func (w *worker) lapse() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !time.Now().Before(w.until) && !closed(w.lease.lapsed) {
		close(w.lease.lapsed)
	}
}

func (w *worker) lapseAt() <-chan time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	if closed(w.lease.lapsed) {
		return nil
	}
	return time.After(time.Until(w.until) + time.Millisecond)
}

// lose gives up all shards, since other workers have them.
func (w *worker) lose() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !closed(w.lease.lapsed) {
		close(w.lease.lapsed)
	}
	if !closed(w.lease.lost) {
		close(w.lease.lost)
	}
}

func (w *worker) beat(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, max(w.cfg.Rescue/4, 2*time.Second))
	defer cancel()
	var gone int
	if err := w.pool.QueryRow(ctx, `INSERT INTO worker (id, seen_us, gone) VALUES ($1, `+serverNow+`, 0)
		ON CONFLICT (id) DO UPDATE SET seen_us = excluded.seen_us RETURNING gone`, w.cfg.ID).Scan(&gone); err != nil {
		return err
	}
	if gone == 1 {
		w.log.Warn("silent for too long: other workers have its shards; it continues with new ones", "worker", w.cfg.ID)
		w.lose()
		if _, err := w.pool.Exec(ctx, `UPDATE worker SET gone = 0 WHERE id = $1`, w.cfg.ID); err != nil {
			return err
		}
	}
	if err := w.rescue(ctx); err != nil {
		return err
	}
	return w.subscribe(ctx)
}

// rescue requeues the shards of silent workers, and the shards that the queue assigns to
// this worker and that it does not have. It releases the reservations of silent workers.
func (w *worker) rescue(ctx context.Context) error {
	died := false
	err := pgx.BeginFunc(ctx, w.pool, func(tx pgx.Tx) error {
		var turn bool // one worker at a time is enough
		if err := tx.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock(7016996765293437281)`).Scan(&turn); err != nil {
			return err
		}
		if turn {
			silent, err := tx.Exec(ctx, `UPDATE worker SET gone = 1 WHERE gone = 0 AND seen_us < `+serverNow+` - $1`,
				w.cfg.Rescue.Microseconds())
			if err != nil {
				return err
			}
			died = silent.RowsAffected() > 0
			if _, err := tx.Exec(ctx, `DELETE FROM worker WHERE gone = 1 AND seen_us < `+serverNow+
				` - 86400000000`); err != nil {
				return err
			}
			n, err := w.requeue(ctx, tx, `attempted_by[array_upper(attempted_by, 1)] IN (SELECT id FROM worker WHERE gone = 1)`)
			if err != nil {
				return err
			}
			if n > 0 {
				w.log.Info("shards of silent workers are queued again", "shards", n)
			}
		}
		rows, err := tx.Query(ctx,
			`SELECT id FROM river_job WHERE state = 'running' AND kind = $1 AND attempted_by[array_upper(attempted_by, 1)] = $2`,
			Shard{}.Kind(), w.cfg.ID)
		if err != nil {
			return err
		}
		ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
		if err != nil {
			return err
		}
		if strays := w.strays(ids); len(strays) > 0 {
			if _, err := w.requeue(ctx, tx, `attempted_by[array_upper(attempted_by, 1)] = $2 AND id = ANY($3)`, w.cfg.ID,
				strays); err != nil {
				return err
			}
			w.log.Info("shards that were lost on their way are queued again", "shards", len(strays))
		}
		return nil
	})
	if err != nil || !died {
		return err
	}
	return w.cfg.Store.Release(ctx)
}

// strays returns the jobs that this worker is not processing and was not processing at the
// last call either: the connection broke when they were fetched or completed.
func (w *worker) strays(ids []int64) (out []int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	missed := map[int64]bool{}
	for _, id := range ids {
		if w.active[id] {
			continue
		}
		if w.missed[id] {
			out = append(out, id)
		}
		missed[id] = true
	}
	w.missed = missed
	return out
}

// requeue replaces running jobs by new ones, so that a worker that still has an old job
// completes nothing by ending it.
func (w *worker) requeue(ctx context.Context, tx pgx.Tx, which string, args ...any) (int, error) {
	rows, err := tx.Query(ctx, `UPDATE river_job SET state = 'discarded', finalized_at = now() WHERE id IN (
		SELECT id FROM river_job WHERE state = 'running' AND kind = $1 AND `+which+` ORDER BY id FOR UPDATE SKIP LOCKED) RETURNING queue, args::text`,
		append([]any{Shard{}.Kind()}, args...)...)
	if err != nil {
		return 0, err
	}
	var jobs []river.InsertManyParams
	var queue, text string
	_, err = pgx.ForEachRow(rows, []any{&queue, &text}, func() error {
		var s Shard
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			return fmt.Errorf("a job in the queue cannot be read: %w", err)
		}
		jobs = append(jobs, job(s, queue))
		return nil
	})
	if err != nil || len(jobs) == 0 {
		return 0, err
	}
	_, err = insert(ctx, tx, jobs)
	return len(jobs), err
}

// giveBack requeues a shard of this worker.
func (w *worker) giveBack(ctx context.Context, id int64) error {
	return pgx.BeginFunc(ctx, w.pool, func(tx pgx.Tx) error {
		_, err := w.requeue(ctx, tx, `attempted_by[array_upper(attempted_by, 1)] = $2 AND id = $3`, w.cfg.ID, id)
		return err
	})
}

// subscribe joins the queues of all runs in progress whose models this worker can ask.
func (w *worker) subscribe(ctx context.Context) error {
	rows, err := w.pool.Query(ctx,
		`SELECT d.queues FROM dispatch d JOIN run r ON r.id = d.run_id WHERE r.status = 'running'`)
	if err != nil {
		return err
	}
	lists, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, l := range lists {
		var queues []string
		if err := json.Unmarshal([]byte(l), &queues); err != nil {
			return fmt.Errorf("the queues of a run cannot be read: %w", err)
		}
		for _, q := range queues {
			if w.queues[q] || w.cfg.Serves != nil && !w.cfg.Serves(q) {
				continue
			}
			err := w.client.Queues().Add(q, river.QueueConfig{MaxWorkers: w.atOnce()})
			var added *river.QueueAlreadyAddedError
			if err != nil && !errors.As(err, &added) {
				return err
			}
			w.queues[q] = true
			w.log.Info("takes part", "queue", q)
		}
	}
	return nil
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

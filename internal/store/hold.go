package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"time"

	"assay/internal/command"
	"assay/internal/database"
)

// Silence is how long the holder of a plan may say nothing until another process may
// take the plan over, unless a store has another period.
const Silence = 30 * time.Second

// Hold is the right of one process to ask, and to pay, for a plan: two that ask the same
// at once would pay twice. It says every few seconds that it is there, until it is
// released. It is safe for concurrent use.
type Hold struct {
	ID string // taken by chance

	*lease
	store *Store
	plan  string
}

// Holder is who holds a plan.
type Holder struct {
	Run    string // newest run of the plan, "" before there is one
	Judges bool   // it only judges; workers ask
	Host   string
	PID    int
	Since  time.Time // by the database's clock
}

// String says who it is, for people.
func (h Holder) String() string {
	return fmt.Sprintf("process %d on %s", h.PID, h.Host)
}

// HeldError says that another process holds a plan.
type HeldError struct{ Holder }

// Error implements error.
func (e *HeldError) Error() string {
	what := "what is asked here"
	if e.Run != "" {
		what = "run " + e.Run
	}
	return fmt.Sprintf("%s is under way since %s (%v)", what, e.Since.Local().Format(time.DateTime), e.Holder)
}

// Hold takes a plan for this process; judges says that it only judges what workers
// ask. The error is a [HeldError] when another process has it that was heard of
// within s.Silence and is not known to have ended. What an earlier holder
// that ended without a word left reserved is released.
func (s *Store) Hold(ctx context.Context, plan string, judges bool) (*Hold, error) {
	var b [8]byte
	rand.Read(b[:]) // never fails
	h := &Hold{ID: hex.EncodeToString(b[:]), store: s, plan: plan}
	host, err := os.Hostname()
	if err != nil {
		host = "this machine"
	}
	start := time.Now()
	err = s.db.Write(ctx, soon, func(tx *database.Tx) error {
		start = time.Now()
		if err := tx.Lock(ctx, "hold "+plan); err != nil {
			return err
		}
		now, err := s.now(ctx, tx)
		if err != nil {
			return err
		}
		other, err := holderOf(ctx, tx, plan)
		switch {
		case err != nil:
			return err
		case other != nil && other.id != h.ID && now-other.seen < s.Silence.Microseconds() && !command.Ended(other.process):
			return &HeldError{other.Holder}
		}
		if _, err := tx.ExecContext(ctx,
			`INSERT INTO hold (plan, holder, judges, host, pid, process, since_us, seen_us) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
			ON CONFLICT (plan) DO UPDATE SET holder = excluded.holder, judges = excluded.judges, host = excluded.host, pid = excluded.pid,
			process = excluded.process, since_us = excluded.since_us, seen_us = excluded.seen_us`,
			plan, h.ID, boolean(judges), host, os.Getpid(), command.Self(), now, now); err != nil {
			return err
		}
		return release(ctx, tx, plan)
	})
	var held *HeldError
	switch {
	case errors.As(err, &held):
		return nil, held
	case err != nil:
		return nil, fmt.Errorf("taking the plan: %w", err)
	}
	h.lease = newLease(start, s.Silence, h.beat)
	return h, nil
}

// now is the time by which holders are compared: the server's, or this machine's
// with a file, in microseconds.
func (s *Store) now(ctx context.Context, q querier) (int64, error) {
	if s.db.Config() == nil {
		return time.Now().UnixMicro(), nil
	}
	var now int64
	if err := q.QueryRowContext(ctx, `SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint`).Scan(
		&now); err != nil {
		return 0, fmt.Errorf("reading the clock: %w", err)
	}
	return now, nil
}

type querier interface {
	QueryRowContext(context.Context, string, ...any) *sql.Row
}

type holderRow struct {
	Holder
	id, process string
	seen        int64
}

// holderOf returns the holder of a plan, nil without one.
func holderOf(ctx context.Context, q querier, plan string) (*holderRow, error) {
	var h holderRow
	var since int64
	err := q.QueryRowContext(ctx, `SELECT holder, judges = 1, host, pid, process, since_us, seen_us,
		coalesce((SELECT id FROM run WHERE run.plan = hold.plan ORDER BY round DESC, started_us DESC LIMIT 1), '')
		FROM hold WHERE plan = $1`, plan).Scan(&h.id, &h.Judges, &h.Host, &h.PID, &h.process, &since, &h.seen, &h.Run)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("looking who holds the plan: %w", err)
	}
	h.Since = time.UnixMicro(since)
	return &h, nil
}

// beat says that the holder is there, and reports whether it still is the holder.
func (h *Hold) beat(ctx context.Context) (bool, error) {
	now, err := h.store.now(ctx, h.store.db.W)
	if err != nil {
		return false, err
	}
	res, err := h.store.db.W.ExecContext(ctx, `UPDATE hold SET seen_us = $1 WHERE plan = $2 AND holder = $3`, now, h.plan,
		h.ID)
	if err != nil {
		return false, fmt.Errorf("saying that this process holds the plan: %w", err)
	}
	n, err := res.RowsAffected()
	return n > 0, err
}

// Loss says who has the plan now, when it was lost, and nil before.
func (h *Hold) Loss(ctx context.Context) error {
	select {
	case <-h.Lost():
	default:
		return nil
	}
	now := "another process had the run"
	if other, err := holderOf(ctx, h.store.db.R, h.plan); err == nil && other != nil {
		now = fmt.Sprintf("%v has the run since %s", other.Holder, other.Since.Local().Format(time.DateTime))
	}
	return fmt.Errorf("this process was stopped, asleep or cut off from the database for more than %v, and %s",
		h.store.Silence, now)
}

// Release gives the plan back. It is called when nothing more is asked or stored. What
// dead processes reserved is released as [Store.Hold] does: more may be known by now of
// what a request costs.
func (h *Hold) Release(ctx context.Context) error {
	h.lease.end()
	err := h.store.db.Write(ctx, soon, func(tx *database.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM hold WHERE plan = $1 AND holder = $2`, h.plan, h.ID); err != nil {
			return err
		}
		return release(ctx, tx, h.plan)
	})
	if err != nil {
		return fmt.Errorf("giving the plan back: %w", err)
	}
	return nil
}

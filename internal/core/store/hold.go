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

	"assay/internal/core/base/command"
	"assay/internal/core/database"
)

// Silence is the default for [Store.Silence]: the time without a confirmation after which
// another process may take over the plan of a holder.
const Silence = 30 * time.Second

// Hold is the exclusive right of one process to ask and pay for a plan: two concurrent
// processes would pay twice. The holder confirms it every few seconds until it is released.
// It is safe for concurrent use.
type Hold struct {
	ID string // random

	*lease
	store *Store
	plan  string
}

// Holder describes the process that holds a plan.
type Holder struct {
	Run    string // newest run of the plan; "" if there is none
	Judges bool   // it only judges, and workers ask
	Host   string
	PID    int
	Since  time.Time // by the database's clock
}

// String returns a description for readers.
func (h Holder) String() string {
	return fmt.Sprintf("process %d on %s", h.PID, h.Host)
}

// HeldError reports that another process holds a plan.
type HeldError struct{ Holder }

// Error implements error.
func (e *HeldError) Error() string {
	what := "this plan"
	if e.Run != "" {
		what = "run " + e.Run
	}
	return fmt.Sprintf("%s is under way since %s (%v)", what, e.Since.Local().Format(time.DateTime), e.Holder)
}

// Hold takes a plan for this process; judges means that it only judges what workers ask. It
// returns a [HeldError] if another process holds the plan, confirmed this within s.Silence
// and is not known to have ended. It releases what an earlier holder that died had
// reserved.
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

// now returns the time for comparing holders, in microseconds: by the server's clock or, for
// a file, by this machine's.
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

type holderRow struct {
	Holder
	id, process string
	seen        int64
}

// holderOf returns the holder of a plan; nil without one.
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
		return nil, fmt.Errorf("reading the holder of the plan: %w", err)
	}
	h.Since = time.UnixMicro(since)
	return &h, nil
}

// beat confirms the hold, and reports whether this process still has it.
func (h *Hold) beat(ctx context.Context) (bool, error) {
	now, err := h.store.now(ctx, h.store.db.W)
	if err != nil {
		return false, err
	}
	res, err := h.store.db.W.ExecContext(ctx, `UPDATE hold SET seen_us = $1 WHERE plan = $2 AND holder = $3`, now, h.plan,
		h.ID)
	if err != nil {
		return false, fmt.Errorf("confirming the hold on the plan: %w", err)
	}
	n, err := res.RowsAffected()
	return n > 0, err
}

// Loss returns an error that names the new holder if the plan was lost; nil if not.
func (h *Hold) Loss(ctx context.Context) error {
	select {
	case <-h.Lost():
	default:
		return nil
	}
	now := "another process took the run over"
	if other, err := holderOf(ctx, h.store.db.R, h.plan); err == nil && other != nil {
		now = fmt.Sprintf("%v has the run since %s", other.Holder, other.Since.Local().Format(time.DateTime))
	}
	return fmt.Errorf("this process was stopped, asleep or cut off from the database for more than %v, and %s",
		h.store.Silence, now)
}

// Release gives the plan back. Call it when nothing more is asked or stored. It releases
// the reservations of dead processes again, as [Store.Hold] does, since more may now be
// known about the cost of a request.
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

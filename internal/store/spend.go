package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"assay/internal/database"
)

// Spent returns what all runs and rounds of a plan have spent, in billionths of
// a dollar. A request that was sent by a process that died counts as its worst
// case, and so does one that another process has running.
func (s *Store) Spent(ctx context.Context, plan string) (int64, error) {
	sum, err := total(ctx, s.db.R, plan, "")
	if err != nil {
		return 0, err
	}
	return sum, nil
}

// total reads the sum of what a plan has spent, from a pool or in a transaction,
// which may hold it: how is the end of the query.
func total(ctx context.Context, q interface {
	QueryRowContext(context.Context, string, ...any) *sql.Row
}, plan, how string) (int64, error) {
	var sum int64
	err := q.QueryRowContext(ctx, `SELECT amount FROM spend_total WHERE plan = $1`+how, plan).Scan(&sum)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("reading what was spent: %w", err)
	}
	return sum, nil
}

// spending is one entry for the ledger: a reservation, or what became of it.
type spending struct {
	id      int64
	subject string
	amount  int64
	before  int64 // what was reserved, when this settles it
	settled bool
	limit   int64 // of a reservation
	refused bool  // set by the loop: it would pass the limit
}

// Reserve notes durably that a request of a subject may cost so many billionths
// of a dollar, and returns when that is on disk. It is not ok, and nothing is
// noted, when the plan would have spent more than limit then, in all processes.
func (w *Writer) Reserve(subject string, amount, limit int64) (id int64, ok bool, err error) {
	stored := make(chan struct{})
	e := &spending{id: w.firstID + w.lastID.Add(1), subject: subject, amount: amount, limit: limit}
	w.in <- item{spending: e, stored: stored}
	<-stored
	return e.id, !e.refused, w.Err()
}

// Settle replaces a reservation by what the request cost. It does not wait: the
// next Commit carries it to disk.
func (w *Writer) Settle(id int64, reserved, cost int64) error {
	w.in <- item{spending: &spending{id: id, amount: cost, before: reserved, settled: true}}
	return w.Err()
}

// Spend notes what a request cost that was not reserved for. It does not wait
// either.
func (w *Writer) Spend(subject string, amount int64) error {
	w.in <- item{spending: &spending{id: w.firstID + w.lastID.Add(1), subject: subject, amount: amount, settled: true}}
	return w.Err()
}

// newIDs returns a number above which 2^32 others are free: ids are given by
// the process, so that nothing has to be read back.
func newIDs() int64 {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return int64(binary.LittleEndian.Uint64(b[:])>>33) << 32
}

var writeSpending = database.NewRows("spend", `id bigint, plan text, subject text, amount bigint, settled bigint, at_us bigint`,
	`ON CONFLICT (id) DO UPDATE SET amount = excluded.amount, settled = excluded.settled`)

// putSpending stores the entries of one transaction with the sum of the plan, and
// refuses reservations that would pass their limit. It comes last in the
// transaction: from here on, other processes that spend from the plan wait, so
// that what can be done before the sum is held is done before.
func putSpending(ctx context.Context, tx *database.Tx, plan string, entries []*spending) error {
	if len(entries) == 0 {
		return nil
	}
	now := time.Now().UnixMicro()
	var changed int64
	limit := int64(math.MaxInt64)
	// A reservation may be settled in the transaction that makes it.
	for _, some := range apart(entries, func(s *spending) int64 { return s.id }) {
		var rows [][]any
		for _, s := range some {
			s.refused = false
			rows = append(rows, []any{s.id, plan, s.subject, s.amount, boolean(s.settled), now})
			changed += s.amount - s.before
			if !s.settled {
				limit = min(limit, s.limit)
			}
		}
		if err := tx.QueueRows(ctx, writeSpending, rows, nil); err != nil {
			return fmt.Errorf("storing what was spent: %w", err)
		}
	}
	fits := false
	if err := tx.Queue(ctx, addTotal, []any{changed, plan, changed, limit}, func(scan func(...any) error) error {
		var sum int64
		err := scan(&sum)
		fits = err == nil
		return err
	}); err != nil {
		return fmt.Errorf("storing what was spent: %w", err)
	}
	if err := tx.Flush(ctx); err != nil || fits {
		return err
	}
	return refuse(ctx, tx, plan, entries)
}

// refuse decides for each reservation by itself when all together do not fit:
// those that do not are taken back.
func refuse(ctx context.Context, tx *database.Tx, plan string, entries []*spending) error {
	sum, err := total(ctx, tx, plan, tx.ForUpdate())
	if err != nil {
		return err
	}
	var changed int64
	for _, s := range entries {
		if s.refused = !s.settled && sum+changed+s.amount > s.limit; !s.refused {
			changed += s.amount - s.before
			continue
		}
		if err := tx.Queue(ctx, `DELETE FROM spend WHERE id = $1`, []any{s.id}, nil); err != nil {
			return fmt.Errorf("storing what was spent: %w", err)
		}
	}
	if changed == 0 {
		return nil
	}
	if err := tx.Queue(ctx, writeTotal, []any{plan, changed}, nil); err != nil {
		return fmt.Errorf("storing what was spent: %w", err)
	}
	return nil
}

const (
	// addTotal changes nothing when the sum would pass the limit, or is not there.
	addTotal = `UPDATE spend_total SET amount = amount + $1 WHERE plan = $2 AND amount + $3 <= $4 RETURNING amount`

	writeTotal = `INSERT INTO spend_total (plan, amount) VALUES ($1, $2)
		ON CONFLICT (plan) DO UPDATE SET amount = spend_total.amount + excluded.amount`
)

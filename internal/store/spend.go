package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"assay/internal/database"
	"assay/internal/model"
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
	subject string
	change  int64      // of what counts as spent
	open    int64      // 1 for a reservation, -1 for the end of one
	limit   int64      // of a reservation
	refused bool       // set by the loop: it would pass the limit
	held    *heldTrial // by a batch, when this ends what stands for it
}

// heldTrial names a row of batch_trial, as long as it is for the same reservation.
type heldTrial struct {
	trial string
	round int
	id    int64
}

// Reserve notes durably that a request of a subject may cost so many billionths
// of a dollar, and returns when that is on disk. It is not ok, and nothing is
// noted, when the plan would have spent more than limit then, in all processes.
func (w *Writer) Reserve(subject string, amount, limit int64) (id int64, ok bool, err error) {
	stored := make(chan struct{})
	e := &spending{subject: subject, change: amount, open: 1, limit: limit}
	w.in <- item{spending: e, stored: stored}
	<-stored
	return w.firstID + w.lastID.Add(1), !e.refused, w.Err()
}

// Settle replaces a reservation for a subject by what the request cost. It does not
// wait: the next Commit carries it to disk.
func (w *Writer) Settle(subject string, r model.Reservation, cost int64) error {
	w.mu.Lock()
	held := w.held[r.ID]
	delete(w.held, r.ID)
	w.mu.Unlock()
	w.in <- item{spending: &spending{subject: subject, change: cost - r.Amount, open: -1, held: held}}
	return w.Err()
}

// Spend notes what a request cost that was not reserved for. It does not wait
// either.
func (w *Writer) Spend(subject string, amount int64) error {
	w.in <- item{spending: &spending{subject: subject, change: amount}}
	return w.Err()
}

// hold remembers which trial of a batch a reservation stands for.
func (w *Writer) hold(id int64, trial string, round int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.held == nil {
		w.held = map[int64]*heldTrial{}
	}
	w.held[id] = &heldTrial{trial, round, id}
}

// newIDs returns a number above which 2^32 others are free: ids are given by
// the process, so that nothing has to be read back, and the number is the process's.
func newIDs() int64 {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return int64(binary.LittleEndian.Uint64(b[:])>>33) << 32
}

var writeSpending = database.NewRows("spend", `plan text, subject text, writer bigint, amount bigint, unsettled bigint`,
	`ON CONFLICT (plan, subject, writer) DO UPDATE SET amount = spend.amount + excluded.amount, unsettled = spend.unsettled + excluded.unsettled`)

// putSpending stores the entries of one transaction with the sum of the plan, and
// refuses reservations that would pass their limit. It comes last in the
// transaction: from here on, other processes that spend from the plan wait, so
// that what can be done before the sum is held is done before.
func (w *Writer) putSpending(ctx context.Context, tx *database.Tx, entries []*spending) error {
	if len(entries) == 0 {
		return nil
	}
	limit := int64(math.MaxInt64)
	for _, s := range entries {
		s.refused = false
		if s.open > 0 {
			limit = min(limit, s.limit)
		}
		if s.held == nil {
			continue
		}
		if err := tx.Queue(ctx, `UPDATE batch_trial SET reserved = 0 WHERE trial_key = $1 AND round = $2 AND spend = $3`, []any{s.held.trial, s.held.round, s.held.id}, nil); err != nil {
			return fmt.Errorf("storing what was spent: %w", err)
		}
	}
	rows, changed := w.bySubject(entries)
	if err := tx.QueueRows(ctx, writeSpending, rows, nil); err != nil {
		return fmt.Errorf("storing what was spent: %w", err)
	}
	fits := false
	if err := tx.Queue(ctx, addTotal, []any{changed, w.run.Plan, changed, limit}, func(scan func(...any) error) error {
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
	return w.refuse(ctx, tx, entries)
}

// bySubject returns rows for what entries change, and the sum of their amounts.
func (w *Writer) bySubject(entries []*spending) (rows [][]any, changed int64) {
	type sums struct{ amount, open int64 }
	of := map[string]sums{}
	for _, s := range entries {
		t := of[s.subject]
		of[s.subject] = sums{t.amount + s.change, t.open + s.open}
		changed += s.change
	}
	for _, subject := range slices.Sorted(maps.Keys(of)) {
		rows = append(rows, []any{w.run.Plan, subject, w.firstID, of[subject].amount, of[subject].open})
	}
	return rows, changed
}

// refuse decides for each reservation by itself when all together do not fit:
// those that do not are taken back.
func (w *Writer) refuse(ctx context.Context, tx *database.Tx, entries []*spending) error {
	sum, err := total(ctx, tx, w.run.Plan, tx.ForUpdate())
	if err != nil {
		return err
	}
	var changed int64
	var back []*spending
	for _, s := range entries {
		if s.refused = s.open > 0 && sum+changed+s.change > s.limit; s.refused {
			back = append(back, &spending{subject: s.subject, change: -s.change, open: -s.open})
		} else {
			changed += s.change
		}
	}
	rows, _ := w.bySubject(back)
	if err := tx.QueueRows(ctx, writeSpending, rows, nil); err != nil {
		return fmt.Errorf("storing what was spent: %w", err)
	}
	if changed == 0 {
		return nil
	}
	if err := tx.Queue(ctx, writeTotal, []any{w.run.Plan, changed}, nil); err != nil {
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

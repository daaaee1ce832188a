package store

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"assay/internal/core/database"
	"assay/internal/core/model"
)

// Spent returns the spending of all runs and rounds of a plan, in billionths of a dollar. A
// request that a dead process sent counts as its worst case, and so does one that another
// process has in progress.
func (s *Store) Spent(ctx context.Context, plan string) (int64, error) {
	return total(ctx, s.db.R, plan, "")
}

// Reserved returns the part of [Store.Spent] that is reserved for requests that are not
// settled, or whose process died, without the reservations of batches.
func (s *Store) Reserved(ctx context.Context, plan string) (int64, error) {
	var sum int64
	if err := s.db.R.QueryRowContext(ctx, `SELECT coalesce(sum(reserved), 0) FROM spend WHERE plan = $1`,
		plan).Scan(&sum); err != nil {
		return 0, fmt.Errorf("reading what is reserved: %w", err)
	}
	return sum, nil
}

// total reads the total spending of a plan, from a pool or in a transaction, which may lock
// it: how is the end of the query.
func total(ctx context.Context, q querier, plan, how string) (int64, error) {
	var sum int64
	err := q.QueryRowContext(ctx, `SELECT amount FROM spend_total WHERE plan = $1`+how, plan).Scan(&sum)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("reading what was spent: %w", err)
	}
	return sum, nil
}

// spending is one entry for the ledger: a reservation, or its end.
type spending struct {
	account             // row that it belongs to
	change   int64      // change of the spending
	open     int64      // 1 for a reservation, -1 for the end of one
	reserved int64      // amount of a reservation, -amount for its end
	seen     bool       // the cost is known, and part of change
	cost     int64      // cost, if known
	limit    int64      // of a reservation
	refused  bool       // set by the loop: the reservation would exceed the limit
	late     bool       // it ends a reservation that another process has released
	held     *heldTrial // row of the batch that holds the reservation that this entry ends
}

// account is a row of the ledger, within a plan.
type account struct {
	subject string
	writer  int64
}

// heldTrial identifies a row of batch_trial while it belongs to the same reservation.
type heldTrial struct {
	trial string
	round int
	id    int64
}

// Reserve records that a request of a subject may cost that many billionths of a dollar,
// and returns when this is durable. If the plan, over all processes, would exceed limit,
// ok is false and nothing is recorded.
func (w *Writer) Reserve(subject string, amount, limit int64) (id int64, ok bool, err error) {
	e := &spending{account: account{subject, w.number.Load()}, change: amount, open: 1, reserved: amount, limit: limit}
	err = w.await(item{spending: e})
	id = e.writer + w.lastID.Add(1)
	if err != nil || e.refused {
		return id, !e.refused, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.reserved[id] = subject
	return id, true, nil
}

// Settle replaces a reservation for a subject by the cost of the request; seen means that
// the cost is known, not estimated. It does not wait: the next Commit makes it durable.
func (w *Writer) Settle(subject string, r model.Reservation, cost int64, seen bool) error {
	e := &spending{account: account{subject, w.number.Load()}, change: cost - r.Amount, seen: seen, cost: cost}
	w.mu.Lock()
	if e.held = w.held[r.ID]; e.held == nil {
		e.writer, e.open, e.reserved = r.ID&^(1<<32-1), -1, -r.Amount
	}
	delete(w.held, r.ID)
	delete(w.reserved, r.ID)
	w.mu.Unlock()
	w.in <- item{spending: e}
	return w.Err()
}

// Spend records the cost of a request without a reservation. It does not wait either.
func (w *Writer) Spend(subject string, amount int64) error {
	w.in <- item{spending: &spending{account: account{subject, w.number.Load()}, change: amount}}
	return w.Err()
}

// hold records the trial of a batch to which a reservation belongs.
func (w *Writer) hold(id int64, trial string, round int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.held[id] = &heldTrial{trial, round, id}
}

// errLost means that nothing more may be sent.
var errLost = errors.New("another process has the run now")

// checkHold checks that the writer's process holds its plan, and locks that until the transaction ends.
func (w *Writer) checkHold(ctx context.Context, tx *database.Tx) error {
	if w.run.Holder == "" {
		return nil
	}
	var plan string
	err := tx.QueryRowContext(ctx, `SELECT plan FROM hold WHERE holder = $1`+tx.ForUpdate(), w.run.Holder).Scan(&plan)
	if errors.Is(err, sql.ErrNoRows) {
		return errLost
	}
	if err != nil {
		return fmt.Errorf("reading the holder of the plan: %w", err)
	}
	return nil
}

// toBatch moves the reservations for entries of a batch from the writer's rows to the
// trials, where they remain even if the process dies.
func (w *Writer) toBatch(ctx context.Context, tx *database.Tx, entries []model.BatchEntry) error {
	type sums struct{ n, amount int64 }
	moved := map[account]sums{}
	w.mu.Lock()
	for _, e := range entries {
		if subject, ours := w.reserved[e.Reserved.ID]; ours {
			of := account{subject, e.Reserved.ID &^ (1<<32 - 1)}
			moved[of] = sums{moved[of].n + 1, moved[of].amount + e.Reserved.Amount}
		}
	}
	w.mu.Unlock()
	for of, sum := range moved {
		if _, err := tx.ExecContext(ctx,
			`UPDATE spend SET unsettled = unsettled - $1, reserved = reserved - $2 WHERE plan = $3 AND subject = $4 AND writer = $5`,
			sum.n, sum.amount, w.run.Plan, of.subject, of.writer); err != nil {
			return fmt.Errorf("storing what a batch may cost: %w", err)
		}
	}
	return nil
}

// newIDs returns a random number that is followed by 2^32 free ids. The process assigns the
// ids itself, so that nothing has to be read back.
func newIDs() int64 {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return int64(binary.LittleEndian.Uint64(b[:])>>33) << 32
}

var writeSpending = database.NewRows("spend",
	`plan text, subject text, writer bigint, holder text, amount bigint, unsettled bigint, reserved bigint, settled bigint, dearest bigint`,
	`ON CONFLICT (plan, subject, writer) DO UPDATE SET amount = spend.amount + excluded.amount, unsettled = spend.unsettled + excluded.unsettled,
	reserved = spend.reserved + excluded.reserved, settled = spend.settled + excluded.settled,
	dearest = CASE WHEN spend.dearest < excluded.dearest THEN excluded.dearest ELSE spend.dearest END RETURNING subject, writer, released`)

// putSpending stores the entries of one transaction and updates the sum of the plan, and
// refuses reservations that would exceed their limit. It comes last in the transaction:
// from here on, other processes that spend from the plan wait, so everything else is done
// before the sum is locked.
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
		if err := tx.Queue(ctx, `UPDATE batch_trial SET reserved = 0 WHERE trial_key = $1 AND round = $2 AND spend = $3`,
			[]any{s.held.trial, s.held.round, s.held.id}, nil); err != nil {
			return fmt.Errorf("storing what was spent: %w", err)
		}
	}
	rows, changed := w.byAccount(entries, 1)
	fresh, released := map[account]bool{}, map[account]int64{}
	for _, s := range entries {
		fresh[s.account] = fresh[s.account] || !s.late
	}
	if err := tx.QueueRows(ctx, writeSpending, rows, func(scan func(...any) error) error {
		var of account
		var each int64
		if err := scan(&of.subject, &of.writer, &each); err != nil {
			return err
		}
		if each >= 0 && fresh[of] {
			released[of] = each
		}
		return nil
	}); err != nil {
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
	if err := tx.Flush(ctx); err != nil {
		return err
	}
	if len(released) > 0 {
		return w.late(ctx, tx, entries, released, fits)
	}
	if fits {
		return nil
	}
	return w.refuse(ctx, tx, entries)
}

// late stores entries again of which some belong to rows that other processes have
// released, because they took this process for dead. There an estimate replaced the
// reservations that the entries end; the actual cost now replaces the estimate. Further
// reservations and spending go to a new row.
func (w *Writer) late(ctx context.Context, tx *database.Tx, entries []*spending, released map[account]int64,
	fits bool) error {
	rows, changed := w.byAccount(entries, -1)
	if err := tx.QueueRows(ctx, writeSpending, rows, unread); err != nil {
		return fmt.Errorf("storing what was spent: %w", err)
	}
	if fits {
		if err := tx.Queue(ctx, writeTotal, []any{w.run.Plan, changed}, nil); err != nil {
			return fmt.Errorf("storing what was spent: %w", err)
		}
	}
	number := newIDs()
	for _, s := range entries {
		each, ok := released[s.account]
		switch {
		case !ok || s.late:
		case s.open < 0:
			s.late, s.change, s.reserved = true, s.change-s.reserved-each, 0
		default:
			s.writer = number
		}
	}
	w.number.Store(number)
	return w.putSpending(ctx, tx, entries)
}

// unread discards a row that a statement returns.
func unread(scan func(...any) error) error { return scan(new(string), new(int64), new(int64)) }

// byAccount returns the changes of entries as rows, and the sum of their amounts. sign -1
// reverses them.
func (w *Writer) byAccount(entries []*spending, sign int64) (rows [][]any, changed int64) {
	type sums struct{ amount, open, reserved, settled, dearest int64 }
	of := map[account]*sums{}
	for _, s := range entries {
		t := of[s.account]
		if t == nil {
			t = &sums{}
			of[s.account] = t
		}
		t.amount, t.open, t.reserved = t.amount+sign*s.change, t.open+sign*s.open, t.reserved+sign*s.reserved
		if s.seen {
			t.settled, t.dearest = t.settled+sign, max(t.dearest, s.cost)
		}
		changed += sign * s.change
	}
	// Use one order everywhere, so that no two transactions wait for each other's rows.
	for _, a := range slices.SortedFunc(maps.Keys(of), func(a, b account) int {
		return cmp.Or(cmp.Compare(a.subject, b.subject), cmp.Compare(a.writer, b.writer))
	}) {
		t := of[a]
		rows = append(rows, []any{w.run.Plan, a.subject, a.writer, w.run.Holder, t.amount, t.open, t.reserved, t.settled,
			t.dearest})
	}
	return rows, changed
}

// refuse decides on each reservation separately if all together exceed the limit, and
// takes back those that do not fit.
func (w *Writer) refuse(ctx context.Context, tx *database.Tx, entries []*spending) error {
	sum, err := total(ctx, tx, w.run.Plan, tx.ForUpdate())
	if err != nil {
		return err
	}
	var changed int64
	var back []*spending
	for _, s := range entries {
		if s.refused = s.open > 0 && sum+changed+s.change > s.limit; s.refused {
			back = append(back, &spending{account: s.account, change: -s.change, open: -s.open, reserved: -s.reserved})
		} else {
			changed += s.change
		}
	}
	rows, _ := w.byAccount(back, 1)
	if err := tx.QueueRows(ctx, writeSpending, rows, unread); err != nil {
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
	// addTotal changes nothing if the sum would exceed the limit or does not exist.
	addTotal = `UPDATE spend_total SET amount = amount + $1 WHERE plan = $2 AND amount + $3 <= $4 RETURNING amount`

	writeTotal = `INSERT INTO spend_total (plan, amount) VALUES ($1, $2)
		ON CONFLICT (plan) DO UPDATE SET amount = spend_total.amount + excluded.amount`
)

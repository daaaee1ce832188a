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

// Reserved returns how much of [Store.Spent] is reserved for requests that are not settled,
// or whose process died; without what batches hold.
func (s *Store) Reserved(ctx context.Context, plan string) (int64, error) {
	var sum int64
	if err := s.db.R.QueryRowContext(ctx, `SELECT coalesce(sum(reserved), 0) FROM spend WHERE plan = $1`,
		plan).Scan(&sum); err != nil {
		return 0, fmt.Errorf("reading what is reserved: %w", err)
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
	account             // whose row it goes to
	change   int64      // of what counts as spent
	open     int64      // 1 for a reservation, -1 for the end of one
	reserved int64      // its amount, -amount for its end
	seen     bool       // change comes of a cost that is known
	cost     int64      // when it is
	limit    int64      // of a reservation
	refused  bool       // set by the loop: it would pass the limit
	late     bool       // it ends what others have released
	held     *heldTrial // by a batch, when this ends what stands for it
}

// account is a row of the ledger, within a plan.
type account struct {
	subject string
	writer  int64
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
	e := &spending{account: account{subject, w.number.Load()}, change: amount, open: 1, reserved: amount, limit: limit}
	w.in <- item{spending: e, stored: stored}
	<-stored
	id = e.writer + w.lastID.Add(1)
	if err := w.Err(); err != nil || e.refused {
		return id, !e.refused, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.reserved[id] = subject
	return id, true, nil
}

// Settle replaces a reservation for a subject by what the request cost; seen says that
// this is known and no guess. It does not wait: the next Commit carries it to disk.
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

// Spend notes what a request cost that was not reserved for. It does not wait
// either.
func (w *Writer) Spend(subject string, amount int64) error {
	w.in <- item{spending: &spending{account: account{subject, w.number.Load()}, change: amount}}
	return w.Err()
}

// hold remembers which trial of a batch a reservation stands for.
func (w *Writer) hold(id int64, trial string, round int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.held[id] = &heldTrial{trial, round, id}
}

// errLost says that nothing is to be sent any more.
var errLost = errors.New("another process has the run now")

// still makes sure that the writer's process holds its plan, until the transaction ends.
func (w *Writer) still(ctx context.Context, tx *database.Tx) error {
	if w.run.Holder == "" {
		return nil
	}
	var plan string
	err := tx.QueryRowContext(ctx, `SELECT plan FROM hold WHERE holder = $1`+tx.ForUpdate(), w.run.Holder).Scan(&plan)
	if errors.Is(err, sql.ErrNoRows) {
		return errLost
	}
	if err != nil {
		return fmt.Errorf("looking who holds the plan: %w", err)
	}
	return nil
}

// toBatch moves the reservations for entries of a batch out of the writer's rows: it
// stands beside the trial from now on, even if the process dies.
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

// newIDs returns a number above which 2^32 others are free: ids are given by
// the process, so that nothing has to be read back, and the number is the process's.
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

// late stores entries anew of which some went to rows that others have released, taking
// this process for dead: what they end was replaced there by an estimate, which what the
// requests cost replaces now, and further reservations and spending go to a row of its own.
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

// unread passes over a row that a statement returns.
func unread(scan func(...any) error) error { return scan(new(string), new(int64), new(int64)) }

// byAccount returns rows for what entries change, and the sum of their amounts. sign -1
// takes that back.
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
	// In one order, so that no two transactions wait for each other's rows.
	for _, a := range slices.SortedFunc(maps.Keys(of), func(a, b account) int {
		return cmp.Or(cmp.Compare(a.subject, b.subject), cmp.Compare(a.writer, b.writer))
	}) {
		t := of[a]
		rows = append(rows, []any{w.run.Plan, a.subject, a.writer, w.run.Holder, t.amount, t.open, t.reserved, t.settled,
			t.dearest})
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
	// addTotal changes nothing when the sum would pass the limit, or is not there.
	addTotal = `UPDATE spend_total SET amount = amount + $1 WHERE plan = $2 AND amount + $3 <= $4 RETURNING amount`

	writeTotal = `INSERT INTO spend_total (plan, amount) VALUES ($1, $2)
		ON CONFLICT (plan) DO UPDATE SET amount = spend_total.amount + excluded.amount`
)

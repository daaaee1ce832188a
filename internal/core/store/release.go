package store

import (
	"context"
	"database/sql"
	"fmt"

	"assay/internal/core/database"
)

// Evidence is the number of settled requests of a subject that is needed to bound the cost of
// one. In a plan with fewer, the reservations of a dead process remain at their worst case.
const Evidence = 20

// ofDead is the condition for the rows of the ledger of processes that are dead: they neither hold a plan nor are live
// workers.
const ofDead = `holder <> '' AND NOT EXISTS (SELECT 1 FROM hold WHERE hold.holder = spend.holder)
	AND NOT EXISTS (SELECT 1 FROM worker WHERE worker.id = spend.holder AND worker.gone = 0)`

// Account is what the ledger says about a plan, in billionths of a dollar.
type Account struct {
	Spent    int64 // as [Store.Spent] returns it
	By       int64 // part of Spent: by one holder
	Lost     int64 // part of Spent: for requests that dead processes had in progress, whose cost nobody knows
	Requests int64 // number of these
}

// Account reads the ledger of a plan; holder is that of [Account.By].
func (s *Store) Account(ctx context.Context, plan, holder string) (a Account, err error) {
	if a.Spent, err = s.Spent(ctx, plan); err != nil {
		return a, err
	}
	err = s.db.R.QueryRowContext(ctx, `SELECT coalesce(sum(CASE WHEN holder = $1 THEN amount ELSE 0 END), 0),
		coalesce(sum(CASE WHEN NOT (`+ofDead+`) THEN 0 WHEN released < 0 THEN reserved ELSE unsettled * released END), 0),
		coalesce(sum(CASE WHEN `+ofDead+` THEN unsettled ELSE 0 END), 0) FROM spend WHERE plan = $2`,
		holder, plan).Scan(&a.By, &a.Lost, &a.Requests)
	if err != nil {
		return a, fmt.Errorf("reading what was spent: %w", err)
	}
	return a, nil
}

// Release replaces the reservations of dead processes, in all plans, by their highest
// possible cost: see release.
func (s *Store) Release(ctx context.Context) error {
	err := s.db.Write(ctx, soon, func(tx *database.Tx) error { return release(ctx, tx, "") })
	if err != nil {
		return fmt.Errorf("releasing what dead processes have reserved: %w", err)
	}
	return nil
}

// release replaces the reservations of dead processes, in one plan or, with "", in all: the
// worst case of each becomes the known cost of the dearest request of the subject in the
// plan. The cost of requests of dead processes can no longer be known. That none was dearer than all known ones is an
// assumption, and with fewer than Evidence known ones, nothing is released. If a process
// that was taken for dead settles one after all, its cost replaces the estimate (see
// Writer.late).
func release(ctx context.Context, tx *database.Tx, plan string) error {
	type dead struct {
		account
		plan      string
		reserved  int64
		unsettled int64
		each      int64 // amount that replaces each reservation
	}
	var list []dead
	err := each(ctx, tx, "looking for reservations of dead processes", `SELECT plan, subject, writer, unsettled, reserved,
		(SELECT sum(a.settled) FROM spend a WHERE a.plan = spend.plan AND a.subject = spend.subject),
		(SELECT max(a.dearest) FROM spend a WHERE a.plan = spend.plan AND a.subject = spend.subject)
		FROM spend WHERE reserved > 0 AND released < 0 AND (plan = $1 OR $2 = '') AND `+ofDead+`
		ORDER BY plan, subject, writer`+tx.ForUpdate(), []any{plan, plan}, func(rows *sql.Rows) error {
		var d dead
		var settled int64
		err := rows.Scan(&d.plan, &d.subject, &d.writer, &d.unsettled, &d.reserved, &settled, &d.each)
		if err == nil && settled >= Evidence && d.unsettled > 0 && d.each < d.reserved/d.unsettled {
			list = append(list, d)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, d := range list {
		less := d.unsettled*d.each - d.reserved
		if _, err := tx.ExecContext(ctx,
			`UPDATE spend SET amount = amount + $1, reserved = 0, released = $2 WHERE plan = $3 AND subject = $4 AND writer = $5`,
			less, d.each, d.plan, d.subject, d.writer); err != nil {
			return fmt.Errorf("releasing reservations: %w", err)
		}
		if _, err := tx.ExecContext(ctx, writeTotal, d.plan, less); err != nil {
			return fmt.Errorf("releasing reservations: %w", err)
		}
	}
	return nil
}

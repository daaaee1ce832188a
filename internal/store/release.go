package store

import (
	"context"
	"fmt"

	"assay/internal/database"
)

// Evidence is how many requests of a subject it takes to say what one costs: of a plan in which
// fewer are settled, what a dead process has reserved stands at its worst case.
const Evidence = 20

// Release replaces what processes that died have reserved, in all plans, by what it can
// have cost: see release.
func (s *Store) Release(ctx context.Context) error {
	err := s.db.Write(ctx, soon, func(tx *database.Tx) error { return release(ctx, tx, "") })
	if err != nil {
		return fmt.Errorf("releasing what dead processes have reserved: %w", err)
	}
	return nil
}

// release replaces the reservations of processes that died, in one plan or, with "", in
// all: of each, the worst case by what the dearest request of the subject in the plan
// cost, of which it is known. Dead is who neither holds a plan nor is a worker that is there.
// What its requests cost can no longer be known; that none was dearer than all that were
// seen is an assumption, and where fewer than Evidence were, nothing is released. Should a process
// that was taken for dead settle one after all, what it cost replaces the estimate (see Writer.late).
func release(ctx context.Context, tx *database.Tx, plan string) error {
	type dead struct {
		account
		plan      string
		reserved  int64
		unsettled int64
		each      int64 // what a reservation is replaced by
	}
	rows, err := tx.QueryContext(ctx, `SELECT plan, subject, writer, unsettled, reserved,
		(SELECT sum(a.settled) FROM spend a WHERE a.plan = spend.plan AND a.subject = spend.subject),
		(SELECT max(a.dearest) FROM spend a WHERE a.plan = spend.plan AND a.subject = spend.subject)
		FROM spend WHERE reserved > 0 AND released < 0 AND holder <> '' AND (plan = $1 OR $2 = '')
		AND NOT EXISTS (SELECT 1 FROM hold WHERE hold.holder = spend.holder)
		AND NOT EXISTS (SELECT 1 FROM worker WHERE worker.id = spend.holder AND worker.gone = 0)
		ORDER BY plan, subject, writer`+tx.ForUpdate(), plan, plan)
	if err != nil {
		return fmt.Errorf("looking for reservations of dead processes: %w", err)
	}
	var list []dead
	for rows.Next() {
		var d dead
		var settled, dearest int64
		if err := rows.Scan(&d.plan, &d.subject, &d.writer, &d.unsettled, &d.reserved, &settled, &dearest); err != nil {
			return fmt.Errorf("looking for reservations of dead processes: %w", err)
		}
		if settled < Evidence || d.unsettled <= 0 || dearest >= d.reserved/d.unsettled {
			continue
		}
		d.each = dearest
		list = append(list, d)
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("looking for reservations of dead processes: %w", err)
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

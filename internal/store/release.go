package store

import (
	"context"
	"database/sql"
	"fmt"

	"assay/internal/database"
)

// Evidence is the number of settled requests of a subject that is needed to bound the cost of
// one. In a plan with fewer, the reservations of a dead process remain at their worst case.
const Evidence = 20

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
// plan. A process is dead if it neither holds a plan nor is a live worker. The cost of its
// requests can no longer be known. That none was dearer than all known ones is an
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
		FROM spend WHERE reserved > 0 AND released < 0 AND holder <> '' AND (plan = $1 OR $2 = '')
		AND NOT EXISTS (SELECT 1 FROM hold WHERE hold.holder = spend.holder)
		AND NOT EXISTS (SELECT 1 FROM worker WHERE worker.id = spend.holder AND worker.gone = 0)
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

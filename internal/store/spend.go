package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/binary"
	"fmt"
	"time"
)

// Spent returns what all runs and rounds of a plan have spent, in billionths of
// a dollar. A request that was sent by a process that died counts as its worst
// case, and so does one that another process has running.
func (s *Store) Spent(ctx context.Context, plan string) (int64, error) {
	var sum int64
	if err := s.r.QueryRowContext(ctx, `SELECT coalesce(sum(amount), 0) FROM spend WHERE plan = $1`, plan).Scan(&sum); err != nil {
		return 0, fmt.Errorf("reading what was spent: %w", err)
	}
	return sum, nil
}

// spending is one entry for the ledger: a reservation, or what became of it.
type spending struct {
	id      int64
	subject string
	amount  int64
	settled bool
}

// Reserve notes durably that a request of a subject may cost so many billionths
// of a dollar. It returns when that is on disk.
func (w *Writer) Reserve(subject string, amount int64) (id int64, err error) {
	id = w.firstID + w.lastID.Add(1)
	stored := make(chan struct{})
	w.in <- item{spending: &spending{id, subject, amount, false}, stored: stored}
	<-stored
	return id, w.Err()
}

// Settle replaces a reservation by what the request cost. It does not wait: the
// next Commit carries it to disk.
func (w *Writer) Settle(id int64, amount int64) error {
	w.in <- item{spending: &spending{id: id, amount: amount, settled: true}}
	return w.Err()
}

// Spend notes what a request cost that was not reserved for. It does not wait
// either.
func (w *Writer) Spend(subject string, amount int64) error {
	w.in <- item{spending: &spending{w.firstID + w.lastID.Add(1), subject, amount, true}}
	return w.Err()
}

// newIDs returns a number above which 2^32 others are free: ids are given by
// the process, so that nothing has to be read back.
func newIDs() int64 {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return int64(binary.LittleEndian.Uint64(b[:])>>33) << 32
}

const writeSpending = `INSERT INTO spend (id, plan, subject, amount, settled, at_us) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (id) DO UPDATE SET amount = excluded.amount, settled = excluded.settled`

func putSpending(ctx context.Context, st *sql.Stmt, plan string, s *spending) error {
	if _, err := st.ExecContext(ctx, s.id, plan, s.subject, s.amount, boolean(s.settled), time.Now().UnixMicro()); err != nil {
		return fmt.Errorf("storing what was spent: %w", err)
	}
	return nil
}

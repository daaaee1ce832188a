package store

import (
	"context"
	"fmt"
)

// ofDead is the condition for the rows of the ledger of processes that are dead: they neither hold a plan nor are live
// workers.
const ofDead = `holder <> '' AND NOT EXISTS (SELECT 1 FROM hold WHERE hold.holder = spend.holder)
	AND NOT EXISTS (SELECT 1 FROM worker WHERE worker.id = spend.holder AND worker.gone = 0)`

// Account is what the ledger says about a plan, in billionths of a dollar.
type Account struct {
	Spent int64 // as [Store.Spent] returns it
	By    int64 // part of Spent: by one holder
	// Lost is the part of Spent for requests that dead processes had in progress. Nobody knows their cost, so each counts
	// as what it reserved; earlier versions replaced that by the dearest known cost, released.
	Lost     int64
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

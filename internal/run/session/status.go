package session

import (
	"context"
	"fmt"
	"strings"
	"time"

	"assay/internal/model"
	"assay/internal/model/limit"
	"assay/internal/store"
)

// status says in one line how an account gets on: what runs, how fast, and what
// it waits for.
func status(name string, s limit.Snapshot, since time.Duration, now time.Time) string {
	parts := []string{fmt.Sprintf("%d of %d concurrent", s.InFlight, s.Limit)}
	if s.Done > 0 && since >= time.Second {
		parts = append(parts, fmt.Sprintf("%.1f/s", float64(s.Done)/since.Seconds()))
	}
	if s.Waiting > 0 && s.Paused.IsZero() {
		parts = append(parts, fmt.Sprintf("%d waiting", s.Waiting))
	}
	if !s.Paused.IsZero() {
		parts = append(parts, fmt.Sprintf("%d waiting until %s (%s)", s.Waiting, s.Paused.Local().Format("15:04:05"),
			s.Paused.Sub(now).Round(time.Second)))
	}
	return name + ": " + strings.Join(parts, ", ")
}

// status says how one account gets on.
func (a *account) status(now time.Time) string {
	return status(a.name, a.limiter.Snapshot(), now.Sub(a.since), now)
}

// inLedger is what all processes have spent on a plan, and what their requests in flight
// may add to it at most, in dollars.
type inLedger struct{ spent, reserved float64 }

// Look reads what workers spend.
func (a *Accounts) Look(ctx context.Context, s *store.Store, plan string) error {
	sum, err := s.Spent(ctx, plan)
	if err != nil {
		return err
	}
	reserved, err := s.Reserved(ctx, plan)
	if err != nil {
		return err
	}
	a.ledger.Store(&inLedger{float64(max(sum-reserved, 0)) * model.Nano, float64(reserved) * model.Nano})
	return nil
}

// money says what was spent, "" while that is nothing or not known.
func (a *Accounts) money() string {
	spent, reserved := a.Budget.Spent()
	if l := a.ledger.Load(); l != nil {
		spent, reserved = l.spent, l.reserved
	}
	text := ""
	if spent > 0 {
		text = fmt.Sprintf("$%.2f", spent)
	}
	if a.Budget.Limited() {
		text = fmt.Sprintf("$%.2f of $%.2f", spent, a.Flags.BudgetUSD)
		if reserved > 0 {
			text += fmt.Sprintf(", $%.2f reserved", reserved)
		}
	}
	return text
}

// trying says how many trials wait for another try, "" for none.
func (a *Accounts) trying() string {
	if n := a.backoff.Load(); n > 0 {
		return fmt.Sprintf("%d waiting to retry", n)
	}
	return ""
}

// Stakes implements [progress.About]: it writes the amount spent, the trials to be tried again, and those in batches.
func (a *Accounts) Stakes() []string { return []string{a.money(), a.trying(), a.flying()} }

// Lines implements [progress.About]: it says how each account gets on.
func (a *Accounts) Lines() []func() string {
	var out []func() string
	for _, k := range a.list {
		out = append(out, func() string { return k.status(time.Now()) })
	}
	return out
}

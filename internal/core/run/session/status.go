package session

import (
	"context"
	"fmt"
	"strings"
	"time"

	"assay/internal/core/model"
	"assay/internal/core/model/limit"
	"assay/internal/core/store"
)

// status describes an account in one line: its requests in progress, its rate, and what it
// waits for.
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

// status describes the account in one line.
func (a *account) status(now time.Time) string {
	return status(a.name, a.limiter.Snapshot(), now.Sub(a.since), now)
}

// inLedger is the cost of a plan over all processes, and the most that their requests in
// progress may add to it, in dollars.
type inLedger struct{ spent, reserved float64 }

// Look reads the spending of the workers.
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

// money describes the spending; "" while it is zero or unknown.
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

// trying describes the trials that wait for a retry; "" for none.
func (a *Accounts) trying() string {
	if n := a.backoff.Load(); n > 0 {
		return fmt.Sprintf("%d waiting to retry", n)
	}
	return ""
}

// Stakes implements [progress.About]: it describes the spending, the retries and the trials in batches.
func (a *Accounts) Stakes() []string { return []string{a.money(), a.trying(), a.flying()} }

// Lines implements [progress.About]: one line for each account.
func (a *Accounts) Lines() []func() string {
	var out []func() string
	for _, k := range a.list {
		out = append(out, func() string { return k.status(time.Now()) })
	}
	return out
}

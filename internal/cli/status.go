package cli

import (
	"fmt"
	"strings"
	"time"

	"assay/internal/model/limit"
)

// status says in one line how an account gets on: what runs, how fast, and what
// it waits for.
func status(name string, s limit.Snapshot, since time.Duration, now time.Time) string {
	parts := []string{fmt.Sprintf("%d of %d at once", s.InFlight, s.Limit)}
	if s.Done > 0 && since >= time.Second {
		parts = append(parts, fmt.Sprintf("%.1f/s", float64(s.Done)/since.Seconds()))
	}
	if s.Waiting > 0 && s.Paused.IsZero() {
		parts = append(parts, fmt.Sprintf("%d waiting", s.Waiting))
	}
	if !s.Paused.IsZero() {
		parts = append(parts, fmt.Sprintf("%d waiting until %s (%s)", s.Waiting, s.Paused.Local().Format("15:04:05"), s.Paused.Sub(now).Round(time.Second)))
	}
	return name + ": " + strings.Join(parts, ", ")
}

// status says how one account gets on.
func (a *account) status(now time.Time) string {
	return status(a.name, a.limiter.Snapshot(), now.Sub(a.since), now)
}

// money says what was spent, "" while that is nothing or not known.
func (a *accounts) money() string {
	spent, reserved := a.budget.Spent()
	text := ""
	if spent > 0 {
		text = fmt.Sprintf("$%.2f", spent)
	}
	if a.budget.Limited() {
		text = fmt.Sprintf("$%.2f of $%.2f", spent, a.flags.BudgetUSD)
		if reserved > 0 {
			text += fmt.Sprintf(", $%.2f at stake", reserved)
		}
	}
	return text
}

// trying says how many trials wait for another try, "" for none.
func (a *accounts) trying() string {
	if n := a.backoff.Load(); n > 0 {
		return fmt.Sprintf("%d to be tried again", n)
	}
	return ""
}

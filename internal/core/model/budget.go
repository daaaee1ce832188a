package model

import (
	"container/list"
	"context"
	"fmt"
	"maps"
	"math"
	"sync"

	"assay/internal/bench"
)

// Price returns the cost of a usage of a model in US dollars, and whether it is known.
// A known cost never falls as usage grows.
type Price func(model string, usage bench.Usage) (usd float64, ok bool)

// A Ledger stores the money spent, so that it survives the death of a process. Amounts
// are billionths of a dollar. It is safe for concurrent use.
type Ledger interface {
	// Reserve records, durably before it returns, that a request may cost amount. It
	// refuses when the recorded total would then exceed limit: other processes may
	// spend from the same budget. A reservation that is never settled counts as spent,
	// until its process is known to be dead and the cost of such requests is known.
	Reserve(subject string, amount, limit int64) (id int64, ok bool, err error)

	// Settle replaces a reservation by the cost of the request; seen means that the
	// cost is known, not assumed to be the worst case or zero. It need not be durable
	// immediately: a lost settlement counts too much, never too little.
	Settle(subject string, r Reservation, cost int64, seen bool) error

	// Spend records the cost of a request without a reservation, since it was expected to
	// cost nothing. It need not be durable immediately.
	Spend(subject string, amount int64) error
}

// Nano is a billionth of a dollar: amounts are integers in this unit, so that sums are
// exact.
const Nano = 1e-9

// Budget lets models spend up to a limit, by reserving the worst case of each request
// before it is sent and settling its cost when it is over: the sum stays within the
// limit, however many requests run concurrently. It is safe for concurrent use.
//
// The worst case of a request is one input token for each of its bytes, which no
// tokenizer exceeds, and its output limit. When the worst case does not fit but
// requests are still running, the request waits for the money that they leave. When it
// does not fit with none running, the budget is used up, for all models: continuing
// with cheaper questions would leave gaps that are not random.
type Budget struct {
	mu        sync.Mutex
	ledger    Ledger // nil stores nothing
	limit     int64
	spent     int64 // settled, including the spending of earlier processes
	reserved  int64
	open      int       // reservations not settled
	queue     list.List // of *claim, FIFO
	over      error
	inherited map[string]Reservation // of earlier processes, by trial; part of spent
}

type claim struct {
	amount  int64
	granted chan struct{}
}

// NewBudget returns an unspent budget of usd dollars. usd is positive; with +Inf the
// budget only counts. Before Use it keeps its counts only in memory.
func NewBudget(usd float64) *Budget {
	limit := int64(math.MaxInt64)
	if f := usd / Nano; f < float64(math.MaxInt64) {
		limit = int64(math.Floor(f + 1e-3)) // 0.29/1e-9 is 289999999.99999994
	}
	return &Budget{limit: limit}
}

// Use makes b record its spending in ledger, which already holds spent billionths of a
// dollar. It is called before the first request.
func (b *Budget) Use(ledger Ledger, spent int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ledger, b.spent = ledger, spent
}

// Inherit adds reservations of earlier processes whose trials are unfinished, because a
// batch holds them. They are part of the amount given to Use; the call for their trial
// takes them over.
func (b *Budget) Inherit(standing map[string]Reservation) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.inherited == nil {
		b.inherited = map[string]Reservation{}
	}
	maps.Copy(b.inherited, standing)
}

// Reopen lets a budget that its ledger refused ask again: others may have settled for less than they reserved. spent
// is the ledger's present total in billionths of a dollar, including all reservations.
func (b *Budget) Reopen(spent int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.over = nil
	b.spent = max(spent-b.reserved, 0)
	b.advance()
}

// resume takes over the reservation of an earlier process for a trial, if there is one.
func (b *Budget) resume(trial string) (Reservation, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r, ok := b.inherited[trial]
	if !ok {
		return r, false
	}
	delete(b.inherited, trial)
	b.spent -= r.Amount
	b.reserved += r.Amount
	b.open++
	return r, true
}

// Spent returns the money spent and the most that requests in flight may add, in
// dollars.
func (b *Budget) Spent() (spent, reserved float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return float64(b.spent) * Nano, float64(b.reserved) * Nano
}

// Limited reports whether the budget has a limit.
func (b *Budget) Limited() bool { return b.limit != math.MaxInt64 }

// claim reserves an amount, and waits for running requests if they may leave enough.
func (b *Budget) claim(ctx context.Context, amount int64) error {
	b.mu.Lock()
	if b.over != nil {
		defer b.mu.Unlock()
		return b.over
	}
	c := &claim{amount, make(chan struct{})}
	e := b.queue.PushBack(c)
	b.advance()
	b.mu.Unlock()

	var why error
	select {
	case <-c.granted:
		b.mu.Lock()
		defer b.mu.Unlock()
		if c.amount < 0 { // refused
			return b.over
		}
		return nil
	case <-ctx.Done():
		why = ctx.Err()
	case <-HaltOf(ctx):
		why = Halted(ctx)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	select {
	case <-c.granted: // the grant came too late
		if c.amount >= 0 {
			b.reserved -= c.amount
			b.open--
		}
	default:
		b.queue.Remove(e)
	}
	b.advance()
	return why
}

// advance grants claims in order while money is left. The caller holds the lock.
func (b *Budget) advance() {
	for b.queue.Len() > 0 {
		c := b.queue.Front().Value.(*claim)
		if left := b.limit - b.spent - b.reserved; c.amount > left {
			if b.open > 0 {
				return // they may leave enough
			}
			b.over = &Error{Kind: ErrBudget, Err: fmt.Errorf("the budget of $%.2f does not allow the next request: "+
				"$%.4f spent, and it may cost $%.4f; raise --budget-usd and the same command continues",
				float64(b.limit)*Nano, float64(b.spent)*Nano, float64(c.amount)*Nano)}
			b.refuse()
			return
		}
		b.reserved += c.amount
		b.open++
		b.queue.Remove(b.queue.Front())
		close(c.granted)
	}
}

// settle replaces a granted reservation by the cost.
func (b *Budget) settle(reserved, cost int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reserved -= reserved
	b.open--
	b.spent += cost
	b.advance()
}

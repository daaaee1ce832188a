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

// Price says what a usage of a model costs in US dollars, and whether it is
// known. A model whose price is known costs more the more it is used.
type Price func(model string, usage bench.Usage) (usd float64, ok bool)

// A Ledger keeps what was spent, so that a process that dies cannot forget it.
// Amounts are billionths of a dollar. It is safe for concurrent use.
type Ledger interface {
	// Reserve notes, durably before it returns, that a request may cost so much,
	// unless all that was noted would pass limit then: other processes may spend
	// from the same budget. A reservation that is never settled counts as spent, until
	// its process is known to be dead and it is known what such requests cost.
	Reserve(subject string, amount, limit int64) (id int64, ok bool, err error)

	// Settle replaces a reservation by what the request cost; seen says that this is
	// known, and neither the worst case of what is not nor nothing at all. It need not
	// be durable at once: what is lost of it counts too much, never too little.
	Settle(subject string, r Reservation, cost int64, seen bool) error

	// Spend notes what a request cost that nobody reserved for, since there is
	// no limit to keep. It need not be durable at once.
	Spend(subject string, amount int64) error
}

// Nano is a billionth of a dollar: amounts are counted in whole ones, so that
// sums are exact.
const Nano = 1e-9

// Budget lets models spend up to a limit, by reserving the worst case of each
// request before it is sent and settling what it cost when it is over: however
// many run at once, their sum stays within the limit. It is safe for concurrent use.
//
// The worst case of a request is its bytes as input tokens, of which no
// tokenizer makes more than one a byte, and its output limit. When the worst
// case does not fit but requests are still running, a request waits for what
// they leave. Once it does not fit with none running, the budget is used up, for
// all models: going on with cheaper questions would leave gaps that are not random.
type Budget struct {
	mu       sync.Mutex
	ledger   Ledger // nil keeps nothing
	limit    int64
	spent    int64 // settled, and what earlier processes spent
	reserved int64
	open     int       // reservations not settled
	queue    list.List // of *claim, first come, first served
	over     error
	standing map[string]Reservation // of earlier processes, by trial; part of spent
}

type claim struct {
	amount  int64
	granted chan struct{}
}

// NewBudget returns a budget of usd dollars, of which nothing is spent. usd is
// positive; +Inf only counts. Until Use it keeps its books in memory alone.
func NewBudget(usd float64) *Budget {
	limit := int64(math.MaxInt64)
	if f := usd / Nano; f < float64(math.MaxInt64) {
		limit = int64(math.Floor(f + 1e-3)) // 0.29/1e-9 is 289999999.99999994
	}
	return &Budget{limit: limit}
}

// Use keeps the books of b in ledger from now on; spent billionths of a dollar
// stand there already. It is called before the first request.
func (b *Budget) Use(ledger Ledger, spent int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ledger, b.spent = ledger, spent
}

// Stand says which reservations of earlier processes belong to trials that are
// still to be ended: what a batch holds. They are part of what Use was told, and
// are taken over by the call that is made for their trial.
func (b *Budget) Stand(standing map[string]Reservation) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.standing == nil {
		b.standing = map[string]Reservation{}
	}
	maps.Copy(b.standing, standing)
}

// resume takes over the reservation that stands for a trial, if there is one.
func (b *Budget) resume(trial string) (Reservation, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r, ok := b.standing[trial]
	if !ok {
		return r, false
	}
	delete(b.standing, trial)
	b.spent -= r.Amount
	b.reserved += r.Amount
	b.open++
	return r, true
}

// Spent returns the money spent, and the most that requests in flight may
// add, in dollars.
func (b *Budget) Spent() (spent, reserved float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return float64(b.spent) * Nano, float64(b.reserved) * Nano
}

// Limited reports whether the budget has an end.
func (b *Budget) Limited() bool { return b.limit != math.MaxInt64 }

// claim reserves an amount, waiting for running requests where that may help.
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

// advance grants claims in order, as far as money goes. The caller holds the lock.
func (b *Budget) advance() {
	for b.queue.Len() > 0 {
		c := b.queue.Front().Value.(*claim)
		if left := b.limit - b.spent - b.reserved; c.amount > left {
			if b.open > 0 {
				return // they may leave enough
			}
			b.over = &Error{Kind: ErrBudget, Err: fmt.Errorf("the budget of $%.2f is used up: $%.4f spent, the next request "+
				"may cost $%.4f; raise --budget-usd and the same command continues",
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

// settle replaces a granted reservation by what was spent.
func (b *Budget) settle(reserved, cost int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reserved -= reserved
	b.open--
	b.spent += cost
	b.advance()
}

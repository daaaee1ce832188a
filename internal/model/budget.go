package model

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"math"
	"net/http/httptrace"
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
	// from the same budget. A reservation that is never settled counts as spent.
	Reserve(subject string, amount, limit int64) (id int64, ok bool, err error)

	// Settle replaces a reservation by what the request cost. It need not be
	// durable at once: what is lost of it counts too much, never too little.
	Settle(id int64, reserved, cost int64) error

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

// Spent returns what is spent, and what requests in flight may add to it at
// most, in dollars.
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
			b.over = &Error{Kind: ErrBudget, Err: fmt.Errorf("the budget of $%.2f is used up: $%.4f spent, the next request may cost $%.4f; raise --budget-usd and the same command continues",
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

// Model returns m spending from b, for a subject that the ledger names. A model
// without a price fails with ErrInvalid unless unpriced allows it, in which case
// it is asked and nothing is counted.
//
// It stands below Retry, so that every try is paid for, and sets the cost in the
// usage of a response where the provider does not say it.
//
// What a failed request cost is not always known. One that the server refused,
// or that never left this machine, cost nothing; one whose answer was lost or
// cannot be read counts as its worst case, and so does an answer without usage.
func (b *Budget) Model(m Model, subject string, price Price, unpriced bool) Model {
	return &budgeted{m, b, subject, price, unpriced}
}

type budgeted struct {
	model    Model
	budget   *Budget
	subject  string
	price    Price
	unpriced bool
}

// overhead bounds the tokens that a provider adds to a prompt by itself: roles,
// separators, instructions for a schema.
const overhead = 512

// Worst returns a usage that no answer to r exceeds: every byte a token, and all
// the output that is allowed.
func Worst(r Request) bench.Usage {
	return bench.Usage{InputTokens: int64(len(r.System)+len(r.User)+len(r.Schema)) + overhead, OutputTokens: r.MaxTokens}
}

// WorstCost returns what no answer to r costs more than: a provider may write the
// whole prompt into its cache, which some charge for above the price of reading it.
func WorstCost(price Price, r Request) (usd float64, ok bool) {
	worst := Worst(r)
	usd, ok = price(r.Model, worst)
	worst.CacheWriteTokens = worst.InputTokens
	if dearer, known := price(r.Model, worst); ok && known {
		usd = max(usd, dearer)
	}
	return usd, ok
}

// nano converts dollars, upwards: a budget is not passed by rounding.
func nano(usd float64) int64 {
	if !(usd > 0) { // NaN too
		return 0
	}
	return int64(math.Ceil(min(usd/Nano-1e-6, math.MaxInt64/4)))
}

// Generate implements [Model].
func (m *budgeted) Generate(ctx context.Context, r Request) (bench.Response, error) {
	usd, ok := WorstCost(m.price, r)
	switch {
	case !ok && !m.unpriced:
		return bench.Response{}, &Error{Kind: ErrInvalid, Err: fmt.Errorf("%s has no price, so no budget can hold it", m.subject)}
	case !ok:
		return m.model.Generate(ctx, r)
	case m.budget.Limited() && r.MaxTokens <= 0:
		return bench.Response{}, &Error{Kind: ErrInvalid, Err: errors.New("a budget needs an output limit: set --max-tokens")}
	}
	worst := nano(usd)
	if err := m.budget.claim(ctx, worst); err != nil {
		return bench.Response{}, err
	}
	settle, err := m.note(worst)
	if err != nil {
		m.budget.settle(worst, 0)
		return bench.Response{}, m.budget.end(err)
	}
	cost := worst // also when the model panics
	defer func() {
		m.budget.settle(worst, cost)
	}()
	var sent wire
	resp, err := m.model.Generate(sent.trace(ctx), r)
	cost = m.cost(r.Model, &resp, err, worst, &sent)
	if lerr := settle(cost); lerr != nil && err == nil {
		err = lerr
	}
	return resp, err
}

// note writes a reservation into the ledger and returns how to settle it there.
func (m *budgeted) note(amount int64) (settle func(int64) error, err error) {
	b := m.budget
	b.mu.Lock()
	ledger := b.ledger
	b.mu.Unlock()
	switch {
	case ledger == nil:
		return func(int64) error { return nil }, nil
	case !b.Limited():
		return func(cost int64) error { return ledger.Spend(m.subject, cost) }, nil
	}
	id, ok, err := ledger.Reserve(m.subject, amount, b.limit)
	if err == nil && !ok {
		err = &Error{Kind: ErrBudget, Err: fmt.Errorf("the budget of $%.2f is used up, by another process too; raise --budget-usd and the same command continues", float64(b.limit)*Nano)}
	}
	return func(cost int64) error { return ledger.Settle(id, amount, cost) }, err
}

// end makes an error that says the budget is used up the end for all, and
// returns it.
func (b *Budget) end(err error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.over == nil && KindOf(err) == ErrBudget {
		b.over = err
		b.refuse()
	}
	return err
}

// refuse refuses all who wait. The caller holds the lock.
func (b *Budget) refuse() {
	for b.queue.Len() > 0 {
		c := b.queue.Remove(b.queue.Front()).(*claim)
		c.amount = -1
		close(c.granted)
	}
}

// cost decides what a request cost.
func (m *budgeted) cost(name string, resp *bench.Response, err error, worst int64, sent *wire) int64 {
	u := &resp.Usage
	if u.CostUSD != nil {
		return nano(*u.CostUSD)
	}
	if u.InputTokens > 0 || u.OutputTokens > 0 {
		if usd, ok := m.price(name, *u); ok {
			u.CostUSD = &usd
			return nano(usd)
		}
	}
	if err == nil {
		return worst
	}
	var e *Error
	if errors.As(err, &e) && (e.Status >= 300 || e.Kind == ErrInvalid || e.Kind == ErrHalted) || resp.Attempts == 0 && len(resp.RawRequest) == 0 || sent.unsent() {
		return 0
	}
	return worst
}

// wire watches whether a request left this machine. The HTTP transport tells it;
// a model that speaks no HTTP leaves it untouched.
type wire struct {
	mu                 sync.Mutex
	dialled, connected bool
}

func (w *wire) trace(ctx context.Context) context.Context {
	set := func(b *bool) {
		w.mu.Lock()
		defer w.mu.Unlock()
		*b = true
	}
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn: func(string) { set(&w.dialled) },
		GotConn: func(httptrace.GotConnInfo) { set(&w.connected) },
	})
}

// unsent reports that a connection was wanted and none came about.
func (w *wire) unsent() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.dialled && !w.connected
}

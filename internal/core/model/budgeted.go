package model

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http/httptrace"
	"sync"

	"assay/internal/bench"
)

// Model returns m with its cost charged to b, for a subject named in the ledger. A
// model without a price fails with ErrInvalid unless unpriced allows it; it is then
// asked and nothing is counted.
//
// It belongs below Retry, so that every try is paid for. It sets the cost in the usage
// of a response when the provider does not report it.
//
// The cost of a failed request is not always known. A request that the server refused,
// or that never left this machine, cost nothing; one whose answer was lost or cannot be
// read counts as its worst case, and so does an answer without usage.
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

// overhead bounds the tokens that a provider adds to a prompt: roles, separators,
// instructions for a schema or for tools. overheadEach is the same for each tool, call,
// result and message of the history.
const (
	overhead     = 512
	overheadEach = 64
)

// Worst returns a usage that no answer to r exceeds: one token for each byte, and all
// of the allowed output.
func Worst(r Request) bench.Usage {
	pieces := len(r.Tools) + len(r.History)
	for _, m := range r.History {
		if m.Turn != nil {
			pieces += len(m.Turn.Calls)
		}
		pieces += len(m.Results)
	}
	return bench.Usage{InputTokens: int64(r.Size()) + overhead + int64(pieces)*overheadEach, OutputTokens: r.MaxTokens}
}

// WorstCost returns a cost that no answer to r exceeds. It includes the case that the
// provider writes the whole prompt into its cache, for which some charge more than for
// input.
func WorstCost(price Price, r Request) (usd float64, ok bool) {
	worst := Worst(r)
	usd, ok = price(r.Model, worst)
	worst.CacheWriteTokens = worst.InputTokens
	if higher, known := price(r.Model, worst); ok && known {
		usd = max(usd, higher)
	}
	return usd, ok
}

// nano converts dollars and rounds up, so that rounding cannot exceed a budget.
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
		return bench.Response{}, &Error{Kind: ErrInvalid, Err: fmt.Errorf("%s has no price, so no budget can hold it",
			m.subject)}
	case !ok:
		return m.model.Generate(ctx, r)
	case m.budget.Limited() && r.MaxTokens <= 0:
		return bench.Response{}, &Error{Kind: ErrInvalid, Err: errors.New("a budget needs an output limit: set --max-tokens")}
	}
	held, ok := m.budget.resume(TrialOf(ctx))
	if !ok {
		held.Amount = nano(usd)
		if err := m.budget.claim(ctx, held.Amount); err != nil {
			return bench.Response{}, err
		}
		var err error
		if held.ID, err = m.note(held.Amount); err != nil {
			m.budget.settle(held.Amount, 0)
			return bench.Response{}, m.budget.end(err)
		}
		if why := Halted(ctx); why != nil { // the caller gave up while the ledger worked
			m.budget.settle(held.Amount, 0)
			return bench.Response{}, errors.Join(why, m.settle(held, 0, false))
		}
	}
	worst := held.Amount
	cost := worst // also when the model panics
	defer func() {
		m.budget.settle(worst, cost)
	}()
	var sent wire
	resp, err := m.model.Generate(context.WithValue(sent.trace(ctx), reservationKey{}, held), r)
	if KindOf(err) == ErrInFlight {
		return resp, err // the reservation remains until the cost is known
	}
	var seen bool
	if cost, seen = m.cost(r.Model, &resp, err, worst, &sent); !seen && cost > 0 && ctx.Err() != nil {
		return resp, err // abandoned: the reservation remains, like that of a process that was killed
	}
	if lerr := m.settle(held, cost, seen); lerr != nil && err == nil {
		err = lerr
	}
	return resp, err
}

// currentLedger returns the ledger, or nil.
func (b *Budget) currentLedger() Ledger {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.ledger
}

// note writes a reservation into the ledger, also without a limit: a process that dies
// leaves it to the next one. Without a ledger, or for a request that costs nothing, it
// writes none and returns id 0.
func (m *budgeted) note(amount int64) (id int64, err error) {
	b := m.budget
	ledger := b.currentLedger()
	if ledger == nil || amount == 0 {
		return 0, nil
	}
	id, ok, err := ledger.Reserve(m.subject, amount, b.limit)
	if err == nil && !ok {
		err = &Error{Kind: ErrBudget, Err: fmt.Errorf(
			"the budget of $%.2f is used up, by another process too; raise --budget-usd and the same command continues",
			float64(b.limit)*Nano)}
	}
	return id, err
}

// settle writes the cost of a request into the ledger.
func (m *budgeted) settle(held Reservation, cost int64, seen bool) error {
	ledger := m.budget.currentLedger()
	switch {
	case ledger == nil:
		return nil
	case held.ID == 0:
		return ledger.Spend(m.subject, cost)
	}
	return ledger.Settle(m.subject, held, cost, seen)
}

// end returns err. If err is an [ErrBudget] error, it also ends the budget for all
// callers.
func (b *Budget) end(err error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.over == nil && KindOf(err) == ErrBudget {
		b.over = err
		b.refuse()
	}
	return err
}

// refuse refuses all waiting claims. The caller holds the lock.
func (b *Budget) refuse() {
	for b.queue.Len() > 0 {
		c := b.queue.Remove(b.queue.Front()).(*claim)
		c.amount = -1
		close(c.granted)
	}
}

// cost returns the cost of a request, and whether it was reported or computed from
// usage.
func (m *budgeted) cost(name string, resp *bench.Response, err error, worst int64, sent *wire) (cost int64, seen bool) {
	u := &resp.Usage
	if u.CostUSD != nil {
		return nano(*u.CostUSD), true
	}
	if u.InputTokens > 0 || u.OutputTokens > 0 {
		if usd, ok := m.price(name, *u); ok {
			u.CostUSD = &usd
			return nano(usd), true
		}
	}
	if err == nil {
		return worst, false
	}
	var e *Error
	if errors.As(err, &e) && (e.Free || e.Status >= 300 || e.Kind == ErrInvalid || e.Kind == ErrHalted) ||
		resp.Attempts == 0 && len(resp.RawRequest) == 0 || sent.unsent() {
		return 0, false
	}
	return worst, false
}

// wire records whether a request left this machine. The HTTP transport updates it; a
// model that does not use HTTP leaves it unchanged.
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

// unsent reports whether a connection was attempted and none was established.
func (w *wire) unsent() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.dialled && !w.connected
}

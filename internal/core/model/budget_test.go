package model_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"assay/internal/bench"
	"assay/internal/core/model"
	"assay/internal/test/modeltest"
)

// book is a ledger in memory that fails the test when spending and open reservations
// exceed the limit at any moment.
type book struct {
	t     *testing.T
	limit int64
	err   error

	others int64 // what another process has spent since

	mu      sync.Mutex
	entries []int64
	sum     int64
	peak    int64
	settled int
}

func (b *book) Reserve(_ string, amount, most int64) (int64, bool, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err != nil {
		return 0, false, b.err
	}
	if b.sum+b.others+amount > most {
		return 0, false, nil
	}
	b.entries = append(b.entries, amount)
	b.sum += amount
	b.peak = max(b.peak, b.sum)
	if b.sum > b.limit {
		b.t.Errorf("%d reserved and spent of %d", b.sum, b.limit)
	}
	return int64(len(b.entries)), true, nil
}

func (b *book) Settle(_ string, r model.Reservation, amount int64, _ bool) error {
	id, reserved := r.ID-1, r.Amount
	b.mu.Lock()
	defer b.mu.Unlock()
	if reserved != b.entries[id] {
		b.t.Errorf("settles %d where %d was reserved", reserved, b.entries[id])
	}
	if amount > b.entries[id] {
		b.t.Errorf("reserved %d for what cost %d", b.entries[id], amount)
	}
	b.sum += amount - b.entries[id]
	b.entries[id] = amount
	b.settled++
	return nil
}

// perToken is a dollar for a million tokens of input, and four for output.
func perToken(_ string, u bench.Usage) (float64, bool) {
	return float64(u.InputTokens)*1e-6 + float64(u.OutputTokens)*4e-6, true
}

func (b *book) Spend(_ string, amount int64) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sum += amount
	b.settled++
	return nil
}

func books(usd float64, spent int64, l model.Ledger) *model.Budget {
	b := model.NewBudget(usd)
	b.Use(l, spent)
	return b
}

type modelFunc func(context.Context, model.Request) (bench.Response, error)

func (f modelFunc) Generate(ctx context.Context, r model.Request) (bench.Response, error) {
	return f(ctx, r)
}

// A thousand concurrent requests, with answers of every length and failures of every
// kind: spent and reserved money never exceeds the limit, unused reservations are used
// again, and the end of the budget ends all.
func TestBudgetIsNeverPassed(t *testing.T) {
	for seed := range uint64(4) {
		synctest.Test(t, func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(seed, 7))
			ledger := &book{t: t, limit: 200e6}
			b := books(0.2, 0, ledger)
			var mu sync.Mutex
			m := model.Retry(b.Model(modelFunc(func(ctx context.Context, r model.Request) (bench.Response, error) {
				mu.Lock()
				wait, kind, out := time.Duration(1+rnd.IntN(1000))*time.Millisecond, rnd.IntN(8), rnd.Int64N(r.MaxTokens+1)
				mu.Unlock()
				time.Sleep(wait)
				resp := bench.Response{Attempts: 1, Usage: bench.Usage{InputTokens: int64(len(r.User)) / 3, OutputTokens: out}}
				switch kind {
				case 0:
					return bench.Response{Attempts: 1}, &model.Error{Kind: model.ErrRateLimit, Status: 429, Err: errors.New("wait")}
				case 1:
					return bench.Response{Attempts: 1}, &model.Error{Kind: model.ErrUnavailable, Err: errors.New("reset")}
				}
				return resp, nil
			}), "m", perToken, false), model.Policy{Attempts: 3})
			var wg sync.WaitGroup
			answered, refused := 0, 0
			for i := range 1000 {
				wg.Go(func() {
					_, err := m.Generate(t.Context(), model.Request{Model: "m", User: strings.Repeat("x", 100+i), MaxTokens: 200})
					mu.Lock()
					defer mu.Unlock()
					switch model.KindOf(err) {
					case "":
						answered++
					case model.ErrBudget:
						refused++
					}
				})
			}
			wg.Wait()
			spent, reserved := b.Spent()
			if reserved != 0 || math.Abs(spent-float64(ledger.sum)*model.Nano) > 1e-12 {
				t.Errorf("says %v spent and %v reserved; the ledger has %d", spent, reserved, ledger.sum)
			}
			if spent > 0.2 || spent < 0.195 {
				t.Errorf("spent $%v of $0.20 though there was more to do", spent)
			}
			if answered == 0 || refused == 0 {
				t.Errorf("%d answered, %d refused", answered, refused)
			}
			if _, err := m.Generate(t.Context(), model.Request{Model: "m", User: "x",
				MaxTokens: 1}); model.KindOf(err) != model.ErrBudget {
				t.Errorf("a cheap question after the end: %v", err)
			}
		})
	}
}

func TestBudgetCountsEarlierSpending(t *testing.T) {
	ledger := &book{t: t, limit: math.MaxInt64}
	ask := func(spent int64) error {
		m := books(0.01, spent, ledger).Model(modeltest.Echo{}, "m", perToken, false)
		_, err := m.Generate(t.Context(), model.Request{Model: "m", User: "x", MaxTokens: 1000})
		return err
	}
	if err := ask(5e6); err != nil {
		t.Error(err)
	}
	err := ask(6e6)
	if model.KindOf(err) != model.ErrBudget || !strings.Contains(err.Error(), "$0.0060 spent, and it may cost") ||
		!strings.Contains(err.Error(), "--budget-usd") {
		t.Errorf("error %v", err)
	}
}

// The cost of a request that failed.
func TestBudgetCost(t *testing.T) {
	const worst = (1+512)*1e3 + 100*4e3
	known := bench.Usage{InputTokens: 10, OutputTokens: 20}
	said := 0.0001
	for _, tt := range []struct {
		name string
		step modeltest.Step
		want int64
	}{
		{"answer", modeltest.Step{Response: bench.Response{Attempts: 1, Usage: known}}, 10*1e3 + 20*4e3},
		{"the provider says", modeltest.Step{Response: bench.Response{Attempts: 1,
			Usage: bench.Usage{InputTokens: 10, CostUSD: &said}}}, 1e5},
		{"no usage", modeltest.Step{Response: bench.Response{Attempts: 1}}, worst},
		{"refused by the server", modeltest.Step{Response: bench.Response{Attempts: 1},
			Err: &model.Error{Kind: model.ErrUnavailable, Status: 503, Err: errors.New("no")}}, 0},
		{"never sent", modeltest.Step{Err: &model.Error{Kind: model.ErrUnavailable, Err: errors.New("no")}}, 0},
		{"answer lost", modeltest.Step{Response: bench.Response{Attempts: 1},
			Err: &model.Error{Kind: model.ErrUnavailable, Err: errors.New("reset")}}, worst},
		{"answer unreadable", modeltest.Step{Response: bench.Response{Attempts: 1},
			Err: &model.Error{Kind: model.ErrProtocol, Status: 200, Err: errors.New("not JSON")}}, worst},
		{"abandoned", modeltest.Step{Response: bench.Response{Attempts: 1}, Err: context.Canceled}, worst},
	} {
		ledger := &book{t: t, limit: math.MaxInt64}
		b := books(math.Inf(1), 0, ledger)
		resp, _ := b.Model(modeltest.Scripted(tt.step), "m", perToken, false).Generate(t.Context(),
			model.Request{Model: "m", User: "x", MaxTokens: 100})
		if ledger.sum != tt.want || ledger.settled != 1 {
			t.Errorf("%s: cost %d, want %d", tt.name, ledger.sum, tt.want)
		}
		if known := resp.Usage.InputTokens > 0; known != (resp.Usage.CostUSD != nil) {
			t.Errorf("%s: cost %v in usage %+v", tt.name, resp.Usage.CostUSD, resp.Usage)
		}
	}
}

// Writing a prompt into the provider's cache may cost more than reading it, and is then
// reserved; not if that price is unknown or lower.
func TestBudgetReservesCacheWrites(t *testing.T) {
	r := model.Request{User: strings.Repeat("x", 488), MaxTokens: 10} // 1000 tokens at most
	for _, tt := range []struct{ write, want float64 }{{2, 2010}, {0.5, 1010}, {-1, 1010}} {
		price := func(_ string, u bench.Usage) (float64, bool) {
			if u.CacheWriteTokens > 0 && tt.write < 0 {
				return 0, false
			}
			return float64(u.InputTokens-u.CacheWriteTokens) + tt.write*float64(u.CacheWriteTokens) + float64(u.OutputTokens),
				true
		}
		if usd, ok := model.WorstCost(price, r); !ok || usd != tt.want {
			t.Errorf("writes at $%v: at most $%v, want $%v", tt.write, usd, tt.want)
		}
		led := &book{t: t, limit: 1 << 62}
		b := model.NewBudget(5000)
		b.Use(led, 0)
		if _, err := b.Model(modeltest.Echo{}, "m", price, false).Generate(t.Context(), r); err != nil ||
			led.peak != int64(math.Round(tt.want/model.Nano)) {
			t.Errorf("writes at $%v: %d reserved (%v)", tt.write, led.peak, err)
		}
	}
	if _, ok := model.WorstCost(func(string, bench.Usage) (float64, bool) { return 1, false }, r); ok {
		t.Error("a price that is not known became one")
	}
}

// A panic settles at the worst case and does not lock the others out.
func TestBudgetPanic(t *testing.T) {
	b := books(1, 0, &book{t: t, limit: 1e9})
	func() {
		defer func() { recover() }()
		b.Model(modelFunc(func(context.Context, model.Request) (bench.Response, error) { panic("ouch") }), "m", perToken,
			false).
			Generate(t.Context(), model.Request{User: "x", MaxTokens: 1})
	}()
	if spent, reserved := b.Spent(); spent == 0 || reserved != 0 {
		t.Errorf("spent %v, reserved %v", spent, reserved)
	}
}

// Over HTTP: an unreachable server costs nothing; one that cuts the connection may have
// charged for the request.
func TestBudgetSeesWhetherAnythingWasSent(t *testing.T) {
	cut := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	defer cut.Close()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for url, want := range map[string]bool{cut.URL: true, gone.URL: false} {
		b := books(1, 0, &book{t: t, limit: 1e9})
		m := b.Model(modelFunc(func(ctx context.Context, r model.Request) (bench.Response, error) {
			req, _ := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(r.User))
			res, err := http.DefaultClient.Do(req)
			if err == nil {
				io.Copy(io.Discard, res.Body)
				res.Body.Close()
				return bench.Response{}, fmt.Errorf("answered %s", res.Status)
			}
			return bench.Response{Attempts: 1}, &model.Error{Kind: model.ErrUnavailable, Err: err}
		}), "m", perToken, false)
		_, err := m.Generate(t.Context(), model.Request{User: "x", MaxTokens: 1})
		if spent, _ := b.Spent(); model.KindOf(err) != model.ErrUnavailable || (spent > 0) != want {
			t.Errorf("spent %v with %v", spent, err)
		}
	}
}

func TestBudgetRefuses(t *testing.T) {
	none := func(string, bench.Usage) (float64, bool) { return 0, false }
	b := books(1, 0, &book{t: t, limit: 1e9})
	if _, err := b.Model(modeltest.Echo{}, "m", none, false).Generate(t.Context(),
		model.Request{User: "x", MaxTokens: 1}); model.KindOf(err) != model.ErrInvalid {
		t.Errorf("no price: %v", err)
	}
	if _, err := b.Model(modeltest.Echo{}, "m", none, true).Generate(t.Context(), model.Request{User: "x"}); err != nil {
		t.Errorf("no price, and that is allowed: %v", err)
	}
	if _, err := b.Model(modeltest.Echo{}, "m", perToken, false).Generate(t.Context(),
		model.Request{User: "x"}); model.KindOf(err) != model.ErrInvalid {
		t.Errorf("no output limit: %v", err)
	}
	b = books(1, 0, &book{t: t, limit: 1e9, err: errors.New("disk full")})
	script := modeltest.Scripted(modeltest.Answer("yes"))
	if _, err := b.Model(script, "m", perToken, false).Generate(t.Context(),
		model.Request{User: "x", MaxTokens: 1}); err == nil || len(script.Requests()) != 0 {
		t.Errorf("a request that the ledger could not note was sent: %v", err)
	}
}

// The spending of another process from the same budget is seen in the ledger.
func TestBudgetIsShared(t *testing.T) {
	ledger := &book{t: t, limit: math.MaxInt64}
	b := books(0.01, 0, ledger)
	script := modeltest.Scripted(modeltest.Step{Response: bench.Response{Usage: bench.Usage{OutputTokens: 1}}},
		modeltest.Answer("no"))
	m := b.Model(script, "m", perToken, false)
	ask := func() error {
		_, err := m.Generate(t.Context(), model.Request{User: "x", MaxTokens: 100})
		return err
	}
	if err := ask(); err != nil {
		t.Error(err)
	}
	ledger.others = 9_900_000
	for range 2 { // the end is final
		if err := ask(); model.KindOf(err) != model.ErrBudget || !strings.Contains(err.Error(), "another process") {
			t.Errorf("error %v", err)
		}
		ledger.others = 0
	}
	if _, reserved := b.Spent(); reserved != 0 || len(script.Requests()) != 1 {
		t.Errorf("%v reserved, %d requests", reserved, len(script.Requests()))
	}
}

// Waiting for money ends with the halt and with the context.
func TestBudgetWaitingEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := books(0.01, 0, &book{t: t, limit: 1e9})
		m := b.Model(modelFunc(func(context.Context, model.Request) (bench.Response, error) {
			time.Sleep(time.Minute)
			return bench.Response{Usage: bench.Usage{InputTokens: 1}}, nil
		}), "m", perToken, false)
		r := model.Request{User: "x", MaxTokens: 2000} // more than half of the budget
		halt := make(chan struct{})
		ctx, cancel := context.WithCancel(t.Context())
		var first, halted, cancelled, later error
		var wg sync.WaitGroup
		wg.Go(func() { _, first = m.Generate(model.WithHalt(t.Context(), halt), r) })
		synctest.Wait()
		wg.Go(func() { _, halted = m.Generate(model.WithHalt(t.Context(), halt), r) })
		wg.Go(func() { _, cancelled = m.Generate(ctx, r) })
		wg.Go(func() { _, later = m.Generate(t.Context(), r) })
		synctest.Wait()
		close(halt)
		cancel()
		wg.Wait()
		if first != nil || later != nil || model.KindOf(halted) != model.ErrHalted ||
			!errors.Is(cancelled, context.Canceled) {
			t.Errorf("first %v, halted %v, cancelled %v, later %v", first, halted, cancelled, later)
		}
		if _, reserved := b.Spent(); reserved != 0 {
			t.Errorf("%v reserved for nobody", reserved)
		}
	})
}

// slow is a ledger that records a reservation only when the test allows it.
type slow struct {
	*book
	let chan struct{}
}

func (s slow) Reserve(subject string, amount, most int64) (int64, bool, error) {
	<-s.let
	return s.book.Reserve(subject, amount, most)
}

// A request whose caller gave up while it waited for the ledger is not sent, and costs
// nothing.
func TestHaltedWhileTheLedgerIsAway(t *testing.T) {
	ledger := slow{&book{t: t, limit: 1e9}, make(chan struct{})}
	b := books(1, 0, ledger)
	m := b.Model(modelFunc(func(context.Context, model.Request) (bench.Response, error) {
		t.Error("it was sent")
		return bench.Response{}, nil
	}), "m", perToken, false)
	halt, done := make(chan struct{}), make(chan error)
	go func() {
		_, err := m.Generate(model.WithHalt(t.Context(), halt), model.Request{Model: "m", User: "x", MaxTokens: 10})
		done <- err
	}()
	close(halt)
	close(ledger.let)
	if err := <-done; model.KindOf(err) != model.ErrHalted {
		t.Error(err)
	}
	if spent, reserved := b.Spent(); spent != 0 || reserved != 0 || ledger.sum != 0 {
		t.Errorf("%v spent, %v reserved, %d in the books", spent, reserved, ledger.sum)
	}
}

// Without a limit a request is reserved too, before it is sent; one that is abandoned stays reserved, since its cost is
// unknown, and one that never left does not.
func TestReservedWithoutLimit(t *testing.T) {
	for _, sent := range []bool{true, false} {
		ledger := &book{t: t, limit: math.MaxInt64}
		ctx, abandon := context.WithCancel(t.Context())
		m := books(math.Inf(1), 0, ledger).Model(modelFunc(func(context.Context, model.Request) (bench.Response, error) {
			if ledger.sum == 0 {
				t.Error("sent before it was reserved")
			}
			abandon()
			if !sent {
				return bench.Response{}, context.Canceled
			}
			return bench.Response{Attempts: 1}, context.Canceled
		}), "m", perToken, false)
		if _, err := m.Generate(ctx, model.Request{Model: "m", User: "x", MaxTokens: 10}); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if stays := ledger.settled == 0 && ledger.sum > 0; stays != sent {
			t.Errorf("sent %v: %d settled, %d in the ledger", sent, ledger.settled, ledger.sum)
		}
	}
}

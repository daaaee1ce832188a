package cli

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"assay/internal/bench"
	"assay/internal/model"
	"assay/internal/model/limit"
	"assay/internal/store"
)

// spending is how much may be asked at once, and for how much money.
type spending struct {
	MaxConnections int      `help:"Requests at once to one provider, for all its models together; 0 finds the number, up to 100, or 10 at a server of your own." default:"0" placeholder:"N"`
	BudgetUSD      float64  `name:"budget-usd" help:"Spend at most N dollars on this plan, over all its runs; retries count. The run stops with exit code 4 before it could spend more." placeholder:"N" aliases:"budget"`
	AllowUnpriced  bool     `name:"allow-unpriced" help:"With --budget-usd, ask models whose price is not known too; what they cost is not counted."`
	Cache          bool     `help:"Take the answer to a request that was answered before, in the same repetition, from the database, also with --fresh: it costs nothing and is marked."`
	Price          []string `help:"Price of a model in dollars for a million tokens of input and output, as in 'openai/<model>=0.15/0.60'. Repeatable." placeholder:"MODEL=IN/OUT" sep:"none"`
}

// price is what a million tokens cost, in dollars.
type price struct{ in, out float64 }

// cost says what a usage costs. Tokens that a provider's cache served count as
// the others: its discount is not known here.
func (p price) cost(u bench.Usage) float64 {
	return (p.in*float64(u.InputTokens) + p.out*float64(u.OutputTokens)) / 1e6
}

func parsePrices(texts []string) (map[string]price, error) {
	out := map[string]price{}
	for _, t := range texts {
		name, rest, ok := strings.Cut(t, "=")
		in, outp, ok2 := strings.Cut(rest, "/")
		a, err1 := strconv.ParseFloat(in, 64)
		b, err2 := strconv.ParseFloat(outp, 64)
		if !ok || !ok2 || name == "" || err1 != nil || err2 != nil || !(a >= 0) || !(b >= 0) || math.IsInf(a+b, 0) {
			return nil, usage("--price %q is not MODEL=IN/OUT, as in 'openai/<model>=0.15/0.60': dollars for a million tokens", t)
		}
		if _, twice := out[name]; twice {
			return nil, usage("--price names %s twice", name)
		}
		out[name] = price{a, b}
	}
	return out, nil
}

// accounts are the providers of a run: one limiter for each account, one budget
// for all.
type accounts struct {
	flags  spending
	prices map[string]price
	budget *model.Budget
	tell   func(string) // a line about waiting, concurrently
	log    *slog.Logger
	cache  keeper

	mu      sync.Mutex
	list    []*account
	backoff atomic.Int64 // trials that wait for another try
}

// account is one key at one address.
type account struct {
	name    string // of the provider, with the address when it is not the provider's own
	prefix  string
	base    string
	since   time.Time
	limiter *limit.Limiter
}

// Connections with a server of one's own, and with a provider.
const (
	ownConnections      = 10
	providerConnections = 100
)

func newAccounts(s spending, tell func(string), log *slog.Logger) (*accounts, error) {
	switch {
	case s.MaxConnections < 0:
		return nil, usage("--max-connections is at least 1, or 0 to find the number")
	case !(s.BudgetUSD >= 0): // NaN too
		return nil, usage("--budget-usd is a positive number of dollars")
	}
	prices, err := parsePrices(s.Price)
	if err != nil {
		return nil, err
	}
	usd := math.Inf(1)
	if s.BudgetUSD > 0 {
		usd = s.BudgetUSD
	}
	return &accounts{flags: s, prices: prices, budget: model.NewBudget(usd), tell: tell, log: log}, nil
}

// workers is how many trials of one model are under way at once: as many as may
// send, however few of them can at the moment.
func (a *accounts) workers() int {
	if a.flags.MaxConnections > 0 {
		return a.flags.MaxConnections
	}
	return providerConnections
}

// price returns the price of a model named with its provider.
func (a *accounts) price(name string) model.Price {
	p, ok := a.prices[name]
	return func(_ string, u bench.Usage) (float64, bool) { return p.cost(u), ok }
}

// account returns the account with the key of provider p at base, "" for its own address.
func (a *accounts) account(p provider, base string) *account {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, k := range a.list {
		if k.base == base && k.prefix == p.prefix {
			return k
		}
	}
	most, name := a.flags.MaxConnections, p.prefix
	if base != "" {
		name += " at " + base
	}
	if most == 0 && base != "" {
		most = ownConnections
	}
	k := &account{name, p.prefix, base, time.Now(), limit.New(limit.Config{Max: most})}
	a.list = append(a.list, k)
	return k
}

// hold puts a model under the limits of its account and the budget, and lets it
// try again. A call holds a slot and money only while its request is running.
func (a *accounts) hold(m model.Model, p provider, base, name string, attempts int) (model.Model, error) {
	known := a.price(name)
	_, priced := known("", bench.Usage{})
	if a.flags.BudgetUSD > 0 && !priced && !a.flags.AllowUnpriced {
		return nil, usage("the price of %s is not known, so --budget-usd cannot hold it: give --price '%s=IN/OUT', or --allow-unpriced", name, name)
	}
	m = logged{m, a.log, name}
	m = a.budget.Model(m, name, known, true)
	m = a.account(p, base).limiter.Model(m)
	m = model.Retry(m, model.Policy{Attempts: attempts, Sleep: a.sleep, Notify: func(kind model.ErrorKind, wait time.Duration) {
		a.log.Info("wait", "subject", name, "error", string(kind), "seconds", wait.Seconds())
		a.tell(fmt.Sprintf("%s: %s, waiting %s", name, kind, wait.Round(100*time.Millisecond)))
	}})
	if a.flags.Cache {
		m = model.Cached(m, p.prefix+" "+base, &a.cache)
	}
	return m, nil
}

// sleep is model.Sleep, counted.
func (a *accounts) sleep(ctx context.Context, d time.Duration) error {
	a.backoff.Add(1)
	defer a.backoff.Add(-1)
	return model.Sleep(ctx, d)
}

// keeper is the cache of responses in the database of a run, which is opened
// when the plan is known.
type keeper struct {
	s *store.Store
	w *store.Writer
}

// Get implements [model.Cache].
func (k *keeper) Get(ctx context.Context, key string) (bench.Response, bool, error) {
	return k.s.Cached(ctx, key)
}

// Put implements [model.Cache].
func (k *keeper) Put(key string, r bench.Response) error { return k.w.Keep(key, r) }

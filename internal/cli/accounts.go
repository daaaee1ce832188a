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
	"assay/internal/exit"
	"assay/internal/model"
	"assay/internal/model/batch"
	"assay/internal/model/limit"
	"assay/internal/model/registry"
	"assay/internal/store"
)

// spending is how much may be asked at once, and for how much money.
type spending struct {
	MaxConnections int      `help:"Requests at once to one provider, for all its models together, from the start; refusals (429) lower the number. 0 finds it, up to 100, or 10 at a server of your own." default:"0" placeholder:"N"`
	BudgetUSD      float64  `name:"budget-usd" help:"Spend at most N dollars on this plan, over all its runs; retries count. The run stops with exit code 4 before it could spend more." placeholder:"N" aliases:"budget"`
	AllowUnpriced  bool     `name:"allow-unpriced" help:"With --budget-usd, ask models whose price is not known too; what they cost is not counted."`
	Cache          bool     `help:"Take the answer to a request that was answered before, in the same repetition, from the database, also with --no-resume: it costs nothing and is marked."`
	Price          []string `help:"Price of a model in dollars for a million tokens of input and output, as in 'openai/<model>=0.15/0.60'; with --batch, in batches. Repeatable." placeholder:"MODEL=IN/OUT" sep:"none" found:"data"`
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
			return nil, exit.Usage("--price %q is not MODEL=IN/OUT, as in 'openai/<model>=0.15/0.60': dollars for a million tokens", t)
		}
		if _, twice := out[name]; twice {
			return nil, exit.Usage("--price names %s twice", name)
		}
		out[name] = price{a, b}
	}
	return out, nil
}

// accounts are the providers of a run: one limiter for each account, one budget
// for all.
type accounts struct {
	flags    spending
	batching batching
	queues   []*batch.Queue // of --batch
	prices   map[string]price
	budget   *model.Budget
	tell     func(string) // a line about waiting, concurrently
	log      *slog.Logger
	traces   *tracing
	cache    keeper
	shared   *limiters                   // of all runs of this process; nil when there is one run
	sure     func(context.Context) error // before each request: that it is ours to send; nil is always
	ledger   atomic.Pointer[inLedger]    // of a run that workers ask; nil while this process spends alone

	mu      sync.Mutex
	list    []*account
	models  map[string]connected // by the name of the subject
	backoff atomic.Int64         // trials that wait for another try
}

// account is one key at one address.
type account struct {
	name    string // of the provider, with the address when it is not the provider's own
	prefix  string
	base    string
	since   time.Time
	limiter *limit.Limiter
}

// limiters hold the accounts of a process to their limits, whichever run asks.
type limiters struct {
	mu   sync.Mutex
	held map[string]*limit.Limiter
}

// of returns the limiter of an account. A nil l makes a new one each time, which starts
// with as many requests as were named. With an l it starts with few: other machines may
// use the account too.
func (l *limiters) of(name string, named, most int) *limit.Limiter {
	if l == nil {
		return limit.New(limit.Config{Start: named, Max: most})
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held == nil {
		l.held = map[string]*limit.Limiter{}
	}
	if l.held[name] == nil {
		l.held[name] = limit.New(limit.Config{Max: most})
	}
	return l.held[name]
}

// Connections with a server of one's own, and with a provider.
const (
	ownConnections      = 10
	providerConnections = 100
)

func newAccounts(s spending, tell func(string), log *slog.Logger) (*accounts, error) {
	switch {
	case s.MaxConnections < 0:
		return nil, exit.Usage("--max-connections is at least 1, or 0 to find the number")
	case !(s.BudgetUSD >= 0): // NaN too
		return nil, exit.Usage("--budget-usd is a positive number of dollars")
	}
	prices, err := parsePrices(s.Price)
	if err != nil {
		return nil, err
	}
	usd := math.Inf(1)
	if s.BudgetUSD > 0 {
		usd = s.BudgetUSD
	}
	return &accounts{flags: s, prices: prices, models: map[string]connected{}, budget: model.NewBudget(usd), tell: tell, log: log}, nil
}

// workers is how many trials of one model are under way at once: as many as may
// send, however few of them can at the moment, and as many again that reserve,
// judge or wait for the disk meanwhile, so that no slot stays empty for them.
func (a *accounts) workers(mode registry.Mode) int {
	switch {
	case a.flags.MaxConnections > 0:
		return limit.WithLine(a.flags.MaxConnections)
	case mode == registry.Batched:
		return batchConnections
	}
	return limit.WithLine(providerConnections)
}

// price returns the price of a model named with its provider: what the command
// line says, else what is known of the model where it was connected.
func (a *accounts) price(name string) model.Price {
	a.mu.Lock()
	c, ok := a.models[name]
	a.mu.Unlock()
	if !ok {
		c = connected{name: name, known: registry.New()}
	}
	return a.priceOf(c)
}

func (a *accounts) priceOf(c connected) model.Price {
	if p, ok := a.prices[c.name]; ok {
		return func(_ string, u bench.Usage) (float64, bool) { return p.cost(u), true }
	}
	return func(_ string, u bench.Usage) (float64, bool) {
		if c.provider.free {
			return 0, true
		}
		return c.known.Price(c.provider.prefix, c.id, c.mode, u)
	}
}

// accountName is what an account is called; base is "" for the provider's own address.
func accountName(p provider, base string) string {
	if base == "" {
		return p.prefix
	}
	return p.prefix + " at " + base
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
	most, name := a.flags.MaxConnections, accountName(p, base)
	if most == 0 && base != "" {
		most = ownConnections
	}
	k := &account{name, p.prefix, base, time.Now(), a.shared.of(name, a.flags.MaxConnections, most)}
	a.list = append(a.list, k)
	return k
}

// hold puts a model under the limits of its account and the budget, and lets it
// try again. A call holds a slot only while its request is running, and money from
// when it is among the next: a reservation takes as long as the disk does, and no
// slot is empty for that.
// record, when not nil, is put around what is asked in the end. In batches no
// slots are taken, and prices are others.
func (a *accounts) hold(c connected, mode registry.Mode, attempts int, record func(model.Model) model.Model) (model.Model, error) {
	c.mode = mode
	a.mu.Lock()
	if _, ok := a.models[c.name]; !ok { // a subject goes before a judge of its name
		a.models[c.name] = c
	}
	a.mu.Unlock()
	known := a.priceOf(c)
	_, priced := known(c.id, bench.Usage{InputTokens: 1, OutputTokens: 1})
	kind := "price"
	if mode == registry.Batched {
		kind = "batch price"
	}
	if a.flags.BudgetUSD > 0 && !priced && !a.flags.AllowUnpriced {
		return nil, exit.Usage("the %s of %s is not known, so --budget-usd cannot hold it: give --price '%s=IN/OUT', or --allow-unpriced", kind, c.name, c.name)
	}
	if mode == registry.Batched {
		q, err := a.queue(c)
		if err != nil {
			return nil, err
		}
		c.model = q.Model()
		if !priced {
			a.tell(fmt.Sprintf("the batch price of %s is not known: its cost will be unknown, which is not free", c.name))
		}
	}
	m := c.costed()
	if _, ok := a.prices[c.name]; ok {
		m = c.model // at the price of --price
	}
	m = logged{a.traces.model(m, c), a.log, c.name}
	m = model.Gated(m, func(ctx context.Context) error {
		if a.sure == nil {
			return nil
		}
		return a.sure(ctx)
	})
	paid := func(m model.Model) model.Model { return a.budget.Model(m, c.name, known, true) }
	if mode == registry.Direct {
		slots := a.account(c.provider, c.server).limiter
		m = slots.Around(m, paid)
	} else {
		m = paid(m)
	}
	m = model.Retry(m, model.Policy{Attempts: attempts, Sleep: a.sleep, Notify: func(kind model.ErrorKind, wait time.Duration) {
		a.log.Info("wait", "subject", c.name, "error", string(kind), "seconds", wait.Seconds())
		a.tell(fmt.Sprintf("%s: %s, waiting %s", c.name, kind, wait.Round(100*time.Millisecond)))
	}})
	if record != nil {
		m = record(m)
	}
	if a.flags.Cache {
		m = model.Cached(m, c.provider.prefix+" "+c.server, &a.cache)
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

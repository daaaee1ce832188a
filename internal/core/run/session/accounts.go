package session

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
	"assay/internal/core/base/exit"
	"assay/internal/core/model"
	"assay/internal/core/model/batch"
	"assay/internal/core/model/limit"
	"assay/internal/core/model/registry"
	"assay/internal/core/store"
)

// Spending holds the limits on concurrent requests and on cost.
type Spending struct {
	MaxConnections int      `help:"Maximum concurrent requests to one provider, for all its models together; rate-limit responses (429) lower the number. 0 adapts the number to the provider, up to 100, or up to 10 for your own server." default:"0" placeholder:"N"`
	BudgetUSD      float64  `name:"budget-usd" help:"Budget of this plan in dollars, over all its runs, retries included. The run stops with exit code 4 before it could exceed the budget." placeholder:"N" aliases:"budget"`
	AllowUnpriced  bool     `name:"allow-unpriced" help:"With --budget-usd, also ask models without a known price; their cost is not counted."`
	Cache          bool     `help:"Reuse the stored answer to an identical request in the same repetition, even with --no-resume. Reused answers cost nothing and are marked."`
	Price          []string `help:"Price of a model in dollars per million tokens of input and output, for example 'openai/<model>=0.15/0.60'; with --batch, the batch price. Repeatable." placeholder:"MODEL=IN/OUT" sep:"none" found:"data"`
}

// price is the price of a million tokens, in dollars.
type price struct{ in, out float64 }

// cost returns the cost of a usage. Tokens that a provider's cache served are charged in
// full, since its discount is not known here.
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
			return nil, exit.Usage(
				"--price %q must be MODEL=IN/OUT in dollars per million tokens, for example 'openai/<model>=0.15/0.60'", t)
		}
		if _, given := out[name]; given {
			return nil, exit.Usage("--price gives %s twice", name)
		}
		out[name] = price{a, b}
	}
	return out, nil
}

// Accounts are the providers of a run: one limiter for each account, one budget for all.
type Accounts struct {
	Flags    Spending
	Batching Batching
	queues   []*batch.Queue // queues for --batch
	prices   map[string]price
	Budget   *model.Budget
	tell     func(string) // prints a line about waiting; must be safe for concurrent use
	Log      *slog.Logger
	Cache    Responses
	Shared   *Limiters                   // shared by all runs of this process; nil if there is one run
	Sure     func(context.Context) error // before each request: returns an error if the run is lost; may be nil
	ledger   atomic.Pointer[inLedger]    // of a run that workers ask; nil while this process spends alone

	mu       sync.Mutex
	list     []*account
	subjects map[string]Connected // by name
	backoff  atomic.Int64         // number of trials that wait for a retry
}

// account is one key at one address.
type account struct {
	name    string // of the provider, with the address if it is not the provider's own
	prefix  string
	base    string
	since   time.Time
	limiter *limit.Limiter
}

// Limiters limit the requests of each account in a process, over all its runs.
type Limiters struct {
	mu   sync.Mutex
	held map[string]*limit.Limiter
}

// of returns the limiter of an account. A nil l makes a new one each time, which starts
// with the named number of requests. A non-nil l makes one that starts with few, since
// other machines may use the account too.
func (l *Limiters) of(name string, named, most int) *limit.Limiter {
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

// Maximum concurrent requests to a user's own server, and to a provider.
const (
	ownConnections      = 10
	providerConnections = 100
)

// NewAccounts makes the accounts of a run; connecting a model opens them. tell gets lines
// about waiting, concurrently. Invalid values of flags are a usage error.
func NewAccounts(s Spending, tell func(string), log *slog.Logger) (*Accounts, error) {
	switch {
	case s.MaxConnections < 0:
		return nil, exit.Usage("--max-connections must be at least 1, or 0 to adapt it")
	case !(s.BudgetUSD >= 0): // NaN too
		return nil, exit.Usage("--budget-usd must be a positive number of dollars")
	}
	prices, err := parsePrices(s.Price)
	if err != nil {
		return nil, err
	}
	usd := math.Inf(1)
	if s.BudgetUSD > 0 {
		usd = s.BudgetUSD
	}
	return &Accounts{Flags: s, prices: prices, subjects: map[string]Connected{}, Budget: model.NewBudget(usd),
		tell: tell, Log: log}, nil
}

// Workers returns the number of concurrent trials of one model: the maximum that may send,
// whatever the current limit is, and as many that reserve, judge or wait for the disk
// meanwhile, so that no slot stays empty.
func (a *Accounts) Workers(mode registry.Mode) int {
	switch {
	case a.Flags.MaxConnections > 0:
		return limit.WithLine(a.Flags.MaxConnections)
	case mode == registry.Batched:
		return batchConnections
	}
	return limit.WithLine(providerConnections)
}

// NameOf returns the name of the account through which a subject is asked; its own name if
// it asks no model.
func (a *Accounts) NameOf(subject string) string {
	a.mu.Lock()
	c, ok := a.subjects[subject]
	a.mu.Unlock()
	if !ok {
		return subject
	}
	return a.account(c.provider, c.Server).name
}

// Price returns the price of a subject, named with its provider: the price on the command
// line, else that in the registry of its connection.
func (a *Accounts) Price(name string) model.Price {
	a.mu.Lock()
	c, ok := a.subjects[name]
	a.mu.Unlock()
	if !ok {
		c = Connected{Name: name, known: registry.New()}
	}
	return a.priceOf(c)
}

// PriceDay returns when the price of a subject in a registry was read, as YYYY-MM-DD; "" for a price on the
// command line, and without one.
func (a *Accounts) PriceDay(name string) string {
	a.mu.Lock()
	c, ok := a.subjects[name]
	a.mu.Unlock()
	if _, own := a.prices[name]; own || !ok {
		return ""
	}
	e, ok := c.known.Lookup(c.provider.Prefix, c.ID)
	if !ok || e.Price == nil {
		return ""
	}
	return e.Price.Date
}

func (a *Accounts) priceOf(c Connected) model.Price {
	if p, ok := a.prices[c.Name]; ok {
		return func(_ string, u bench.Usage) (float64, bool) { return p.cost(u), true }
	}
	return func(_ string, u bench.Usage) (float64, bool) {
		if c.provider.free {
			return 0, true
		}
		return c.known.Price(c.provider.Prefix, c.ID, c.mode, u)
	}
}

// accountName returns the name of an account; base is "" for the provider's own address.
func accountName(p Provider, base string) string {
	if base == "" {
		return p.Prefix
	}
	return p.Prefix + " at " + base
}

// account returns the account with the key of provider p at base; "" for its own address.
func (a *Accounts) account(p Provider, base string) *account {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, k := range a.list {
		if k.base == base && k.prefix == p.Prefix {
			return k
		}
	}
	most, name := a.Flags.MaxConnections, accountName(p, base)
	if most == 0 && base != "" {
		most = ownConnections
	}
	k := &account{name, p.Prefix, base, time.Now(), a.Shared.of(name, a.Flags.MaxConnections, most)}
	a.list = append(a.list, k)
	return k
}

// Subject returns the model of a subject as [Accounts.metered] does, asked in batches with
// --batch. [Accounts.Price] and [Accounts.NameOf] then know it.
func (a *Accounts) Subject(c Connected, attempts int, record func(model.Model) model.Model) (model.Model, error) {
	c.mode = a.Batching.Mode()
	a.mu.Lock()
	a.subjects[c.Name] = c
	a.mu.Unlock()
	return a.metered(c, attempts, record)
}

// Judge returns the model of a judge as [Accounts.metered] does. Judges are asked directly.
func (a *Accounts) Judge(c Connected, attempts int) (model.Model, error) {
	c.mode = registry.Direct
	return a.metered(c, attempts, nil)
}

// metered applies the limits of its account, the budget and retries to a model. A call
// holds a slot only while its request is running. It reserves money while it waits as one
// of the next calls: a reservation takes as long as a disk write, and no slot stays empty
// for that. record, if not nil, wraps the model at the bottom. Batched requests take no
// slots, and have other prices.
func (a *Accounts) metered(c Connected, attempts int, record func(model.Model) model.Model) (model.Model, error) {
	known := a.priceOf(c)
	_, priced := known(c.ID, bench.Usage{InputTokens: 1, OutputTokens: 1})
	kind := "price"
	if c.mode == registry.Batched {
		kind = "batch price"
	}
	if a.Flags.BudgetUSD > 0 && !priced && !a.Flags.AllowUnpriced {
		return nil, exit.Usage(
			"the %s of %s is unknown, so --budget-usd cannot limit its cost: add --price '%s=IN/OUT' or "+
				"--set allow-unpriced=true", kind, c.Name, c.Name)
	}
	if c.mode == registry.Batched {
		q, err := a.queue(c)
		if err != nil {
			return nil, err
		}
		c.model = q.Model()
		if !priced {
			a.tell(fmt.Sprintf("the batch price of %s is unknown, so its cost is not counted; it is not free", c.Name))
		}
	}
	m := c.Costed()
	if _, ok := a.prices[c.Name]; ok {
		m = c.model // costs come from --price
	}
	m = logged{m, a.Log, c.Name}
	m = model.Gated(m, func(ctx context.Context) error {
		if a.Sure == nil {
			return nil
		}
		return a.Sure(ctx)
	})
	paid := func(m model.Model) model.Model { return a.Budget.Model(m, c.Name, known, true) }
	if c.mode == registry.Direct {
		m = a.account(c.provider, c.Server).limiter.Around(m, paid)
	} else {
		m = paid(m)
	}
	m = model.Retry(m, model.Policy{Attempts: attempts, Sleep: a.sleep,
		Notify: func(kind model.ErrorKind, wait time.Duration) {
			a.Log.Info("wait", "subject", c.Name, "error", string(kind), "seconds", wait.Seconds())
			a.tell(fmt.Sprintf("%s: %s, waiting %s", c.Name, kind, wait.Round(100*time.Millisecond)))
		}})
	if record != nil {
		m = record(m)
	}
	if a.Flags.Cache {
		m = model.Cached(m, c.provider.Prefix+" "+c.Server, &a.Cache)
	}
	return m, nil
}

// sleep is model.Sleep, and counts the sleeping trials.
func (a *Accounts) sleep(ctx context.Context, d time.Duration) error {
	a.backoff.Add(1)
	defer a.backoff.Add(-1)
	return model.Sleep(ctx, d)
}

// Responses is the cache of responses in the database of a run. The database is opened when
// the plan is known.
type Responses struct {
	Store  *store.Store
	Writer *store.Writer
}

// Get implements [model.Cache].
func (k *Responses) Get(ctx context.Context, key string) (bench.Response, bool, error) {
	return k.Store.Cached(ctx, key)
}

// Put implements [model.Cache].
func (k *Responses) Put(key string, r bench.Response) error { return k.Writer.Keep(key, r) }

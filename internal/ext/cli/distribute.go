package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"assay/internal/bench"
	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/core/base/progress"
	"assay/internal/core/database"
	"assay/internal/core/engine"
	"assay/internal/core/run"
	"assay/internal/core/run/session"
	"assay/internal/core/run/subject"
	"assay/internal/core/store"
	"assay/internal/ext/fleet"
)

// terms are the parts of a run's command line that its workers need to ask.
type terms struct {
	Model         []string
	Strategy      []string
	Settings      session.Settings
	MaxRetries    int
	BudgetUSD     float64
	AllowUnpriced bool
	Cache         bool
	Price         []string
	Accounts      map[string]string // queue → name of the account, for display
}

// asking is the progress of the workers on the newest distributed run of a plan.
func asking(ctx context.Context, s *store.Store, plan string) (run string, workers, shards int, err error) {
	run, st, err := fleet.Asking(ctx, s, plan)
	return run, st.Workers, st.Waiting + st.Running, err
}

// shards is the part of a plan that workers process.
type shards struct {
	terms json.RawMessage
	queue map[string]string // subject → queue; no entry for subjects that compute
	left  bool              // workers continue although this process has stopped watching
}

// spread determines the work of the workers. It returns an error for work that they cannot do.
func spread(p *run.Prepared, env *environ.Env, db string) (run.Shards, error) {
	a, acc := &p.Subjects.Options, p.Subjects.Acc
	switch {
	case !database.IsURL(db):
		return nil, exit.Usage("--distributed needs a PostgreSQL database: give its URL with --db")
	case acc.Batching.Batch:
		return nil, exit.Usage(
			"--batch runs on one machine and --distributed on many: use only one of them")
	case a.BaseURL != "" && !env.Given("base-url", a.BaseURL).From.Trusted:
		return nil, exit.Usage(
			"workers would send their keys to the address in %s; if you trust the file, give it with --config %s",
			env.Settings.File, env.Settings.File)
	case a.Record != "":
		return nil, exit.Usage("--record writes a file on one machine, --distributed runs on many: use only one of them")
	}
	out := &shards{queue: map[string]string{}}
	t := terms{Strategy: a.Strategy, Settings: a.Settings, MaxRetries: a.MaxRetries, BudgetUSD: acc.Flags.BudgetUSD,
		AllowUnpriced: acc.Flags.AllowUnpriced, Cache: acc.Flags.Cache, Price: acc.Flags.Price, Accounts: map[string]string{}}
	for _, name := range subject.SplitNames(a.Model) {
		if subject.IsBuiltin(name) || subject.IsTool(name) {
			continue // computed on the machine that starts the run
		}
		if subject.IsOutside(name) {
			return nil, exit.Usage("%s runs on this machine only: omit --distributed", name)
		}
		if strings.HasPrefix(name, "replay:") {
			return nil, exit.Usage("%s is a file on this machine: omit --distributed", name)
		}
		if env.Clean(name) != name {
			return nil, exit.Usage("%s contains a key and would be stored for the workers; let the command read a variable, "+
				"and start the workers with --pass-env", env.Clean(name))
		}
		t.Model = append(t.Model, name)
	}
	for _, j := range p.Jobs() {
		s := j.Detector.Subject()
		if s.Kind != "model" || out.queue[s.Name] != "" {
			continue
		}
		account := acc.NameOf(s.Model)
		out.queue[s.Name] = fleet.Queue(account)
		t.Accounts[out.queue[s.Name]] = account
	}
	var err error
	if out.terms, err = json.Marshal(t); err != nil {
		return nil, err
	}
	return out, nil
}

// Begin implements [run.Shards]: it stores the plan and the shards in one transaction.
func (p *shards) Begin(ctx context.Context, env *environ.Env, s *store.Store, plan []bench.Trial, m bench.Manifest,
	again store.Again) (store.Run, map[string]bool, error) {
	if err := fleet.Prepare(ctx, s); err != nil {
		return store.Run{}, nil, err
	}
	parts := fleet.Split(plan, func(subject string) string { return p.queue[subject] }, fleet.ShardSize)
	queued := 0
	run, done, err := s.BeginWith(ctx, plan, m, again, func(tx *database.Tx, run store.Run, done map[string]bool) error {
		var err error
		queued, err = fleet.Enqueue(ctx, tx, run, plan, parts, done, p.terms)
		return err
	})
	if err == nil {
		fmt.Fprintf(env.Stderr, "run %s: %d of %d shards queued; process them with `assay worker --db …` on any machine\n",
			run.ID, queued, len(parts))
	}
	return run, done, err
}

// Await implements [run.Shards]: it follows the workers until they have nothing left or stop is closed, and updates sum
// to describe the whole run. The larger the run, the less often it reads the database, so
// that reading costs the server little.
func (p *shards) Await(ctx context.Context, stop <-chan struct{}, env *environ.Env, s *store.Store, run store.Run,
	jobs []engine.Job, done map[string]bool, acc *session.Accounts, progress *progress.Bar, sum *engine.Summary) error {
	defer p.complete(sum, jobs, done)
	own := maps.Clone(done) // trials that this start found done, or ended itself
	for _, j := range p.Local(jobs) {
		own[j.Key] = true
	}
	counted := map[string]bench.Outcome{}
	p.left = true
	lonely := false
	for {
		start := time.Now()
		st, err := fleet.Look(ctx, s, run)
		var ended map[string]bench.Outcome
		if err == nil {
			if err = acc.Look(ctx, s, run.Plan); err == nil {
				ended, err = s.Endings(ctx, run)
			}
		}
		var spent int64
		if err == nil && !st.Left() {
			spent, err = s.Spent(ctx, run.Plan)
		}
		switch {
		case err == nil:
			for key, o := range ended {
				was := counted[key]
				if own[key] || was == o {
					continue
				}
				if counted[key] = o; was == "" {
					progress.Ended(o)
				} else { // failed before, and asked again
					sum.Ended[was]--
				}
				sum.Ended[o]++
			}
			if !st.Left() {
				p.left = false
				maps.Copy(sum.Stopped, st.Halted)
				acc.Budget.Reopen(spent) // others spent it
				return nil
			}
			if st.Workers == 0 && !lonely {
				fmt.Fprintln(env.Stderr, "no worker is running: start `assay worker --db …` on one or more machines")
			}
			lonely = st.Workers == 0
		case ctx.Err() == nil && !database.Passes(err):
			return err
		}
		select {
		case <-time.After(max(500*time.Millisecond, 20*time.Since(start))):
		case <-stop:
			fmt.Fprintln(env.Stderr, "the workers continue; repeat the command to see their progress")
			return nil
		case <-ctx.Done():
			return nil
		}
	}
}

// complete extends a summary of the trials that this process ended, or saw end to one of all jobs.
func (p *shards) complete(sum *engine.Summary, jobs []engine.Job, done map[string]bool) {
	sum.Planned, sum.Done = engine.Questions(jobs), 0
	keys := map[string]bool{}
	for _, j := range jobs {
		if done[j.Key] && !keys[j.Key] {
			sum.Done++
		}
		keys[j.Key] = true
	}
	sum.Pending = sum.Planned - sum.Done
	for _, n := range sum.Ended {
		sum.Pending -= n
	}
}

// GoesOn implements [run.Shards].
func (p *shards) GoesOn() bool { return p.left }

// Local implements [run.Shards].
func (p *shards) Local(jobs []engine.Job) []engine.Job {
	return slices.DeleteFunc(slices.Clone(jobs), func(j engine.Job) bool { return p.queue[j.Subject] != "" })
}

// openDesk returns the desk that asks for a run on this machine.
func openDesk(ctx context.Context, env *environ.Env, raw json.RawMessage, connections int, s *store.Store,
	run store.Run, writer *store.Writer, held *session.Limiters, log *slog.Logger) (*fleet.Desk, error) {
	var t terms
	if err := json.Unmarshal(raw, &t); err != nil {
		return nil, fmt.Errorf("the terms of run %s cannot be read: %w", run.ID, err)
	}
	acc, err := session.NewAccounts(session.Spending{MaxConnections: connections, BudgetUSD: t.BudgetUSD,
		AllowUnpriced: t.AllowUnpriced, Cache: t.Cache, Price: t.Price}, func(what string) { log.Info(what) }, log)
	if err != nil {
		return nil, err
	}
	acc.Shared = held
	acc.Cache = session.Responses{Store: s, Writer: writer}
	m := &subject.Maker{Env: env, Acc: acc, Options: subject.Options{Model: t.Model, Strategy: t.Strategy,
		Settings: t.Settings, MaxRetries: t.MaxRetries}}
	detectors, err := m.Detectors(ctx, nil, nil)
	if err != nil {
		return nil, err
	}
	return &fleet.Desk{Detectors: detectors, Budget: acc.Budget,
		Ended: func(r bench.Trial) { session.LogTrial(acc.Log, r) }}, nil
}

// serves reports whether this machine can send requests through an account: above all,
// whether it has the key.
func serves(env *environ.Env, queue string) bool {
	for _, p := range session.Providers {
		if queue == fleet.Queue(p.Prefix) || strings.HasPrefix(queue, fleet.Queue(p.Prefix+" at ")+"-") {
			return len(p.KeyVars) == 0 || p.Key(env).Text != "" || p.AnyServer && queue != fleet.Queue(p.Prefix)
		}
	}
	return false
}

package subject

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"assay/internal/bench"
	"assay/internal/bench/transcript"
	"assay/internal/core/base/exit"
	"assay/internal/core/base/extension"
	"assay/internal/core/detect"
	"assay/internal/core/detect/asked"
	"assay/internal/core/engine"
	"assay/internal/core/model"
	"assay/internal/core/prompt"
	"assay/internal/ext/agent"
	"assay/internal/ext/agent/player"
	"assay/internal/ext/agent/sandbox"
	"assay/internal/proof/postgres"
)

// acting holds the flags for models that work in turns: scaffolds and limits.
type acting struct {
	Scaffold []string `help:"Scaffold of a model: none for one answer without tools, the name of a scaffold with turns and tools (docs/agents.md), the folder of your own scaffold, for example ./mine, or a directory of such folders. Repeatable: every model works with each scaffold." placeholder:"NAME|PATH" aliases:"scaffolds" found:"input"`
	Turns    int      `name:"max-turns" help:"Maximum turns of an agent in one trial." default:"30" placeholder:"N"`
	Tokens   int64    `name:"max-trial-tokens" help:"Maximum tokens of an agent in one trial, input and output of all turns; 0 is no limit." default:"0" placeholder:"N"`
	Seconds  int      `name:"max-trial-seconds" help:"Maximum working time of an agent in one trial, in seconds over all starts; 0 is no limit." default:"0" placeholder:"N"`
	Dollars  float64  `name:"max-trial-usd" help:"Maximum cost of an agent in one trial, in dollars; 0 is no limit." default:"0" placeholder:"USD"`
}

// limits returns the limits of each trial.
func (a *acting) limits() transcript.Limits {
	return transcript.Limits{Turns: a.Turns, Tokens: a.Tokens, Seconds: a.Seconds, Dollars: a.Dollars}
}

// scaffolds returns the scaffolds that the flags name; one without a name means one answer.
func (a *acting) scaffolds() ([]agent.Scaffold, error) {
	if len(a.Scaffold) == 0 {
		return []agent.Scaffold{{}}, nil
	}
	var out []agent.Scaffold
	for _, name := range a.Scaffold {
		if name == agent.NoScaffold {
			out = append(out, agent.Scaffold{})
			continue
		}
		list, err := openScaffolds(name)
		if err != nil {
			return nil, exit.Usage("--scaffold %s: %v", name, err)
		}
		for _, s := range list {
			if slices.ContainsFunc(out, func(o agent.Scaffold) bool { return o.Name == s.Name }) {
				return nil, exit.Usage("--scaffold %s: two scaffolds have the name %q; rename one", name, s.Name)
			}
			out = append(out, s)
		}
	}
	return out, nil
}

// openScaffolds returns the scaffold with a name, or those at a path.
func openScaffolds(name string) ([]agent.Scaffold, error) {
	if !IsPath(name) {
		s, err := agent.FindScaffold(name)
		return []agent.Scaffold{s}, err
	}
	return extension.Open(name, "scaffold.yaml", "docs/add-a-strategy.md",
		func(f extension.Folder) (agent.Scaffold, error) {
			return agent.OpenScaffold(f.FS, f.Name)
		})
}

// acts reports whether a run has agents. Workers cannot run their trials.
func (a *Options) acts() bool {
	return slices.ContainsFunc(a.Scaffold, func(s string) bool { return s != agent.NoScaffold }) ||
		slices.ContainsFunc(SplitNames(a.Model), isPlayer)
}

// EventKeeper is the journal of agents in the database of a run. The database is opened
// after the agents are made.
type EventKeeper struct {
	mu sync.Mutex
	j  agent.Journal
}

// Use sets the journal.
func (k *EventKeeper) Use(j agent.Journal) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.j = j
}

func (k *EventKeeper) journal() agent.Journal {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.j
}

// openWorlds opens the worlds that all agents of a run share. The first statement starts or
// connects to a PostgreSQL; close ends it.
func (s *Maker) openWorlds(ctx context.Context) {
	if s.worlds != nil {
		return
	}
	var server *postgres.Server
	start := sync.OnceValues(func() (_ *postgres.Server, err error) {
		server, err = postgres.Start(context.WithoutCancel(ctx), postgres.Options{URL: s.Postgres})
		return server, err
	})
	w := sandbox.New(s.compiler(), start, s.Suites)
	s.ends = append(s.ends, func() {
		if server != nil {
			w.Close(context.WithoutCancel(ctx)) // the rest ends with the server
			server.Close()
		}
	})
	s.worlds = w
}

// agentOf makes an agent of a model that is asked with a question.
func (s *Maker) agentOf(m model.Model, q agent.Question, sc agent.Scaffold) (detect.Detector, error) {
	if s.Events == nil {
		s.Events = &EventKeeper{}
	}
	asks := engine.AsksFor(q.Subject().Strategy)
	d, err := agent.New(agent.Config{
		Model: m, Question: q, Scaffold: sc, Limits: s.limits(), Worlds: s.worlds, Journal: s.Events.journal,
		Check: func(text string) (string, bool) { return engine.Readable(asks, text) },
	})
	if err != nil {
		return nil, exit.Usage("%v", err)
	}
	return d, nil
}

// players returns a built-in agent with each way of asking, in the scaffold react.
func (s *Maker) players(p player.Player) ([]detect.Detector, error) {
	sc, err := agent.FindScaffold("react")
	if err != nil {
		return nil, err
	}
	var out []detect.Detector
	for _, way := range s.ways {
		if st, err := prompt.Find(way.Name); len(s.ways) > 1 && way.Own == nil && err == nil && transacts(p) &&
			st.Name != sqlExploit && !slices.Contains(st.Formats, bench.Contracts) {
			continue // the other ways ask about contracts, or for calls of a query
		}
		q, err := asked.New(asked.Config{Model: p, Name: p.Name, Strategy: way.Name, Own: way.Own})
		if err != nil {
			return nil, exit.Usage("%v", err)
		}
		d, err := s.agentOf(p, played{q, p, s.worlds}, sc)
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}

// sqlExploit is the strategy that shows the world of a query.
const sqlExploit = "sql-exploit"

// transacts reports whether a built-in agent needs something to call: a contract, or a
// query whose principals the question names.
func transacts(p player.Player) bool { return strings.HasSuffix(p.Name, "/fuzzer") }

// played is the question to a built-in agent: that of a strategy, for tasks in whose world
// the agent can act.
type played struct {
	*asked.Detector
	player player.Player
	worlds agent.Worlds
}

// Subject implements [agent.Question].
func (p played) Subject() bench.Subject {
	s := p.Detector.Subject()
	s.Kind, s.Version, s.Doc, s.Model, s.Params = "builtin", p.player.Version, p.player.Doc, "", nil
	return s
}

// Request implements [agent.Question].
func (p played) Request(t bench.Task) (model.Request, error) {
	parts := p.worlds.Parts(t)
	if transacts(p.player) && !parts.Compiler && (!parts.Database || p.Subject().Strategy != sqlExploit) {
		return model.Request{}, fmt.Errorf("%s %w: there is nothing to send transactions to, and no query to attack",
			p.player.Name, detect.ErrNotApplicable)
	}
	return p.Detector.Request(t)
}

// CheckActing returns an error for flags that cannot be combined with agents.
func (a *Options) CheckActing(distributed, batched bool) error {
	if !a.acts() {
		return nil
	}
	switch {
	case distributed:
		return exit.Usage("--distributed: workers cannot run agents; omit --scaffold")
	case batched:
		return exit.Usage("--batch: an agent waits for the answer to each turn; omit --scaffold")
	}
	return nil
}

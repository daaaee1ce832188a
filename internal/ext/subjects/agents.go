// Package subjects makes the subjects of a run that act or analyse: models and built-in agents with tools, agents of
// others, static analysers, and attacks that execute (internal/core/run/subject has the port).
package subjects

import (
	"context"
	"sync"

	"assay/internal/bench"
	"assay/internal/bench/transcript"
	"assay/internal/core/base/exit"
	"assay/internal/core/base/extension"
	"assay/internal/core/detect"
	"assay/internal/core/detect/asked"
	"assay/internal/core/engine"
	"assay/internal/core/model"
	"assay/internal/core/run/subject"
	"assay/internal/core/suite"
	"assay/internal/ext/agent"
	"assay/internal/ext/agent/player"
	"assay/internal/ext/agent/sandbox"
	"assay/internal/ext/tool/replay"
	"assay/internal/proof/postgres"
	"assay/internal/proof/solc"
	"assay/internal/proof/sqlproof"
)

// Ports returns the subjects.
func Ports() subject.Ports {
	p := subject.Ports{Tool: newTool, Actors: newActors, Gold: Gold,
		World: sqlproof.World, Session: sqlproof.SessionOf,
		Known: func(st *suite.Suite, v *bench.Variant, kind bench.AnswerKind) subject.Known {
			return subject.Known(sqlproof.KnownOf(st, v, kind))
		}}
	for _, a := range player.All() {
		p.Players = append(p.Players, subject.Player{Name: a.Name, Version: a.Version, Doc: a.Doc})
	}
	return p
}

// actors makes the subjects of one run that act.
type actors struct {
	*subject.Maker
	worlds agent.Worlds
}

// newActors opens the worlds that all agents of a run share. The first statement starts or
// connects to a PostgreSQL; closing s ends it.
func newActors(ctx context.Context, s *subject.Maker) subject.Actors {
	var server *postgres.Server
	start := sync.OnceValues(func() (_ *postgres.Server, err error) {
		server, err = postgres.Start(context.WithoutCancel(ctx), postgres.Options{URL: s.Postgres})
		return server, err
	})
	w := sandbox.New(compilerOf(s), start, s.Suites)
	s.AtEnd(func() {
		if server != nil {
			w.Close(context.WithoutCancel(ctx)) // the rest ends with the server
			server.Close()
		}
	})
	return &actors{s, w}
}

// Scaffolds implements [subject.Actors].
func (a *actors) Scaffolds(name string) (out []subject.Scaffold, err error) {
	var list []agent.Scaffold
	if subject.IsPath(name) {
		list, err = extension.Open(name, "scaffold.yaml", "docs/add-a-strategy.md",
			func(f extension.Folder) (agent.Scaffold, error) { return agent.OpenScaffold(f.FS, f.Name) })
	} else {
		list = make([]agent.Scaffold, 1)
		list[0], err = agent.FindScaffold(name)
	}
	if err != nil {
		return nil, err
	}
	for _, sc := range list {
		act := func(m model.Model, q *asked.Detector) (detect.Detector, error) { return a.agent(m, q, sc) }
		out = append(out, subject.Scaffold{Name: sc.Name, Agent: act})
	}
	return out, nil
}

// agent makes an agent of a model that is asked with a question.
func (a *actors) agent(m model.Model, q agent.Question, sc agent.Scaffold) (detect.Detector, error) {
	asks := engine.AsksFor(q.Subject().Strategy)
	d, err := agent.New(agent.Config{
		Model: m, Question: q, Scaffold: sc, Worlds: a.worlds, Journal: a.journal,
		Limits: transcript.Limits{Turns: a.Turns, Tokens: a.Tokens, Seconds: a.Seconds, Dollars: a.Dollars},
		Check:  func(text string) (string, bool) { return engine.Readable(asks, text) },
	})
	if err != nil {
		return nil, exit.Usage("%v", err)
	}
	return d, nil
}

// journal returns where the events of trials are stored, nil before the database is open.
func (a *actors) journal() agent.Journal {
	if w := a.Events.Load(); w != nil {
		return w
	}
	return nil
}

// Player implements [subject.Actors]: the agent works in the scaffold react.
func (a *actors) Player(name string, ways []subject.Way) ([]detect.Detector, error) {
	p, _ := player.Find(name)
	sc, err := agent.FindScaffold("react")
	if err != nil {
		return nil, err
	}
	var out []detect.Detector
	for _, way := range ways {
		q, err := asked.New(asked.Config{Model: p, Name: p.Name, Strategy: way.Name, Own: way.Own})
		if err != nil {
			return nil, exit.Usage("%v", err)
		}
		d, err := a.agent(p, played{q, p}, sc)
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}

// played is the question of a strategy to a built-in agent.
type played struct {
	*asked.Detector
	player player.Player
}

// Subject implements [agent.Question].
func (p played) Subject() bench.Subject {
	s := p.Detector.Subject()
	s.Kind, s.Version, s.Doc, s.Model, s.Params = "builtin", p.player.Version, p.player.Doc, "", nil
	return s
}

// Gold returns attacks on contracts that make the calls of the proofs. The compiler is made on first use.
func Gold(s *subject.Maker) func(context.Context, bench.Task) (code, why string, err error) {
	return replay.New(compilerOf(s), s.Suites).Gold
}

// compilerOf returns a function that makes the compiler on first use; closing s closes the compiler.
func compilerOf(s *subject.Maker) func() (*solc.Compiler, error) {
	var c *solc.Compiler
	s.AtEnd(func() {
		if c != nil {
			c.Close()
		}
	})
	return sync.OnceValues(func() (_ *solc.Compiler, err error) {
		c, err = solc.New(solc.Options{Dir: s.Compilers})
		return c, err
	})
}

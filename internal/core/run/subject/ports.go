package subject

import (
	"context"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/base/exit"
	"assay/internal/core/detect"
	"assay/internal/core/detect/asked"
	"assay/internal/core/model"
	"assay/internal/core/suite"
)

// Ports are the subjects that other layers provide. A program hands them to [Add] before it uses the package; a
// subject whose port is nil is refused.
type Ports struct {
	// Tool returns the analyser of a name: tool/<name>, sarif:COMMAND or sarif:FILE.
	Tool func(ctx context.Context, s *Maker, name string) (detect.Detector, error)
	// Actors returns what makes the subjects of a run that act in worlds. It sends no requests.
	Actors func(ctx context.Context, s *Maker) Actors
	// Players lists the built-in agents.
	Players []Player
	// Gold returns the function behind builtin/gold: code that attacks a contract, or why there is none.
	Gold func(s *Maker) func(context.Context, bench.Task) (code, why string, err error)
	// Known returns the known answers for a variant to a task other than detect.
	Known func(st *suite.Suite, v *bench.Variant, kind bench.AnswerKind) Known
	// World describes what a query is attacked in, "" if nothing can be.
	World func(st *suite.Suite, v *bench.Variant) string
	// Session returns, as an example in JSON, what the server derives from the session of a caller of a query or handler,
	// "" without a proof.
	Session func(x suite.Exercise) string
}

// Known holds two answers to one question, for subjects whose quality is known in advance: code to be executed, or
// the calls of a query.
type Known struct {
	Gold    string // proved to work; "" means that there is nothing to do
	Idle    string // a claim that changes nothing
	Solved  bool   // there is a gold answer: Gold, or to decline where the variant is safe
	Applies bool   // there is an idle answer
}

// Actors makes subjects that act in worlds, which they share.
type Actors interface {
	// Scaffolds returns the scaffold with a name, or those at a path.
	Scaffolds(name string) ([]Scaffold, error)
	// Player returns a built-in agent that is asked in every way.
	Player(name string, ways []Way) ([]detect.Detector, error)
	// Outside returns an agent of others that is asked in every way.
	Outside(name string, ways []Way) ([]detect.Detector, error)
}

// Scaffold is a setting in which a model works in turns.
type Scaffold struct {
	Name string // "" for one answer without tools, which has no Agent
	// Agent returns the model, asked with a question, as an agent.
	Agent func(m model.Model, q *asked.Detector) (detect.Detector, error)
}

// Player describes a built-in agent.
type Player struct{ Name, Version, Doc string }

var added Ports

// Add sets the subjects of other layers.
func Add(p Ports) { added = p }

// Added returns the subjects of other layers.
func Added() Ports { return added }

// missing is the error for a subject whose port is nil.
func missing(name string) error { return exit.Usage("%s is not part of this program", name) }

// isPlayer reports whether a name of --model is a built-in agent.
func isPlayer(name string) bool {
	return slices.ContainsFunc(added.Players, func(p Player) bool { return p.Name == name })
}

// actors returns what makes subjects that act, for the subject or scaffold with a name.
func (s *Maker) actors(ctx context.Context, name string) (Actors, error) {
	if added.Actors == nil {
		return nil, missing(name)
	}
	if s.actor == nil {
		s.actor = added.Actors(ctx, s)
	}
	return s.actor, nil
}

// scaffolded returns the scaffolds that --scaffold names; one without a name means one answer.
func (s *Maker) scaffolded(ctx context.Context) ([]Scaffold, error) {
	if len(s.Scaffold) == 0 {
		return []Scaffold{{}}, nil
	}
	var out []Scaffold
	for _, name := range s.Scaffold {
		if name == NoScaffold {
			out = append(out, Scaffold{})
			continue
		}
		actors, err := s.actors(ctx, "--scaffold "+name)
		if err != nil {
			return nil, err
		}
		list, err := actors.Scaffolds(name)
		if err != nil {
			return nil, exit.Usage("--scaffold %s: %v", name, err)
		}
		for _, sc := range list {
			if slices.ContainsFunc(out, func(o Scaffold) bool { return o.Name == sc.Name }) {
				return nil, exit.Usage("--scaffold %s: two scaffolds have the name %q; rename one", name, sc.Name)
			}
			out = append(out, sc)
		}
	}
	return out, nil
}

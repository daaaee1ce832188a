package subject

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"assay/internal/bench"
	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/core/detect"
	"assay/internal/core/detect/asked"
	"assay/internal/core/detect/builtin"
	"assay/internal/core/detect/builtin/memoriser"
	"assay/internal/core/model"
	"assay/internal/core/run/session"
	"assay/internal/core/store"
	"assay/internal/core/suite"
)

// Options holds the flags that determine how models are asked.
type Options struct {
	Model    []string `help:"Subject to measure: <provider>/<id>, exec:COMMAND, replay:FILE, agent-exec:COMMAND for an agent with tools, a static analyser as tool/<name>, sarif:COMMAND or sarif:FILE, builtin for all built-in subjects, or the name of one. Repeatable; builtin by default." placeholder:"MODEL" short:"m" sep:"none" aliases:"models" found:"subject"`
	Record   string   `help:"Append every answer to this file, for later use with replay:FILE." placeholder:"FILE" found:"output"`
	Strategy []string `help:"Strategy: a name from assay strategies list, factor=level,..., the folder of your own strategy, for example ./mine, or a directory of such folders. Repeatable: every model is asked with each strategy; by default one that fits each suite." placeholder:"NAME|PATH" sep:"none" aliases:"strategies" found:"input"`
	Prompt   []string `help:"Ask with the instructions in this file, placed between the specification and the code. Repeatable, also together with --strategy." placeholder:"FILE" sep:"none" found:"input"`
	Task     []string `help:"Task: detect, audit (projects of several files), change (of a project, as in a pull request), exploit or repair. Repeatable; detect by default. Selects the strategies for the task; exploits and repairs are executed (--judge exec)." placeholder:"TASK" sep:"none" aliases:"tasks" found:"input"`
	Hint     []string `help:"Hint about the possible flaw: none, family (of its class), function, class-and-function, root-cause. Repeatable: every question is asked with each; none by default. Hinted trials appear only in a separate table." placeholder:"LEVEL" sep:"none" aliases:"hints" found:"input"`
	Context  []string `help:"Extent of the code to show: function (of the flaw), contract, source (file of a project), file (the text), project (with related files). Repeatable: every question is asked with each; file by default. Trials with another extent than file appear only in a separate table." placeholder:"LEVEL" sep:"none" aliases:"contexts" found:"input"`
	Box      bool     `help:"Execute code that a subject writes for handlers, in a box (bubblewrap): --task repair asks about them, and repairs of findings are executed (docs/tasks.md)." found:"program"`
	session.Settings
	session.Passing
	tooling
	acting
	outsiders
	MaxRetries int `help:"Maximum retries of a failed request." default:"6" placeholder:"N"`
}

// Maker makes the detectors of a run and holds their resources until Close.
type Maker struct {
	Options
	Env       *environ.Env
	Acc       *session.Accounts
	Compilers string          // directory with the Solidity compilers; "" for the default
	Postgres  string          // address of the server in whose databases agents work; "" for a private server
	Suites    []*suite.Suite  // complete, since the oracle knows them
	Fresh     map[string]bool // names of the suites of fresh samples, which builtin/memoriser does not know

	Recording session.Recording
	Events    atomic.Pointer[store.Writer] // journal of agents; nil until the database of the run is open
	Truth     []bench.Variant              // the variants of the suites, and those made from them

	ends      []func() // close compilers and servers
	ways      []Way
	scaffolds []Scaffold
	actor     Actors // nil until a subject acts
}

// AtEnd makes Close call a function.
func (s *Maker) AtEnd(end func()) { s.ends = append(s.ends, end) }

// Close closes the resources of the detectors.
func (s *Maker) Close() {
	for _, end := range s.ends {
		end()
	}
}

// Detectors returns the detectors that --model names, in the given order, for the selected
// variants. transformed holds the transformed variants among them; the oracle knows these
// too.
func (s *Maker) Detectors(ctx context.Context, selected, transformed []*bench.Variant) ([]detect.Detector, error) {
	names := SplitNames(s.Model)
	if len(names) == 0 {
		names = []string{"builtin"}
	}
	for _, st := range s.Suites {
		s.Truth = append(s.Truth, st.Variants...)
	}
	for _, v := range transformed {
		s.Truth = append(s.Truth, *v)
	}
	var builtins []detect.Detector // made only if wanted, since the oracle reads every variant
	if slices.ContainsFunc(names, func(n string) bool { return IsBuiltin(n) && !isPlayer(n) }) {
		var err error
		if builtins, err = builtin.All(s.Truth); err != nil {
			return nil, err
		}
		if len(s.Fresh) > 0 || slices.Contains(names, memoriserName) {
			d, err := builtin.Memoriser(slices.DeleteFunc(slices.Clone(s.Truth),
				func(v bench.Variant) bool { return s.Fresh[v.Suite] }))
			if err != nil {
				return nil, err
			}
			builtins = append(builtins, d)
		}
	}
	var err error
	if s.ways, err = s.tasked(selected); err != nil {
		return nil, err
	}
	if s.scaffolds, err = s.scaffolded(ctx); err != nil {
		return nil, err
	}
	if len(s.Strategy)+len(s.Prompt) > 0 && !slices.ContainsFunc(names,
		func(n string) bool { return isPlayer(n) || !IsBuiltin(n) && !IsTool(n) }) {
		fmt.Fprintln(s.Env.Stderr,
			"--strategy and --prompt have no effect on built-in subjects and static analysers")
	}
	var out []detect.Detector
	for _, name := range names {
		if IsBuiltin(name) && !isPlayer(name) || IsTool(name) { // an agent is asked as a model is
			doing, err := s.knownAnswers(name)
			if err != nil {
				return nil, err
			}
			if out = append(out, doing...); !s.reviews() {
				continue
			}
		}
		switch {
		case name == "builtin":
			out = append(out, builtins...)
		case len(s.Task) > 1 && (name == "builtin/empty" || name == "builtin/no-op" || name == goldName):
			// these belong to other tasks
		case isPlayer(name):
			actors, err := s.actors(ctx, name)
			if err != nil {
				return nil, err
			}
			list, err := actors.Player(name, s.ways)
			if err != nil {
				return nil, err
			}
			out = append(out, list...)
		case name == memoriserName && slices.ContainsFunc(s.ways, Way.recites):
			out = append(out, s.reciters()...)
		case strings.HasPrefix(name, "builtin/"):
			known := slices.Concat(builtins, builtin.Named())
			i := slices.IndexFunc(known, func(d detect.Detector) bool { return d.Subject().Name == name })
			if i < 0 {
				var names []string
				for _, d := range known {
					names = append(names, d.Subject().Name)
				}
				return nil, exit.Usage("unknown subject %s%s; `assay models` lists the built-in subjects", name,
					exit.Meant(name, names))
			}
			out = append(out, known[i])
		case IsTool(name):
			if added.Tool == nil {
				return nil, missing(name)
			}
			d, err := added.Tool(ctx, s, name)
			if err != nil {
				return nil, err
			}
			out = append(out, d)
		case IsOutside(name):
			actors, err := s.actors(ctx, name)
			if err != nil {
				return nil, err
			}
			list, err := actors.Outside(name, s.ways)
			if err != nil {
				return nil, err
			}
			out = append(out, list...)
		default:
			asked, err := s.ask(name)
			if err != nil {
				return nil, err
			}
			out = append(out, asked...)
		}
	}
	return out, nil
}

// memoriserName is a built-in subject that is part of "builtin" only if there are fresh samples.
const memoriserName = "builtin/memoriser"

// reciters returns builtin/memoriser with every way of asking for a continuation. It knows
// the texts and canaries of all suites that are not fresh.
func (s *Maker) reciters() []detect.Detector {
	var texts []string
	for _, st := range s.Suites {
		if s.Fresh[st.Name] {
			continue
		}
		for i := range st.Variants {
			texts = append(texts, st.Variants[i].Task.Files[0].Text)
		}
		for _, s := range st.Samples {
			if s.Meta != nil && s.Meta.Canary != "" {
				texts = append(texts, "canary: "+s.Meta.Canary)
			}
		}
	}
	var out []detect.Detector
	for _, w := range s.ways {
		if w.recites() {
			out = append(out, memoriser.Reciting(texts, w.Name))
		}
	}
	return out
}

// ask connects one model with its provider, price, account, retries and recording, and
// returns it with each strategy and scaffold.
func (s *Maker) ask(name string) ([]detect.Detector, error) {
	c, err := s.Connect(s.Env, name, s.Truth)
	if err != nil {
		return nil, err
	}
	var record func(model.Model) model.Model
	if s.Record != "" {
		record = s.Recording.Wrap
	}
	m, err := s.Acc.Subject(c, s.MaxRetries+1, record)
	if err != nil {
		return nil, err
	}
	var out []detect.Detector
	for _, w := range s.ways {
		d, err := asked.New(asked.Config{Model: m, Name: c.Name, Strategy: w.Name, Own: w.Own, Params: asked.Params{
			Temperature: s.Temperature, MaxTokens: s.MaxTokens, ReasoningEffort: s.ReasoningEffort, Seed: s.ModelSeed,
			Server: c.Server,
		}})
		if err != nil {
			return nil, exit.Usage("%v", err)
		}
		for _, sc := range s.scaffolds {
			if sc.Name == "" {
				out = append(out, d)
				continue
			}
			acting, err := sc.Agent(m, d)
			if err != nil {
				return nil, err
			}
			out = append(out, acting)
		}
	}
	return out, nil
}

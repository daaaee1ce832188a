package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/detect"
	"assay/internal/detect/agent"
	"assay/internal/detect/agent/player"
	"assay/internal/detect/asked"
	"assay/internal/detect/builtin"
	"assay/internal/model"
	"assay/internal/suite"
)

// asking is how models are asked.
type asking struct {
	Model    []string `help:"What to measure: <provider>/<id>, exec:COMMAND, replay:FILE, agent-exec:COMMAND for an agent with tools, a static analyser as tool/<name> or sarif:COMMAND or sarif:FILE or smartbugs:DIR, builtin for all built-in subjects, or one of them. Repeatable; builtin by default." placeholder:"MODEL" short:"m" sep:"none" aliases:"models" found:"subject"`
	Record   string   `help:"Append every answer to this file, for replay:FILE." placeholder:"FILE" found:"output"`
	Strategy []string `help:"How to ask: a name that assay strategies lists, factor=level,..., or the folder of a strategy of your own, or one with such folders, as ./mine. Repeatable: every model is asked in each way; the default fits each suite." placeholder:"NAME|PATH" sep:"none" aliases:"strategies" found:"input"`
	Prompt   []string `help:"Ask with the text of this file, between the specification and the code. Repeatable, beside --strategy." placeholder:"FILE" sep:"none" found:"input"`
	Task     []string `help:"What to do with the code: detect, exploit or repair. Repeatable; detect by default. Chooses the strategies that ask for it, and executes what comes back (--judge exec)." placeholder:"TASK" sep:"none" aliases:"tasks" found:"input"`
	Hint     []string `help:"What to give away about a flaw that the text may have: none, family (of its class), function, class-and-function, root-cause. Repeatable: every question is asked with each; none by default. Hinted trials have a table of their own and are in no other." placeholder:"LEVEL" sep:"none" aliases:"hints" found:"input"`
	settings
	passing
	tooling
	acting
	outsiders
	MaxRetries int `help:"Further attempts after a request failed." default:"6" placeholder:"N"`

	recording recording
	fresh     map[string]bool // names of the suites of fresh samples, which builtin/memoriser does not know
}

// detectors returns what --model names, in the order given. The oracle knows
// whole, the unfiltered suites, and their transformed variants; acc holds the
// models. compilers is where the Solidity compilers stand, "" for the usual place.
func (a *asking) detectors(ctx context.Context, env *Env, compilers string, whole []*suite.Suite, selected, transformed []*bench.Variant, acc *accounts) ([]detect.Detector, error) {
	names := names(a.Model)
	if len(names) == 0 {
		names = []string{"builtin"}
	}
	var truth []bench.Variant
	for _, s := range whole {
		truth = append(truth, s.Variants...)
	}
	for _, v := range transformed {
		truth = append(truth, *v)
	}
	var builtins []detect.Detector // made only where one is wanted: the oracle reads every variant
	if slices.ContainsFunc(names, func(n string) bool { return isBuiltin(n) && !isPlayer(n) }) {
		var err error
		if builtins, err = builtin.All(truth); err != nil {
			return nil, err
		}
		if len(a.fresh) > 0 || slices.Contains(names, memoriserName) {
			d, err := builtin.Memoriser(slices.DeleteFunc(slices.Clone(truth), func(v bench.Variant) bool { return a.fresh[v.Suite] }))
			if err != nil {
				return nil, err
			}
			builtins = append(builtins, d)
		}
	}
	ways, err := a.tasked(selected)
	if err != nil {
		return nil, err
	}
	scaffolds, err := a.scaffolds()
	if err != nil {
		return nil, err
	}
	var worlds agent.Worlds
	if a.acts() {
		worlds = a.worlds(ctx, env, compilers, whole)
	}
	if len(a.Strategy)+len(a.Prompt) > 0 && !slices.ContainsFunc(names, func(n string) bool { return isPlayer(n) || !isBuiltin(n) && !isTool(n) }) {
		fmt.Fprintln(env.Stderr, "built-in subjects and static analysers are not asked anything: a way of asking makes no difference to them")
	}
	var out []detect.Detector
	for _, name := range names {
		if isBuiltin(name) || isTool(name) {
			doing, err := a.knownAnswers(name, whole)
			if err != nil {
				return nil, err
			}
			if out = append(out, doing...); !a.does("detect") {
				continue
			}
		}
		switch {
		case name == "builtin":
			out = append(out, builtins...)
		case len(a.Task) > 1 && (name == "builtin/empty" || name == "builtin/no-op"): // of the other tasks
		case isPlayer(name):
			p, _ := player.Find(name)
			list, err := a.players(p, ways, worlds)
			if err != nil {
				return nil, err
			}
			out = append(out, list...)
		case name == memoriserName && len(a.reciters(ways, nil)) > 0:
			out = append(out, a.reciters(ways, whole)...)
		case strings.HasPrefix(name, "builtin/"):
			i := slices.IndexFunc(builtins, func(d detect.Detector) bool { return d.Subject().Name == name })
			if i < 0 {
				return nil, usage("there is no %s; `assay models` lists the built-in subjects", name)
			}
			out = append(out, builtins[i])
		case isTool(name):
			d, err := a.tool(ctx, env, name, compilers, whole, truth)
			if err != nil {
				return nil, err
			}
			out = append(out, d)
		case isOutside(name):
			if worlds == nil {
				worlds = a.worlds(ctx, env, compilers, whole)
			}
			list, err := a.agents(env, name, ways, worlds)
			if err != nil {
				return nil, err
			}
			out = append(out, list...)
		default:
			asked, err := a.ask(env, name, ways, scaffolds, worlds, truth, acc)
			if err != nil {
				return nil, err
			}
			out = append(out, asked...)
		}
	}
	return out, nil
}

// memoriserName is a built-in subject that only belongs to "builtin" where there are fresh samples.
const memoriserName = "builtin/memoriser"

// isBuiltin reports whether a name of --model asks for built-in subjects.
func isBuiltin(name string) bool { return name == "builtin" || strings.HasPrefix(name, "builtin/") }

// ask wires one model, provider, price, account, retries and recording, and
// returns it with each strategy and scaffold.
func (a *asking) ask(env *Env, name string, ways []way, scaffolds []agent.Scaffold, worlds agent.Worlds, truth []bench.Variant, acc *accounts) ([]detect.Detector, error) {
	c, err := a.connect(env, name, truth)
	if err != nil {
		return nil, err
	}
	var record func(model.Model) model.Model
	if a.Record != "" {
		record = a.recording.wrap
	}
	m, err := acc.hold(c, acc.batching.mode(), a.MaxRetries+1, record)
	if err != nil {
		return nil, err
	}
	var out []detect.Detector
	for _, w := range ways {
		d, err := asked.New(asked.Config{Model: m, Name: c.name, Strategy: w.name, Own: w.own, Params: asked.Params{
			Temperature: a.Temperature, MaxTokens: a.MaxTokens, ReasoningEffort: a.ReasoningEffort, Seed: a.ModelSeed, Server: c.server,
		}})
		if err != nil {
			return nil, usage("%v", err)
		}
		for _, sc := range scaffolds {
			if sc.Name == "" {
				out = append(out, d)
				continue
			}
			acting, err := a.agentOf(m, d, sc, worlds)
			if err != nil {
				return nil, err
			}
			out = append(out, acting)
		}
	}
	return out, nil
}

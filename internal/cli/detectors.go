package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"assay/internal/bench"
	"assay/internal/detect"
	"assay/internal/detect/asked"
	"assay/internal/detect/builtin"
	"assay/internal/model"
	"assay/internal/suite"
)

// asking is how models are asked.
type asking struct {
	Model  []string `help:"What to measure: <provider>/<id>, exec:COMMAND, replay:FILE, builtin for all built-in subjects, or one of them. Repeatable; builtin by default." placeholder:"MODEL" short:"m" sep:"none"`
	Record string   `help:"Append every answer to this file, for replay:FILE." placeholder:"FILE"`
	settings
	Strategy   string `help:"How to ask; the default fits each suite." placeholder:"NAME"`
	MaxRetries int    `help:"Further attempts after a request failed." default:"6" placeholder:"N"`

	recording recording
}

// detectors returns what --model names, in the order given. whole are the
// unfiltered suites, which the oracle knows; notify is told of every wait, concurrently.
func (a *asking) detectors(env *Env, whole []*suite.Suite, notify func(string)) ([]detect.Detector, error) {
	names := names(a.Model)
	if len(names) == 0 {
		names = []string{"builtin"}
	}
	var truth []bench.Variant
	for _, s := range whole {
		truth = append(truth, s.Variants...)
	}
	builtins, err := builtin.All(truth)
	if err != nil {
		return nil, err
	}
	var out []detect.Detector
	for _, name := range names {
		switch {
		case name == "builtin":
			out = append(out, builtins...)
		case strings.HasPrefix(name, "builtin/"):
			i := slices.IndexFunc(builtins, func(d detect.Detector) bool { return d.Subject().Name == name })
			if i < 0 {
				return nil, usage("there is no %s; `assay models` lists the built-in subjects", name)
			}
			out = append(out, builtins[i])
		default:
			d, err := a.ask(env, name, truth, notify)
			if err != nil {
				return nil, err
			}
			out = append(out, d)
		}
	}
	return out, nil
}

// ask wires one model: provider, price, retries, recording, strategy.
func (a *asking) ask(env *Env, name string, truth []bench.Variant, notify func(string)) (detect.Detector, error) {
	c, err := a.connect(env, name, truth)
	if err != nil {
		return nil, err
	}
	m := model.Retry(c.costed(), model.Policy{Attempts: a.MaxRetries + 1, Notify: func(kind model.ErrorKind, wait time.Duration) {
		notify(fmt.Sprintf("%s: %s, waiting %s", c.name, kind, wait.Round(100*time.Millisecond)))
	}})
	if a.Record != "" {
		m = a.recording.wrap(m)
	}
	d, err := asked.New(asked.Config{Model: m, Name: c.name, Strategy: a.Strategy, Params: asked.Params{
		Temperature: a.Temperature, MaxTokens: a.MaxTokens, ReasoningEffort: a.ReasoningEffort, Seed: a.ModelSeed, Server: c.server,
	}})
	if err != nil {
		return nil, usage("%v", err)
	}
	return d, nil
}

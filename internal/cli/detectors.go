package cli

import (
	"fmt"
	"net/url"
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

// settings are what a request is sent with, and where to.
type settings struct {
	BaseURL         string        `name:"base-url" help:"Address of an OpenAI-compatible server for openai/<id>, such as http://localhost:11434/v1." placeholder:"URL"`
	Temperature     float64       `help:"Sampling temperature; a model that refuses it is asked without." default:"0"`
	MaxTokens       int64         `help:"Output limit of one answer." default:"8192" placeholder:"N"`
	ReasoningEffort string        `help:"How long a model may think: none, minimal, low, medium, high, xhigh or max, as far as it knows the word." placeholder:"WORD"`
	ModelSeed       *int64        `help:"Seed for the provider's sampling, where it has one." placeholder:"N"`
	RequestTimeout  time.Duration `help:"Longest wait for one answer." default:"15m" placeholder:"TIME"`
	Models          string        `help:"What you know of models: prices, limits, cut-offs; assay-models.yaml, where it exists, by default." placeholder:"FILE"`
}

// detectors returns what --model names, in the order given. whole are the
// unfiltered suites, which the oracle knows; notify is told of every wait, concurrently.
func (a *asking) detectors(env *Env, whole []*suite.Suite, notify func(string)) ([]detect.Detector, error) {
	names := a.Model
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
	m := model.Retry(c.model, model.Policy{Attempts: a.MaxRetries + 1, Notify: func(kind model.ErrorKind, wait time.Duration) {
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

// connected is a model that can be asked.
type connected struct {
	provider provider
	id       string // the provider's name of the model
	name     string // of the subject: the same however it was written
	server   string // address that is asked, "" for the provider's own
	model    model.Model
}

// connect finds the provider of a model, its address and key, and its price.
func (s *settings) connect(env *Env, name string, truth []bench.Variant) (connected, error) {
	prefix, id, _ := asked.Cut(name)
	i := slices.IndexFunc(providers, func(p provider) bool { return p.prefix == prefix })
	if i >= 0 && id == "" {
		id = providers[i].standard
	}
	if i < 0 || id == "" {
		return connected{}, usage("%q names no model; write <provider>/<model>, as in openrouter/<vendor>/<model>; `assay models` lists the providers", name)
	}
	c := connected{provider: providers[i], id: id, name: prefix + "/" + id}
	if c.provider.local {
		c.name = prefix + ":" + id
	}
	var err error
	if c.server, err = s.address(env, c.provider); err != nil {
		return c, err
	}
	key := c.provider.key(env)
	if key == "" && len(c.provider.keyVars) > 0 && (c.server == "" || !c.provider.anyServer) {
		return c, usage("no key for %s: set %s in the environment or in .env", c.name, c.provider.keyVars[0])
	}
	known, own, err := s.registries()
	if err != nil {
		return c, err
	}
	if c.server != "" {
		known = own // the same id elsewhere may be another model, at another price
	}
	m, err := c.provider.make(connection{id: id, key: key, server: c.server, timeout: s.RequestTimeout, truth: truth})
	if err != nil {
		return c, usage("%v", err)
	}
	c.model = known.Priced(m, prefix)
	return c, nil
}

// address returns where to ask when it is not the provider's own.
func (s *settings) address(env *Env, p provider) (string, error) {
	if p.urlVar == "" {
		return "", nil
	}
	base, from := env.Getenv(p.urlVar), p.urlVar
	if s.BaseURL != "" && p.anyServer {
		base, from = s.BaseURL, "--base-url"
	}
	if base == "" {
		return "", nil
	}
	u, err := url.Parse(base)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return "", usage("%s is not an http or https address", from)
	case u.User != nil || u.RawQuery != "":
		return "", usage("%s may hold a secret, and addresses are stored with the run; set %s instead", from, p.keyVars[0])
	}
	return base, nil
}

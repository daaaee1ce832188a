package cli

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/detect"
	"assay/internal/detect/asked"
	"assay/internal/detect/builtin"
	"assay/internal/model"
	"assay/internal/model/openai"
	"assay/internal/model/openrouter"
	"assay/internal/prompt"
	"assay/internal/suite"
)

// provider wires one API into the command line.
type provider struct {
	prefix string
	keyVar string
	urlVar string // names a variable with another address for the API
	doc    string
	make   func(key, baseURL string) (model.Model, error)
}

// providers lists every API a model can be named at. One more provider is one
// folder under internal/model and one entry here.
var providers = []provider{
	{openrouter.Name, openrouter.KeyVar, openrouter.URLVar, "any model on OpenRouter: openrouter/<vendor>/<model>",
		func(key, base string) (model.Model, error) {
			return openrouter.New(openrouter.Config{APIKey: key, BaseURL: base, Transport: transport()})
		}},
	{openai.Name, openai.KeyVar, openai.URLVar, "OpenAI, or with --base-url any compatible server (Ollama, vLLM): openai/<model>",
		func(key, base string) (model.Model, error) {
			return openai.New(openai.Config{APIKey: key, BaseURL: base, Transport: transport()})
		}},
}

// transport keeps as many idle connections as there may be requests at once.
func transport() http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = 1024
	t.MaxIdleConns = 0
	return t
}

// asking is how models are asked.
type asking struct {
	Model       []string `help:"What to measure: openrouter/<id>, openai/<id>, builtin for all built-in subjects, or one of them. Repeatable; builtin by default." placeholder:"MODEL" short:"m" aliases:"models"`
	BaseURL     string   `name:"base-url" help:"Address of an OpenAI-compatible server for openai/<id>, such as http://localhost:11434/v1." placeholder:"URL"`
	Strategy    []string `help:"How to ask: a name that assay strategies lists, or factor=level,... Repeatable: every model is asked in each way; the default fits each suite." placeholder:"NAME" sep:"none" aliases:"strategies"`
	Temperature float64  `help:"Sampling temperature; a model that refuses it is asked without." default:"0"`
	MaxTokens   int64    `help:"Output limit of one answer." default:"8192" placeholder:"N"`
	MaxRetries  int      `help:"Further attempts after a request failed." default:"6" placeholder:"N"`
}

// detectors returns what --model names, in the order given. The oracle knows
// whole, the unfiltered suites, and their transformed variants; acc holds the
// models.
func (a *asking) detectors(env *Env, whole []*suite.Suite, transformed []*bench.Variant, acc *accounts) ([]detect.Detector, error) {
	names := a.Model
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
	builtins, err := builtin.All(truth)
	if err != nil {
		return nil, err
	}
	for _, s := range a.Strategy {
		if _, err := prompt.Find(s); err != nil {
			return nil, usage("%v", err)
		}
	}
	if len(a.Strategy) > 0 && !slices.ContainsFunc(names, func(n string) bool { return n != "builtin" && !strings.HasPrefix(n, "builtin/") }) {
		fmt.Fprintln(env.Stderr, "built-in subjects are not asked anything: --strategy makes no difference to them")
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
			asked, err := a.ask(env, name, acc)
			if err != nil {
				return nil, err
			}
			out = append(out, asked...)
		}
	}
	return out, nil
}

// opened is a model that can be asked, under its account's limits and the budget.
type opened struct {
	model  model.Model
	id     string // the provider's name of it
	server string // address that is asked, "" for the provider's own
}

// open wires one model, provider, account and retries.
func (a *asking) open(env *Env, name string, acc *accounts) (opened, error) {
	prefix, id, _ := strings.Cut(name, "/")
	i := slices.IndexFunc(providers, func(p provider) bool { return p.prefix == prefix })
	if i < 0 || id == "" {
		return opened{}, usage("%q names no model; write <provider>/<model>, as in openrouter/<vendor>/<model>; `assay models` lists the providers", name)
	}
	p := providers[i]
	base, err := a.server(env, p)
	if err != nil {
		return opened{}, err
	}
	key := env.Getenv(p.keyVar)
	if key == "" && (base == "" || p.prefix != openai.Name) {
		return opened{}, usage("no key for %s: set %s in the environment or in .env", name, p.keyVar)
	}
	m, err := p.make(key, base)
	if err != nil {
		return opened{}, usage("%v", err)
	}
	m, err = acc.hold(m, p, base, name, a.MaxRetries+1)
	return opened{m, id, base}, err
}

// ask wires one model and returns it with each strategy.
func (a *asking) ask(env *Env, name string, acc *accounts) ([]detect.Detector, error) {
	o, err := a.open(env, name, acc)
	if err != nil {
		return nil, err
	}
	strategies := a.Strategy
	if len(strategies) == 0 {
		strategies = []string{""}
	}
	var out []detect.Detector
	for _, s := range strategies {
		d, err := asked.New(asked.Config{Model: o.model, Name: name, Strategy: s,
			Params: asked.Params{Temperature: a.Temperature, MaxTokens: a.MaxTokens, Server: o.server}})
		if err != nil {
			return nil, usage("%v", err)
		}
		out = append(out, d)
	}
	return out, nil
}

// server returns the address to ask when it is not the provider's own.
func (a *asking) server(env *Env, p provider) (string, error) {
	base, from := env.Getenv(p.urlVar), p.urlVar
	if a.BaseURL != "" && p.prefix == openai.Name {
		base, from = a.BaseURL, "--base-url"
	}
	if base == "" {
		return "", nil
	}
	u, err := url.Parse(base)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return "", usage("%s is not an http or https address", from)
	case u.User != nil || u.RawQuery != "":
		return "", usage("%s may hold a secret, and addresses are stored with the run; set %s instead", from, p.keyVar)
	}
	return base, nil
}

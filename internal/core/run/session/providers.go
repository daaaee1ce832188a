package session

import (
	"cmp"
	"errors"
	"net/http"
	"os"
	"time"

	"assay/internal/bench"
	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/core/base/redact"
	"assay/internal/core/model"
	"assay/internal/core/model/anthropic"
	"assay/internal/core/model/echo"
	"assay/internal/core/model/exec"
	"assay/internal/core/model/gemini"
	"assay/internal/core/model/openai"
	"assay/internal/core/model/openrouter"
	"assay/internal/core/model/replay"
)

// Provider connects one kind of model to the command line.
type Provider struct {
	Prefix    string
	KeyVars   []string // variables that may hold the key, of which the first that is set counts; nil without a key
	urlVar    string   // variable for another address of the API
	AnyServer bool     // --base-url applies, and servers found there may need no key
	free      bool     // sends no requests, so it costs nothing
	Local     bool     // written with a colon, followed by a command or a file instead of an id
	standard  string   // default id; "" if an id is required
	Doc       string
	make      func(connection) (model.Model, error)
}

// connection holds what is needed to reach a model.
type connection struct {
	id, key, server string
	header          http.Header // of --header
	timeout         time.Duration
	truth           []bench.Variant // of the suites in use, for recordings that name samples
	children        func() []string // returns the environment of commands
	keys            *redact.Keys    // keys that commands must not print
	say             func(string)    // prints a message for the user
}

// Providers lists all providers of models. A new provider needs a folder under
// internal/core/model and an entry here.
var Providers = []Provider{
	{Prefix: openrouter.Name, KeyVars: []string{openrouter.KeyVar}, urlVar: openrouter.URLVar,
		Doc: "any model on OpenRouter: openrouter/<vendor>/<model>",
		make: func(c connection) (model.Model, error) {
			return openrouter.New(openrouter.Config{APIKey: c.key, BaseURL: c.server, Transport: transport(),
				Timeout: c.timeout})
		}},
	{Prefix: openai.Name, KeyVars: []string{openai.KeyVar}, urlVar: openai.URLVar, AnyServer: true,
		Doc: "OpenAI API, or with --base-url any compatible server (Ollama, vLLM): openai/<model>",
		make: func(c connection) (model.Model, error) {
			return openai.New(openai.Config{APIKey: c.key, BaseURL: c.server, Header: c.header, Transport: transport(),
				Timeout: c.timeout})
		}},
	{Prefix: anthropic.Name, KeyVars: []string{anthropic.KeyVar}, urlVar: anthropic.URLVar,
		Doc: "Anthropic API: anthropic/<model>",
		make: func(c connection) (model.Model, error) {
			return anthropic.New(anthropic.Config{APIKey: c.key, BaseURL: c.server, Transport: transport(), Timeout: c.timeout})
		}},
	{Prefix: gemini.Name, KeyVars: []string{gemini.KeyVar, "GOOGLE_API_KEY"}, urlVar: gemini.URLVar,
		Doc: "Google Gemini API: gemini/<model>",
		make: func(c connection) (model.Model, error) {
			return gemini.New(gemini.Config{APIKey: c.key, BaseURL: c.server, Transport: transport(), Timeout: c.timeout})
		}},
	{Prefix: exec.Name, Local: true, Doc: "a command that reads the prompt and writes the answer: exec:COMMAND",
		make: func(c connection) (model.Model, error) {
			return exec.New(exec.Config{Command: c.id, Timeout: c.timeout, Env: c.children(), Keys: c.keys}), nil
		}},
	{Prefix: "human", Local: true, free: true, Doc: "a person who answers in a browser, timed and blind: human:NAME",
		make: func(c connection) (model.Model, error) {
			if person == nil {
				return nil, errors.New("human is not part of this program")
			}
			return person(c.say), nil
		}},
	{Prefix: replay.Name, Local: true, free: true, Doc: "recorded answers: replay:FILE",
		make: func(c connection) (model.Model, error) { return replayed(c.id, c.truth) }},
	{Prefix: echo.Name, Local: true, free: true, standard: "safe",
		Doc:  "a test model with a constant answer: echo:safe, echo:vulnerable, ...",
		make: func(connection) (model.Model, error) { return echo.New(), nil }},
}

// person makes the model behind human:NAME; see [Add].
var person func(say func(string)) model.Model

// Add sets what makes a person a model; say prints a message for the user. A program calls it before it uses the
// package; without it, human:NAME is refused.
func Add(human func(say func(string)) model.Model) { person = human }

// KeyVars lists the variables that hold keys of providers.
func KeyVars() []string {
	var out []string
	for _, p := range Providers {
		out = append(out, p.KeyVars...)
	}
	return out
}

// Key returns the provider's key; the zero value without one.
func (p Provider) Key(env *environ.Env) environ.Value {
	for _, name := range p.KeyVars {
		if v := env.Lookup(name); v.Text != "" {
			return v
		}
	}
	return environ.Value{}
}

// transport returns a transport that keeps as many idle connections as there may be concurrent requests.
func transport() http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = 1024
	t.MaxIdleConns = 0
	return t
}

// replayed opens a recording, whose lines may name samples and variants.
func replayed(path string, truth []bench.Variant) (model.Model, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	records, err := replay.Load(path, f)
	if err != nil {
		return nil, err
	}
	names := map[string][]string{}
	for _, v := range truth {
		h := v.Task.Hash()
		names[h] = append(names[h], v.Key, v.Sample)
	}
	return replay.New(records, func(task string) []string { return names[task] }), nil
}

// Recording is the file of --set record, shared by all models of a run.
type Recording struct {
	recorder *replay.Recorder // nil when nothing is recorded
	file     *os.File
}

// Wrap returns m with its answers recorded, if Open was called before.
func (r *Recording) Wrap(m model.Model) model.Model {
	if r.recorder == nil {
		r.recorder = replay.NewRecorder(r)
	}
	return r.recorder.Wrap(m)
}

// Open opens the file and keeps its content.
func (r *Recording) Open(path string) error {
	if r.recorder == nil {
		return nil
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return exit.Usage("%v", err)
	}
	r.file = f
	return nil
}

// Write implements [io.Writer] for the recorder.
func (r *Recording) Write(p []byte) (int, error) { return r.file.Write(p) }

// Close ends the recording and returns its first error.
func (r *Recording) Close() error {
	if r.file == nil {
		return nil
	}
	return cmp.Or(r.recorder.Err(), r.file.Close())
}

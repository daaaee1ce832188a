// Package asked is the detector that puts questions to a language model: a model
// and a strategy together are one subject.
package asked

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"assay/internal/bench"
	"assay/internal/detect"
	"assay/internal/model"
	"assay/internal/prompt"
)

// Version is the version of every subject of this package. Raise it when the
// same settings lead to another request.
const Version = "1"

// Config describes one subject.
type Config struct {
	Model    model.Model
	Name     string // with the provider: "openrouter/vendor/model", "exec:command"
	Strategy string // "" takes the default strategy of each task's format
	Params   Params
}

// Params are the settings of a model that can change its answers. The zero value
// is temperature 0 and the provider's own output limit.
type Params struct {
	Temperature        float64
	DefaultTemperature bool   // leave the temperature to the provider
	MaxTokens          int64  // 0 leaves the limit to the provider
	ReasoningEffort    string // "" leaves it to the provider; else one of [model.Efforts]
	Seed               *int64 // of the provider's sampling; nil sends none
	Server             string // address that is asked, "" for the provider's own: the same id elsewhere may be another model
}

// Detector asks one model.
type Detector struct {
	model    model.Model
	id       string // the provider's name of the model
	strategy string
	params   Params
	subject  bench.Subject
}

var _ detect.Detector = (*Detector)(nil)

// New returns the detector. It does not ask anything.
func New(c Config) (*Detector, error) {
	_, id, ok := Cut(c.Name)
	switch {
	case c.Model == nil:
		return nil, errors.New("asked: no model")
	case !ok:
		return nil, fmt.Errorf("asked: %q is not provider/model", c.Name)
	case c.Params.ReasoningEffort != "" && !slices.Contains(model.Efforts(), c.Params.ReasoningEffort):
		return nil, fmt.Errorf("asked: reasoning effort %q is not one of %s", c.Params.ReasoningEffort, strings.Join(model.Efforts(), ", "))
	case c.Params.MaxTokens < 0:
		return nil, fmt.Errorf("asked: %d is not an output limit", c.Params.MaxTokens)
	case !(c.Params.Temperature >= 0 && c.Params.Temperature <= 2): // NaN too
		return nil, fmt.Errorf("asked: temperature %v is not between 0 and 2", c.Params.Temperature)
	}
	name, doc := c.Name, "asks "+id+" with the default strategy of each suite"
	if c.Strategy != "" {
		if !known(c.Strategy) {
			return nil, fmt.Errorf("asked: there is no strategy %q", c.Strategy)
		}
		// Two strategies of one model are two subjects, and names tell subjects apart.
		name, doc = c.Name+"@"+c.Strategy, "asks "+id+" with strategy "+c.Strategy
	}
	return &Detector{
		model:    c.Model,
		id:       id,
		strategy: c.Strategy,
		params:   c.Params,
		subject: bench.Subject{
			Name: name, Kind: "model", Version: Version, Strategy: c.Strategy, Params: c.Params.effective(), Doc: doc,
		},
	}, nil
}

// Cut splits a model's name at the first slash or colon into the provider and the
// provider's id of the model; ok says that there are both.
func Cut(name string) (provider, id string, ok bool) {
	i := strings.IndexAny(name, "/:")
	if i < 0 {
		return name, "", false
	}
	provider, id = name[:i], name[i+1:]
	return provider, id, provider != "" && id != ""
}

func known(strategy string) bool {
	for _, s := range prompt.All() {
		if s.Name == strategy {
			return true
		}
	}
	return false
}

// effective names the settings as asked for. A model that does not support one of
// them is asked without it; the response shows that.
func (p Params) effective() map[string]string {
	m := map[string]string{"temperature": "provider", "max_tokens": "provider"}
	if !p.DefaultTemperature {
		m["temperature"] = strconv.FormatFloat(p.Temperature, 'g', -1, 64)
	}
	if p.MaxTokens > 0 {
		m["max_tokens"] = strconv.FormatInt(p.MaxTokens, 10)
	}
	// Absent rather than "provider", so that keys from before they existed hold.
	if p.ReasoningEffort != "" {
		m["reasoning_effort"] = p.ReasoningEffort
	}
	if p.Seed != nil {
		m["seed"] = strconv.FormatInt(*p.Seed, 10)
	}
	if p.Server != "" {
		m["server"] = p.Server
	}
	return m
}

// Subject implements [detect.Detector].
func (d *Detector) Subject() bench.Subject {
	s := d.subject
	s.Params = maps.Clone(s.Params)
	return s
}

// PromptHash implements [detect.Detector]. It fails when the strategy does not
// apply to the task.
func (d *Detector) PromptHash(task bench.Task) (string, error) {
	p, err := d.render(task)
	return p.Hash, err
}

// Detect implements [detect.Detector].
func (d *Detector) Detect(ctx context.Context, task bench.Task) (bench.Response, error) {
	p, err := d.render(task)
	if err != nil {
		return bench.Response{}, err
	}
	r := model.Request{
		Model: d.id, System: p.System, User: p.User, MaxTokens: d.params.MaxTokens, Schema: p.Schema, SchemaName: p.SchemaName,
		ReasoningEffort: d.params.ReasoningEffort, Seed: d.params.Seed, Task: task.Hash(),
		CacheSystem: true, // a strategy's system prompt is the same for every sample
	}
	if !d.params.DefaultTemperature {
		t := d.params.Temperature
		r.Temperature = &t
	}
	return d.model.Generate(ctx, r)
}

func (d *Detector) render(task bench.Task) (prompt.Prompt, error) {
	s, err := prompt.For(prompt.FormatOf(task), d.strategy)
	if err != nil {
		return prompt.Prompt{}, fmt.Errorf("%s: %w", d.subject.Name, err)
	}
	p, err := prompt.Render(s, task)
	if err != nil {
		return prompt.Prompt{}, fmt.Errorf("%s: %w", d.subject.Name, err)
	}
	return p, nil
}

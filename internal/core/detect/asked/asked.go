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
	"assay/internal/core/detect"
	"assay/internal/core/model"
	"assay/internal/core/prompt"
)

// Version is the version of every subject of this package. Raise it when the same settings lead to a different
// request.
const Version = "1"

// Config describes one subject.
type Config struct {
	Model    model.Model
	Name     string           // with the provider: "openrouter/vendor/model", "exec:command"
	Strategy string           // a name or combination (prompt.Find); "" takes the default strategy of each task's format
	Own      *prompt.Strategy // a strategy of the user that is not found by name; nil uses Strategy
	Params   Params
}

// Params are the settings of a model that can change its answers. The zero value
// is temperature 0 and the provider's own output limit.
type Params struct {
	Temperature        float64
	DefaultTemperature bool   // use the provider's temperature
	MaxTokens          int64  // 0 uses the provider's limit
	ReasoningEffort    string // "" uses the provider's default; else one of [model.Efforts]
	Seed               *int64 // of the provider's sampling; nil sends none
	// Server is the address of the API, "" for the provider's own: the same id elsewhere may be another model.
	Server string
}

// Detector asks one model.
type Detector struct {
	c       Config
	id      string // the provider's name of the model
	subject bench.Subject
}

var _ detect.Detector = (*Detector)(nil)

// New returns the detector. It sends no requests.
func New(c Config) (*Detector, error) {
	_, id, ok := Cut(c.Name)
	switch {
	case c.Model == nil:
		return nil, errors.New("asked: no model")
	case !ok:
		return nil, fmt.Errorf("asked: %q is not provider/model", c.Name)
	case c.Params.ReasoningEffort != "" && !slices.Contains(model.Efforts(), c.Params.ReasoningEffort):
		return nil, fmt.Errorf("asked: reasoning effort %q is not one of %s", c.Params.ReasoningEffort,
			strings.Join(model.Efforts(), ", "))
	case c.Params.MaxTokens < 0:
		return nil, fmt.Errorf("asked: %d is not an output limit", c.Params.MaxTokens)
	case !(c.Params.Temperature >= 0 && c.Params.Temperature <= 2): // NaN too
		return nil, fmt.Errorf("asked: temperature %v is not between 0 and 2", c.Params.Temperature)
	}
	name, doc := c.Name, "asks "+id+" with the default strategy of each suite"
	if c.Own != nil {
		c.Strategy = c.Own.Name
		name, doc = c.Name+"@"+c.Strategy, "asks "+id+" with its user's strategy "+c.Strategy
	} else if c.Strategy != "" {
		s, err := prompt.Find(c.Strategy)
		if err != nil {
			return nil, fmt.Errorf("asked: %w", err)
		}
		c.Strategy = s.Name // one name for one combination
		// Two strategies of one model are two subjects, so their names must differ.
		name, doc = c.Name+"@"+c.Strategy, "asks "+id+" with strategy "+c.Strategy
	}
	return &Detector{c, id, bench.Subject{Name: name, Kind: "model", Version: Version, Model: c.Name,
		Strategy: c.Strategy, Params: c.Params.effective(), Doc: doc}}, nil
}

// External is the prefix of subjects that are agents started by a command: agent-exec:COMMAND.
const External = "agent-exec"

// Cut splits a model's name at the first slash or colon into the provider and the provider's id of the model;
// ok is false when one of them is missing.
func Cut(name string) (provider, id string, ok bool) {
	i := strings.IndexAny(name, "/:")
	if i < 0 {
		return name, "", false
	}
	provider, id = name[:i], name[i+1:]
	return provider, id, provider != "" && id != ""
}

// effective returns the requested settings by name. A model that does not support a setting is asked without
// it; the response records that.
func (p Params) effective() map[string]string {
	m := map[string]string{"temperature": "provider", "max_tokens": "provider"}
	if !p.DefaultTemperature {
		m["temperature"] = strconv.FormatFloat(p.Temperature, 'g', -1, 64)
	}
	if p.MaxTokens > 0 {
		m["max_tokens"] = strconv.FormatInt(p.MaxTokens, 10)
	}
	// Absent rather than "provider", so that older keys, without these settings, stay valid.
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

// PromptHash implements [detect.Detector].
func (d *Detector) PromptHash(task bench.Task) (string, error) {
	p, err := d.render(task)
	return p.Hash, err
}

// Detect implements [detect.Detector].
func (d *Detector) Detect(ctx context.Context, task bench.Task) (bench.Response, error) {
	r, err := d.Request(task)
	if err != nil {
		return bench.Response{}, err
	}
	return d.c.Model.Generate(ctx, r)
}

// Request returns the request that Detect would send.
func (d *Detector) Request(task bench.Task) (model.Request, error) {
	p, err := d.render(task)
	if err != nil {
		return model.Request{}, err
	}
	r := model.Request{
		Model: d.id, System: p.System, User: p.User, MaxTokens: d.c.Params.MaxTokens, Schema: p.Schema,
		SchemaName: p.SchemaName, ReasoningEffort: d.c.Params.ReasoningEffort, Seed: d.c.Params.Seed, Task: task.Hash(),
		CacheSystem: true, // a strategy's system prompt is the same for every sample
	}
	if !d.c.Params.DefaultTemperature {
		r.Temperature = new(d.c.Params.Temperature)
	}
	return r, nil
}

func (d *Detector) render(task bench.Task) (prompt.Prompt, error) {
	var s prompt.Strategy
	var err error
	if d.c.Own != nil {
		s, err = d.c.Own.For(prompt.FormatOf(task))
	} else {
		s, err = prompt.ForTask(task, d.c.Strategy)
	}
	var p prompt.Prompt
	switch {
	case err != nil:
	case s.Asks != prompt.ForKnowledge:
		p, err = prompt.Render(s, task)
	case task.Language != bench.IncidentLanguage:
		err = &prompt.MismatchError{Strategy: s.Name, Why: "it asks about incidents, not about code"}
	default:
		var questions []string
		for _, f := range task.Files[1:] {
			questions = append(questions, f.Text)
		}
		p, err = prompt.RenderIncident(s, task.Files[0].Text, questions...)
	}
	if m := (*prompt.MismatchError)(nil); errors.As(err, &m) {
		return prompt.Prompt{}, fmt.Errorf("%s %w: %w", d.subject.Name, detect.ErrNotApplicable, err)
	}
	if err != nil {
		return prompt.Prompt{}, fmt.Errorf("%s: %w", d.subject.Name, err)
	}
	return p, nil
}

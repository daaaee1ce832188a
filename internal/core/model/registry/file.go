package registry

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
)

// file is a YAML file of models.
type file struct {
	Provider string   `yaml:"provider"` // of the entries without a provider
	Models   []record `yaml:"models"`
}

// record is an [Entry] in the form of a file: unknown values are omitted.
type record struct {
	Provider   string   `yaml:"provider"`
	ID         string   `yaml:"id"`
	Aliases    []string `yaml:"aliases,omitempty"`
	Family     string   `yaml:"family,omitempty"`
	Pinned     *bool    `yaml:"pinned,omitempty"`
	Context    *int64   `yaml:"context,omitempty"`
	MaxOutput  *int64   `yaml:"max_output,omitempty"`
	Parameters []string `yaml:"parameters,omitempty"`
	Cutoff     *Dated   `yaml:"cutoff,omitempty"`
	Price      *Price   `yaml:"price,omitempty"`
	Source     string   `yaml:"source,omitempty"`
	Read       string   `yaml:"read,omitempty"`

	line int
}

// UnmarshalYAML implements [yaml.NodeUnmarshaler]. It stores the line number.
func (r *record) UnmarshalYAML(n ast.Node) error {
	type plain record
	if err := yaml.NodeToValue(n, (*plain)(r), yaml.Strict()); err != nil {
		return err
	}
	if tok := n.GetToken(); tok != nil && tok.Position != nil {
		r.line = tok.Position.Line
	}
	return nil
}

// Add reads a file of models into the registry. A field in the file replaces that of a
// known model; fields not in the file stay. name is for messages; an error begins with
// it and the line number, and leaves the registry unchanged.
func (r *Registry) Add(name string, text []byte) error {
	var f file
	if err := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict()).Decode(&f); err != nil && !errors.Is(err, io.EOF) {
		var ye yaml.Error
		if errors.As(err, &ye) {
			if tok := ye.GetToken(); tok != nil && tok.Position != nil {
				return fmt.Errorf("%s:%d: %s", name, tok.Position.Line, firstLine(ye.GetMessage()))
			}
		}
		return fmt.Errorf("%s: %s", name, firstLine(err.Error()))
	}
	if len(f.Models) == 0 {
		return fmt.Errorf("%s: the file contains no models", name)
	}
	seen := map[string]int{}
	for i := range f.Models {
		m := &f.Models[i]
		if m.Provider == "" {
			m.Provider = f.Provider
		}
		err := m.check()
		for _, id := range append([]string{m.ID}, m.Aliases...) {
			if other, ok := seen[m.Provider+"/"+id]; ok && err == nil {
				err = fmt.Errorf("%s/%s is in line %d already", m.Provider, id, other)
			}
			seen[m.Provider+"/"+id] = m.line
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, m.line, err)
		}
	}
	for _, m := range f.Models {
		r.put(m)
	}
	return nil
}

// put adds a checked record, whose id may be an alias of a known model.
func (r *Registry) put(m record) {
	key := m.Provider + "/" + m.ID
	if id, ok := r.aliases[key]; ok {
		key = id
	}
	e, ok := r.entries[key]
	if !ok {
		e = &Entry{Provider: m.Provider, ID: m.ID}
		r.entries[key] = e
	}
	e.Family, e.Source, e.Read = cmp.Or(m.Family, e.Family), cmp.Or(m.Source, e.Source), cmp.Or(m.Read, e.Read)
	set(&e.Pinned, m.Pinned)
	set(&e.Context, m.Context)
	set(&e.MaxOutput, m.MaxOutput)
	if m.Aliases != nil {
		e.Aliases = m.Aliases
	}
	if m.Parameters != nil {
		e.Parameters = m.Parameters
	}
	if m.Cutoff != nil {
		e.Cutoff = m.Cutoff
	}
	if m.Price != nil { // as a whole: parts of two price lists must not mix
		e.Price = m.Price
	}
	for _, a := range m.Aliases {
		r.aliases[m.Provider+"/"+a] = key
	}
}

func set[T any](to, v *T) {
	if v != nil {
		*to = *v
	}
}

func (m *record) check() error {
	switch {
	case m.Provider == "":
		return errors.New("provider is missing")
	case m.ID == "":
		return errors.New("id is missing")
	case m.Context != nil && *m.Context <= 0:
		return errors.New("context is not a number of tokens; omit it if it is unknown")
	case m.MaxOutput != nil && *m.MaxOutput <= 0:
		return errors.New("max_output is not a number of tokens; omit it if it is unknown")
	}
	if m.Read != "" && !isDate(m.Read, time.DateOnly) {
		return errors.New("read is the day when the source was read (YYYY-MM-DD); omit it if it is unknown")
	}
	for _, p := range m.Parameters {
		if !slices.Contains(Parameters(), p) {
			return fmt.Errorf("parameter %q is not one of %s", p, strings.Join(Parameters(), ", "))
		}
	}
	if c := m.Cutoff; c != nil {
		if !isDate(c.Date, "2006-01-02", "2006-01") || c.Source == "" {
			return errors.New("cutoff needs a date (YYYY-MM or YYYY-MM-DD) and a source; omit it if it is unknown")
		}
	}
	if p := m.Price; p != nil {
		if !isDate(p.Date, "2006-01-02") || p.Source == "" {
			return errors.New("price needs the date when it was read (YYYY-MM-DD) and a source")
		}
		if p.Input == nil || p.Output == nil {
			return errors.New("price needs input and output, in USD for a million tokens")
		}
		if err := p.check(); err != nil {
			return err
		}
		if b := p.Batch; b != nil {
			if b.Input == nil || b.Output == nil || b.Date != "" || b.Source != "" || b.Batch != nil {
				return errors.New("price: batch has prices alone, of input and output at least")
			}
			if err := b.check(); err != nil {
				return err
			}
		}
	}
	return nil
}

// check refuses numbers that are not prices.
func (p *Price) check() error {
	for _, v := range []*float64{p.Input, p.Output, p.CacheRead, p.CacheWrite, p.Reasoning} {
		if v != nil && !(*v >= 0 && !math.IsInf(*v, 0)) { // NaN too
			return fmt.Errorf("%v is not a price", *v)
		}
	}
	return nil
}

func isDate(s string, layouts ...string) bool {
	return slices.ContainsFunc(layouts, func(l string) bool { _, err := time.Parse(l, s); return err == nil })
}

func firstLine(s string) string { line, _, _ := strings.Cut(strings.TrimSpace(s), "\n"); return line }

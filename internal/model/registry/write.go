package registry

import (
	"fmt"
	"io"
	"reflect"

	"github.com/goccy/go-yaml"
)

// written is an [Entry] in the form of a file: unknown values are omitted.
type written struct {
	Provider   string     `yaml:"provider"`
	ID         string     `yaml:"id"`
	Aliases    []string   `yaml:"aliases,omitempty"`
	Family     string     `yaml:"family,omitempty"`
	Pinned     bool       `yaml:"pinned,omitempty"`
	Context    int64      `yaml:"context,omitempty"`
	MaxOutput  int64      `yaml:"max_output,omitempty"`
	Parameters []string   `yaml:"parameters,omitempty"`
	Cutoff     *Dated     `yaml:"cutoff,omitempty"`
	Price      *priceText `yaml:"price,omitempty"`
	Source     string     `yaml:"source,omitempty"`
	Read       string     `yaml:"read,omitempty"`
}

// priceText is a [Price] whose unknown parts are omitted.
type priceText struct {
	Date       string     `yaml:"date,omitempty"`
	Source     string     `yaml:"source,omitempty"`
	Input      *float64   `yaml:"input,omitempty"`
	Output     *float64   `yaml:"output,omitempty"`
	CacheRead  *float64   `yaml:"cache_read,omitempty"`
	CacheWrite *float64   `yaml:"cache_write,omitempty"`
	Reasoning  *float64   `yaml:"reasoning,omitempty"`
	Batch      *priceText `yaml:"batch,omitempty"`
}

func priceOf(p *Price) *priceText {
	if p == nil {
		return nil
	}
	return &priceText{p.Date, p.Source, p.Input, p.Output, p.CacheRead, p.CacheWrite, p.Reasoning, priceOf(p.Batch)}
}

// Write writes the registry as a file that [Registry.Add] reads, in the order of
// provider and id. Equal registries give equal bytes.
func (r *Registry) Write(w io.Writer) error {
	var list []written
	for _, e := range r.All() {
		list = append(list, written{e.Provider, e.ID, e.Aliases, e.Family, e.Pinned, e.Context, e.MaxOutput, e.Parameters,
			e.Cutoff, priceOf(e.Price), e.Source, e.Read})
	}
	text, err := yaml.MarshalWithOptions(map[string]any{"models": list}, yaml.IndentSequence(true))
	if err != nil {
		return fmt.Errorf("writing models: %w", err)
	}
	_, err = w.Write(text)
	return err
}

// Merged describes the effect of a file on a registry: ids of models, in order.
type Merged struct{ New, Changed, Same []string }

// Merge adds the entries of another registry, as [Registry.Add] adds those of a file.
func (r *Registry) Merge(from *Registry) Merged {
	var out Merged
	for _, e := range from.All() {
		before, known := r.Lookup(e.Provider, e.ID)
		m := record{Provider: e.Provider, ID: e.ID, Aliases: e.Aliases, Family: e.Family, Parameters: e.Parameters,
			Cutoff: e.Cutoff, Price: e.Price, Source: e.Source, Read: e.Read}
		if e.Pinned {
			m.Pinned = &e.Pinned
		}
		if e.Context > 0 {
			m.Context = &e.Context
		}
		if e.MaxOutput > 0 {
			m.MaxOutput = &e.MaxOutput
		}
		r.put(m)
		after, _ := r.Lookup(e.Provider, e.ID)
		to := &out.Changed
		switch {
		case !known:
			to = &out.New
		case reflect.DeepEqual(before, after):
			to = &out.Same
		}
		*to = append(*to, after.String())
	}
	return out
}

package registry

import (
	"fmt"
	"io"
	"reflect"

	"github.com/goccy/go-yaml"
)

// record returns the entry in the form of a file.
func (e Entry) record() record {
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
	return m
}

// Write writes the registry as a file that [Registry.Add] reads, in the order of
// provider and id. Equal registries give equal bytes.
func (r *Registry) Write(w io.Writer) error {
	var list []record
	for _, e := range r.All() {
		list = append(list, e.record())
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
		r.put(e.record())
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

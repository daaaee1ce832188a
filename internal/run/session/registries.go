package session

import (
	"errors"
	"io/fs"
	"os"

	"assay/internal/bench"
	"assay/internal/detect/asked"
	"assay/internal/exit"
	"assay/internal/model/registry"
)

// ownModels is the file of models that is read when it exists.
const ownModels = "assay-models.yaml"

// Registries returns what is known of models: all of it, and what the user's own
// file says alone. The files are read once.
func (s *Settings) Registries() (known, own *registry.Registry, err error) {
	if s.read.known == nil {
		if known, own, err = Registries(s.ModelsFile); err != nil {
			return nil, nil, err
		}
		s.read.known, s.read.own = known, own
	}
	return s.read.known, s.read.own, nil
}

// Cutoff returns the end of a subject's training data as far as it is known. The
// same id at a server of one's own may be another model.
func (s *Settings) Cutoff(sub bench.Subject) string {
	if sub.Kind != "model" {
		return ""
	}
	known, own, err := s.Registries()
	if err != nil {
		return "" // connecting has said so
	}
	if s.BaseURL != "" {
		known = own
	}
	provider, id, _ := asked.Cut(sub.Model)
	if e, ok := known.Lookup(provider, id); ok && e.Cutoff != nil {
		return e.Cutoff.Date
	}
	return ""
}

func Registries(path string) (known, own *registry.Registry, err error) {
	if known, err = registry.Embedded(); err != nil {
		return nil, nil, err
	}
	own = registry.New()
	name := path
	if name == "" {
		name = ownModels
	}
	text, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && path == "":
		return known, own, nil
	case err != nil:
		return nil, nil, exit.Usage("%v", err)
	}
	for _, r := range []*registry.Registry{known, own} {
		if err := r.Add(name, text); err != nil {
			return nil, nil, exit.Usage("%v", err)
		}
	}
	return known, own, nil
}

package session

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"assay/internal/bench"
	"assay/internal/core/base/exit"
	"assay/internal/core/detect"
	"assay/internal/core/detect/asked"
	"assay/internal/core/model/registry"
	"assay/internal/core/report"
)

// ownModels is the file of models that is read by default if it exists.
const ownModels = "assay-models.yaml"

// Registries returns the facts about models: all of them, and those of the user's own files
// alone. The files are read once.
func (s *Settings) Registries() (known, own *registry.Registry, err error) {
	if s.read.known == nil {
		known, own, files, err := Registries(s.ModelsFile)
		if err != nil {
			return nil, nil, err
		}
		s.read.known, s.read.own, s.read.files = known, own, files
	}
	return s.read.known, s.read.own, nil
}

// Cutoff returns the end of a subject's training data; "" if unknown. At a user's own
// server, the same id may be another model.
func (s *Settings) Cutoff(sub bench.Subject) string {
	if sub.Kind != "model" {
		return ""
	}
	known, own, err := s.Registries()
	if err != nil {
		return "" // Connect has reported it
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

// UserModels returns the file of models in the user's configuration directory; "" if the
// system defines no such directory.
func UserModels() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "assay", "models.yaml")
}

// Registries returns the facts about models: all of them, those of the user's own files
// alone, and the files among these that no flag named. Later sources override earlier ones,
// in this order: the program, the user's directory, the working directory or the file at path.
func Registries(path string) (known, own *registry.Registry, found []string, err error) {
	if known, err = registry.Embedded(); err != nil {
		return nil, nil, nil, err
	}
	own = registry.New()
	last := path
	if last == "" {
		last = ownModels
	}
	for _, name := range []string{UserModels(), last} {
		if name == "" {
			continue
		}
		text, err := os.ReadFile(name)
		switch {
		case errors.Is(err, fs.ErrNotExist) && name != path:
			continue
		case err != nil:
			return nil, nil, nil, exit.Usage("%v", err)
		}
		for _, r := range []*registry.Registry{known, own} {
			if err := r.Add(name, text); err != nil {
				return nil, nil, nil, exit.Usage("%v", err)
			}
		}
		if name != path {
			found = append(found, name)
		}
	}
	return known, own, found, nil
}

// NotesOnModels returns notes about the models of a run whose prices and cut-offs were
// checked too long before it: one note for all that were checked on one day.
func (s *Settings) NotesOnModels(detectors []detect.Detector, at time.Time) []string {
	known, own, err := s.Registries()
	if err != nil {
		return nil // Connect has reported it
	}
	if s.BaseURL != "" {
		known = own
	}
	byDay := map[string][]string{}
	for _, d := range detectors {
		sub := d.Subject()
		if sub.Kind != "model" {
			continue
		}
		provider, id, _ := asked.Cut(sub.Model)
		e, ok := known.Lookup(provider, id)
		if _, stale := e.Stale(at); ok && stale && !slices.Contains(byDay[e.LastRead()], e.String()) {
			byDay[e.LastRead()] = append(byDay[e.LastRead()], e.String())
		}
	}
	var out []string
	for _, day := range slices.Sorted(maps.Keys(byDay)) {
		looked, _ := time.Parse(time.DateOnly, day) // the registry checks the date when it reads an entry
		days := int(at.Sub(looked) / (24 * time.Hour))
		out = append(out, fmt.Sprintf(
			"stale: the entry of %s was last checked on %s, %s before the run; the price and the cut-off may have changed",
			strings.Join(byDay[day], ", "), day, report.Plural(days, "day")))
	}
	return out
}

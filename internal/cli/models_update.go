package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"assay/internal/bench"
	"assay/internal/detect"
	"assay/internal/detect/asked"
	"assay/internal/model/registry"
	"assay/internal/report"
	"assay/internal/termtext"
)

// ownModels is the file of models that is read when it exists.
const ownModels = "assay-models.yaml"

// userModels returns the file of models in the user's directory; "" where the system
// names no such directory.
func userModels() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "assay", "models.yaml")
}

// registries returns what is known of models: all of it, what the user's own files say
// alone, and which of these no flag named. What is nearer wins: the program, the user's
// directory, the working directory or the file of a path.
func registries(path string) (known, own *registry.Registry, found []string, err error) {
	if known, err = registry.Embedded(); err != nil {
		return nil, nil, nil, err
	}
	own = registry.New()
	last := path
	if last == "" {
		last = ownModels
	}
	for _, name := range []string{userModels(), last} {
		if name == "" {
			continue
		}
		text, err := os.ReadFile(name)
		switch {
		case errors.Is(err, fs.ErrNotExist) && name != path:
			continue
		case err != nil:
			return nil, nil, nil, usage("%v", err)
		}
		for _, r := range []*registry.Registry{known, own} {
			if err := r.Add(name, text); err != nil {
				return nil, nil, nil, usage("%v", err)
			}
		}
		if name != path {
			found = append(found, name)
		}
	}
	return known, own, found, nil
}

type modelsUpdate struct {
	From string `required:"" help:"File to take: YAML or JSON of the form that docs/compete.md describes." placeholder:"FILE"`
	To   string `help:"File to bring up to date; models.yaml in your own directory of settings by default." placeholder:"FILE"`
}

func (*modelsUpdate) Help() string {
	return `What the file says of a model replaces what was known, field by field, and a price as a whole; what it does not say stays. The program itself is not
changed: the result is in your directory, and every later command reads it. assay-models.yaml where you work goes before it.

Example:

  assay models update --from prices.yaml`
}

func (c *modelsUpdate) Run(env *Env) error {
	text, err := os.ReadFile(c.From)
	if err != nil {
		return usage("%v", err)
	}
	from := registry.New()
	if err := from.Add(c.From, text); err != nil {
		return usage("%v; nothing was changed", err)
	}
	to := c.To
	if to == "" {
		if to = userModels(); to == "" {
			return usage("this system names no directory for settings; --to names the file")
		}
	}
	r := registry.New()
	switch text, err := os.ReadFile(to); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return usage("%v", err)
	default:
		if err := r.Add(to, text); err != nil {
			return usage("%v; mend or remove it, then update again", err)
		}
	}
	done := r.Merge(from)
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return usage("%v", err)
	}
	if err := complete(to, r.Write); err != nil {
		return usage("%v", err)
	}
	for _, list := range []struct {
		word string
		ids  []string
	}{{"new", done.New}, {"changed", done.Changed}} {
		for _, id := range list.ids {
			fmt.Fprintf(env.Stdout, "%s\t%s\n", list.word, termtext.Plain(id))
		}
	}
	fmt.Fprintf(env.Stderr, "%s: %d new, %d changed, %d as they were\n", to, len(done.New), len(done.Changed), len(done.Same))
	return nil
}

// notesOnModels says of which models the prices and cut-offs of a run were looked at too
// long before it. One note speaks of all that were looked at on one day.
func (s *settings) notesOnModels(detectors []detect.Detector, at time.Time) []string {
	known, own, err := s.registries()
	if err != nil {
		return nil // connecting has said so
	}
	if s.BaseURL != "" {
		known = own
	}
	byDay := map[string][]string{}
	for _, d := range detectors {
		name := modelNameOf(d.Subject())
		provider, id, _ := asked.Cut(name)
		e, ok := known.Lookup(provider, id)
		if _, stale := e.Stale(at); ok && stale && !slices.Contains(byDay[e.Looked()], e.String()) {
			byDay[e.Looked()] = append(byDay[e.Looked()], e.String())
		}
	}
	var out []string
	for _, day := range sortedKeys(byDay) {
		looked, _ := time.Parse(time.DateOnly, day) // an entry is checked when it is read
		days := int(at.Sub(looked) / (24 * time.Hour))
		out = append(out, fmt.Sprintf("stale: what is known of %s was looked at on %s, %s before the run; the price and the cut-off may have changed",
			strings.Join(byDay[day], ", "), day, report.Plural(days, "day")))
	}
	return out
}

// modelNameOf returns the name of the model that a subject asks, "" where it asks none.
func modelNameOf(s bench.Subject) string {
	if s.Kind != "model" {
		return ""
	}
	return s.Model
}

package prompt

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
)

//go:embed */strategy.yaml */*.tmpl */*.json
var folders embed.FS

var embedded = sync.OnceValues(func() ([]Strategy, error) { return load(folders) })

// file is strategy.yaml. Unknown keys are errors.
type file struct {
	Name      string   `yaml:"name"`
	Doc       string   `yaml:"doc"`
	Languages []string `yaml:"languages"`
	Formats   []string `yaml:"formats"`
	Default   bool     `yaml:"default"`
	Schema    string   `yaml:"schema"`
}

// load reads every folder of fsys as a strategy.
func load(fsys fs.FS) ([]Strategy, error) {
	entries, err := fs.ReadDir(fsys, ".") // sorted by name
	if err != nil {
		return nil, err
	}
	var all []Strategy
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		s, err := loadOne(fsys, e.Name())
		if err != nil {
			return nil, fmt.Errorf("strategy %s: %w", e.Name(), err)
		}
		all = append(all, s)
	}
	if len(all) == 0 {
		return nil, errors.New("there are no strategies")
	}
	return all, defaults(all)
}

// defaults checks that each format has one strategy to begin with.
func defaults(all []Strategy) error {
	first := map[string]string{}
	for _, s := range all {
		for _, f := range s.Formats {
			if !s.Default {
				continue
			}
			if other := first[f]; other != "" {
				return fmt.Errorf("strategies %s and %s are both the default of %s", other, s.Name, f)
			}
			first[f] = s.Name
		}
	}
	for _, s := range all {
		for _, f := range s.Formats {
			if first[f] == "" {
				return fmt.Errorf("%s has strategy %s and no default", f, s.Name)
			}
		}
	}
	return nil
}

func loadOne(fsys fs.FS, dir string) (Strategy, error) {
	b, err := fs.ReadFile(fsys, path.Join(dir, "strategy.yaml"))
	if err != nil {
		return Strategy{}, err
	}
	var f file
	if err := yaml.NewDecoder(bytes.NewReader(b), yaml.Strict()).Decode(&f); err != nil {
		return Strategy{}, fmt.Errorf("strategy.yaml: %w", err)
	}
	if err := f.check(dir); err != nil {
		return Strategy{}, fmt.Errorf("strategy.yaml: %w", err)
	}
	s := Strategy{Name: f.Name, Doc: f.Doc, Languages: f.Languages, Formats: f.Formats, Default: f.Default}
	if f.Schema != "" {
		if s.Schema, err = fs.ReadFile(fsys, path.Join(dir, f.Schema)); err != nil {
			return Strategy{}, err
		}
		var object map[string]any
		if err := json.Unmarshal(s.Schema, &object); err != nil {
			return Strategy{}, fmt.Errorf("%s: %w", f.Schema, err)
		}
	}
	if s.system, err = loadTemplate(fsys, dir, "system.tmpl"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Strategy{}, err
	}
	if s.user, err = loadTemplate(fsys, dir, "user.tmpl"); err != nil {
		return Strategy{}, err
	}
	code := 0
	for _, p := range slices.Concat(s.system, s.user) {
		if p.name == "code" {
			code++
		}
		if p.name == "code" && p.condition != "" {
			return Strategy{}, errors.New("<<code>> stands inside <<if>>; the code is always shown")
		}
	}
	if code != 1 {
		return Strategy{}, fmt.Errorf("the templates show <<code>> %d times, want once", code)
	}
	return s, nil
}

func (f file) check(dir string) error {
	switch {
	case f.Name != dir:
		return fmt.Errorf("the name %q is not the folder's, %q", f.Name, dir)
	case f.Doc == "" || strings.HasSuffix(f.Doc, ".") || strings.Contains(f.Doc, "\n"):
		return errors.New("doc must be one line without a period at its end")
	case len(f.Languages) == 0:
		return errors.New(`languages is missing; "*" is any`)
	case len(f.Formats) == 0:
		return errors.New("formats is missing")
	case f.Schema != path.Base(f.Schema) && f.Schema != "":
		return errors.New("schema must be a file of the folder")
	}
	for _, name := range f.Formats {
		if name != BlockBench && name != TenantSQL {
			return fmt.Errorf("format %q is neither %s nor %s", name, BlockBench, TenantSQL)
		}
	}
	return nil
}

func loadTemplate(fsys fs.FS, dir, name string) (template, error) {
	b, err := fs.ReadFile(fsys, path.Join(dir, name))
	if err != nil {
		return nil, err
	}
	if bytes.ContainsRune(b, '\r') {
		return nil, fmt.Errorf("%s has carriage returns; prompts would differ between machines", name)
	}
	t, err := parse(string(b))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return t, nil
}

package agent

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
)

//go:embed scaffold
var folders embed.FS

// NoScaffold is the name for one question with one answer, which this package does not implement.
const NoScaffold = "none"

// A Scaffold is the setting in which a model works: a folder with a scaffold.yaml and texts. It is a constant
// value.
type Scaffold struct {
	Name   string
	Doc    string
	Hash   string   // of all its content: part of the version of a subject
	Tools  []string // by name, without submit; nil is all
	Nudges int      // number of turns without a call that Nudge answers; the next one ends the trial

	System string // appended to the question's own
	Plan   string // appended to the first question, which is sent without tools; "" for none
	Nudge  string
}

// scaffoldFile is scaffold.yaml. Unknown keys are errors.
type scaffoldFile struct {
	Name   string   `yaml:"name"`
	Doc    string   `yaml:"doc"`
	Tools  []string `yaml:"tools"`
	Plan   bool     `yaml:"plan"`
	Nudges int      `yaml:"nudges"`
}

var embedded = sync.OnceValues(func() ([]Scaffold, error) {
	sub, err := fs.Sub(folders, "scaffold")
	if err != nil {
		return nil, err
	}
	return loadScaffolds(sub)
})

// Scaffolds returns all scaffolds of this package, ordered by name. It panics on an invalid folder, which the
// tests of this package rule out.
func Scaffolds() []Scaffold {
	list, err := embedded()
	if err != nil {
		panic("agent: " + err.Error())
	}
	return slices.Clone(list)
}

// FindScaffold returns the scaffold with this name.
func FindScaffold(name string) (Scaffold, error) {
	names := []string{NoScaffold}
	for _, s := range Scaffolds() {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Scaffold{}, fmt.Errorf("there is no scaffold %q; there are %s", name, strings.Join(names, ", "))
}

// OpenScaffold reads a scaffold of the user from a folder, like those of this package: dir holds scaffold.yaml
// and the texts, and name is the folder's name. It fails when this package has a scaffold with that name.
func OpenScaffold(dir fs.FS, name string) (Scaffold, error) {
	if _, err := FindScaffold(name); err == nil || name == NoScaffold {
		return Scaffold{}, fmt.Errorf("assay has a scaffold %q; rename the folder", name)
	}
	if !nameRE.MatchString(name) {
		return Scaffold{}, fmt.Errorf("the folder's name %q cannot name a scaffold: letters, digits, dots and dashes", name)
	}
	return loadScaffold(dir, ".", name)
}

// nameRE matches names that can be part of a subject's name, between its + and @.
var nameRE = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.-]*$`)

func loadScaffolds(fsys fs.FS) ([]Scaffold, error) {
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, err
	}
	var out []Scaffold
	for _, e := range entries {
		s, err := loadScaffold(fsys, e.Name(), e.Name())
		if err != nil {
			return nil, fmt.Errorf("scaffold %s: %w", e.Name(), err)
		}
		out = append(out, s)
	}
	return out, nil
}

// loadScaffold reads the folder dir, whose name is name.
func loadScaffold(fsys fs.FS, dir, name string) (Scaffold, error) {
	b, err := fs.ReadFile(fsys, path.Join(dir, "scaffold.yaml"))
	if err != nil {
		return Scaffold{}, err
	}
	var f scaffoldFile
	if err := yaml.NewDecoder(bytes.NewReader(b), yaml.Strict()).Decode(&f); err != nil {
		return Scaffold{}, yamlError("scaffold.yaml", err)
	}
	s := Scaffold{Name: f.Name, Doc: f.Doc, Tools: f.Tools, Nudges: f.Nudges}
	h := sha256.New()
	fmt.Fprintf(h, "%q %t %d", f.Tools, f.Plan, f.Nudges)
	texts := []struct {
		name   string
		to     *string
		wanted bool
	}{{"system.txt", &s.System, true}, {"plan.txt", &s.Plan, f.Plan}, {"nudge.txt", &s.Nudge, f.Nudges > 0}}
	for _, t := range texts {
		b, err := fs.ReadFile(fsys, path.Join(dir, t.name))
		switch {
		case err == nil && !t.wanted:
			return s, fmt.Errorf("%s exists, and scaffold.yaml does not use it", t.name)
		case err != nil && t.wanted:
			return s, fmt.Errorf("%s is missing: %w", t.name, err)
		}
		*t.to = string(bytes.TrimSpace(b))
		fmt.Fprintf(h, "%d:%s", len(*t.to), *t.to)
	}
	s.Hash = hex.EncodeToString(h.Sum(nil)[:6])
	for _, name := range f.Tools {
		if !slices.ContainsFunc(tools, func(t Tool) bool { return t.Name == name }) {
			return s, fmt.Errorf("scaffold.yaml: there is no tool %q; there are %s", name, toolNames(tools))
		}
	}
	switch {
	case f.Name != name:
		return s, fmt.Errorf("scaffold.yaml: name is %q, and the folder is called %q", f.Name, name)
	case f.Doc == "" || f.Name == NoScaffold || f.Nudges < 0:
		return s, errors.New("doc is required, name must not be none, and nudges must not be negative")
	}
	return s, nil
}

// yamlError returns the error of a file in one line, with its place.
func yamlError(file string, err error) error {
	var at yaml.Error
	if errors.As(err, &at) {
		if tok := at.GetToken(); tok != nil && tok.Position != nil {
			file = fmt.Sprintf("%s:%d", file, tok.Position.Line)
		}
		err = errors.New(at.GetMessage())
	}
	line, _, _ := strings.Cut(err.Error(), "\n")
	return fmt.Errorf("%s: %s", file, line)
}

// toolNames lists the names of tools, for messages.
func toolNames(list []Tool) string {
	var names []string
	for _, t := range list {
		names = append(names, t.Name)
	}
	return strings.Join(names, ", ")
}

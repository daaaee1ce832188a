package sqlapp

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// Stack is what the tests of applications are written in, and what executes them: a stack.yaml in the folder above
// the applications. Tests in SQL need only its Language.
type Stack struct {
	Name     string            `yaml:"-"`        // of the folder
	Language string            `yaml:"language"` // of the code fences
	Packages map[string]string `yaml:"packages"` // what the adapter must announce: name → version
	Get      []string          `yaml:"get"`      // the commands that install it; {dir} is its folder on this machine
	Run      []string          `yaml:"run"`      // program and arguments, after which the text of the adapter is given
	Adapter  string            `yaml:"adapter"`  // name of a file beside stack.yaml, replaced by its text; "" for SQL
}

// ParseStack parses a stack.yaml; read returns the text of a file beside it.
func ParseStack(name, text string, read func(file string) (string, bool)) (*Stack, error) {
	s := Stack{Name: name}
	if err := yaml.UnmarshalWithOptions([]byte(text), &s, yaml.DisallowUnknownField()); err != nil {
		return nil, fmt.Errorf("%s", strings.TrimSpace(yaml.FormatError(err, false, false)))
	}
	if s.Language == "" {
		return nil, fmt.Errorf("has no language")
	}
	if (s.Language == "sql") != (s.Adapter == "") || (s.Adapter != "") != (len(s.Run) > 0 && len(s.Packages) > 0) {
		return nil, fmt.Errorf("needs adapter, run and packages, unless its language is sql, which needs none")
	}
	if s.Adapter != "" {
		code, ok := read(s.Adapter)
		if !ok {
			return nil, fmt.Errorf("adapter: there is no %s beside it", s.Adapter)
		}
		s.Adapter = code
	}
	return &s, nil
}

// Handles reports whether the stack executes code in the language; also for nil.
func (s *Stack) Handles(language string) bool {
	return s != nil && s.Adapter != "" && s.Language == language
}

// Ships returns name and version of each package; nil for nil.
func (s *Stack) Ships() (out []string) {
	if s != nil {
		for _, name := range slices.Sorted(maps.Keys(s.Packages)) {
			out = append(out, name+" "+s.Packages[name])
		}
	}
	return out
}

// text identifies what a handler runs in, for evidence.
func (s *Stack) text() string {
	return fmt.Sprintf("%s\n%v\n%s\n%s", s.Language, s.Packages, strings.Join(s.Run, " "), s.Adapter)
}

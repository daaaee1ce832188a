package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"assay/internal/exit"
	"assay/internal/prompt"
)

// way is one way of asking: a strategy by its name, "" the default of each suite, or
// one of the user's own.
type way struct {
	name string
	own  *prompt.Strategy
}

// ways returns what --strategy and --prompt name, in the order given.
func (a *asking) ways() ([]way, error) {
	var out []way
	seen := map[string]bool{}
	add := func(from string, own ...prompt.Strategy) error {
		for _, s := range own {
			if seen[s.Name] {
				return exit.Usage("%s: there are two strategies %q; rename one", from, s.Name)
			}
			seen[s.Name] = true
			out = append(out, way{s.Name, &s})
		}
		return nil
	}
	for _, name := range a.Strategy {
		if !isPath(name) {
			if _, err := prompt.Find(name); err != nil {
				return nil, exit.Usage("%v", err)
			}
			out = append(out, way{name: name})
			continue
		}
		own, err := openStrategies(name)
		if err != nil {
			return nil, err
		}
		if err := add(name, own...); err != nil {
			return nil, err
		}
	}
	for _, file := range a.Prompt {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, exit.Usage("--prompt: %v", err)
		}
		base := filepath.Base(file)
		s, err := prompt.FromText(strings.TrimSuffix(base, filepath.Ext(base)), string(text))
		if err != nil {
			return nil, exit.Usage("--prompt %s: %v", file, err)
		}
		if err := add(file, s); err != nil {
			return nil, err
		}
	}
	if len(out) == 0 {
		return []way{{}}, nil
	}
	return out, nil
}

// isPath reports whether a strategy is named by its folder: no name has a slash.
func isPath(name string) bool { return strings.ContainsAny(name, `/\`) || strings.HasPrefix(name, ".") }

// openStrategies reads a folder with a strategy.yaml, perhaps at other levels
// (./mine,cot=yes), or all such folders of a directory. No link leads out of it.
func openStrategies(name string) ([]prompt.Strategy, error) {
	dir, change := name, ""
	if _, err := os.Stat(dir); err != nil {
		dir, change, _ = strings.Cut(name, ",")
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil, exit.Usage("--strategy %s: %v", name, err)
	}
	defer root.Close()
	if _, err := root.Stat("strategy.yaml"); err == nil {
		s, err := prompt.Open(root.FS(), filepath.Base(abs), change)
		if err != nil {
			return nil, exit.Usage("--strategy %s: %v", name, err)
		}
		return []prompt.Strategy{s}, nil
	}
	entries, err := os.ReadDir(abs) // sorted by name
	if err != nil {
		return nil, exit.Usage("--strategy %s: %v", name, err)
	}
	var out []prompt.Strategy
	for _, e := range entries {
		if _, err := root.Stat(filepath.Join(e.Name(), "strategy.yaml")); err != nil {
			continue
		}
		more, err := openStrategies(filepath.Join(abs, e.Name()) + suffix(change))
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	if len(out) == 0 {
		return nil, exit.Usage("--strategy %s: there is no strategy.yaml in it or in a folder of it; docs/add-a-strategy.md shows one", name)
	}
	return out, nil
}

func suffix(change string) string {
	if change == "" {
		return ""
	}
	return fmt.Sprintf(",%s", change)
}

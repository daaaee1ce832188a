package cli

import (
	"os"
	"path/filepath"
	"strings"

	"assay/internal/extension"
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
				return usage("%s: there are two strategies %q; rename one", from, s.Name)
			}
			seen[s.Name] = true
			out = append(out, way{s.Name, &s})
		}
		return nil
	}
	for _, name := range a.Strategy {
		if !isPath(name) {
			if _, err := prompt.Find(name); err != nil {
				return nil, usage("%v", err)
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
			return nil, usage("--prompt: %v", err)
		}
		base := filepath.Base(file)
		s, err := prompt.FromText(strings.TrimSuffix(base, filepath.Ext(base)), string(text))
		if err != nil {
			return nil, usage("--prompt %s: %v", file, err)
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
// (./mine,cot=yes), or all such folders of a directory.
func openStrategies(name string) ([]prompt.Strategy, error) {
	dir, change := name, ""
	if _, err := os.Stat(dir); err != nil {
		dir, change, _ = strings.Cut(name, ",")
	}
	out, err := extension.Open(dir, "strategy.yaml", "docs/add-a-strategy.md", func(f extension.Folder) (prompt.Strategy, error) {
		return prompt.Open(f.FS, f.Name, change)
	})
	if err != nil {
		return nil, usage("--strategy %s: %v", name, err)
	}
	return out, nil
}

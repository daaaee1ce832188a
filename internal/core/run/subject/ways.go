package subject

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/exit"
	"assay/internal/core/base/extension"
	"assay/internal/core/detect"
	"assay/internal/core/engine"
	"assay/internal/core/model"
	"assay/internal/core/prompt"
)

// strategy returns the strategy for a task.
func (w Way) strategy(t bench.Task) (prompt.Strategy, error) {
	if w.Own != nil {
		return w.Own.For(prompt.FormatOf(t))
	}
	return prompt.ForTask(t, w.Name)
}

// Question returns the question of a strategy to an agent: the same words that a model
// gets.
func (w Way) Question(t bench.Task) (model.Request, error) {
	s, err := w.strategy(t)
	var p prompt.Prompt
	switch {
	case err != nil:
	case s.Asks.OfMemory():
		err = &prompt.MismatchError{Strategy: s.Name, Why: "it asks what a model knows, without tools"}
	default:
		p, err = prompt.Render(s, t)
	}
	if m := (*prompt.MismatchError)(nil); errors.As(err, &m) {
		return model.Request{}, fmt.Errorf("%s %w: %w", AgentExec, detect.ErrNotApplicable, err)
	}
	if err != nil {
		return model.Request{}, fmt.Errorf("%s: %w", AgentExec, err)
	}
	return model.Request{System: p.System, User: p.User, Schema: p.Schema}, nil
}

// Readable reports whether a text can be parsed as an answer about a task; otherwise it returns the reason.
func (w Way) Readable(t bench.Task, text string) (reason string, ok bool) {
	s, err := w.strategy(t)
	if err != nil {
		return err.Error(), false
	}
	return engine.Readable(s.Asks, text)
}

// Way is one way of asking: a strategy by name, "" for the default of each suite, or a
// strategy of the user.
type Way struct {
	Name string
	Own  *prompt.Strategy
}

// Ways returns the strategies that --strategy and --prompt name, in the given order.
func (a *Options) Ways() ([]Way, error) {
	var out []Way
	seen := map[string]bool{}
	add := func(from string, own ...prompt.Strategy) error {
		for _, s := range own {
			if seen[s.Name] {
				return exit.Usage("%s: two strategies have the name %q; rename one", from, s.Name)
			}
			seen[s.Name] = true
			out = append(out, Way{s.Name, &s})
		}
		return nil
	}
	for _, name := range a.Strategy {
		if !IsPath(name) {
			if _, err := prompt.Find(name); err != nil {
				return nil, exit.Usage("%v", err)
			}
			out = append(out, Way{Name: name})
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
		name := strings.TrimSuffix(base, filepath.Ext(base))
		if _, err := prompt.Find(name); err == nil { // a strategy of ours
			name = "own-" + name
		}
		s, err := prompt.FromText(name, string(text))
		if err != nil {
			return nil, exit.Usage("--prompt %s: %v", file, err)
		}
		if err := add(file, s); err != nil {
			return nil, err
		}
	}
	if len(out) == 0 {
		return []Way{{}}, nil
	}
	return out, nil
}

// IsPath reports whether name is the folder of a strategy: names have no slash.
func IsPath(name string) bool { return strings.ContainsAny(name, `/\`) || strings.HasPrefix(name, ".") }

// openStrategies reads a folder with a strategy.yaml, optionally with other levels
// (./mine,cot=yes), or all such folders of a directory.
func openStrategies(name string) ([]prompt.Strategy, error) {
	dir, change := name, ""
	if _, err := os.Stat(dir); err != nil {
		dir, change, _ = strings.Cut(name, ",")
	}
	out, err := extension.Open(dir, "strategy.yaml", "docs/add-a-strategy.md",
		func(f extension.Folder) (prompt.Strategy, error) {
			return prompt.Open(f.FS, f.Name, change)
		})
	if err != nil {
		return nil, exit.Usage("--strategy %s: %v", name, err)
	}
	return out, nil
}

// recites reports whether a way of asking asks for the continuation of a text.
func (w Way) recites() bool {
	return w.Own == nil && engine.AsksFor(w.Name) == prompt.ForContinuation
}

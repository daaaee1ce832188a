package tool

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"assay/internal/bench"
)

// Config holds the facts about a tool that do not require running it: its config.yaml, and what the user
// overrides. In arguments, {file} is the path of the code under review and {output} the path of a file to which
// the tool writes its report; without {output}, the report is the standard output.
type Config struct {
	Tool        string                 `yaml:"tool"`        // the name after "tool/"
	Doc         string                 `yaml:"doc"`         // one line
	Install     string                 `yaml:"install"`     // how to install it, in a few words
	Command     []string               `yaml:"command"`     // the program, and optional first arguments
	Arguments   []string               `yaml:"arguments"`   // of an analysis
	VersionArgs []string               `yaml:"version"`     // to ask for its version; none when that is not possible
	Exit        []int                  `yaml:"exit"`        // exit statuses of a complete analysis
	Timeout     string                 `yaml:"timeout"`     // of one analysis, as in 5m
	MaxOutput   int                    `yaml:"max_output"`  // bytes
	Languages   []string               `yaml:"languages"`   // of bench.Task.Language
	Files       map[string]string      `yaml:"files"`       // written next to the code: settings of the tool
	Environment map[string]string      `yaml:"environment"` // variables in addition to the caller's
	Confidence  string                 `yaml:"confidence"`  // of findings that have no other confidence
	Confidences map[string]string      `yaml:"confidences"` // of checks, where the tool does not report it
	Checks      map[string]bench.Class `yaml:"checks"`      // class of each check; "" for no flaw

	// Maps holds the checks of other tools by name, for a format that any tool may write; nil for one tool's own.
	Maps map[string]map[string]bench.Class `yaml:"-" json:",omitempty"`
}

// ReadConfig reads a config.yaml that is part of an adapter. It panics on any problem, because the file is part
// of the program.
func ReadConfig(text []byte) Config {
	var c Config
	err := yaml.UnmarshalWithOptions(text, &c, yaml.Strict())
	if err == nil {
		err = c.check()
	}
	if err != nil {
		panic(fmt.Sprintf("tool: the config.yaml of %s: %v", c.Tool, err))
	}
	return c
}

// ReadOwn reads the user's overrides: a map from the name of a tool to the keys of its config.yaml to change.
// Maps are merged by key; lists are replaced.
func ReadOwn(file string, text []byte) (map[string]Config, error) {
	var doc struct {
		Tools map[string]Config `yaml:"tools"`
	}
	if err := yaml.UnmarshalWithOptions(text, &doc, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	for name, c := range doc.Tools {
		if c.Tool != "" {
			return nil, fmt.Errorf("%s: tools.%s.tool: the key above is the name; remove it", file, name)
		}
	}
	return doc.Tools, nil
}

// With returns c with the overrides of own.
func (c Config) With(own Config) (Config, error) {
	out := c
	for _, s := range []struct{ to, from *string }{
		{&out.Doc, &own.Doc}, {&out.Install, &own.Install}, {&out.Timeout, &own.Timeout}, {&out.Confidence, &own.Confidence},
	} {
		if *s.from != "" {
			*s.to = *s.from
		}
	}
	for _, s := range []struct{ to, from *[]string }{
		{&out.Command, &own.Command}, {&out.Arguments, &own.Arguments}, {&out.VersionArgs, &own.VersionArgs},
		{&out.Languages, &own.Languages},
	} {
		if len(*s.from) > 0 {
			*s.to = *s.from
		}
	}
	if len(own.Exit) > 0 {
		out.Exit = own.Exit
	}
	if own.MaxOutput > 0 {
		out.MaxOutput = own.MaxOutput
	}
	out.Files, out.Environment = merged(c.Files, own.Files), merged(c.Environment, own.Environment)
	out.Confidences, out.Checks = merged(c.Confidences, own.Confidences), merged(c.Checks, own.Checks)
	if err := out.check(); err != nil {
		return out, fmt.Errorf("%s: %w", c.Tool, err)
	}
	return out, nil
}

func merged[V any](a, b map[string]V) map[string]V {
	out := maps.Clone(a)
	if out == nil {
		out = map[string]V{}
	}
	maps.Copy(out, b)
	return out
}

// Limits of every tool.
const (
	maxTimeout = 24 * time.Hour
	mostOutput = 256 << 20
)

func (c Config) check() error {
	switch {
	case c.Tool == "" || strings.ContainsAny(c.Tool, " /:@\n"):
		return fmt.Errorf("tool: %q is not a name", c.Tool)
	case len(c.Languages) == 0:
		return errors.New("languages: at least one is required")
	case c.MaxOutput < 1 || c.MaxOutput > mostOutput:
		return fmt.Errorf("max_output: %d is not between 1 and %d", c.MaxOutput, mostOutput)
	case len(c.Exit) == 0:
		return errors.New("exit: at least one status is required")
	}
	if t, err := time.ParseDuration(c.Timeout); err != nil || t <= 0 || t > maxTimeout {
		return fmt.Errorf("timeout: %q is no duration up to %v", c.Timeout, maxTimeout)
	}
	if _, err := ParseConfidence(c.Confidence); err != nil {
		return fmt.Errorf("confidence: %w", err)
	}
	for _, check := range slices.Sorted(maps.Keys(c.Confidences)) {
		if _, err := ParseConfidence(c.Confidences[check]); err != nil {
			return fmt.Errorf("confidences.%s: %w", check, err)
		}
	}
	for _, check := range slices.Sorted(maps.Keys(c.Checks)) {
		if class := c.Checks[check]; class != "" {
			if _, ok := class.Info(); !ok {
				return fmt.Errorf("checks.%s: %q is no class of the taxonomy", check, class)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Files)) {
		if !filepath.IsLocal(name) {
			return fmt.Errorf("files: %q leads out of the copy", name)
		}
	}
	return nil
}

// Digest identifies all of the configuration that can change an answer of an adapter. The location of the
// program is not part of it.
func (c Config) Digest(version string) string {
	b, err := json.Marshal(struct {
		Adapter                 string
		First, Args             []string
		Exit                    []int
		MaxOutput               int
		Languages               []string
		Files, Env, Confidences map[string]string
		Confidence              string
		Checks                  map[string]bench.Class
		Maps                    map[string]map[string]bench.Class `json:",omitempty"`
	}{version, c.Command[min(1, len(c.Command)):], c.Arguments, c.Exit, c.MaxOutput, c.Languages, c.Files, c.Environment,
		c.Confidences, c.Confidence, c.Checks, c.Maps})
	if err != nil {
		panic("tool: strings and numbers cannot fail to encode: " + err.Error())
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:4])
}

// ClassOf returns the class of a finding: by the map of checks or that of its tool, with the whole name of the
// check or its last part, or else by those of its identifiers that only classes of one family have; "" without
// one.
func (c Config) ClassOf(i Issue, format bench.Format) bench.Class {
	for _, checks := range []map[string]bench.Class{c.Checks, c.Maps[i.Tool]} {
		if class, ok := lookup(checks, i.Check); ok {
			if info, ok := class.Info(); ok && info.Format == format {
				return class
			}
			return ""
		}
	}
	for _, ref := range i.Refs {
		if class := byRef(ref, format); class != "" {
			return class
		}
	}
	return ""
}

// lookup returns the entry of a check, or of the last part of its name.
func lookup(checks map[string]bench.Class, name string) (bench.Class, bool) {
	for {
		if class, ok := checks[name]; ok {
			return class, true
		}
		k := strings.IndexAny(name, "./")
		if k < 0 {
			return "", false
		}
		name = name[k+1:]
	}
}

// byRef returns the first class of a format with an SWC or CWE identifier, "" when
// classes of several families share it.
func byRef(ref string, format bench.Format) bench.Class {
	var first bench.Class
	for _, info := range bench.Classes() {
		switch {
		case info.Format != format || !slices.Contains(info.Refs, ref):
		case first == "":
			first = info.ID
		case !first.SameFamily(info.ID):
			return ""
		}
	}
	return first
}

// Package prompt turns tasks into questions. A strategy is a way of asking: a
// folder of this package with a strategy.yaml, a user.tmpl, and where wanted a
// system.tmpl and the JSON schema of the answer. The folders are found in the
// program itself, so that a new strategy is a new folder and no code.
//
// Rendering is pure, and samples are opaque: templates are split once, when they
// are loaded, and the pieces are joined with the sample's bytes. Nothing in a
// sample is ever looked at as template text, and no byte of it is lost or added.
package prompt

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/internal/bench"
)

// Formats of suites, as in [bench.Variant].
const (
	BlockBench = "blockbench"
	TenantSQL  = "tenantsql"
)

// FormatOf returns the format whose questions apply to a task: the tasks with a
// specification are those of the SQL suite.
func FormatOf(t bench.Task) string {
	if t.Spec != "" {
		return TenantSQL
	}
	return BlockBench
}

// Strategy is one way of asking. It is a constant value.
type Strategy struct {
	Name      string
	Doc       string   // one line, no capital, no period
	Languages []string // of tasks; "*" is any
	Formats   []string // of suites
	Default   bool     // for its formats
	Schema    []byte   // JSON schema of the answer, nil for free text; not to be changed

	system, user template
}

// Prompt is a rendered question.
type Prompt struct {
	System     string // "" sends no system message
	User       string
	Schema     []byte // not to be changed
	SchemaName string
	Hash       string // of all of the above; equal hashes are equal questions

	fixed string // the strategy's own words, for Leaks
}

// Render asks about a task with a strategy. It fails when the strategy is not
// meant for the task's language or needs something that the task does not have.
func Render(s Strategy, t bench.Task) (Prompt, error) {
	if !slices.Contains(s.Languages, "*") && !slices.Contains(s.Languages, t.Language) {
		return Prompt{}, fmt.Errorf("strategy %s is for %s, not for %q", s.Name, strings.Join(s.Languages, ", "), t.Language)
	}
	if len(t.Files) == 0 {
		return Prompt{}, fmt.Errorf("strategy %s: the task has no code", s.Name)
	}
	values := map[string]string{
		"code":     fenced(t.Language, t.Files),
		"context":  fenced(t.Language, t.Context),
		"protocol": t.Protocol,
		"spec":     t.Spec,
	}
	p := Prompt{Schema: s.Schema, fixed: s.system.fixed() + "\n" + s.user.fixed()}
	if s.Schema != nil {
		p.SchemaName = "answer"
	}
	var err error
	if p.System, err = s.system.render(values); err == nil {
		p.User, err = s.user.render(values)
	}
	if err != nil {
		return Prompt{}, fmt.Errorf("strategy %s: %w", s.Name, err)
	}
	h := sha256.New()
	for _, field := range []string{p.System, p.User, string(p.Schema), p.SchemaName} {
		fmt.Fprintf(h, "%d:", len(field))
		io.WriteString(h, field)
	}
	p.Hash = hex.EncodeToString(h.Sum(nil))
	return p, nil
}

// All returns the strategies in order of their names. The caller owns the slice.
// It panics when a folder of this package is not a strategy, which the tests of
// this package rule out.
func All() []Strategy {
	all, err := embedded()
	if err != nil {
		panic("prompt: " + err.Error())
	}
	return slices.Clone(all)
}

// For returns the strategy of that name for a format; "" is its default.
func For(format, name string) (Strategy, error) {
	var fits []string
	for _, s := range All() {
		if !slices.Contains(s.Formats, format) {
			continue
		}
		if s.Name == name || name == "" && s.Default {
			return s, nil
		}
		fits = append(fits, s.Name)
	}
	switch {
	case len(fits) == 0:
		return Strategy{}, fmt.Errorf("there is no strategy for suites of format %q", format)
	case name == "":
		return Strategy{}, fmt.Errorf("format %q has no default strategy; name one of %s", format, strings.Join(fits, ", "))
	}
	return Strategy{}, fmt.Errorf("no strategy %q for suites of format %q; there is %s", name, format, strings.Join(fits, ", "))
}

// Default returns the strategy that a format is asked with when none is named.
func Default(format string) (Strategy, error) { return For(format, "") }

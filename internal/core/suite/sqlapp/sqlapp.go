// Package sqlapp holds SQL applications as data: schema, fixtures, tests, and the texts of their proofs, which
// package sqlproof reads.
package sqlapp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"assay/internal/core/suite/evidence"
)

// App is one application with everything that its proof needs.
type App struct {
	Name     string // with the stack where there is one: sql-rls/support-desk
	Stack    *Stack // nil if there is no stack.yaml
	Schema   string // SQL from the prompt in SPEC.md
	Fixtures string // fixtures.sql
	Shared   []byte // proof.yaml, nil if there is none
	Rules    string // acceptance.yaml, "" if there is none
	// Undecided is conditions.yaml: parts of conditions that no set of a proof decides, with the reasons; "" for none.
	// No result of a test depends on it.
	Undecided string
	Queries   []Query
	// Requirements are the numbers of SPEC.md; without any, proofs are not checked for coverage.
	Requirements []int
}

// Query is one query: its tests and its <query>.proof.yaml.
type Query struct {
	Name  string
	Proof []byte // nil if there is none
	Tests []Test
	Part  bool // tests are left out: what the proof says about them is not checked
}

// Excuse is a check of a good file that can be removed without being noticed.
type Excuse struct {
	Without string `yaml:"without"` // the removed part, as adequacy names it
	Times   int    `yaml:"times"`   // number of places; 0 means one
	Because string `yaml:"because"`
}

// Excuses reads conditions.yaml: what it excuses, by good file.
func (a *App) Excuses() (map[string][]Excuse, error) {
	out := map[string][]Excuse{}
	if strings.TrimSpace(a.Undecided) == "" {
		return out, nil
	}
	if err := yaml.UnmarshalWithOptions([]byte(a.Undecided), &out, yaml.DisallowUnknownField()); err != nil {
		return nil, fmt.Errorf("conditions.yaml: %s", strings.TrimSpace(yaml.FormatError(err, false, false)))
	}
	for name, list := range out {
		for _, e := range list {
			if e.Without == "" || e.Because == "" {
				return nil, fmt.Errorf("conditions.yaml: %s: an entry has no without or no because", name)
			}
		}
	}
	return out, nil
}

// Programs reports whether the code of any test is a program.
func (q *Query) Programs() bool {
	return slices.ContainsFunc(q.Tests, func(t Test) bool { return Program(t.Language) })
}

// Test is one file of a query.
type Test struct {
	Name     string // approve-order-03-bad
	Code     string
	Language string // of the code, as its fence states; "" means SQL
	Bad      bool
	Violates []int
	Twin     string // Name of the good file from which a bad one was derived
	// Minimal is the text of which Code is a rewording, "" if Code was not reworded.
	// Twins are compared by it, since there they differ only in the flaw.
	Minimal string
}

// Pair returns the text with which the test is compared with its twin.
func (t *Test) Pair() string {
	if t.Minimal != "" {
		return t.Minimal
	}
	return t.Code
}

// Evident returns the texts that the evidence of a query covers, by name.
func (a *App) Evident(q *Query) map[string]string {
	files := a.Files(q)
	if a.Rules != "" {
		files["acceptance.yaml"] = a.Rules
	}
	return files
}

// Files returns the texts that decide what the tests of a query do, by name.
func (a *App) Files(q *Query) map[string]string {
	files := map[string]string{"schema": a.Schema, "fixtures.sql": a.Fixtures, q.Name + ".proof.yaml": string(q.Proof)}
	if a.Stack != nil && a.Stack.Adapter != "" {
		files["stack"] = a.Stack.text()
	}
	if a.Shared != nil {
		files["proof.yaml"] = string(a.Shared)
	}
	for _, t := range q.Tests {
		files[t.Name] = t.Code
		if t.Minimal != "" {
			files[t.Name+", minimal"] = t.Minimal
		}
	}
	return files
}

// Labels returns what the tests of a query claim, for [proof.SQLEvidence.Stale].
func (q *Query) Labels() []evidence.SQLTest {
	out := make([]evidence.SQLTest, 0, len(q.Tests))
	for _, t := range q.Tests {
		out = append(out, evidence.SQLTest{Name: t.Name, Bad: t.Bad, Violates: t.Violates, Twin: t.Twin})
	}
	return out
}

// Scope is the queries to which a requirement applies: a list, or the word all.
type Scope struct {
	All     bool
	Queries []string
}

// UnmarshalYAML reads the word all, or a list.
func (s *Scope) UnmarshalYAML(decode func(any) error) error {
	var word string
	if decode(&word) == nil {
		if s.All = word == "all"; !s.All {
			return fmt.Errorf("a requirement applies to a list of queries or to the word all, not to %q", word)
		}
		return nil
	}
	return decode(&s.Queries)
}

// Holds reports whether a requirement applies to a query.
func (s *Scope) Holds(query string) bool { return s.All || slices.Contains(s.Queries, query) }

// Scopes returns the queries of each requirement by its number; nil where proof.yaml cannot be read, a problem of all.
func (a *App) Scopes() map[int]Scope {
	var shared struct {
		Requirements map[int]Scope `yaml:"requirements"`
	}
	if yaml.Unmarshal(a.Shared, &shared) != nil {
		return nil
	}
	return shared.Requirements
}

// Makes reports whether code in the language is a program that makes the statement.
func Makes(language string) bool { return language == "ts" || language == "typescript" }

// Program reports whether a test in the language is a program, which makes the statement or which a [Stack] calls.
func Program(language string) bool {
	return !slices.Contains([]string{"", "sql", "solidity"}, language)
}

// Runs reports whether tests in the language are executed without a stack.
func Runs(language string) bool { return language == "sql" || Makes(language) }

// Schema returns the SQL of a specification: the text of its fenced sql blocks.
func Schema(spec string) string {
	var b strings.Builder
	inside := false
	for line := range strings.Lines(spec) {
		fence := strings.TrimSpace(line)
		switch {
		case !inside && (strings.EqualFold(fence, "```sql") || strings.EqualFold(fence, "```postgresql")):
			inside = true
		case inside && fence == "```":
			inside = false
			b.WriteByte('\n')
		case inside:
			b.WriteString(line)
		}
	}
	return b.String()
}

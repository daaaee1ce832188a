package sqlproof

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/lang/sqltext"
)

// Rule is what a requirement of SPEC.md says about rows, as conditions in SQL with :name parameters. It is written
// from the text of the requirement alone, and knows no query. The rows are those of the fixtures; a condition names a
// table's columns as they are, or after the table's name.
type Rule struct {
	For    []string          `yaml:"for"`    // the queries that it is about; empty for all to which the requirement applies
	Hide   map[string]string `yaml:"hide"`   // table, or * for all tables → the rows that are as if absent
	Mask   map[string]string `yaml:"mask"`   // table.column → the rows in which it is as if NULL
	Refuse map[string]string `yaml:"refuse"` // table → changes that are forbidden, in old.column and new.column
	Return string            `yaml:"return"` // returned rows that are forbidden: a condition on row (jsonb)
	// Together is a condition that must not hold on all changes (changes: tbl, op, old and new as jsonb) and all returned
	// rows (returned: row).
	Together string `yaml:"together"`
	AtMost   *int   `yaml:"at_most"` // as many rows are returned, and as many of each table changed
	Error    string `yaml:"error"`   // the SQLSTATEs that begin like this must not end the statement
}

// Breach is how a test breaks an acceptance rule.
type Breach struct {
	Requirement int
	Set, Shown  string
}

// Everything in place of a table's name in Hide stands for all tables.
const Everything = "*"

// Rules returns the rules of a requirement for the query; nil if it has none.
func (p *Proof) Rules(requirement int) []Rule { return p.acceptance[requirement] }

// Accepted returns the requirements that have rules for the query, in order.
func (p *Proof) Accepted() []int { return slices.Sorted(maps.Keys(p.acceptance)) }

// Sessions returns the condition that every principal meets, "" if there is none.
func (p *Proof) Sessions() string { return p.sessions }

// Accept reads the acceptance of an application, keeps the rules for one query, and returns the problems, one per line:
// the file cannot be read, or SPEC.md and the file do not speak of the same requirements.
func (p *Proof) Accept(a *App, query string) []string {
	var file struct {
		Sessions   string         `yaml:"sessions"` // the condition that every principal meets
		Acceptance map[int][]Rule `yaml:"acceptance"`
	}
	if err := decode([]byte(a.Rules), &file); err != nil {
		return []string{"acceptance.yaml: " + err.Error()}
	}
	var out []string
	say := func(format string, args ...any) { out = append(out, "acceptance.yaml: "+fmt.Sprintf(format, args...)) }
	p.sessions, p.acceptance = file.Sessions, map[int][]Rule{}
	scopes := a.Scopes()
	for _, n := range slices.Sorted(maps.Keys(file.Acceptance)) {
		if !slices.Contains(a.Requirements, n) {
			say("SPEC.md has no requirement %d", n)
		}
		for _, r := range file.Acceptance[n] {
			if scope := scopes[n]; scope.Holds(query) && (len(r.For) == 0 || slices.Contains(r.For, query)) {
				p.acceptance[n] = append(p.acceptance[n], r)
			}
		}
	}
	for _, n := range a.Requirements {
		if a.Rules != "" && len(file.Acceptance[n]) == 0 {
			say("requirement %d of SPEC.md has no acceptance", n)
		}
	}
	return out
}

// Callers returns what the server derives for each principal, in the order of their names.
func (p *Proof) Callers() []Call {
	var out []Call
	for _, name := range slices.Sorted(maps.Keys(p.session.Principals)) {
		b := &builder{document: p.session}
		out = append(out, b.call(name, WrittenCall{As: name}, nil))
	}
	return out
}

// Inserted returns a condition with the values of a call in place of its parameters. A parameter that the call does not
// have is NULL.
func (c *Call) Inserted(condition string) string {
	var b strings.Builder
	for _, t := range sqltext.Lex(condition) {
		text := t.Text(condition)
		switch {
		case t.Kind != sqltext.Param || text[0] != ':':
			b.WriteString(text)
		default:
			if v := c.Params[text[1:]].Bind(false); v == nil {
				b.WriteString("NULL")
			} else {
				b.WriteString("'" + strings.ReplaceAll(string(v), "'", "''") + "'")
			}
		}
	}
	return b.String()
}

// Depends returns how the rows of a result differ from those without what a rule hides, "" if they do not.
func (p *Proof) Depends(set *Set, with, without *Result) string {
	a, b := *with, *without
	a.Changes, b.Changes = nil, nil
	d := difference(&a, &b, p.Ignore, set.ordered())
	return strings.NewReplacer("the good file's", "the", "of the good file", "then", "the good file", "then").Replace(d)
}

// Break compares the acceptance with a test: a good one breaks no rule, and a bad one breaks a rule of each requirement
// that it violates.
func (v *Verdict) Break(t Test, p *Proof, breaches []Breach) {
	if !t.Bad {
		for _, b := range breaches {
			v.fail(b.Set, "the acceptance of requirement %d in acceptance.yaml forbids this: %s", b.Requirement, b.Shown)
		}
		return
	}
	for _, n := range t.Violates {
		if len(p.Rules(n)) > 0 && !slices.ContainsFunc(breaches, func(b Breach) bool { return b.Requirement == n }) {
			v.fail("", "is labelled to violate requirement %d, and does on no attack on it what the acceptance of that "+
				"requirement in acceptance.yaml forbids", n)
		}
	}
}

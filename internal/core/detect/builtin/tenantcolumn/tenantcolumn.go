// Package tenantcolumn is a detector for SQL with one rule: a table that belongs to tenants is used, and no condition
// names the column of its tenant. It reads words, follows no value, and knows no other flaw.
package tenantcolumn

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/detect"
	"assay/internal/lang/sqltext"
)

// Detector is builtin/tenant-column.
type Detector struct{}

var _ detect.Detector = Detector{}

// New returns builtin/tenant-column.
func New() Detector { return Detector{} }

// Subject implements [detect.Detector].
func (Detector) Subject() bench.Subject {
	return bench.Subject{Name: "builtin/tenant-column", Kind: "builtin", Version: "1",
		Doc: "SQL: reports tables without a condition on the tenant's column"}
}

// PromptHash implements [detect.Detector]; no question is sent. A language other than SQL gives
// [detect.ErrNotApplicable].
func (d Detector) PromptHash(task bench.Task) (string, error) {
	if task.Language != "sql" {
		return "", fmt.Errorf("%s %w: it does not read the language %q", d.Subject().Name, detect.ErrNotApplicable,
			task.Language)
	}
	return "", nil
}

// Detect implements [detect.Detector]. It reads the code under review and the specification: what no requirement
// demands is no flaw.
func (d Detector) Detect(_ context.Context, task bench.Task) (bench.Response, error) {
	if _, err := d.PromptHash(task); err != nil {
		return bench.Response{Attempts: 1}, err
	}
	const class bench.Class = "cross_tenant"
	a := bench.Answer{Verdict: bench.Safe, Confidence: new(0.5), Explanation: "Every use of a table names its tenant."}
	spec := sqltext.ParseSpec(task.Spec)
	if number, ok := spec.Requirement(class); ok {
		for _, u := range untied(words(task.Files[0].Text, 0), spec) {
			why := fmt.Sprintf("No condition on %s (%s) names %s (requirement %d).", u.table.Name, u.alias, u.table.Tenant,
				number)
			if a.Verdict == bench.Safe {
				a.Verdict, a.Explanation = bench.Vulnerable, ""
			}
			a.Explanation = strings.TrimSpace(a.Explanation + " " + why)
			a.Findings = append(a.Findings, bench.Finding{Type: class.Title(), Class: class, Severity: "high",
				Requirements: []int{number}, Explanation: why})
		}
	}
	return detect.Reply(task, a), nil
}

// words returns the words and signs of src in lower case, those of function bodies in parentheses in their place.
func words(src string, depth int) (out []string) {
	toks := sqltext.Lex(src)
	for i, t := range toks {
		switch {
		case t.Trivia():
		case t.Kind == sqltext.QuotedIdent:
			out = append(out, strings.Trim(t.Text(src), `"`))
		case depth < 3 && sqltext.CodeBody(src, toks, i):
			start, end := sqltext.DollarBody(src, t)
			out = append(append(append(out, "("), words(src[start:end], depth+1)...), ")")
		default:
			out = append(out, strings.ToLower(t.Text(src)))
		}
	}
	return out
}

// Words before a table, words that begin a clause, and words after a table's name that are no alias.
var (
	deeper  = map[string]int{"(": 1, ")": -1}
	ends    = map[string]bool{";": true, "union": true, "except": true, "intersect": true} // of a statement
	before  = strings.Fields("from join update into using only lateral")
	clauses = strings.Fields("from select where group order returning set values on ;")
	after   = strings.Fields("on where join left right inner full cross natural set values using group order limit " +
		"returning for tablesample ( ) , ;")
)

// use is a table that belongs to tenants in FROM, JOIN, UPDATE, INTO or USING.
type use struct {
	table *sqltext.Table
	alias string // or its name
}

// untied returns the uses whose statement does not name the tenant's column after them.
func untied(text []string, spec *sqltext.Spec) (out []use) {
	for i, w := range text {
		t := spec.Table(w)
		if i == 0 || t == nil || t.Tenant == "" || !slices.Contains(before, text[i-1]) && !listed(text[:i]) {
			continue
		}
		u, rest := use{t, w}, statement(text, i)
		if len(rest) > 1 && rest[0] == "as" {
			rest = rest[1:]
		}
		if len(rest) > 0 && !slices.Contains(after, rest[0]) {
			u.alias = rest[0]
		}
		named := false // of this table, or without a table's name
		for k, w := range rest {
			named = named || w == t.Tenant && (k < 2 || rest[k-1] != "." || rest[k-2] == u.alias)
		}
		if !named {
			out = append(out, u)
		}
	}
	return out
}

// listed reports whether text ends with the comma between two tables of a FROM.
func listed(text []string) bool {
	for i, depth := len(text)-1, 0; i >= 0 && text[len(text)-1] == "," && depth >= 0; i-- {
		depth -= deeper[text[i]]
		if depth == 0 && slices.Contains(clauses, text[i]) {
			return text[i] == "from"
		}
	}
	return false
}

// statement returns what follows the word at i up to the end of its SELECT, INSERT, UPDATE or DELETE, and, of a SELECT
// that IN compares with a value, what it selects.
func statement(text []string, i int) []string {
	to, depth := i, 0
	for ; to < len(text) && depth >= 0 && (depth > 0 || !ends[text[to]]); to++ {
		depth += deeper[text[to]]
	}
	from := i
	for depth = 0; from > 0 && depth <= 0 && (depth < 0 || !ends[text[from]]); from-- {
		depth += deeper[text[from-1]]
	}
	if from > 0 && depth > 0 && text[from-1] == "in" {
		return slices.Concat(text[i+1:to], text[from:i])
	}
	return text[i+1 : to]
}

// Package sqlcheck holds the checks of builtin/static for SQL. A check looks at the statements of a task,
// parsed with PostgreSQL's grammar, and at the schema and the requirements of its specification. Behaviour that
// no requirement forbids is not a flaw.
//
// Every check prefers a missed flaw to a guess: a part that it cannot resolve, such as the rows of a function
// or a text that EXECUTE assembles, counts as restricted.
package sqlcheck

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/sqltext"
)

// A Check looks for one kind of flaw in the statements of a task.
type Check struct {
	Name  string // lower case, words joined by dashes: names its cases
	Class bench.Class
	Doc   string // what it looks for, one sentence
	run   func(*query) []hit
}

// hit is one place where a check fires: a sentence, and the table that it concerns.
type hit struct{ text, table string }

// Checks returns every check. The caller owns the slice.
func Checks() []Check { return []Check{tenantPredicate, softDelete} }

var tenantPredicate = Check{
	Name: "tenant", Class: "cross_tenant",
	Doc: "Rows of a table that belongs to tenants are used without being tied to the tenant of the caller.",
	run: func(q *query) []hit {
		var out []hit
		for _, f := range q.sources {
			if f.tenant() != "" && f.table != nil && !f.root().tied && !q.protected(f.table, q.ties) {
				out = append(out, hit{fmt.Sprintf("%s (%s) is not restricted to the caller's tenant by %s.", f.table.Name, f.alias,
					f.table.Tenant), f.table.Name})
			}
		}
		return out
	},
}

var softDelete = Check{
	Name: "soft-delete", Class: "soft_delete",
	Doc: "A table that marks deleted rows is read without a test of the mark.",
	run: func(q *query) []hit {
		var out []hit
		seen := map[string]bool{} // tables whose deletion mark some statement checks
		for _, f := range q.sources {
			if f.table != nil {
				seen[f.table.Name] = seen[f.table.Name] || f.tested
			}
		}
		for _, f := range q.sources {
			// An earlier statement may have checked the row that a key selects.
			if f.table == nil || f.table.Deleted == "" || f.tested || f.byKey() && seen[f.table.Name] ||
				q.protected(f.table, mentions(f.table.Deleted)) {
				continue
			}
			out = append(out, hit{fmt.Sprintf("%s (%s) is used without a test of %s.", f.table.Name, f.alias, f.table.Deleted),
				""})
		}
		return out
	},
}

// Analyse runs the checks over a task's code with its specification.
func Analyse(src, spec string, checks []Check) []bench.Finding {
	q := read(src, sqltext.ParseSpec(spec))
	var out []bench.Finding
	for _, c := range checks {
		number, ok := q.spec.Requirement(c.Class)
		if !ok {
			continue
		}
		for _, h := range slices.Compact(c.run(q)) {
			n := q.membership(number, h.table)
			out = append(out, bench.Finding{Type: c.Class.Title(), Class: c.Class, Severity: "high", Requirements: []int{n},
				Explanation: fmt.Sprintf("%s (requirement %d)", h.text, n)})
		}
	}
	return out
}

// membership returns the requirement on the caller's rights when it, and not requirement number, mentions the
// table: a row of a membership table that is not tied to the tenant is mainly a row without membership.
func (q *query) membership(number int, table string) int {
	rights, ok := q.spec.Requirement("missing_access_control")
	stem := strings.TrimSuffix(table, "s")
	if !ok || stem == "" {
		return number
	}
	mentions := func(n int) bool {
		return slices.ContainsFunc(q.spec.Requirements, func(r sqltext.Requirement) bool {
			return r.Number == n && strings.Contains(strings.ToLower(r.Text), stem)
		})
	}
	if mentions(rights) && !mentions(number) {
		return rights
	}
	return number
}

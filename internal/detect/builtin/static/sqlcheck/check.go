// Package sqlcheck holds the checks of builtin/static for SQL, one a file. A
// check looks at the statements of a task and at the schema and the requirements
// of its specification. A flaw that no requirement forbids is none.
//
// Every check prefers silence to a guess: what it cannot resolve, such as the
// rows of a function, counts as restricted.
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

// hit is one place where a check fires: a sentence, and the table it is about.
type hit struct{ text, table string }

// Checks returns every check. The caller owns the slice.
func Checks() []Check {
	return []Check{tenantPredicate, conflictTenant, softDelete, dynamicSQL, pagination, statusGuard, sensitive}
}

// Analyse runs the checks over a task's code with its specification.
func Analyse(src, spec string, checks []Check) []bench.Finding {
	q := parseQuery(src, spec)
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

// membership returns the requirement on the caller's rights when that one, and
// not requirement number, speaks of the table: a row of a membership table that
// is not tied to the tenant is first of all no membership.
func (q *query) membership(number int, table string) int {
	rights, ok := q.spec.Requirement("missing_access_control")
	stem := strings.TrimSuffix(table, "s")
	if !ok || stem == "" {
		return number
	}
	speaks := func(n int) bool {
		return slices.ContainsFunc(q.spec.Requirements, func(r sqltext.Requirement) bool {
			return r.Number == n && strings.Contains(strings.ToLower(r.Text), stem)
		})
	}
	if speaks(rights) && !speaks(number) {
		return rights
	}
	return number
}

package suite

import (
	"path"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/suite/sqlapp"
)

// Exercise is a test of an application that can be executed for a task: the query of a variant in its application, with
// the tests against which answers are judged.
type Exercise struct {
	App   *App
	Query *sqlapp.Query
	Test  sqlapp.Test // the variant's own, or that of its original
	// the good file from which a bad one was derived; for a good one another good file of the query, or itself where
	// there is no other
	Twin  sqlapp.Test
	Alone bool // a good file without another one to compare it with
}

// Exercise returns the tests and the application in which a variant in SQL, or a handler of a stack, is executed. ok is
// false for other variants, for tests without a proof, and for variants of other suites.
func (s *Suite) Exercise(v *bench.Variant) (x Exercise, ok bool) {
	if v.Suite != s.Name {
		return x, false
	}
	for i := range s.Apps {
		a := &s.Apps[i]
		if a.Name != v.Group || v.Task.Language != "sql" && !a.Stack.Handles(v.Task.Language) {
			continue
		}
		for k := range a.Queries {
			q := &a.Queries[k]
			t := slices.IndexFunc(q.Tests, func(t sqlapp.Test) bool { return t.Name == path.Base(v.Sample) })
			if t < 0 || q.Proof == nil {
				continue
			}
			x = Exercise{App: a, Query: q, Test: q.Tests[t]}
			twin := slices.IndexFunc(q.Tests, func(o sqlapp.Test) bool {
				if x.Test.Bad {
					return o.Name == x.Test.Twin
				}
				return !o.Bad && o.Name != x.Test.Name
			})
			if x.Alone = twin < 0; !x.Alone {
				x.Twin = q.Tests[twin]
			} else {
				x.Twin = x.Test
			}
			return x, !x.Alone || !x.Test.Bad
		}
	}
	return x, false
}

package sqlproof

import (
	"slices"

	"assay/internal/core/suite/evidence"
)

// App is one application with everything that its proof needs.
type App struct {
	Name     string
	Schema   string // SQL from the prompt in SPEC.md
	Fixtures string // fixtures.sql
	Shared   []byte // proof.yaml, nil if there is none
	Queries  []Query
	// Requirements are the numbers in SPEC.md that a query may be subject to; without
	// any, proofs are not checked for coverage.
	Requirements []int
}

// Query is one query: its tests and its <query>.proof.yaml.
type Query struct {
	Name  string
	Proof []byte // nil if there is none
	Tests []Test
	// Part means that tests are left out: what the proof says about them is not checked.
	Part bool
}

// Programs reports whether the code of any test is a program.
func (q *Query) Programs() bool {
	return slices.ContainsFunc(q.Tests, func(t Test) bool { return Program(t.Language) })
}

// Files returns the texts that the evidence of a query covers, by name.
func (a *App) Files(q *Query) map[string]string {
	files := map[string]string{"schema": a.Schema, "fixtures.sql": a.Fixtures, q.Name + ".proof.yaml": string(q.Proof)}
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

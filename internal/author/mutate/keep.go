package mutate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/internal/core/suite/evidence"
	"assay/internal/proof/adequacy"
	"assay/internal/proof/sqlproof"
)

// Kept is a mutant that works like its source in honest use and on which an attack succeeds.
type Kept struct {
	Mutant
	Violates []int              // the requirements whose attacks succeed, ascending
	Hits     []evidence.SQLCell // the attacks, with their observations
	Known    string             // name of the test that has the same code, "" when it is new
}

// Dropped is a mutant that was not kept, with the reason.
type Dropped struct {
	Mutant
	Reason string
}

// ErrUnproved reports that the query's own tests are not proved, so that a mutant cannot be proved either.
var ErrUnproved = errors.New("the tests of the query are not proved; run assay verify first")

// batch is the number of mutants that go to the engine together: a statement that does not PREPARE costs the
// evidence of its batch, which is then tried without it.
const batch = 40

// Keep runs every mutant of app's good test as if it were a bad test that violates everything an attack probes.
// Each mutant is returned once, kept or dropped, in the order given. app is not changed.
func Keep(ctx context.Context, engine adequacy.Engine, app *sqlproof.App, good string,
	mutants []Mutant) ([]Kept, []Dropped, error) {
	k := &keeper{engine: engine, app: *app, good: good}
	for _, q := range app.Queries {
		if slices.ContainsFunc(q.Tests, func(t sqlproof.Test) bool { return t.Name == good }) {
			k.query = q
		}
	}
	if k.query.Name == "" {
		return nil, nil, fmt.Errorf("%s: not a test of application %s", good, app.Name)
	}
	p, err := sqlproof.Parse(app.Shared, k.query.Proof)
	if err != nil {
		return nil, nil, fmt.Errorf("the proof of %s: %w", good, err)
	}
	for i := range p.Sets {
		if n := p.Sets[i].Requirement; n > 0 && !slices.Contains(k.all, n) {
			k.all = append(k.all, n)
		}
	}
	slices.Sort(k.all)
	own, err := k.verify(ctx, k.query.Tests)
	if err != nil {
		return nil, nil, fmt.Errorf("proving the query's own tests: %w", err)
	}
	if t, ok := own.Test(good); !ok || t.Bad || !t.Proved {
		return nil, nil, fmt.Errorf("%s: %w: %s", good, ErrUnproved, strings.Join(own.Failures(), "; "))
	}
	canon := map[string]string{} // code → name of the test with it
	for _, t := range k.query.Tests {
		canon[sqlproof.Canon(t.Code)], canon[sqlproof.Canon(t.Pair())] = t.Name, t.Name
	}
	results := make([]result, len(mutants))
	var todo []int
	for i, m := range mutants {
		c := sqlproof.Canon(m.Code)
		name, taken := canon[c]
		switch _, err := sqlproof.Compile(m.Code); {
		case err != nil:
			results[i].reason = err.Error()
		case taken:
			results[i] = rediscovered(own, name)
		default:
			canon[c] = m.Operator + " again"
			todo = append(todo, i)
		}
	}
	for part := range slices.Chunk(todo, batch) {
		if err := k.try(ctx, mutants, part, results); err != nil {
			return nil, nil, err
		}
	}
	var kept []Kept
	var dropped []Dropped
	for i, m := range mutants {
		if r := results[i]; r.reason != "" {
			dropped = append(dropped, Dropped{m, r.reason})
		} else {
			kept = append(kept, Kept{m, r.violates, r.hits, r.known})
		}
	}
	return kept, dropped, nil
}

type keeper struct {
	engine adequacy.Engine
	app    sqlproof.App // a copy
	query  sqlproof.Query
	good   string
	all    []int // requirements that an attack probes
}

// verify runs the query with the given tests.
func (k *keeper) verify(ctx context.Context, tests []sqlproof.Test) (*evidence.SQLEvidence, error) {
	q := k.query
	q.Tests = tests
	k.app.Queries = []sqlproof.Query{q}
	e, err := k.engine.Verify(ctx, &k.app)
	if err != nil {
		return nil, err
	}
	if len(e) != 1 {
		return nil, fmt.Errorf("the engine returned evidence of %d queries for one", len(e))
	}
	return &e[0], nil
}

// result is the outcome of one mutant; reason is "" when it is kept.
type result struct {
	reason   string
	violates []int
	hits     []evidence.SQLCell
	known    string
}

// rediscovered returns the result of a mutant with the code of an existing test.
func rediscovered(own *evidence.SQLEvidence, name string) result {
	t, ok := own.Test(name)
	switch {
	case !ok:
		return result{reason: "the same statement as another mutant"}
	case !t.Bad:
		return result{reason: "the same statement as the good test " + name}
	case !t.Proved:
		return result{reason: "the same statement as " + name + ", which is not proved"}
	}
	r := result{known: name, violates: slices.Sorted(slices.Values(t.Violates))}
	for _, c := range t.Cells {
		if c.Kind == evidence.Exploit && c.Failure == "" {
			r.hits = append(r.hits, c)
		}
	}
	return r
}

// try runs the mutants with the given indexes. It repeats without those that the engine reports as a problem,
// until there are none.
func (k *keeper) try(ctx context.Context, mutants []Mutant, part []int, results []result) error {
	for part = slices.Clone(part); len(part) > 0; {
		tests := slices.Clone(k.query.Tests)
		for _, i := range part {
			tests = append(tests, sqlproof.Test{Name: name(i), Code: mutants[i].Code, Bad: true, Violates: k.all, Twin: k.good})
		}
		e, err := k.verify(ctx, tests)
		if err != nil {
			return fmt.Errorf("trying mutants: %w", err)
		}
		if len(e.Problems) == 0 {
			for _, i := range part {
				t, _ := e.Test(name(i))
				results[i].violates, results[i].hits, results[i].reason = Judge(t)
			}
			return nil
		}
		before := len(part)
		part = slices.DeleteFunc(part, func(i int) bool {
			for _, p := range e.Problems {
				if why, ok := strings.CutPrefix(p, name(i)+": "); ok {
					results[i].reason = why
					return true
				}
			}
			return false
		})
		if len(part) == before {
			return fmt.Errorf("trying mutants: %s", strings.Join(e.Problems, "; "))
		}
	}
	return nil
}

// name returns the name of the test for a mutant; no test of a suite has such a name.
func name(i int) string { return fmt.Sprintf("mutant/%d", i) }

// Judge reads the evidence of a mutant that was declared to violate everything an attack probes: that it resists
// some attacks is no failure. It returns the requirements whose attacks succeed, ascending, with these attacks;
// reason says why it is no bad test, and is "" when it is one.
func Judge(t evidence.SQLTest) (violates []int, hits []evidence.SQLCell, reason string) {
	for _, c := range t.Cells {
		switch {
		case c.Failure != "" && c.Set != "" && reason == "":
			reason = fmt.Sprintf("set %q: %s", c.Set, c.Failure)
		case c.Kind == evidence.Exploit && c.Failure == "":
			hits = append(hits, c)
			if !slices.Contains(violates, c.Requirement) {
				violates = append(violates, c.Requirement)
			}
		}
	}
	slices.Sort(violates)
	if reason == "" && len(hits) == 0 {
		reason = "resists every attack"
	}
	return violates, hits, reason
}

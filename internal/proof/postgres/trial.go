package postgres

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"assay/internal/proof/sqlproof"
)

// trialLimit bounds one execution of a test of a subject, with the filling of its world.
const trialLimit = 2 * time.Minute

// Caught is the result of a test that a subject wrote for a query or handler.
type Caught struct {
	Parses  bool   // it is a valid test
	Runs    bool   // its world loads, its calls can be made, and its condition has a truth value
	Passes  bool   // it holds on every good text of the query
	Fails   bool   // … and does not hold on the text that was shown
	Why     string `json:",omitempty"` // what is wrong with it, in one line
	Goods   int    // number of good texts on which it was executed
	Noticed int    // other texts with the same violation on which it does not hold; counted only where it Fails
	Others  int    // how many there are: bad tests of the query, and mutants of the twin
}

// violating is a text that violates requirements.
type violating struct {
	code         string
	requirements []int
}

// Try executes a test on the good texts of a query, on the shown one, which violates the requirements, and where it
// tells them apart on the others that violate one of them. Each execution has a database of its own with the schema
// and the rows of the test. The condition is read in another one, in which no text of the suite was ever executed, so
// that it depends on what the text did and on nothing else. Handlers are executed in a box, since the parameters are a
// subject's. Everything that is wrong with the test is in the Caught; an error means a problem of the server, or a
// query without a proof.
func (w *World) Try(ctx context.Context, query string, shown, twin sqlproof.Test, test string,
	requirements []int) (t Caught, err error) {
	q, p, err := w.proofOf(query)
	if err != nil {
		return t, err
	}
	trial, err := sqlproof.ParseTrial(test)
	if err != nil {
		t.Why = err.Error()
		return t, nil
	}
	t.Parses = true
	box, end, err := w.box(shown.Language)
	if err != nil {
		return t, err
	}
	defer end()
	st, err := w.compile(shown.Code, box)
	if err != nil {
		return t, fmt.Errorf("%s: %w", query, err)
	}
	others := parameters(q)
	if box != nil {
		others = nil
		if trial.Race {
			t.Why = "handlers are called one after the other; a test of one has no race"
			return t, nil
		}
	}
	set, err := p.Trial(trial, st, others)
	if err != nil {
		t.Why = err.Error()
		return t, nil
	}
	set.Given = fmt.Sprintf("SET LOCAL statement_timeout = %d; %s", w.server.opt.Timeout.Milliseconds(), set.Given)
	// holds executes the test on a text; why is the reason why there is no truth value.
	holds := func(code string) (yes bool, why string, err error) {
		st, err := w.compile(code, box)
		if err != nil {
			return false, "", fmt.Errorf("%s: %w", query, err)
		}
		return w.holds(ctx, st, set, trial.Assert)
	}
	for _, g := range q.Tests {
		for _, code := range slices.Compact([]string{g.Code, g.Pair()}) {
			if g.Bad || box != nil && code != g.Code {
				continue
			}
			yes, why, err := holds(code)
			switch {
			case err != nil:
				return t, err
			case why != "":
				t.Why, t.Runs = why, t.Goods > 0
				return t, nil
			}
			t.Runs = true
			if t.Goods++; !yes {
				t.Why = "it fails on good code, too"
				return t, nil
			}
		}
	}
	t.Passes = t.Goods > 0
	yes, why, err := holds(shown.Code)
	if err != nil || yes || why != "" {
		t.Why = cmp.Or(why, "it passes on the code that was shown")
		return t, err
	}
	t.Fails = true
	list, err := w.violating(ctx, q, p, twin)
	if err != nil {
		return t, err
	}
	for _, o := range list {
		if o.code == shown.Code || o.code == shown.Pair() || !slices.ContainsFunc(o.requirements,
			func(n int) bool { return slices.Contains(requirements, n) }) {
			continue
		}
		yes, why, err := holds(o.code)
		if err != nil {
			return t, err
		}
		t.Others++
		if !yes && why == "" {
			t.Noticed++
		}
	}
	return t, nil
}

// holds executes a test on a statement and returns whether its condition is true; why is the reason why it has no
// truth value.
func (w *World) holds(ctx context.Context, st *sqlproof.Statement, set *sqlproof.Set, assert string) (yes bool,
	why string, err error) {
	w.mu.Lock()
	if w.bare == nil {
		w.bare, err = w.server.build(ctx, w.app.Schema, "")
	}
	w.mu.Unlock()
	if err != nil {
		return false, "", fmt.Errorf("application %s: %w", w.app.Name, err)
	}
	limited, cancel := context.WithTimeout(ctx, trialLimit)
	defer cancel()
	r, err := w.callIn(limited, w.bare, st, set)
	switch {
	case limited.Err() != nil && ctx.Err() == nil:
		return false, sqlproof.NoEnds, nil
	case err != nil:
		return false, "", err
	case r.Fault != "":
		return false, strings.Replace(r.Fault, "`given`", "its world", 1), nil
	}
	condition := &sqlproof.Statement{Text: witnessed(r, st.Handled()) + " SELECT (\n" + assert + "\n)"}
	var said [2]string
	for i := range said { // a value that differs is drawn
		a, err := w.callIn(ctx, w.bare, condition, &sqlproof.Set{})
		switch {
		case err != nil:
			return false, "", err
		case a.Fault != "" || a.Err != nil:
			return false, "its condition fails: " + a.Summary(), nil
		case len(a.Rows) != 1 || len(a.Rows[0]) != 1 || a.Rows[0][0] == nil || len(a.Changes) > 0:
			return false, "its condition is not one truth value, or changes something", nil
		}
		said[i] = *a.Rows[0][0]
	}
	if said[0] != said[1] || said[0] != "t" && said[0] != "f" {
		return false, "its condition is not one truth value, the same in each execution", nil
	}
	return said[0] == "t", "", nil
}

// witnessed returns what a text did as the tables of a query. The rows are in an order that shows nothing of the text,
// and so is the message of an error of a handler left out, in which packages show their statements.
func witnessed(r *sqlproof.Result, handler bool) string {
	own := *r
	own.Rows = slices.Clone(r.Rows)
	slices.SortStableFunc(own.Rows, func(a, b []*string) int {
		return cmp.Compare(rowObject(r.Columns, a), rowObject(r.Columns, b))
	})
	code, message := "NULL::text", "NULL::text"
	if r.Err != nil {
		code = sqlproof.Literal(r.Err.Code)
		if !handler {
			message = sqlproof.Literal(r.Err.Message)
		}
	}
	return together(&own) + ", failed AS (SELECT * FROM (VALUES (" + code + ", " + message +
		")) AS f (code, message) WHERE code IS NOT NULL)"
}

// violating returns the bad tests of a query, and the mutants of a good one that an attack of its proof convicts, with
// the requirements that each violates. It derives the mutants once.
func (w *World) violating(ctx context.Context, q *Query, p *sqlproof.Proof, good sqlproof.Test) ([]violating, error) {
	key := q.Name + "\x00" + good.Name
	w.mu.Lock()
	out, known := w.others[key]
	w.mu.Unlock()
	if known {
		return out, nil
	}
	canon := map[string]bool{}
	for _, t := range q.Tests {
		canon[sqlproof.CanonIn(t.Language, t.Pair())] = true
		if t.Bad {
			out = append(out, violating{t.Code, slices.Concat(t.Violates, p.Also[t.Name])})
		}
	}
	var mutants []string
	var err error
	if w.server.opt.Mutants != nil {
		if mutants, err = w.server.opt.Mutants(good.Language, good.Pair(), w.app.Schema); err != nil {
			return nil, fmt.Errorf("%s: %w", good.Name, err)
		}
	}
	var probed []int
	for i := range p.Sets {
		if n := p.Sets[i].Requirement; n > 0 && !slices.Contains(probed, n) {
			probed = append(probed, n)
		}
	}
	for _, code := range mutants {
		if canon[sqlproof.CanonIn(good.Language, code)] {
			continue
		}
		found, err := w.violates(ctx, q, p, good, code, probed)
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			out = append(out, violating{code, found})
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.others == nil {
		w.others = map[string][]violating{}
	}
	w.others[key] = out
	return out, nil
}

// violates returns the requirements whose attacks work on a mutant of a good query; none if it is no query. Mutants of
// handlers are no more than the suite's own code, and called like it.
func (w *World) violates(ctx context.Context, q *Query, p *sqlproof.Proof, good sqlproof.Test, code string,
	probed []int) (out []int, err error) {
	own := sqlproof.Test{Name: "mutant", Code: code, Bad: true, Violates: probed, Twin: good.Name}
	run := &plan{proof: p, statements: map[string]*sqlproof.Statement{}}
	results := map[string]map[string]*sqlproof.Result{}
	for _, t := range []sqlproof.Test{good, own} {
		caller := w.runner(good.Language)
		run.statements[t.Name], err = w.compile(t.Code, caller)
		if why, err := unusable(err, caller != nil); why != "" || err != nil {
			return nil, err
		}
		r, refused, err := w.onAll(ctx, run, t, q.Name, !t.Bad, nil)
		if err != nil || refused != "" {
			return nil, err
		}
		results[t.Name] = r.results
	}
	v := p.Evaluate([]sqlproof.Test{good, own}, func(test, set string) *sqlproof.Result { return results[test][set] })[1]
	for _, h := range v.Hits {
		if !slices.Contains(out, h.Requirement) {
			out = append(out, h.Requirement)
		}
	}
	return out, nil
}

package mutate

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	proof "assay/internal/core/suite/evidence"
	"assay/internal/lang/sqltext"
	"assay/internal/proof/adequacy"
	"assay/internal/proof/sqlproof"
)

// Reworded is a test with another surface.
type Reworded struct {
	Query, Test string
	Code        string // the minimal text itself when no surface holds
	Minimal     string
	Applied     map[string]int // rewriting → number of places
	LeftOut     []LeftOut      // rewritings that were removed so that the surface holds
}

// LeftOut is a rewriting that a proof rejected.
type LeftOut struct{ Rewriting, Because string }

// Reword gives every test of app another surface by seed, made from its minimal text, and executes both: a surface
// holds when the test is proved with it and shows the same as the minimal text on every set. A surface that does
// not hold is tried without one rewriting after the other. The result is in the order of the tests. app is not
// changed.
func Reword(ctx context.Context, engine adequacy.Engine, app *sqlproof.App, seed uint64) ([]Reworded, error) {
	w := &rewording{app: app, seed: seed, tables: sqltext.Tables(app.Schema)}
	var open []int
	for qi := range app.Queries {
		for ti := range app.Queries[qi].Tests {
			w.tests = append(w.tests, [2]int{qi, ti})
			r, err := w.make(len(w.out), nil)
			if err != nil {
				return nil, err
			}
			open = append(open, len(w.out))
			w.out, w.first = append(w.out, r), append(w.first, r)
		}
	}
	for round := 0; len(open) > 0; round++ {
		failed, err := w.execute(ctx, engine, open)
		if err != nil {
			return nil, err
		}
		open = nil
		for _, i := range slices.Sorted(maps.Keys(failed)) {
			if err := w.next(i, round, failed[i]); err != nil {
				return nil, err
			}
			if w.out[i].Code == w.test(i).Pair() {
				continue // nothing is left to try: the test keeps its minimal text
			}
			open = append(open, i)
		}
	}
	return w.out, nil
}

type rewording struct {
	app    *sqlproof.App
	seed   uint64
	tables []sqltext.Table
	tests  [][2]int // query and test
	first  []Reworded
	out    []Reworded
}

func (w *rewording) test(i int) *sqlproof.Test {
	return &w.app.Queries[w.tests[i][0]].Tests[w.tests[i][1]]
}

// make rewords test i without some rewritings.
func (w *rewording) make(i int, without []string) (Reworded, error) {
	t := w.test(i)
	r := Reworded{Query: w.app.Queries[w.tests[i][0]].Name, Test: t.Name, Minimal: t.Pair()}
	s, err := Surface(t.Pair(), w.tables, w.seed, w.app.Name+"/"+t.Name, without...)
	if err != nil {
		return r, fmt.Errorf("%s/%s: %w", w.app.Name, t.Name, err)
	}
	r.Code, r.Applied = s.Code, s.Applied
	return r, nil
}

// next leaves one more rewriting out of test i: in round 0 the first that was applied, then another one instead,
// and finally all.
func (w *rewording) next(i, round int, because string) error {
	applied := slices.Sorted(maps.Keys(w.first[i].Applied))
	if round >= len(applied) {
		w.out[i] = Reworded{Query: w.out[i].Query, Test: w.out[i].Test, Code: w.test(i).Pair(), Minimal: w.test(i).Pair(),
			LeftOut: []LeftOut{{"all", because}}}
		return nil
	}
	r, err := w.make(i, applied[round:round+1])
	if err != nil {
		return err
	}
	r.LeftOut = []LeftOut{{applied[round], because}}
	w.out[i] = r
	return nil
}

// execute runs the queries of the open tests with their present surfaces, and returns why tests fail.
func (w *rewording) execute(ctx context.Context, engine adequacy.Engine, open []int) (map[int]string, error) {
	failed := map[int]string{}
	for len(open) > 0 {
		now := *w.app
		now.Queries = nil
		at := map[int]int{} // query → its index in now
		for _, i := range open {
			q := w.tests[i][0]
			if _, ok := at[q]; !ok {
				at[q] = len(now.Queries)
				now.Queries = append(now.Queries, w.app.Queries[q])
				tests := slices.Clone(w.app.Queries[q].Tests)
				for k := range tests { // settled tests need not run again
					tests[k].Code, tests[k].Minimal = tests[k].Pair(), ""
				}
				now.Queries[at[q]].Tests = tests
			}
		}
		for _, i := range open {
			t := &now.Queries[at[w.tests[i][0]]].Tests[w.tests[i][1]]
			if code := w.out[i].Code; code != t.Code {
				t.Code, t.Minimal = code, t.Code
			}
		}
		evidence, err := engine.Verify(ctx, &now)
		if err != nil {
			return nil, err
		}
		var again []int
		for _, i := range open {
			e, name := &evidence[at[w.tests[i][0]]], w.test(i).Name
			why, skipped := fails(e, name)
			switch {
			case why != "":
				failed[i] = why
			case skipped:
				again = append(again, i) // another test of the query stopped it
			}
		}
		if len(again) == len(open) {
			for _, i := range again {
				failed[i] = strings.Join(evidence[at[w.tests[i][0]]].Failures(), "; ")
			}
			break
		}
		open = again
	}
	return failed, nil
}

// fails returns why a test is not proved, or "" when it is; skipped reports that the query was not executed because
// of other tests.
func fails(e *proof.SQLEvidence, name string) (why string, skipped bool) {
	for _, p := range e.Problems {
		if strings.HasPrefix(p, name+":") {
			return p, false
		}
	}
	t, _ := e.Test(name)
	for _, c := range t.Cells {
		switch {
		case c.Failure == "":
		case c.Set == "":
			return c.Failure, false
		default:
			return fmt.Sprintf("%q: %s", c.Set, c.Failure), false
		}
	}
	return "", len(t.Cells) == 0
}

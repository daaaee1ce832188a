package adequacy

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	proof "assay/internal/core/suite/evidence"
	"assay/internal/core/suite/sqlapp"
	"assay/internal/lang/sqltext"
	"assay/internal/proof/sqlproof"
)

// Engine executes the tests of an application and returns the evidence of each
// query; a postgres.Server is one. The error is about the whole application.
type Engine interface {
	Verify(ctx context.Context, app *sqlproof.App) ([]proof.SQLEvidence, error)
}

// Removal is a text without one of its checks.
type Removal struct {
	Start       int    // byte of the whole text at which the check began
	Description string // what was removed, as a half sentence
	Code        string // the rest
}

// Remover returns the removals of each check of code, a statement on the given tables.
type Remover func(code string, tables []sqltext.Table) ([]Removal, error)

// SQL tries every deletion in the good files of an application, SQL or handlers. The rest of a file replaces it among
// the query's good ones, with the sets of the query's proof: the deletion is noticed when the proof does not hold for
// it. removals finds the checks of statements.
func SQL(ctx context.Context, engine Engine, removals Remover, app *sqlproof.App) (*Report, error) {
	report := &Report{}
	tables := sqltext.Tables(app.Schema)
	copied := *app
	copied.Queries = nil
	for qi := range app.Queries {
		q := &app.Queries[qi]
		canon := map[string]string{}
		for _, t := range q.Tests {
			canon[sqlproof.CanonIn(t.Language, t.Pair())] = t.Name
		}
		for _, t := range q.Tests {
			if t.Bad {
				continue
			}
			var mutants []Removal
			handler := app.Stack.Handles(t.Language)
			switch {
			case handler:
				mutants = Handler(t.Language, t.Pair())
			case sqlapp.Program(t.Language):
				mutants = programDeletions(t.Pair())
			default:
				var err error
				if mutants, err = removals(t.Pair(), tables); err != nil {
					return nil, fmt.Errorf("%s: %w", t.Name, err)
				}
			}
			others := slices.DeleteFunc(slices.Clone(q.Tests), func(x sqlproof.Test) bool { return x.Bad || x.Name == t.Name })
			for i := range others { // their results are known to equal those of their minimal texts
				others[i].Minimal = ""
			}
			tries := sqlproof.Query{Name: q.Name, Proof: q.Proof, Part: true, Tests: slices.Clone(others)}
			for _, m := range mutants {
				d := Deletion{Unit: app.Name + "/" + q.Name, Text: t.Name, Line: 1 + strings.Count(t.Pair()[:m.Start], "\n"),
					What: m.Description}
				same := canon[sqlproof.CanonIn(t.Language, m.Code)]
				var err error
				if !handler {
					_, err = sqlproof.CompileIn(t.Language, m.Code, nil)
				}
				switch {
				case err != nil:
					d.Verdict, d.Why = Invalid, err.Error()
				case same != "":
					duplicate(&d, same, q)
				default:
					tries.Tests = append(tries.Tests, sqlproof.Test{Name: name(len(report.Deletions)), Code: m.Code,
						Language: t.Language})
				}
				report.Deletions = append(report.Deletions, d)
				if len(others) == 0 { // otherwise the next deletion would be compared with the first
					copied.Queries = append(copied.Queries, tries)
					tries.Tests = nil
				}
			}
			copied.Queries = append(copied.Queries, tries)
		}
	}
	copied.Queries = slices.DeleteFunc(copied.Queries, func(q sqlproof.Query) bool { return len(q.Tests) == 0 })
	if len(copied.Queries) > 0 {
		evidence, err := engine.Verify(ctx, &copied)
		if err != nil {
			return nil, fmt.Errorf("trying deletions: %w", err)
		}
		for i := range evidence {
			report.read(&evidence[i])
		}
	}
	for i := range app.Queries {
		if err := report.excuse(app, &app.Queries[i]); err != nil {
			return nil, err
		}
	}
	return report, nil
}

// name returns the name of the test with deletion i; no test of a suite has such a name.
func name(i int) string { return fmt.Sprintf("deletion/%d", i) }

// duplicate sets the verdict of a deletion that gives the text of another test.
func duplicate(d *Deletion, name string, q *sqlproof.Query) {
	i := slices.IndexFunc(q.Tests, func(t sqlproof.Test) bool { return t.Name == name })
	if q.Tests[i].Bad {
		d.Verdict, d.Why = Noticed, "it is "+name
		return
	}
	d.Verdict, d.Why = Invalid, "the same statement as the good file "+name
}

// read sets the verdicts on deletions from the evidence of one query.
func (r *Report) read(e *proof.SQLEvidence) {
	r.Problems = append(r.Problems, e.Problems...)
	for _, t := range e.Tests {
		var i int
		if _, err := fmt.Sscanf(t.Name, "deletion/%d", &i); err != nil {
			continue
		}
		d := &r.Deletions[i]
		d.Verdict = Survived
		k := slices.IndexFunc(t.Cells, func(c proof.SQLCell) bool { return c.Failure != "" && !stopped(c) })
		if k < 0 {
			k = slices.IndexFunc(t.Cells, stopped)
			d.stopped = k >= 0
		}
		if k >= 0 {
			d.Verdict, d.Why = Noticed, fmt.Sprintf("%q: %s", t.Cells[k].Set, t.Cells[k].Failure)
			if t.Cells[k].Set == "" {
				d.Verdict, d.Why = Invalid, t.Cells[k].Failure
			}
		}
	}
}

// stopped reports whether a cell failed because the statement reached a limit of the server.
func stopped(c proof.SQLCell) bool {
	return slices.Contains([]string{sqlproof.Endless, sqlproof.NoLock, sqlproof.NoEnd,
		sqlproof.NoEnds}, c.Failure)
}

// excuse marks the survivors for which the proof of a query has a reason, and reports the reasons that are not
// needed. A statement that reached a limit on a busy machine may be a survivor on another one.
func (r *Report) excuse(app *sqlproof.App, q *sqlproof.Query) error {
	if q.Proof == nil {
		return nil
	}
	p, err := sqlproof.Parse(app.Shared, q.Proof)
	if err != nil {
		return fmt.Errorf("the proof of %s: %w", q.Name, err)
	}
	unit := app.Name + "/" + q.Name
	reasons, err := app.Excuses()
	if err != nil {
		return err
	}
	maps.DeleteFunc(reasons, func(name string, _ []sqlproof.Equivalent) bool {
		return !slices.ContainsFunc(q.Tests, func(t sqlproof.Test) bool { return t.Name == name })
	})
	for name, list := range p.Equivalent {
		reasons[name] = slices.Concat(list, reasons[name])
	}
	for _, name := range slices.Sorted(maps.Keys(reasons)) {
		for _, e := range reasons[name] {
			var found []*Deletion
			for i := range r.Deletions {
				d := &r.Deletions[i]
				if d.Unit == unit && d.Text == name && (d.Verdict == Survived || d.stopped) && d.Taken() == e.Without {
					found = append(found, d)
				}
			}
			if want := max(e.Times, 1); len(found) != want {
				r.Problems = append(r.Problems, fmt.Sprintf(
					"%s: %s: its proof excuses %q, which is undetected in %d places, not in %d", unit, name,
					e.Without, len(found), want))
				continue
			}
			for _, d := range found {
				d.Verdict, d.Why = Equivalent, e.Because
			}
		}
	}
	return nil
}

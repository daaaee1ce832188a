package postgres

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5/pgconn"

	proof "assay/internal/core/suite/evidence"
	"assay/internal/proof/sqlproof"
)

// App and Query are the types of what is executed.
type (
	App   = sqlproof.App
	Query = sqlproof.Query
)

// plan is the state of one query during verification.
type plan struct {
	query      *Query
	proof      *sqlproof.Proof
	maker      sqlproof.Maker
	runner     sqlproof.Runner // of handlers, nil if the tests are none
	statements map[string]*sqlproof.Statement
	evidence   *proof.SQLEvidence

	mu      sync.Mutex // guards the fields below
	results map[string]map[string]*sqlproof.Result
	refused map[string]string // test → why it does not PREPARE
	parts   []sqlproof.Test   // parts of the changes of bad tests with `also`; Twin names the bad test
	minimal []sqlproof.Test   // minimal texts of reworded tests; Twin names the test

	breaches map[string][]sqlproof.Breach // test → what it does that the acceptance forbids
}

// job is one test to execute.
type job struct {
	plan *plan
	test string
}

// Verify executes every test of the application and returns the evidence of each
// query, in the order given. An error concerns the application as a whole: a schema or
// fixtures that do not load, or a lost server.
func (s *Server) Verify(ctx context.Context, app *App) ([]proof.SQLEvidence, error) {
	var runner sqlproof.Runner
	if app.Stack != nil && app.Stack.Adapter != "" {
		if runner = s.opt.Runners[app.Stack.Name]; runner == nil {
			return nil, fmt.Errorf("application %s: its tests are handlers, which are not executed here", app.Name)
		}
		if err := runner.Ready(); err != nil {
			return nil, fmt.Errorf("application %s: %w", app.Name, err)
		}
	}
	for _, q := range app.Queries {
		if !q.Programs() || runner != nil {
			continue
		}
		if s.opt.Maker == nil {
			return nil, fmt.Errorf("application %s: its tests are TypeScript, which is not executed here", app.Name)
		}
		if err := s.opt.Maker.Ready(); err != nil {
			return nil, fmt.Errorf("application %s: %w", app.Name, err)
		}
	}
	w, err := s.build(ctx, app.Schema, app.Fixtures)
	if err != nil {
		return nil, fmt.Errorf("application %s: %w", app.Name, err)
	}
	defer w.close(ctx)
	plans := make([]*plan, len(app.Queries))
	var jobs []job
	for i := range app.Queries {
		p := newPlan(app, &app.Queries[i], w, runner)
		plans[i] = p
		if p.proof == nil {
			continue
		}
		for _, t := range p.query.Tests {
			if p.statements[t.Name] != nil {
				jobs = append(jobs, job{p, t.Name})
			}
		}
		for _, t := range slices.Concat(p.parts, p.minimal) {
			jobs = append(jobs, job{p, t.Name})
		}
	}
	var rules *hiding
	if slices.ContainsFunc(plans, func(p *plan) bool { return len(p.accepted()) > 0 }) {
		if rules, err = w.hiding(ctx, plans); err != nil {
			return nil, fmt.Errorf("application %s: %w", app.Name, err)
		}
		defer rules.close(ctx)
	}
	todo := make(chan job)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	errs := make([]error, min(s.opt.Workers, len(jobs)))
	for i := range errs {
		wg.Go(func() {
			if errs[i] = w.work(ctx, todo, rules); errs[i] != nil {
				cancel()
			}
		})
	}
feed:
	for _, j := range jobs {
		if j.plan.proof == nil { // a principal was refused
			continue
		}
		select {
		case todo <- j:
		case <-ctx.Done():
			break feed
		}
	}
	close(todo)
	wg.Wait()
	if err := first(errs); err != nil {
		return nil, fmt.Errorf("application %s: %w", app.Name, err)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	out := make([]proof.SQLEvidence, len(plans))
	for i, p := range plans {
		out[i] = *p.conclude()
	}
	return out, nil
}

// first prefers a cause to the cancellations that it led to.
func first(errs []error) error {
	var canceled error
	for _, err := range errs {
		if err != nil && !errors.Is(err, context.Canceled) {
			return err
		}
		if err != nil {
			canceled = err
		}
	}
	return canceled
}

// newPlan parses and lints everything possible before execution.
func newPlan(a *App, q *Query, w *world, runner sqlproof.Runner) *plan {
	p := &plan{query: q, maker: w.server.opt.Maker, runner: runner,
		statements: map[string]*sqlproof.Statement{}, results: map[string]map[string]*sqlproof.Result{},
		refused: map[string]string{}, breaches: map[string][]sqlproof.Breach{}}
	p.evidence = &proof.SQLEvidence{Version: proof.SQLVersion, Query: a.Name + "/" + q.Name, Engine: w.server.Engine(),
		Files: proof.Digest(a.Evident(q))}
	if runner != nil {
		p.evidence.Engine += ", " + runner.Engine()
	} else if q.Programs() {
		p.evidence.Engine += ", " + w.server.opt.Maker.Engine()
	}
	if q.Proof == nil {
		p.problem("there is no %s.proof.yaml", q.Name)
		return p
	}
	pr, err := sqlproof.Parse(a.Shared, q.Proof)
	if err != nil {
		for line := range strings.Lines(err.Error()) {
			p.problem("%s.proof.yaml: %s", q.Name, strings.TrimRight(line, "\n"))
		}
		return p
	}
	for _, t := range q.Tests {
		st, err := p.compile(t.Language, t.Code)
		if q.Part && runner != nil { // a text that does not load says nothing about the others
			if p.refused[t.Name], err = unusable(err, true); p.refused[t.Name] != "" {
				continue
			}
			delete(p.refused, t.Name)
		}
		if err != nil {
			p.problem("%s: %v", t.Name, err)
			continue
		}
		p.statements[t.Name] = st
		if t.Minimal == "" {
			continue
		}
		m := sqlproof.Test{Name: t.Name + ", minimal", Code: t.Minimal, Language: t.Language, Twin: t.Name}
		if st, err = p.compile(t.Language, t.Minimal); err != nil {
			p.problem("%s: %v", m.Name, err)
			continue
		}
		p.statements[m.Name], p.minimal = st, append(p.minimal, m)
	}
	if !q.Part {
		for _, problem := range pr.Lint(q.Tests, p.statements) {
			p.problem("%s", problem)
		}
		for _, problem := range sqlproof.Uncovered(a, q.Name, pr) {
			p.problem("%s", problem)
		}
		for _, problem := range pr.Accept(a, q.Name) {
			p.problem("%s", problem)
		}
		for _, name := range slices.Sorted(maps.Keys(pr.Ignore)) {
			i := strings.LastIndex(name, ".")
			if i >= 0 && slices.ContainsFunc(w.tables, func(t table) bool {
				return t.name == name[:i] && slices.Contains(t.numbered, name[i+1:])
			}) {
				p.problem("ignore: %s is numbered by a sequence, which is put back before each execution; remove it", name)
			}
		}
		for _, table := range w.single {
			if slices.ContainsFunc(q.Tests, func(t sqlproof.Test) bool {
				return !t.Bad && sqlproof.Names(t.Code, t.Language, table)
			}) {
				p.problem("fixtures.sql: table %s has rows of one tenant only, so that a leak between tenants cannot show", table)
			}
		}
	}
	for i := range pr.Sets {
		if pr.Sets[i].Second != nil && runner != nil {
			p.problem("%s: handlers are called one after the other; a set has no second", pr.Sets[i].Name)
		}
	}
	if len(p.evidence.Problems) == 0 {
		p.proof = pr
		p.addParts()
	}
	return p
}

// addParts adds the parts of a change for tests whose `also` lists implied
// requirements.
func (p *plan) addParts() {
	for _, t := range p.query.Tests {
		twin := slices.IndexFunc(p.query.Tests, func(g sqlproof.Test) bool { return g.Name == t.Twin })
		if !t.Bad || len(p.proof.Also[t.Name]) == 0 || twin < 0 {
			continue
		}
		for i, code := range sqlproof.Parts(t.Pair(), p.query.Tests[twin].Pair(), t.Language) {
			if st, err := p.compile(t.Language, code); err == nil {
				part := sqlproof.Test{Name: fmt.Sprintf("%s, part %d", t.Name, i+1), Code: code, Language: t.Language, Twin: t.Name}
				p.statements[part.Name] = st
				p.parts = append(p.parts, part)
			}
		}
	}
}

// compile makes a statement of a test's code.
func (p *plan) compile(language, code string) (*sqlproof.Statement, error) {
	if p.runner != nil {
		return sqlproof.Handler(code, p.runner)
	}
	return sqlproof.CompileIn(language, code, p.maker)
}

func (p *plan) problem(format string, args ...any) {
	p.evidence.Problems = append(p.evidence.Problems, fmt.Sprintf(format, args...))
}

// work executes tests until jobs is closed. rules is nil if there are none.
func (w *world) work(ctx context.Context, jobs <-chan job, rules *hiding) (err error) {
	l, err := w.open(ctx, "", nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.close(context.WithoutCancel(ctx))) }()
	var rule *judge
	if rules != nil {
		if rule, err = rules.open(ctx, ""); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, rule.close(context.WithoutCancel(ctx))) }()
	}
	for j := range jobs {
		results, refused, err := l.test(ctx, j.plan, j.test)
		if err != nil {
			return fmt.Errorf("%s: %w", j.test, err)
		}
		var breaches []sqlproof.Breach
		k := slices.IndexFunc(j.plan.query.Tests, func(t sqlproof.Test) bool { return t.Name == j.test })
		if k >= 0 && refused == "" && len(j.plan.accepted()) > 0 {
			if breaches, err = rule.acceptance(ctx, j.plan, j.plan.query.Tests[k], results); err != nil {
				return fmt.Errorf("%s: %w", j.test, err)
			}
		}
		j.plan.mu.Lock()
		j.plan.results[j.test], j.plan.breaches[j.test] = results, breaches
		if refused != "" {
			j.plan.refused[j.test] = refused
		}
		j.plan.mu.Unlock()
	}
	return nil
}

// test executes one test on every set; sets with the same world run once.
func (l *lab) test(ctx context.Context, p *plan, test string) (
	results map[string]*sqlproof.Result, refused string, err error) {
	st := p.statements[test]
	one := st
	if st.Makes() { // the statement that it makes in honest use
		var thrown *sqlproof.SQLError
		if one, _, err = st.For(ctx, &p.proof.Sets[0].First); errors.As(err, &thrown) {
			return nil, "makes no statement: " + thrown.Message, nil
		}
		if err != nil {
			return nil, "", err
		}
	}
	if !st.Handled() {
		if refused, err = l.prepares(ctx, st, one); err != nil || refused != "" {
			return nil, refused, err
		}
	}
	worlds := map[string]*sqlproof.Result{}
	results = map[string]*sqlproof.Result{}
	for i := range p.proof.Sets {
		set := &p.proof.Sets[i]
		r := worlds[set.World()]
		if r == nil {
			if set.Commits() {
				r, err = l.world.committed(ctx, st, set, l.of)
			} else {
				r, err = l.run(ctx, st, &set.First)
			}
			if err != nil {
				return nil, "", fmt.Errorf("set %q: %w", set.Name, err)
			}
			if r.Err != nil && r.Err.Code == sqlproof.Thrown && st.Handled() && p.good(test) {
				r = &sqlproof.Result{Fault: "the handler ends with an error of its own instead of a refusal: " +
					sqlproof.Clip(r.Err.Message, maxShown)}
			}
			worlds[set.World()] = r
		}
		results[set.Name] = r
		if p.query != nil && p.query.Part && r.Fault == "" && set.Unmet(r) != "" { // what else it does is not asked
			for _, rest := range p.proof.Sets[i+1:] {
				results[rest.Name] = &sqlproof.Result{Fault: "left out after the first failure"}
			}
			break
		}
	}
	return results, "", nil
}

// good reports whether a test is a good one of the query that is verified.
func (p *plan) good(test string) bool {
	return p.query != nil && slices.ContainsFunc(p.query.Tests, func(t sqlproof.Test) bool {
		return t.Name == test && !t.Bad
	})
}

// prepares returns why a statement's definitions are refused or one, which it makes, does not PREPARE, "" if
// neither is so.
func (l *lab) prepares(ctx context.Context, st, one *sqlproof.Statement) (string, error) {
	var f fault
	if err := l.ready(ctx, st); errors.As(err, &f) {
		return string(f), nil
	} else if err != nil {
		return "", err
	}
	err := l.app.begin(ctx, &sqlproof.Call{})
	if err == nil && !one.Copy {
		_, err = l.app.conn.Prepare(ctx, "", one.Text, nil)
	}
	var pg *pgconn.PgError
	refused := ""
	switch {
	case errors.As(err, &pg):
		refused = "does not PREPARE: " + sqlproof.Clip(sqlError(pg).Error(), 5*maxShown)
	case err != nil:
		return "", err
	}
	return refused, execute(ctx, l.app.conn, "ROLLBACK")
}

// conclude derives the evidence from the results.
func (p *plan) conclude() *proof.SQLEvidence {
	e := p.evidence
	e.Proved = p.proof != nil
	tests := p.query.Tests
	if p.query.Part { // tests that do not run say nothing about the others
		tests = slices.DeleteFunc(slices.Clone(tests), func(t sqlproof.Test) bool { return p.refused[t.Name] != "" })
	}
	for _, t := range tests {
		if why := p.refused[t.Name]; why != "" {
			p.problem("%s: %s", t.Name, why)
			e.Proved = false
		}
	}
	e.Tests = p.query.Labels()
	if !e.Proved {
		for i := range e.Tests {
			e.Tests[i].Cells = []proof.SQLCell{}
		}
		return e
	}
	for i, t := range p.query.Tests {
		if why := p.refused[t.Name]; why != "" {
			e.Tests[i].Cells = []proof.SQLCell{{Kind: proof.Regular, Failure: why}}
		}
	}
	seen := func(test, set string) *sqlproof.Result { return p.results[test][set] }
	verdicts := p.proof.Evaluate(tests, seen)
	for _, part := range p.parts {
		if p.refused[part.Name] != "" {
			continue
		}
		k := slices.IndexFunc(tests, func(t sqlproof.Test) bool { return t.Name == part.Twin })
		p.proof.Independent(&verdicts[k], tests[k], part, seen)
	}
	if len(p.accepted()) > 0 {
		for i := range verdicts {
			verdicts[i].Break(tests[i], p.proof, p.breaches[tests[i].Name])
		}
	}
	same := p.reworded(seen, verdicts)
	for i := range verdicts {
		v := &verdicts[i]
		cells := []proof.SQLCell{{Kind: proof.Regular, Attempts: v.Regular,
			Shown: fmt.Sprintf("%d rows and %d changes, as expected", v.Rows, v.Changes)}}
		if len(v.Failures) > 0 {
			cells[0].Shown = fmt.Sprintf("%d rows and %d changes", v.Rows, v.Changes)
		}
		for _, h := range v.Hits {
			cells = append(cells, proof.SQLCell{Kind: proof.Exploit, Set: h.Set, Requirement: h.Requirement, Oracle: h.Oracle,
				Shown: h.Shown})
		}
		cells = append(cells, proof.SQLCell{Kind: proof.Cross, Attempts: v.Resisted, Shown: "no oracle fires"})
		if n := same[v.Test]; n > 0 {
			cells = append(cells, proof.SQLCell{Kind: proof.Surface, Attempts: n, Shown: "what its minimal text shows"})
		}
		for _, f := range v.Failures {
			cells = append(cells, proof.SQLCell{Kind: p.kind(f.Set), Set: f.Set, Failure: f.Reason})
		}
		k := slices.IndexFunc(e.Tests, func(t proof.SQLTest) bool { return t.Name == v.Test })
		e.Tests[k].Cells, e.Tests[k].Proved = cells, v.Proved()
		e.Proved = e.Proved && v.Proved()
	}
	return e
}

// reworded compares every rewording with its minimal text, and counts the sets on
// which both show the same.
func (p *plan) reworded(seen func(test, set string) *sqlproof.Result, verdicts []sqlproof.Verdict) map[string]int {
	out := map[string]int{}
	for _, m := range p.minimal {
		k := slices.IndexFunc(verdicts, func(v sqlproof.Verdict) bool { return v.Test == m.Twin })
		if k < 0 {
			continue
		}
		v := &verdicts[k]
		if why := p.refused[m.Name]; why != "" {
			v.Failures = append(v.Failures, sqlproof.Failure{Reason: "its minimal text " + why})
			continue
		}
		for i := range p.proof.Sets {
			s := &p.proof.Sets[i]
			r := seen(m.Twin, s.Name)
			if r.Fault != "" { // its failure is said already
				continue
			}
			if d := p.proof.Reworded(s, r, seen(m.Name, s.Name)); d != "" {
				v.Failures = append(v.Failures, sqlproof.Failure{Set: s.Name, Reason: "its minimal text shows something else: " +
					d})
				continue
			}
			out[m.Twin]++
		}
	}
	return out
}

// kind returns the kind that a set has in the evidence.
func (p *plan) kind(set string) proof.Kind {
	for i := range p.proof.Sets {
		if p.proof.Sets[i].Name == set && !p.proof.Sets[i].Attack() {
			return proof.Regular
		}
	}
	return proof.Exploit
}

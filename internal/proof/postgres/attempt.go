package postgres

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"assay/internal/proof/sqlproof"
)

// maxCode bounds the text of a repair, in bytes.
const maxCode = 64 << 10

// World is a loaded application in which text of a subject is executed: the calls of an attack, or a
// repair. One execution runs at a time, in its own database, as an unprivileged role. Anything that
// it does to the roles or the other databases of the server is detected and reverted, and counts
// against it. It is safe for concurrent use.
type World struct {
	app    *App
	server *Server
	mu     sync.Mutex
	world  *world
	cached map[string]ran // what the suite's texts did on all sets, by query and text
	tried  bool           // handlers do in a box what they do outside

	bare   *world                 // the schema without rows, for tests of subjects; nil before the first
	others map[string][]violating // texts of the suite, and mutants, that violate something, by query
}

// ran is what a text did.
type ran struct {
	results map[string]*sqlproof.Result // by set
	foreign map[string]bool             // kinds of unusual differences that its definitions make
}

// Open loads an application. The caller closes the world before the server.
func (s *Server) Open(ctx context.Context, app *App) (*World, error) {
	w, err := s.build(ctx, app.Schema, app.Fixtures)
	if err != nil {
		return nil, fmt.Errorf("application %s: %w", app.Name, err)
	}
	return &World{app: app, server: s, world: w, cached: map[string]ran{}}, nil
}

// Close drops the loaded databases.
func (w *World) Close(ctx context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.bare != nil {
		return errors.Join(w.bare.close(ctx), w.world.close(ctx))
	}
	return w.world.close(ctx)
}

// proofOf returns the proof of a query of the application.
func (w *World) proofOf(query string) (*Query, *sqlproof.Proof, error) {
	i := slices.IndexFunc(w.app.Queries, func(q Query) bool { return q.Name == query })
	if i < 0 {
		return nil, nil, fmt.Errorf("application %s has no query %q", w.app.Name, query)
	}
	q := &w.app.Queries[i]
	p, err := sqlproof.Parse(w.app.Shared, q.Proof)
	if err != nil {
		return nil, nil, fmt.Errorf("%s.proof.yaml: %w", query, err)
	}
	return q, p, nil
}

// Tested is the result of a subject's attempt.
type Tested struct {
	Parses bool            // the text is a valid attempt
	Binds  bool            // its principals, parameters and situation exist
	Runs   bool            // its calls ended, the first without an error
	Why    string          `json:",omitempty"` // what is wrong with it, in one line
	Seen   string          `json:",omitempty"` // rows, changes or error on the query
	Effect sqlproof.Effect // compared with the reference
}

// Attempt executes an attempt on a query's code and, in the same situation, on its
// reference, and applies the oracles of the attacks on the requirements to the
// results. Everything that is wrong with the attempt is in the Tested; an error means
// a problem of the server, or a query without a proof.
func (w *World) Attempt(ctx context.Context, query, code, reference, attempt string,
	requirements []int) (Tested, error) {
	var t Tested
	q, p, err := w.proofOf(query)
	if err != nil {
		return t, err
	}
	a, err := sqlproof.ParseAttempt(attempt)
	if err != nil {
		t.Why = err.Error()
		return t, nil
	}
	t.Parses = true
	var results [2]*sqlproof.Result
	var set *sqlproof.Set
	for i, text := range []string{code, reference} {
		st, err := sqlproof.Compile(text)
		if err != nil {
			return t, fmt.Errorf("%s: %w", query, err)
		}
		if i == 0 {
			if set, err = p.Set(a, st.Params, parameters(q)); err != nil {
				t.Why = err.Error()
				return t, nil
			}
			t.Binds = true
		}
		if results[i], err = w.Call(ctx, st, set); err != nil {
			return t, err
		}
		if i > 0 {
			break
		}
		t.Seen = results[0].Summary()
		switch r := results[0]; {
		case r.Fault != "":
			t.Why = r.Fault
			return t, nil
		case r.Err != nil:
			t.Why = "the query fails with " + r.Err.Error()
		default:
			t.Runs = true
		}
	}
	t.Effect = p.Effect(set, requirements, results[0], results[1])
	return t, nil
}

// parameters lists the parameters of all files of a query.
func parameters(q *Query) []string {
	var out []string
	for _, t := range q.Tests {
		if st, err := sqlproof.Compile(t.Code); err == nil {
			out = append(out, st.Params...)
		}
	}
	return out
}

// Call executes a statement as a set specifies, in its own database. The reason for a
// stop is in the result; an error means a problem of the server.
func (w *World) Call(ctx context.Context, st *sqlproof.Statement, set *sqlproof.Set) (*sqlproof.Result, error) {
	return w.callIn(ctx, w.world, st, set)
}

func (w *World) callIn(ctx context.Context, in *world, st *sqlproof.Statement, set *sqlproof.Set) (*sqlproof.Result,
	error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var r *sqlproof.Result
	why, err := w.server.guarded(ctx, func() (err error) {
		r, err = in.committed(ctx, st, set, nil)
		return err
	})
	if why != "" {
		return &sqlproof.Result{Fault: why}, err
	}
	return r, err
}

// Repaired is the result of a subject's repair of a query.
type Repaired struct {
	Compiles bool               // it is one statement that the database prepares
	Why      string             `json:",omitempty"` // why it does not compile, in one line
	Honest   bool               // honest use passes
	Same     bool               `json:",omitempty"` // it shows on every set what the text before shows
	Regular  int                // number of sets of honest use
	Resisted int                // number of attacks on which no oracle fires
	Failures []sqlproof.Failure `json:",omitempty"` // sets on which it does not behave as a good file must
}

// Works reports whether honest use passes and every attack is resisted.
func (m Repaired) Works() bool { return m.Compiles && m.Regular > 0 && len(m.Failures) == 0 }

// Repair executes code in place of a test of a query on all sets of its proof: it must
// behave as a good file, and have the columns of the test or of its twin in honest
// use. Everything that is wrong with the text is in the Repaired; an error means a
// problem of the server, or a query without a proof.
func (w *World) Repair(ctx context.Context, query string, test, twin sqlproof.Test, code string) (Repaired, error) {
	var m Repaired
	q, p, err := w.proofOf(query)
	if err != nil {
		return m, err
	}
	if len(code) > maxCode {
		m.Why = fmt.Sprintf("the text has %d bytes; at most %d", len(code), maxCode)
		return m, nil
	}
	box, end, err := w.box(test.Language)
	if err != nil {
		return m, err
	}
	defer end()
	own := sqlproof.Test{Name: "repair", Code: code}
	base := sqlproof.Test{Name: "base", Code: test.Code}
	good := sqlproof.Test{Name: "twin", Code: twin.Code}
	run := &plan{proof: p, statements: map[string]*sqlproof.Statement{}}
	known := map[string]bool{} // parameters that the query has
	for i := range p.Sets {
		for name := range p.Sets[i].First.Params {
			known[name] = known[name] || box == nil
		}
	}
	for _, t := range []sqlproof.Test{base, good} {
		if run.statements[t.Name], err = w.compile(t.Code, w.runner(test.Language)); err != nil {
			return m, fmt.Errorf("%s: %w", query, err)
		}
		for _, name := range run.statements[t.Name].Params {
			known[name] = true
		}
	}
	if box != nil {
		if err := w.try(ctx, run.statements[good.Name], twin, box, p); err != nil {
			return m, err
		}
	}
	st, err := w.compile(code, box)
	if m.Why, err = unusable(err, box != nil); err != nil || m.Why != "" {
		return m, err
	}
	run.statements[own.Name] = st
	files := []string{test.Code}
	for _, t := range q.Tests {
		files = append(files, t.Code)
	}
	if err := sqlproof.Definitions(code, files...); err != nil && box == nil {
		m.Why = err.Error()
		return m, nil
	}
	for _, name := range st.Params { // a parameter that no client passes would be NULL
		if !known[name] {
			m.Why = fmt.Sprintf("it has a parameter :%s, which the query does not have", name)
			return m, nil
		}
	}
	results := map[string]map[string]*sqlproof.Result{}
	// what the suite's texts may define, the repair may
	of := &bounds{map[string]bool{}, []string{run.statements[base.Name].Prelude, run.statements[good.Name].Prelude}}
	for _, t := range []sqlproof.Test{good, base, own} {
		r, refused, err := w.onAll(ctx, run, t, query, t.Name != own.Name, of)
		switch {
		case err != nil:
			return m, err
		case refused != "" && t.Name != own.Name:
			return m, fmt.Errorf("%s: the suite's own text cannot be executed: %s", query, refused)
		case refused != "":
			m.Why = refused
			return m, nil
		}
		results[t.Name] = r.results
		maps.Copy(of.kinds, r.foreign)
	}
	m.Compiles = true
	m.Honest = true
	seen := func(test, set string) *sqlproof.Result { return results[test][set] }
	v := p.Evaluate([]sqlproof.Test{good, own}, seen)[1]
	m.Regular, m.Resisted, m.Failures = v.Regular, v.Resisted, v.Failures
	m.Same = !slices.ContainsFunc(p.Sets, func(s sqlproof.Set) bool {
		return p.Reworded(&s, seen(base.Name, s.Name), seen(own.Name, s.Name)) != ""
	})
	for i := range p.Sets {
		s := &p.Sets[i]
		if !s.Attack() && slices.ContainsFunc(m.Failures, func(f sqlproof.Failure) bool { return f.Set == s.Name }) {
			m.Honest = false
		}
		if got := seen(own.Name, s.Name); !s.Attack() && got.Err == nil && got.Fault == "" &&
			!slices.Equal(got.Columns, seen(base.Name, s.Name).Columns) &&
			!slices.Equal(got.Columns, seen(good.Name, s.Name).Columns) {
			m.Failures = append(m.Failures, sqlproof.Failure{Set: s.Name,
				Reason: fmt.Sprintf("honest use returns the columns %s, and returned %s before",
					sqlproof.Clip(strings.Join(got.Columns, ", "), 5*maxShown), strings.Join(seen(base.Name, s.Name).Columns, ", "))})
			m.Honest = false
		}
	}
	return m, nil
}

// runner returns what calls the suite's own code in a language, nil for SQL.
func (w *World) runner(language string) sqlproof.Runner {
	if !w.app.Stack.Handles(language) {
		return nil
	}
	return w.server.opt.Runners[w.app.Stack.Name]
}

// box returns what calls code in a language that a model wrote, nil for SQL, and how to end it.
func (w *World) box(language string) (sqlproof.Runner, func(), error) {
	if !w.app.Stack.Handles(language) {
		return nil, func() {}, nil
	}
	if w.server.opt.Box == nil || w.runner(language) == nil {
		return nil, nil, errors.New("handlers that a model wrote are executed only in a box")
	}
	box := w.server.opt.Box(w.app.Stack.Name)
	return box, box.Close, box.Ready()
}

// try executes a good handler of the suite on its first set of honest use, in a box and outside, once. If that differs,
// nothing in a box says anything about a model's text.
func (w *World) try(ctx context.Context, st *sqlproof.Statement, good sqlproof.Test, box sqlproof.Runner,
	p *sqlproof.Proof) error {
	w.mu.Lock()
	tried := w.tried
	w.mu.Unlock()
	if tried {
		return nil
	}
	boxed, err := sqlproof.Handler(good.Code, box)
	var results [2]*sqlproof.Result
	for i, st := range []*sqlproof.Statement{st, boxed} {
		if err == nil {
			results[i], err = w.Call(ctx, st, &p.Sets[0])
		}
	}
	if err == nil {
		if d := p.Reworded(&p.Sets[0], results[0], results[1]); d != "" {
			err = errors.New(d)
		}
	}
	if err != nil {
		return fmt.Errorf("handlers of %s cannot be executed in a box here: %w", w.app.Name, err)
	}
	w.mu.Lock()
	w.tried = true
	w.mu.Unlock()
	return nil
}

// compile makes a statement of a text: of a handler if there is a runner.
func (w *World) compile(code string, r sqlproof.Runner) (*sqlproof.Statement, error) {
	if r != nil {
		return sqlproof.Handler(code, r)
	}
	return sqlproof.Compile(code)
}

// unusable returns why a model's text is not executed at all; the error is a problem of the machine.
func unusable(err error, handler bool) (why string, _ error) {
	var thrown *sqlproof.SQLError
	var ended sqlproof.Stopped
	switch {
	case err == nil:
		return "", nil
	case !handler:
		return "the text " + err.Error(), nil
	case errors.As(err, &thrown):
		return "the text does not load: " + sqlproof.Clip(thrown.Message, 5*maxShown), nil
	case errors.As(err, &ended):
		return "the text does not load: " + string(ended), nil
	}
	return "", err
}

// onAll executes a text on all sets of a query. keep means that the text is the suite's own, whose results are cached
// and which may define what it likes. refused is why it is not executed, or what it did to the server.
func (w *World) onAll(ctx context.Context, run *plan, t sqlproof.Test, query string, keep bool,
	of *bounds) (r ran, refused string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if r, ok := w.cached[query+"\x00"+t.Code]; ok && keep {
		return r, "", nil
	}
	if keep {
		of = nil
	}
	why, err := w.server.guarded(ctx, func() error {
		l, err := w.world.borrow(ctx, "", run.statements[t.Name].Prelude, of)
		if err != nil {
			return err
		}
		r.results, refused, err = l.test(ctx, run, t.Name)
		r.foreign = kindsOf(l.foreign)
		return errors.Join(err, w.world.lend(ctx, l))
	})
	if why != "" {
		return r, why, err
	}
	if keep && err == nil && refused == "" {
		w.cached[query+"\x00"+t.Code] = r
	}
	return r, refused, err
}

// guarded runs an execution and detects effects outside its database. why describes
// them; they are then reverted.
func (s *Server) guarded(ctx context.Context, execute func() error) (why string, err error) {
	s.guard.Lock() // shared by all worlds: roles belong to the server
	defer s.guard.Unlock()
	ctx = context.WithoutCancel(ctx)
	before, err := s.state(ctx)
	if err != nil {
		return "", err
	}
	failed := execute()
	after, err := s.state(ctx)
	if err != nil {
		return "", errors.Join(failed, err)
	}
	if slices.Equal(before, after) {
		return "", failed
	}
	if err := s.rearm(ctx); err != nil {
		return "", errors.Join(failed, err)
	}
	if after, err = s.state(ctx); err != nil || !slices.Equal(before, after) {
		return "", errors.Join(failed, err, errors.New("the execution changed the server, and that cannot be taken back"))
	}
	return "it changes roles or databases of the server, which is not part of a query", nil
}

// state returns the settings of our roles and databases outside any one database. All databases have the same, and
// are not named: others create and drop some meanwhile.
func (s *Server) state(ctx context.Context) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for _, sql := range []string{
		"SELECT rolname, rolcanlogin, rolsuper, rolcreatedb, rolcreaterole, rolbypassrls, rolconnlimit, rolpassword, " +
			"rolvaliduntil FROM pg_authid WHERE rolname LIKE '@\\_%' ORDER BY 1",
		"SELECT m.rolname, r.rolname FROM pg_auth_members JOIN pg_roles m ON m.oid = member JOIN pg_roles r ON r.oid = " +
			"roleid WHERE m.rolname LIKE '@\\_%' OR r.rolname LIKE '@\\_%' ORDER BY 1, 2",
		"SELECT COALESCE(d.datname, ''), COALESCE(r.rolname, ''), setconfig FROM pg_db_role_setting LEFT JOIN pg_database " +
			"d ON d.oid = setdatabase LEFT JOIN pg_roles r ON r.oid = setrole WHERE r.rolname LIKE '@\\_%' OR " +
			"d.datname LIKE '@\\_%' ORDER BY 1, 2",
		"SELECT DISTINCT datdba, datallowconn, datistemplate, datconnlimit, datacl::text FROM pg_database WHERE " +
			"datname LIKE '@\\_%' ORDER BY 1, 2, 3, 4, 5",
	} {
		rows, err := s.command(ctx, strings.ReplaceAll(sql, "@", s.prefix))
		if err != nil {
			return nil, fmt.Errorf("reading the state of the server: %w", err)
		}
		for _, row := range rows {
			out = append(out, strings.Join(row, "\x00"))
		}
	}
	return out, nil
}

// rearm restores the settings with which roles and databases were created.
func (s *Server) rearm(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var sql []string
	for _, name := range s.made {
		sql = append(sql, "ALTER DATABASE "+name+" RESET ALL", "ALTER DATABASE "+name+" CONNECTION LIMIT -1",
			"ALTER DATABASE "+name+" WITH ALLOW_CONNECTIONS true IS_TEMPLATE false", s.granted(name))
		for _, role := range roleNames {
			sql = append(sql, fmt.Sprintf("ALTER ROLE %s_%s IN DATABASE %s RESET ALL", s.prefix, role, name))
		}
	}
	for _, role := range roleNames {
		sql = append(sql, fmt.Sprintf("ALTER ROLE %s_%s RESET ALL", s.prefix, role))
	}
	for _, c := range append(sql, strings.Split(strings.TrimSpace(s.named(limits)), "\n")...) {
		if _, err := s.command(ctx, c); err != nil {
			return fmt.Errorf("restoring the roles: %w", err)
		}
	}
	for role, hash := range s.hashes {
		if _, err := s.command(ctx, fmt.Sprintf("ALTER ROLE %s PASSWORD %s", role, sqlproof.Literal(hash))); err != nil {
			return fmt.Errorf("restoring the roles: %w", err)
		}
	}
	return nil
}

package postgres

import (
	"fmt"
	"os"
	"path"
	"strings"
	"testing"
	"time"

	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/proof/sqlproof"
	"assay/internal/test/corpustest"
)

// goldOf returns the proof's attempt on a bad test.
func goldOf(t *testing.T, p *sqlproof.Proof, e *evidence.SQLEvidence, test string) (sqlproof.Attempt, bool) {
	t.Helper()
	x, ok := e.Test(test)
	if !ok {
		t.Fatalf("no evidence on %s", test)
	}
	for _, c := range x.Cells {
		if c.Kind == evidence.Exploit && c.Failure == "" {
			for _, n := range x.Violates {
				if a, ok := p.Attempted(c.Set); ok && c.Requirement == n {
					return a, true
				}
			}
		}
	}
	return sqlproof.Attempt{}, false
}

// Gold answers get full scores, the unchanged text and a call without an effect get
// none: on every bad test in SQL.
func TestKnownAnswers(t *testing.T) {
	s := server(t)
	takes, nth := corpustest.Every(t, 60), 0
	for _, app := range apps(t) {
		w, err := s.Open(t.Context(), &app.App)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range app.Queries {
			if q.Programs() { // no subject attacks or repairs them
				continue
			}
			if nth++; !takes(nth) {
				continue
			}
			known(t, w, app, q)
		}
		if err := w.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

func known(t *testing.T, w *World, app suite.App, q sqlproof.Query) {
	t.Helper()
	p, err := sqlproof.Parse(app.Shared, q.Proof)
	if err != nil {
		t.Fatal(err)
	}
	e := storedEvidence(t, app.Dir, q.Name)
	tests := map[string]sqlproof.Test{}
	for _, x := range q.Tests {
		tests[x.Name] = x
	}
	for _, bad := range q.Tests {
		if !bad.Bad {
			continue
		}
		twin := tests[bad.Twin]
		gold, ok := goldOf(t, p, e, bad.Name)
		if !ok {
			t.Errorf("%s: no attack of the proof is an attempt", bad.Name)
			continue
		}
		requirements := append(append([]int{}, bad.Violates...), p.Also[bad.Name]...)
		got, err := w.Attempt(t.Context(), q.Name, bad.Code, twin.Code, gold.Text(), requirements)
		if err != nil || !got.Effect.Works || got.Effect.OnTwin {
			t.Errorf("%s: gold %s: %+v %v", bad.Name, gold.Text(), got, err)
		}
		if got, err = w.Attempt(t.Context(), q.Name, twin.Code, twin.Code, gold.Text(), requirements); err != nil ||
			got.Effect.Works {
			t.Errorf("%s: gold on its own twin: %+v %v", bad.Name, got, err)
		}
		for i := range p.Sets { // honest use is an attempt without an effect
			if p.Sets[i].Attack() {
				continue
			}
			idle, ok := p.Attempted(p.Sets[i].Name)
			if !ok {
				continue
			}
			if got, err = w.Attempt(t.Context(), q.Name, bad.Code, twin.Code, idle.Text(), requirements); err != nil ||
				got.Effect.Works {
				t.Errorf("%s: honest use %q: %+v %v", bad.Name, p.Sets[i].Name, got, err)
			}
			break
		}
		fix, err := w.Repair(t.Context(), q.Name, bad, twin, twin.Code)
		if err != nil || !fix.Works() {
			t.Errorf("%s: its twin as a repair: %+v %v", bad.Name, fix, err)
		}
		if fix, err = w.Repair(t.Context(), q.Name, bad, twin, bad.Code); err != nil || fix.Works() || !fix.Compiles {
			t.Errorf("%s: no change as a repair: %+v %v", bad.Name, fix, err)
		}
	}
}

func storedEvidence(t *testing.T, dir, query string) *evidence.SQLEvidence {
	t.Helper()
	e, err := evidence.DecodeSQL(read(t, path.Join(suiteDir, dir, query+".evidence.json")))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

const attemptProof = `
now: 2025-06-15 12:00:00+00
principals:
  ann: {user_id: 10, org_id: 1}
  bob: {user_id: 20, org_id: 2}
regular:
  - {name: own notes, as: ann, params: {id: 3}, expect: {count: 1}}
attacks:
  - {name: a number of both, requirement: 1, as: ann, params: {id: 3}, expect: {count: 1}, max_rows: 1, forbid_text: [SENTINEL-B]}
`

func hostileWorld(t *testing.T) (*World, sqlproof.Test, sqlproof.Test) {
	t.Helper()
	s, err := Start(t.Context(), Options{URL: server(t).url(), Timeout: 400 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	good := sqlproof.Test{Name: "read-note-01-good",
		Code: "SELECT id, body FROM notes WHERE org_id = :org_id AND id = :id"}
	bad := sqlproof.Test{Name: "read-note-03-bad", Bad: true, Violates: []int{1}, Twin: good.Name,
		Code: "SELECT id, body FROM notes WHERE :org_id > 0 AND id = :id OR false"}
	app := &App{Name: "desk", Schema: hostileSchema, Fixtures: hostileFixtures +
		"UPDATE notes SET body = 'SENTINEL-B' WHERE org_id = 2 AND id <> 4;",
		Queries: []Query{{Name: "read-note", Proof: []byte(attemptProof), Tests: []sqlproof.Test{good, bad}}}}
	w, err := s.Open(t.Context(), app)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close(t.Context()) })
	return w, good, bad
}

// Whatever a subject writes as an attempt, the attempt ends in time with a reason, and
// the next one finds the same world.
func TestHostileAttempts(t *testing.T) {
	w, good, bad := hostileWorld(t)
	ten := strings.Repeat("x", 10<<20)
	for _, c := range []struct {
		name, text string
		works      bool
		why        string
	}{
		{"gold", `{"situation":0,"calls":[{"as":"ann","params":{"id":3}}]}`, true, ""},
		{"gold by another principal", `{"situation":0,"calls":[{"as":"bob","params":{"id":3}}]}`, true, ""},
		{"in a sequence", `{"situation":0,"calls":[{"as":"ann","params":{"id":77}},{"as":"ann","params":{"id":77}},{"as":"bob","params":{"id":3}}]}`, true, ""},
		{"in a race", `{"situation":0,"race":true,"calls":[{"as":"ann","params":{"id":3}},{"as":"bob","params":{"id":3}}]}`,
			true, ""},
		{"nothing comes back", `{"situation":0,"calls":[{"as":"ann","params":{"id":77}}]}`, false, ""},
		{"no principal of that name", `{"situation":0,"calls":[{"as":"eve","params":{"id":3}}]}`, false,
			`no principal "eve"`},
		{"the owner of the tables", `{"situation":0,"calls":[{"as":"owner","params":{"id":3}}]}`, false,
			`no principal "owner"`},
		{"what the session says", `{"situation":0,"calls":[{"as":"ann","params":{"id":3,"org_id":2}}]}`, false,
			"the server derives :org_id"},
		{"a parameter that is not there", `{"situation":0,"calls":[{"as":"ann","params":{"id":3,"x":1}}]}`, false,
			"no parameter :x"},
		{"a parameter is missing", `{"situation":0,"calls":[{"as":"ann","params":{}}]}`, false, ":id is missing"},
		{"a situation that is not there", `{"situation":9,"calls":[{"as":"ann","params":{"id":3}}]}`, false,
			"no situation 9"},
		{"SQL in a parameter", `{"situation":0,"calls":[{"as":"ann","params":{"id":"3; DROP TABLE notes"}}]}`, false,
			"22P02"},
		{"an object for a number", `{"situation":0,"calls":[{"as":"ann","params":{"id":{"a":1}}}]}`, false, "22P02"},
		{"no calls", `{"situation":0,"calls":[]}`, false, "no calls"},
		{"many calls", `{"situation":0,"calls":[` + strings.Repeat(`{"as":"ann","params":{"id":3}},`, 8) +
			`{"as":"ann","params":{"id":3}}]}`, false, "9 calls"},
		{"a race of one", `{"situation":0,"race":true,"calls":[{"as":"ann","params":{"id":3}}]}`, false, "a race has two"},
		{"10 MB", `{"situation":0,"calls":[{"as":"ann","params":{"id":"` + ten + `"}}]}`, false, "at most"},
		{"settings", `{"situation":0,"calls":[{"as":"ann","params":{"id":3},"settings":{"a.b":"1"}}]}`, false,
			"unknown field"},
		{"nested", `{"situation":0,"calls":[{"as":"ann","params":{"id":` + strings.Repeat("[", 5000) +
			strings.Repeat("]", 5000) + `}}]}`, false, "nested"},
		{"nothing", ``, false, "not as asked for"},
		{"gold again", `{"situation":0,"calls":[{"as":"ann","params":{"id":3}}]}`, true, ""},
	} {
		start := time.Now()
		got, err := w.Attempt(t.Context(), "read-note", bad.Code, good.Code, c.text, []int{1})
		if err != nil || got.Effect.Works != c.works || !strings.Contains(got.Why, c.why) || c.why != "" && got.Runs {
			t.Errorf("%s: %+v %v", c.name, got, err)
		}
		if len(got.Why) > 1000 {
			t.Errorf("%s: the reason has %d bytes", c.name, len(got.Why))
		}
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%s: took %v", c.name, took)
		}
	}
	if got, err := w.Attempt(t.Context(), "read-note", bad.Code, bad.Code,
		`{"situation":0,"calls":[{"as":"ann","params":{"id":3}}]}`, []int{1}); err != nil || got.Effect.Works ||
		!got.Effect.On || !got.Effect.OnTwin {
		t.Errorf("an attempt that works on both: %+v %v", got, err)
	}
	if got, err := w.Attempt(t.Context(), "read-note", good.Code, bad.Code,
		`{"situation":0,"calls":[{"as":"bob","params":{"id":3}}]}`, nil); err != nil || got.Effect.On || !got.Effect.OnTwin {
		t.Errorf("an attempt that works on the twin alone: %+v %v", got, err)
	}
}

// A repair that cheats fails, whatever it tries, and leaves the server unchanged.
func TestHostileRepairs(t *testing.T) {
	w, good, bad := hostileWorld(t)
	before, err := w.server.state(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	// A function that does something extra before its work.
	does := func(kind, what string) string {
		return fmt.Sprintf("CREATE FUNCTION f(p_org_id int, p_id int) RETURNS TABLE (id int, body text) LANGUAGE plpgsql "+
			"%s AS $$\n#variable_conflict use_column\nBEGIN\n%s\nRETURN QUERY SELECT id, body FROM notes WHERE org_id = "+
			"p_org_id AND id = p_id;\nEND $$;", kind, what)
	}
	for _, c := range []struct {
		name, code string
		works      bool
		why        string // reason for the text, or for a failure
	}{
		{"the twin", good.Code, true, ""},
		{"a function", does("", ""), true, ""},
		{"no change", bad.Code, false, "more than 1|SENTINEL-B|expected 1 rows"},
		{"nothing for anybody", "SELECT id, body FROM notes WHERE org_id = :org_id AND id = :id AND false", false,
			"expected 1 rows"},
		{"another column", "SELECT id, body AS text FROM notes WHERE org_id = :org_id AND id = :id", false,
			"returns the columns"},
		{"a table as a repair", "DROP TABLE notes", false, "ends with DROP"},
		{"definitions of tables", "CREATE TABLE x (a int); SELECT id, body FROM notes WHERE org_id = :org_id AND id = :id",
			false, "CREATE TABLE comes before"},
		{"data before the query",
			"DELETE FROM notes WHERE org_id = 2; SELECT id, body FROM notes WHERE :org_id > 0 AND id = :id", false,
			"DELETE FROM comes before"},
		{"data in a function", does("", "DELETE FROM notes WHERE org_id = 2;"), false, "disagree|change"},
		{"the owner's rights", does("SECURITY DEFINER", ""), false, "with the rights of the owner"},
		{"sleeps", "SELECT id, body FROM notes, pg_sleep(60) WHERE org_id = :org_id AND id = :id", false, "limit of time"},
		{"10 MB", "SELECT id, body FROM notes WHERE org_id = :org_id AND id = :id -- " + strings.Repeat("x", 10<<20), false,
			"at most"},
		{"copies to a file", "COPY notes TO '/tmp/assay-hostile'", false, "ends with a COPY"},
		{"copies in a function", does("", "COPY notes TO '/tmp/assay-hostile';"), false, "42501"},
		{"reads a file", "SELECT id, pg_read_file('/etc/passwd') AS body FROM notes WHERE org_id = :org_id AND id = :id",
			false, "42501"},
		{"several statements", "SELECT 1; SELECT id, body FROM notes WHERE org_id = :org_id AND id = :id", false,
			"comes before the last statement"},
		{"a parameter of its own", "SELECT id, body FROM notes WHERE org_id = :org_id AND id = :id AND :secret IS NULL",
			false, "parameter :secret"},
		{"takes its limits away", does("", "EXECUTE format('ALTER ROLE %I SET statement_timeout = 0', current_user);"), false,
			"changes roles"},
		{"locks itself out", does("", "EXECUTE format('ALTER ROLE %I PASSWORD NULL', current_user);"), false,
			"changes roles"},
		{"commits", does("", "COMMIT;"), false, "2D000"},
		{"nothing", " ", false, "no statement"},
		{"no SQL", "I would add a filter.", false, "ends with I"},
		{"the twin again", good.Code, true, ""},
	} {
		start := time.Now()
		got, err := w.Repair(t.Context(), "read-note", bad, good, c.code)
		if err != nil || got.Works() != c.works {
			t.Errorf("%s: %+v %v", c.name, got, err)
		}
		all := got.Why
		for _, f := range got.Failures {
			all += f.Reason
		}
		ok := c.why == ""
		for want := range strings.SplitSeq(c.why, "|") {
			ok = ok || strings.Contains(all, want)
		}
		if !ok {
			t.Errorf("%s: %q, want %q", c.name, all, c.why)
		}
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s: took %v", c.name, took)
		}
	}
	after, err := w.server.state(t.Context())
	if err != nil || fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("the server is another: %v", err)
	}
}

// Changes of a committed call to its role are detected, count against it, and are reverted.
func TestGuard(t *testing.T) {
	w, good, bad := hostileWorld(t)
	for _, what := range []string{
		"EXECUTE format('ALTER ROLE %I PASSWORD NULL', current_user);",
		"EXECUTE format('ALTER ROLE %I SET default_transaction_read_only = on', current_user);",
		"EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT 0', '" + w.world.template + "');",
		"EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', '" + w.world.template + "');",
	} {
		code := "CREATE FUNCTION f(p_org_id int, p_id int) RETURNS TABLE (id int, body text) LANGUAGE plpgsql AS $$ BEGIN " +
			what + " END $$;"
		if strings.Contains(what, "DATABASE") {
			code = strings.Replace(code, "plpgsql AS", "plpgsql SECURITY DEFINER AS", 1)
		}
		got, err := w.Attempt(t.Context(), "read-note", code, good.Code,
			`{"situation":0,"calls":[{"as":"ann","params":{"id":3}},{"as":"ann","params":{"id":3}}]}`, []int{1})
		if err != nil || got.Effect.Works {
			t.Errorf("%s: %+v %v", what, got, err)
		}
		// PUBLIC has no privileges to lose
		if !strings.Contains(what, "REVOKE") && !strings.Contains(got.Why, "roles or databases") {
			t.Errorf("%s: %+v", what, got)
		}
		if got, err = w.Attempt(t.Context(), "read-note", bad.Code, good.Code,
			`{"situation":0,"calls":[{"as":"ann","params":{"id":3}}]}`, []int{1}); err != nil || !got.Effect.Works {
			t.Fatalf("after %s: %+v %v", what, got, err)
		}
	}
}

// What others do on the server at the same time is no effect of an execution.
func TestGuardAlone(t *testing.T) {
	w, _, _ := hostileWorld(t)
	gone, err := w.server.Open(t.Context(), w.app)
	if err != nil {
		t.Fatal(err)
	}
	why, err := w.server.guarded(t.Context(), func() error {
		if err := gone.Close(t.Context()); err != nil {
			return err
		}
		_, err := w.server.Open(t.Context(), w.app) // dropped with the server
		return err
	})
	if why != "" || err != nil {
		t.Errorf("%q %v", why, err)
	}
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

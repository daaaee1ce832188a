package postgres

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	proof "assay/internal/core/suite/evidence"
	"assay/internal/proof/sqlproof"
)

var fenceRE = regexp.MustCompile("(?s)\n```(sql|yaml) ([^\n]+)\n(.*?)\n```")

// example is the application of docs/sql-proofs.md, read from the page.
func example(t testing.TB) *App {
	t.Helper()
	page, err := os.ReadFile("../../../docs/sql-proofs.md")
	if err != nil {
		t.Fatal(err)
	}
	app := &App{Name: "notes", Queries: []Query{{Name: "edit-note"}}}
	q := &app.Queries[0]
	for _, m := range fenceRE.FindAllStringSubmatch(string(page), -1) {
		switch name, body := m[2], m[3]; {
		case name == "schema":
			app.Schema = body
		case name == "fixtures":
			app.Fixtures = body
		case name == "proof":
			q.Proof = []byte(body)
		case name == "good":
			q.Tests = append(q.Tests, sqlproof.Test{Name: "edit-note-01-good", Code: body})
		case strings.HasPrefix(name, "bad violates "):
			var n int
			if _, err := fmt.Sscanf(name, "bad violates %d", &n); err != nil {
				t.Fatal(err)
			}
			q.Tests = append(q.Tests, sqlproof.Test{Name: fmt.Sprintf("edit-note-%02d-bad", len(q.Tests)+1), Code: body,
				Bad: true, Violates: []int{n}, Twin: "edit-note-01-good"})
		}
	}
	if len(q.Tests) != 3 || q.Proof == nil || app.Schema == "" || app.Fixtures == "" {
		t.Fatalf("the page no longer holds the whole example: %+v", app)
	}
	return app
}

// verify proves an application with one query.
func verify(t testing.TB, app *App) *proof.SQLEvidence {
	t.Helper()
	evidence, err := server(t).Verify(t.Context(), app)
	if err != nil {
		t.Fatal(err)
	}
	return &evidence[0]
}

// The documentation's example is proved, and its evidence can be stored and read back.
func TestExample(t *testing.T) {
	app := example(t)
	e := verify(t, app)
	if f := e.Failures(); !e.Proved || len(f) > 0 {
		t.Fatalf("not proved: %s", strings.Join(f, "\n"))
	}
	for name, want := range map[string]string{
		"edit-note-01-good": "does its work on 1 sets; resists 2 attacks",
		"edit-note-02-bad":  `falls for "a number that another tenant has too" of requirement 1: forbid_text, "SENTINEL-B" in body of update of notes (org_id=2, id=3) body: SENTINEL-B → Eggs`,
		"edit-note-03-bad":  `falls for "a deleted note" of requirement 2: forbid_text, "SENTINEL-DELETED" in body of update of notes (org_id=1, id=2)`,
	} {
		x, ok := e.Test(name)
		if !ok || !x.Proved || !strings.Contains(x.Summary(), want) {
			t.Errorf("%s: %s, want %q", name, x.Summary(), want)
		}
	}
	b, err := e.Encode()
	if err != nil {
		t.Fatal(err)
	}
	back, err := proof.DecodeSQL(b)
	if err != nil {
		t.Fatal(err)
	}
	q := &app.Queries[0]
	if why := back.Stale(app.Files(q), q.Labels()); why != "" {
		t.Errorf("fresh evidence is stale: %s", why)
	}
	q.Tests[1].Violates = []int{2}
	if why := back.Stale(app.Files(q), q.Labels()); !strings.Contains(why, "requirement") {
		t.Errorf("another requirement: stale says %q", why)
	}
	q.Tests[1].Code += " "
	if why := back.Stale(app.Files(q), q.Labels()); !strings.Contains(why, "edit-note-02-bad changed") {
		t.Errorf("another code: stale says %q", why)
	}
}

// The same texts give the same bytes, for any number of workers and whatever ran before.
func TestDeterministic(t *testing.T) {
	s := server(t)
	var first []byte
	for workers := range 3 {
		other, err := Start(t.Context(), Options{URL: s.url(), Workers: workers + 1})
		if err != nil {
			t.Fatal(err)
		}
		evidence, err := other.Verify(t.Context(), example(t))
		if err != nil {
			t.Fatal(err)
		}
		b, err := evidence[0].Encode()
		if err != nil {
			t.Fatal(err)
		}
		if err := other.Close(); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = b
		}
		if string(b) != string(first) {
			t.Errorf("%d workers give other evidence:\n%s\n%s", workers+1, first, b)
		}
	}
}

// Each of these is a failed proof with a message that names the reason.
func TestRefusals(t *testing.T) {
	type edit func(*App, *Query)
	replace := func(old, new string) edit {
		return func(_ *App, q *Query) {
			if !strings.Contains(string(q.Proof), old) {
				panic("the example has no " + old)
			}
			q.Proof = []byte(strings.Replace(string(q.Proof), old, new, 1))
		}
	}
	code := func(i int, sql string) edit { return func(_ *App, q *Query) { q.Tests[i].Code = sql } }
	const update = "UPDATE notes SET body = :body WHERE org_id = :org_id AND id = :id AND " +
		"deleted_at IS NULL RETURNING id, body"
	for _, c := range []struct {
		name string
		edit edit
		want string
	}{
		{"no PREPARE", code(1, "UPDATE notes SET body = :body WHERE org = :org_id AND id = :id"),
			`edit-note-02-bad: does not PREPARE: 42703: column "org" does not exist`},
		{"no statement", code(1, "-- nothing"), "edit-note-02-bad: holds no statement"},
		{"not runnable", code(1, "BEGIN"), "edit-note-02-bad: ends with BEGIN"},
		{"equal code", code(2,
			"update notes set body = :body\nWHERE :org_id > 0 AND id = :id AND deleted_at IS NULL -- other\nRETURNING id, body"),
			"edit-note-03-bad: has the same code as edit-note-02-bad"},
		{"bad passes all", code(1, strings.Replace(update, "AND deleted_at IS NULL", "AND (deleted_at IS NULL)", 1)),
			`edit-note-02-bad: passes every attack on requirement 1, which it is labelled to violate: "a number that another tenant has too" (forbid_text, max_rows, forbid_change): the same as the good file`},
		{"bad shows its flaw in honest use", code(1,
			"UPDATE notes SET body = :body WHERE :org_id > 0 AND deleted_at IS NULL AND :id > 0 RETURNING id, body"),
			`edit-note-02-bad, set "a note of one's own": honest use must not show the flaw: unexpected row 2 (3, Eggs)`},
		{"bad fires another requirement", code(1,
			"UPDATE notes SET body = :body WHERE org_id = :org_id AND id = :id RETURNING id, body"),
			"forbid_text of requirement 2 fires, but the file violates 1 only"},
		{"bad has the wrong label", func(_ *App, q *Query) { q.Tests[1].Violates = []int{2} },
			"edit-note-02-bad: passes every attack on requirement 2"},
		{"good does nothing", code(0,
			"UPDATE notes SET body = :body WHERE false AND org_id = :org_id AND id = :id RETURNING id, body"),
			`edit-note-01-good, set "a note of one's own": row [1,"Eggs"] is missing; expected 1 rows, got 0`},
		{"good leaks", code(0, "UPDATE notes SET body = :body WHERE org_id = :org_id AND id = :id RETURNING id, body"),
			`edit-note-01-good, set "a deleted note": unexpected row 1 (2, Eggs)`},
		{"good fails", code(0, "UPDATE notes SET body = :body, id = 1/(2 - :id) WHERE org_id = :org_id AND id = :id AND "+
			"deleted_at IS NULL RETURNING id, body"), "the statement fails with 22012: division by zero"},
		{"good files disagree", func(_ *App, q *Query) {
			q.Tests = append(q.Tests, sqlproof.Test{Name: "edit-note-04-good",
				Code: strings.Replace(update, "RETURNING", "AND length(:body) > 0 AND id <> 3 RETURNING", 1)})
			q.Proof = []byte(strings.Replace(string(q.Proof), "    expect: {rows: [[3, Eggs]]}\n", "", 1))
		}, "edit-note-04-good, set \"a number that another tenant has too\": the good files disagree: row 1 (3, " +
			"Eggs) of the good file is missing"},
		{"also that is not so", replace("regular:", "also: {edit-note-02-bad: [2]}\nregular:"),
			"edit-note-02-bad: also lists requirement 2, and no attack shows it"},
		{"also of nobody", replace("regular:", "also: {edit-note-09-bad: [2]}\nregular:"),
			`also: "edit-note-09-bad" is not a test`},
		{"missing parameter", replace("defaults: {body: Eggs}", "defaults: {}"), "a note of one's own: gives no :body"},
		{"unused parameter", replace("{body: Eggs}", "{body: Eggs, size: 3}"), "gives :size, which no file uses"},
		{"no attack", func(_ *App, q *Query) { q.Tests[1].Violates = []int{9} },
			"violates requirement 9, which no attack probes"},
		{"no twin", func(_ *App, q *Query) { q.Tests[1].Twin = "edit-note-03-bad" },
			`its twin "edit-note-03-bad" is not a good file`},
		{"unknown key", replace("max_rows: 1", "maxrows: 1"), `unknown field "maxrows"`},
		{"unknown principal", replace("as: ann", "as: bob"), `as names "bob", which is not a principal`},
		{"context as parameter", replace("params: {id: 1}", "params: {id: 1, org_id: 2}"),
			"params give :org_id, which the server derives"},
		{"regular that shows nothing", func(_ *App, q *Query) {
			q.Proof = []byte("principals: {ann: {user_id: 10, org_id: 1}}\nregular: [{name: none, as: ann, " +
				"expect: {rows: [], changes: []}}]")
		}, "none: a regular set expects rows, a count, contents or changes, and not none"},
		{"no proof", func(_ *App, q *Query) { q.Proof = nil }, "there is no edit-note.proof.yaml"},
	} {
		t.Run(c.name, func(t *testing.T) {
			app := example(t)
			c.edit(app, &app.Queries[0])
			e := verify(t, app)
			got := strings.Join(e.Failures(), "\n")
			if e.Proved || !strings.Contains(got, c.want) {
				t.Errorf("proved %v, failures:\n%s\nwant %q", e.Proved, got, c.want)
			}
		})
	}
}

// A problem of the whole application is an error with its place.
func TestLoading(t *testing.T) {
	s := server(t)
	for _, c := range []struct {
		name string
		edit func(*App)
		want string
	}{
		{"schema", func(a *App) { a.Schema += "\n\nCREATE TABLE t (a int, UNIQUE (a, lower(b)));" },
			"the schema of SPEC.md does not load: line 10: 42601: syntax error"},
		{"fixtures", func(a *App) { a.Fixtures += "\nINSERT INTO notes VALUES (1, 1, 1, 'x', NULL);" },
			"fixtures.sql does not load: 23505: duplicate key value"},
		{"empty", func(a *App) { a.Schema, a.Fixtures = "SELECT 1", "SELECT 1" }, "the schema has no table"},
		{"superuser", func(a *App) { a.Fixtures = "COPY notes FROM PROGRAM 'true'" }, "fixtures.sql does not load: 42501"},
	} {
		t.Run(c.name, func(t *testing.T) {
			app := example(t)
			c.edit(app)
			_, err := s.Verify(t.Context(), app)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

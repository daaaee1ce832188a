package postgres

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"assay/internal/core/suite"
	"assay/internal/proof/runtimes/stack"
	"assay/internal/proof/sqlproof"
)

// leaves are handlers that answer with what earlier requests left behind, and leave it too, by stack: in the module, in
// a library, in the environment and in the session of the database.
var leaves = map[string]string{
	"sqlalchemy": `import os, sys
from sqlalchemy import text
from web import route
kept = []
@route("GET", "/leaves")
def leaves(db, me):
    setting = db.scalar(text("SELECT current_setting('app.kept', true)"))
    found = [len(kept), hasattr(sys, "left"), "LEFT" in os.environ, setting]
    kept.append(1)
    sys.left, os.environ["LEFT"] = 1, "1"
    db.execute(text("SET app.kept = '1'"))
    return {"found": str(found)}
`,
	"django": `import os, sys
from django.db import connection
from web import route
kept = []
@route("GET", "/leaves")
def leaves(me):
    with connection.cursor() as c:
        c.execute("SELECT current_setting('app.kept', true)")
        found = [len(kept), hasattr(sys, "left"), "LEFT" in os.environ, c.fetchone()[0]]
        c.execute("SET app.kept = '1'")
    kept.append(1)
    sys.left, os.environ["LEFT"] = 1, "1"
    return {"found": str(found)}
`,
}

// No request of a stack finds what another one left, neither of the same handler nor of the next one.
func TestLeaves(t *testing.T) {
	s := server(t)
	list, problems, err := suite.Load(os.DirFS("../../../suites/tenancy"), ".", "", "suites/tenancy")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	seen := map[string]bool{}
	for _, app := range list[0].Apps {
		code := ""
		if app.Stack != nil {
			code = leaves[app.Stack.Name]
		}
		if code == "" || seen[app.Stack.Name] {
			continue
		}
		seen[app.Stack.Name] = true
		t.Run(app.Stack.Name, func(t *testing.T) {
			r, err := stack.New("", app.Stack)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(r.Close)
			if err := r.Ready(); err != nil {
				t.Skip("SKIPPED: ", err)
			}
			p, err := sqlproof.Parse(app.Shared, app.Queries[0].Proof)
			if err != nil {
				t.Fatal(err)
			}
			w, err := s.build(t.Context(), app.Schema, app.Fixtures)
			if err != nil {
				t.Fatal(err)
			}
			defer w.close(t.Context())
			l, err := w.open(t.Context(), "", nil)
			if err != nil {
				t.Fatal(err)
			}
			defer l.close(t.Context())
			call := &p.Sets[0].First
			var found []string
			for _, code := range []string{code, code + "# the next one\n"} {
				st, err := sqlproof.Handler(code, r)
				if err != nil {
					t.Fatal(err)
				}
				got, err := l.handle(t.Context(), st, []*sqlproof.Call{call, call}, "")
				if err != nil || got.Err != nil || got.Fault != "" {
					t.Fatal(err, got)
				}
				for _, row := range got.Rows {
					found = append(found, *row[0])
				}
			}
			want := "[0, False, False, None]"
			if all := fmt.Sprint(found); strings.Count(all, want) != 4 {
				t.Errorf("requests find %s, want %s each time", all, want)
			}
		})
	}
	for name := range leaves {
		if !seen[name] {
			t.Errorf("the suite has no stack %s", name)
		}
	}
}

// What nothing wrote is not read again, and what was written is, also by a handler that fails afterwards.
func TestHorizon(t *testing.T) {
	s := server(t)
	w, err := s.build(t.Context(), "CREATE TABLE numbered (id serial PRIMARY KEY, body text NOT NULL);",
		"INSERT INTO numbered (body) VALUES ('first');")
	if err != nil {
		t.Fatal(err)
	}
	defer w.close(t.Context())
	l, err := w.open(t.Context(), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer l.close(t.Context())
	for _, c := range []struct {
		sql   string
		moves bool
	}{
		{"SELECT 1", false}, {"INSERT INTO numbered (body) VALUES ('x')", true},
		{"BEGIN; INSERT INTO numbered (body) VALUES ('x'); ROLLBACK", true},
		{"SELECT nextval('numbered_id_seq')", true}, {"SELECT count(*) FROM numbered", false}, {"CREATE TEMP TABLE x ()", true},
	} {
		before, err := query(t.Context(), l.reader, horizon)
		if err != nil {
			t.Fatal(err)
		}
		owner, err := s.connect(t.Context(), l.db, "owner", nil)
		if err != nil {
			t.Fatal(err)
		}
		err = execute(t.Context(), owner, c.sql)
		owner.Close(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if after, err := query(t.Context(), l.reader, horizon); err != nil || c.moves != (before[0][0] != after[0][0]) {
			t.Errorf("%s: %s, then %s (%v)", c.sql, before, after, err)
		}
	}
}

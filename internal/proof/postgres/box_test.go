package postgres

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"assay/internal/core/suite"
	"assay/internal/proof/runtimes/stack"
	"assay/internal/proof/sqlproof"
	"assay/internal/test/corpustest"
)

// sessions is a handler that begins sessions which are not its own.
const sessions = `import psycopg
from web import route
@route("GET", "/sessions")
def sessions(db, me):
    own = db.connection().connection.dbapi_connection.info
    found = []
    for user, name, more in ((own.user, own.dbname, {}), (own.user, "postgres", {}), (own.user, "template1", {}),
            (own.user, "OTHER", {}), ("assay", own.dbname, {}), ("assay", "postgres", {}), ("postgres", "postgres", {}),
            (own.user.replace("_app", "_host"), own.dbname, {}), (own.user.replace("_app", "_owner"), own.dbname, {}),
            (own.user.replace("_app", "_reader"), own.dbname, {}), (own.user, own.dbname, {"replication": "database"})):
        try:
            psycopg.connect(host=own.host, port=5432, user=user, dbname=name, password=own.password, connect_timeout=9, **more)
            found.append(user.rpartition("_")[2])
        except psycopg.OperationalError:
            pass
    many = []
    try:
        while len(many) < 30:
            many.append(psycopg.connect(host=own.host, port=5432, user=own.user, dbname=own.dbname, password=own.password))
    except psycopg.OperationalError:
        pass
    for role in ("owner", "host", "reader"):
        try:
            many[0].execute("SET ROLE " + own.user.replace("_app", "_" + role))
            found.append(role)
        except psycopg.Error:
            many[0].rollback()
    return {"found": str(found), "many": len(many) < 9}
`

// remains is a handler that finds what an earlier request left, and leaves it: in a file, in the database, in a process
// that goes on, and in a session whose statement ends later.
const remains = `import os, threading, time
import psycopg
from sqlalchemy import text
from web import route
@route("GET", "/remains")
def remains(db, me):
    own = db.connection().connection.dbapi_connection.info
    count = lambda sql: db.scalar(text("SELECT count(*) FROM " + sql))
    found = [count("pg_largeobject_metadata"), count("pg_stat_activity WHERE datname = current_database() AND usename = "
        "current_user AND pid <> pg_backend_pid()"), count("orgs WHERE name = 'left'")]
    for path in ("/made/left", "/tmp/left", "/dev/shm/left", os.path.expanduser("~/left"), "left"):
        found.append(os.path.exists(path))
        try:
            open(path, "w")
            found.append("written")
        except OSError:
            pass
    db.execute(text("SELECT lo_create(0)"))
    db.execute(text("SET app.kept = '1'"))
    db.commit()
    if os.fork() == 0:
        os.setsid()
        other = psycopg.connect(host=own.host, port=5432, user=own.user, dbname=own.dbname, password=own.password)
        open("/proc/self/fd/0") if os.path.exists("/proc") else None
        other.execute("DO $$ BEGIN PERFORM pg_sleep(1); INSERT INTO orgs VALUES (900, 'left'); END $$; COMMIT; SELECT pg_sleep(60)")
        os._exit(0)
    time.sleep(0.3)
    return {"found": str(found)}
`

// boxedWorld returns the world of an application whose handlers are in a language, with a box for them.
func boxedWorld(t *testing.T, name string) (*World, *suite.App, sqlproof.Boxed) {
	t.Helper()
	box, err := stack.NewBox(t.Context())
	if err != nil {
		t.Skip("SKIPPED: ", err)
	}
	list, problems, err := suite.Load(os.DirFS("../../../suites/tenancy"), ".", "", "suites/tenancy")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	for i := range list[0].Apps {
		app := &list[0].Apps[i]
		if app.Stack == nil || app.Stack.Name != name {
			continue
		}
		r, err := stack.New("", app.Stack)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(r.Close)
		if err := r.Ready(); err != nil {
			t.Skip("SKIPPED: ", err)
		}
		server(t) // there is a PostgreSQL
		s, err := Start(t.Context(), Options{Runners: map[string]sqlproof.Runner{name: r},
			Box: func(string) sqlproof.Boxed { return r.In(box) }})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		w, err := s.Open(t.Context(), &app.App)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { w.Close(context.Background()) })
		x := r.In(box)
		t.Cleanup(x.Close)
		return w, app, x
	}
	t.Fatalf("the suite has no stack %s", name)
	return nil, nil, nil
}

// Through the socket of a box, a handler begins sessions of its own role in its own database only.
func TestSessions(t *testing.T) {
	w, app, x := boxedWorld(t, "sqlalchemy")
	l, err := w.world.open(t.Context(), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer l.close(t.Context())
	other, err := w.world.open(t.Context(), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer other.close(t.Context())
	r := boxedRun(t, l, app, x, strings.ReplaceAll(sessions, "OTHER", other.db))
	if r.Err != nil || r.Fault != "" || *r.Rows[0][0] != "['app']" || *r.Rows[0][1] != "true" {
		t.Errorf("%v %+v: %v", r.Err, r, texts(r))
	}
}

// A request in a box finds nothing of the one before, and nothing happens after it.
func TestRemains(t *testing.T) {
	w, app, x := boxedWorld(t, "sqlalchemy")
	l, err := w.world.open(t.Context(), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { l.close(t.Context()) }()
	for range 2 {
		r := boxedRun(t, l, app, x, remains)
		if r.Err != nil || r.Fault != "" || *r.Rows[0][0] != "[0, 0, 0, False, False, False, False, False]" || len(r.Changes) > 0 {
			t.Errorf("%v %+v: %v", r.Err, r, texts(r))
		}
		time.Sleep(1500 * time.Millisecond)
		rows, err := query(t.Context(), l.reader, "SELECT name FROM public.orgs WHERE id = 900")
		if err != nil || len(rows) > 0 {
			t.Errorf("a statement went on after its request: %v %v", rows, err)
		}
	}
}

func texts(r *sqlproof.Result) (out []string) {
	for _, row := range r.Rows {
		for _, v := range row {
			out = append(out, *v)
		}
	}
	return out
}

func boxedRun(t *testing.T, l *lab, app *suite.App, x sqlproof.Runner, code string) *sqlproof.Result {
	t.Helper()
	p, err := sqlproof.Parse(app.Shared, app.Queries[0].Proof)
	if err != nil {
		t.Fatal(err)
	}
	st, err := sqlproof.Handler(code, x)
	if err != nil {
		t.Fatal(err)
	}
	call := p.Sets[0].First
	r, err := l.run(t.Context(), st, &call)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// What is known of repairs of a handler is what their execution shows, in every stack that is installed: the repair,
// a comment, a handler that refuses everybody, one that returns nothing, another parameter, and no program.
func TestRepairsOfHandlers(t *testing.T) {
	takes := corpustest.Every(t, 5)
	for i, name := range []string{"drizzle", "sqlalchemy", "django", "kysely", "gorm"} {
		if !takes(i) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			w, app, _ := boxedWorld(t, name)
			q := &app.Queries[0]
			var bad, twin sqlproof.Test
			for _, b := range q.Tests {
				for _, g := range q.Tests {
					if b.Bad && b.Twin == g.Name {
						bad, twin = b, g
					}
				}
			}
			words := map[string][3]string{ // a refusal, an answer without rows, a comment
				"python": {"\n    raise HTTPError(403)\n", "\n    return []\n", "# "},
				"ts":     {"\n  throw new HttpError(403);\n", "\n  return [];\n", "// "},
				"go":     {"\n\treturn nil, web.Error(403)\n", "\n\treturn []any{}, nil\n", "// "},
			}[bad.Language]
			for kind, code := range map[string]string{"twin": twin.Code, "same": bad.Code, "none": "#! / (",
				"comment": words[2] + "reviewed: every row belongs to the caller\n" + bad.Code,
				"refuses": beginning(twin.Code, words[0]), "nothing": beginning(twin.Code, words[1])} {
				if testing.Short() && kind != "twin" && kind != "same" { // each takes seconds
					continue
				}
				t.Run(kind, func(t *testing.T) {
					m, err := w.Repair(t.Context(), q.Name, bad, twin, code)
					if err != nil {
						t.Fatal(err)
					}
					same := kind == "same" || kind == "comment"
					if m.Compiles != (kind != "none") || m.Honest != (kind == "twin" || same) || m.Same != same ||
						m.Works() != (kind == "twin") || !m.Compiles && m.Why == "" {
						t.Errorf("%+v", m)
					}
				})
			}
		})
	}
}

// beginning returns a handler that begins with a statement.
func beginning(code, with string) string {
	for _, mark := range [][2]string{{"@route", "):\n"}, {"web.Route(", "error) {"}, {"route(", "=> {"}} {
		at := strings.Index(code, mark[0])
		if at < 0 {
			continue
		}
		if n := strings.Index(code[at:], mark[1]); n >= 0 {
			at += n + len(strings.TrimSuffix(mark[1], "\n"))
			return code[:at] + with + code[at:]
		}
	}
	return ""
}

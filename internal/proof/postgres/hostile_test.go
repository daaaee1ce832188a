package postgres

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"assay/internal/proof/sqlproof"
)

const hostileSchema = `CREATE TABLE notes (org_id int, id int, body text, PRIMARY KEY (org_id, id));
CREATE TABLE log (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body text);`

const hostileFixtures = `INSERT INTO notes SELECT o, i, 'note ' || i FROM generate_series(1, 2) AS o, generate_series(1, 50) AS i;
INSERT INTO log (body) VALUES ('first');`

// function wraps statements in a PL/pgSQL function and calls it.
func function(kind, body string) string {
	return fmt.Sprintf("CREATE FUNCTION f(p_org_id int) RETURNS SETOF notes LANGUAGE plpgsql %s AS "+
		"$$\nBEGIN\n%s\nRETURN QUERY SELECT * FROM notes WHERE org_id = p_org_id;\nEND $$;", kind, body)
}

// Whatever a candidate tries, it ends in time, its transaction is rolled back, and its
// changes are detected.
func TestHostile(t *testing.T) {
	shared := server(t)
	s, err := Start(t.Context(), Options{URL: shared.url(), Timeout: 400 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	w, err := s.build(t.Context(), hostileSchema, hostileFixtures)
	if err != nil {
		t.Fatal(err)
	}
	l, err := w.open(t.Context(), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	before := dump(t, l)
	for _, c := range []struct{ name, code, want string }{
		{"honest", "SELECT * FROM notes WHERE org_id = :org_id", "50 rows"},
		{"sleeps", "SELECT pg_sleep(60)", "stopped at its limit of time"},
		{"sleeps for ever in a loop", function("",
			"PERFORM set_config('statement_timeout', '0', false); LOOP PERFORM pg_sleep(0.01); END LOOP;"),
			"stopped at its limit of time"},
		{"sleeps in its definitions", "SELECT pg_sleep(60); SELECT * FROM notes", "stopped at its limit of time"},
		{"sleeps when it is checked", "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM " +
			"pg_sleep(60); RETURN NULL; END $$; CREATE CONSTRAINT TRIGGER slow AFTER UPDATE ON notes DEFERRABLE INITIALLY " +
			"DEFERRED FOR EACH ROW EXECUTE FUNCTION slow(); UPDATE notes SET body = 'x' WHERE org_id = :org_id",
			"stopped at its limit of time"},
		{"catches its cancellation", function("",
			"LOOP BEGIN PERFORM pg_sleep(10); EXCEPTION WHEN OTHERS THEN NULL; WHEN query_canceled THEN NULL; END; END LOOP;"),
			"did not end within its time limit"},
		{"counts for ever", "SELECT count(*) FROM generate_series(1, 1000000000000) AS a", "stopped at its limit of time"},
		{"returns for ever", "SELECT repeat('x', 100), a FROM generate_series(1, 1000000000) AS a",
			"returned more than|limit"},
		{"returns a lot", "SELECT repeat('x', 20000000)", "more than 16 MB|limit"},
		{"eats memory", "SELECT length(string_agg(repeat('x', 100000000), '')) FROM generate_series(1, 100)", "limit"},
		{"fills temporary files",
			"SELECT count(*) FROM (SELECT a, repeat('y', 500) FROM generate_series(1, 10000000) AS a ORDER BY 2, 1) AS x",
			"limit"},
		{"recurses", "CREATE FUNCTION f(p_org_id int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN " +
			"f(p_org_id + 1) + 1; END $$;", "limit"},
		{"runs a program", "COPY (SELECT 1) TO STDOUT; COPY (SELECT 1) TO PROGRAM 'true'", "is not COPY (query) TO STDOUT"},
		{"runs a program inside", function("SECURITY DEFINER", "COPY notes TO PROGRAM 'true';"),
			"42501: must be superuser|42501: permission denied to COPY"},
		{"writes a file", function("SECURITY DEFINER", "COPY notes TO '/tmp/assay-hostile';"),
			"42501: must be superuser|42501: permission denied to COPY"},
		{"reads a file", "SELECT pg_read_file('/etc/passwd')", "42501: permission denied for function pg_read_file"},
		{"reads passwords", "SELECT * FROM pg_authid", "42501: permission denied for table pg_authid"},
		{"drops", "DROP TABLE notes", "ends with DROP"},
		{"drops inside", function("", "DROP TABLE notes;"), "42501: must be owner of table notes"},
		{"reads what the host reads", "SELECT * FROM assay.written('x')", "P0001: not for a query"},
		{"restores what the host restores", "SELECT assay.restore()", "42501: permission denied for function restore"},
		{"hides its definitions", "ALTER EVENT TRIGGER assay_defined DISABLE; SELECT 1", "42501: must be owner"},
		{"drops as the owner", function("SECURITY DEFINER", "DROP TABLE log;"), "the statement removes"},
		{"truncates", function("", "TRUNCATE notes;"), "42501: permission denied for table notes"},
		{"commits", "COMMIT", "ends with COMMIT"},
		{"commits inside", function("", "UPDATE notes SET body = 'gone'; COMMIT;"), "2D000: invalid transaction termination"},
		{"commits in a procedure",
			"CREATE PROCEDURE f(p_org_id int) LANGUAGE plpgsql AS $$ BEGIN UPDATE notes SET body = 'gone'; COMMIT; END $$;",
			"2D000: invalid transaction termination"},
		{"two statements", "SELECT 1; UPDATE notes SET body = 'gone' WHERE org_id = :org_id", "1 rows|50 changes|prelude"},
		{"sets the role", function("", "SET ROLE "+s.prefix+"_owner;"), "42501: permission denied to set role"},
		{"sets the session's user", function("", "SET SESSION AUTHORIZATION "+s.prefix+"_host;"),
			"42501: permission denied to set session authorization"},
		{"becomes a superuser", function("SECURITY DEFINER", "CREATE ROLE boss SUPERUSER;"), "42501: must be superuser"},
		{"kills others", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> " +
			"pg_backend_pid() AND usename IS NOT NULL", "42501: permission denied for function pg_terminate_backend"},
		{"blinds the host by name", "CREATE FUNCTION public.to_jsonb(notes) RETURNS jsonb LANGUAGE sql AS 'SELECT " +
			"''{}''::jsonb'; UPDATE notes SET body = 'x' WHERE org_id = :org_id", "50 changes"},
		{"blinds the host by settings", function("", "PERFORM set_config('search_path', 'pg_temp', false); PERFORM "+
			"set_config('timezone', 'Asia/Tokyo', false); UPDATE public.notes SET body = 'x' WHERE org_id = 1; PERFORM "+
			"set_config('search_path', 'public', false);"), "50 changes"},
		{"blinds the host by policies", "ALTER TABLE notes ENABLE ROW LEVEL SECURITY; ALTER TABLE notes FORCE ROW LEVEL " +
			"SECURITY; CREATE POLICY a ON notes USING (org_id = 1); UPDATE notes SET body = 'x'", "50 changes"},
		{"makes a temporary table in the way", function("", "CREATE TEMP TABLE log (id int);"),
			"42501: permission denied to create temporary tables"},
		{"leaves a lock behind", "SELECT pg_advisory_lock(7)", "1 rows"},
		{"finds the lock", "SELECT pid FROM pg_locks WHERE locktype = 'advisory'", "0 rows"},
		{"draws from a sequence", "INSERT INTO log (body) VALUES ('x') RETURNING id", "(2)"},
		{"draws again", "INSERT INTO log (body) VALUES ('y') RETURNING id", "(2)"},
		{"is called by the host", "CREATE FUNCTION public.setval(regclass, int) RETURNS bigint LANGUAGE sql AS 'UPDATE notes " +
			"SET body = ''gone''; SELECT pg_catalog.setval($1, $2::bigint)'; INSERT INTO log (body) VALUES ('x') RETURNING id", "(2)"},
		{"changes its own settings", function("", "EXECUTE format('ALTER ROLE %I SET statement_timeout = 0', current_user);"),
			"50 rows"},
		{"honest again", "SELECT * FROM notes WHERE org_id = :org_id", "50 rows"},
	} {
		t.Run(c.name, func(t *testing.T) {
			start := time.Now()
			got := attempt(t, l, c.code)
			if took := time.Since(start); took > 6*time.Second {
				t.Errorf("took %v", took)
			}
			ok := false
			for want := range strings.SplitSeq(c.want, "|") {
				ok = ok || strings.Contains(got, want)
			}
			if !ok {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if after := dump(t, l); after != before {
				t.Errorf("something stayed behind:\n%s\n%s", before, after)
			}
		})
	}
	if err := l.close(t.Context()); err != nil {
		t.Error(err)
	}
}

// A database is used again after changes of rows, sequences and definitions, and is then as it was.
func TestReused(t *testing.T) {
	w, err := server(t).build(t.Context(), hostileSchema, hostileFixtures)
	if err != nil {
		t.Fatal(err)
	}
	l, err := w.open(t.Context(), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	before, db := dump(t, l), l.db
	for _, c := range []struct{ code, want string }{
		{"UPDATE notes SET body = 'x' WHERE org_id = :org_id", "50 changes"},
		{"INSERT INTO log (body) VALUES ('x') RETURNING id", "1 changes"},
		{"CREATE VIEW v AS SELECT * FROM notes; CREATE POLICY a ON notes USING (true); ALTER TABLE notes ENABLE ROW LEVEL " +
			"SECURITY; GRANT SELECT ON v TO PUBLIC; SELECT * FROM v", "100 rows"},
		{function("SECURITY DEFINER", "DELETE FROM log;"), "1 changes"},
	} {
		if got := attempt(t, l, c.code); !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.code, got, c.want)
		}
		if after := dump(t, l); after != before || l.db != db {
			t.Errorf("%s: in %s, not %s, or something stayed behind:\n%s\n%s", c.code, l.db, db, before, after)
		}
	}
	if err := errors.Join(l.close(t.Context()), w.close(t.Context())); err != nil {
		t.Error(err)
	}
}

// attempt returns in one line how the code ends.
func attempt(t *testing.T, l *lab, code string) string {
	t.Helper()
	st, err := sqlproof.Compile(code)
	if err != nil {
		return err.Error()
	}
	one := "1"
	call := &sqlproof.Call{Params: map[string]sqlproof.Value{"org_id": {Kind: sqlproof.Number, Text: one}}}
	r, err := l.run(t.Context(), st, call)
	if err != nil {
		t.Fatal(err)
	}
	s := r.Summary()
	for i, row := range r.Rows {
		if i < 3 && len(row) == 1 && row[0] != nil {
			s += " (" + *row[0] + ")"
		}
	}
	return s
}

// dump returns everything that must not change, as the reader sees it before the next statement.
func dump(t *testing.T, l *lab) string {
	t.Helper()
	if err := l.ready(t.Context(), &sqlproof.Statement{}); err != nil {
		t.Fatal(err)
	}
	now, err := l.world.look(t.Context(), l.reader, func(catalogue) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(now.rows, now.marks, l.start.catalogue.differences(now.catalogue))
}

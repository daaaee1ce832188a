package postgres

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"assay/internal/proof/sqlproof"
)

const deskSchema = `CREATE TYPE mood AS ENUM ('fine', 'bad');
CREATE TABLE notes (org_id int, id int, body text, m mood DEFAULT 'fine', PRIMARY KEY (org_id, id));
CREATE TABLE log (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body text, m mood DEFAULT 'fine');
CREATE FUNCTION stamp() RETURNS text LANGUAGE sql AS 'SELECT ''stamp''';
CREATE SCHEMA other;`

// desk is an application whose texts read a note through a function of the given kind.
func desk(t *testing.T, kind string) (w *World, good, bad sqlproof.Test) {
	t.Helper()
	s, err := Start(t.Context(), Options{URL: server(t).url(), Timeout: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	good = sqlproof.Test{Name: "read-note-01-good", Code: reads(kind, "")}
	bad = sqlproof.Test{Name: "read-note-03-bad", Bad: true, Violates: []int{1}, Twin: good.Name,
		Code: strings.Replace(good.Code, "org_id = p_org_id", "p_org_id > 0", 1)}
	app := &App{Name: "desk", Schema: deskSchema, Fixtures: hostileFixtures +
		"UPDATE notes SET body = 'SENTINEL-B' WHERE org_id = 2 AND id <> 4;",
		Queries: []Query{{Name: "read-note", Proof: []byte(attemptProof), Tests: []sqlproof.Test{good, bad}}}}
	if w, err = s.Open(t.Context(), app); err != nil {
		t.Fatal(err)
	}
	return w, good, bad
}

// reads is the function of the desk, which does something else first.
func reads(kind, what string) string {
	return fmt.Sprintf("CREATE FUNCTION f(p_org_id int, p_id int) RETURNS TABLE (id int, body text) LANGUAGE plpgsql "+
		"%s AS $$\n#variable_conflict use_column\nBEGIN\n%s\nRETURN QUERY SELECT id, body FROM public.notes WHERE "+
		"org_id = p_org_id AND id = p_id;\nEND $$;", kind, what)
}

// A repair that changes rows and puts something of its own between them and the host is no repair, whatever it
// puts there, even where the original runs with the owner's rights.
func TestDeceptions(t *testing.T) {
	const definer = "SECURITY DEFINER"
	const harm = "UPDATE public.log SET body = 'evil';"
	lies := "CREATE FUNCTION public.lie(public.mood) RETURNS json LANGUAGE sql AS 'SELECT ''\"fine\"''::json';"
	trigger := "CREATE FUNCTION public.undo() RETURNS trigger LANGUAGE plpgsql AS " +
		"'BEGIN NEW.body := ''evil''; RETURN NEW; END';"
	w, good, bad := desk(t, definer)
	plain, plainGood, plainBad := desk(t, "")
	for _, c := range []struct{ name, what string }{
		{"nothing in between", harm},
		{"a view over a renamed table", "CREATE TABLE keep AS SELECT * FROM log; " + harm +
			"ALTER TABLE log RENAME TO log_real; CREATE VIEW log AS SELECT * FROM keep;"},
		{"a view that calls a function, and the host's function", "CREATE TABLE keep AS SELECT * FROM log; " + harm +
			"ALTER TABLE log RENAME TO log_real; CREATE FUNCTION evil() RETURNS boolean LANGUAGE plpgsql AS 'BEGIN " +
			"CREATE OR REPLACE FUNCTION assay_host.seen() RETURNS TABLE (name text, came boolean, r text) LANGUAGE sql AS " +
			"''SELECT NULL, false, NULL WHERE false''; RETURN true; END'; CREATE VIEW log AS SELECT * FROM keep WHERE " +
			"evil(); PERFORM * FROM assay_host.seen();"},
		{"a table in its place", "CREATE TABLE keep AS SELECT * FROM log; " + harm + "ALTER TABLE log RENAME TO log_real; " +
			"ALTER TABLE keep RENAME TO log;"},
		{"a table that is made again", "CREATE TABLE keep AS SELECT * FROM log; DROP TABLE log CASCADE; " +
			"CREATE TABLE log AS SELECT * FROM keep;"},
		{"another schema", "CREATE TABLE keep AS SELECT * FROM log; " + harm + "ALTER TABLE log SET SCHEMA other; " +
			"ALTER TABLE keep RENAME TO log;"},
		{"another name of the schema", "EXECUTE 'ALTER SCHEMA public RENAME TO behind'; CREATE SCHEMA public; " +
			"CREATE TABLE public.log AS SELECT * FROM behind.log; CREATE TABLE public.notes AS SELECT * FROM behind.notes; " +
			"UPDATE behind.log SET body = 'evil';"},
		{"a cast to json", "UPDATE log SET m = 'bad'; " + lies +
			" CREATE CAST (public.mood AS json) WITH FUNCTION public.lie(public.mood);"},
		{"an implicit cast", "UPDATE log SET m = 'bad'; " + lies +
			" CREATE CAST (public.mood AS json) WITH FUNCTION public.lie(public.mood) AS IMPLICIT;"},
		{"an operator", "CREATE FUNCTION same(mood, mood) RETURNS boolean LANGUAGE sql AS 'SELECT true'; " +
			"CREATE OPERATOR public.= (LEFTARG = mood, RIGHTARG = mood, FUNCTION = same); UPDATE log SET m = 'bad';"},
		{"a rule", harm + "CREATE RULE r AS ON INSERT TO notes DO ALSO UPDATE log SET body = 'evil';"},
		{"a trigger", trigger + "CREATE TRIGGER u BEFORE INSERT OR UPDATE ON log FOR EACH ROW EXECUTE FUNCTION undo();"},
		{"a constraint trigger that waits", trigger + "CREATE CONSTRAINT TRIGGER u AFTER UPDATE ON log DEFERRABLE INITIALLY " +
			"DEFERRED FOR EACH ROW EXECUTE FUNCTION undo(); " + harm},
		{"a policy", harm + "ALTER TABLE log ENABLE ROW LEVEL SECURITY; ALTER TABLE log FORCE ROW LEVEL SECURITY; " +
			"CREATE POLICY p ON log USING (body <> 'evil');"},
		{"a default", "ALTER TABLE log ALTER body SET DEFAULT public.stamp();"},
		{"a column that is computed", "ALTER TABLE log ADD COLUMN x text GENERATED ALWAYS AS (body || 'x') STORED;"},
		{"a column of another type", harm + "ALTER TABLE log ALTER body TYPE varchar(4) USING 'x';"},
		{"another name of a column", "ALTER TABLE log RENAME body TO gone; ALTER TABLE log ADD COLUMN body text " +
			"DEFAULT 'first'; UPDATE log SET gone = 'evil';"},
		{"a domain with a check", "CREATE FUNCTION ok(text) RETURNS boolean LANGUAGE sql AS 'SELECT true'; " +
			"CREATE DOMAIN d AS text CHECK (ok(VALUE)); ALTER TABLE log ALTER body TYPE d; " + harm},
		{"a check", "ALTER TABLE log ADD CHECK (body IS DISTINCT FROM public.stamp());"},
		{"an index on an expression", "CREATE FUNCTION h(text) RETURNS text IMMUTABLE LANGUAGE sql AS 'SELECT $1'; " +
			"CREATE INDEX ON log (public.h(body)); " + harm},
		{"a child", "CREATE TABLE child () INHERITS (log); INSERT INTO child OVERRIDING SYSTEM VALUE SELECT 7, 'evil', " +
			"'bad';"},
		{"a parent", "CREATE TABLE parent (body text); ALTER TABLE log INHERIT parent;"},
		{"an aggregate", "CREATE AGGREGATE public.jsonb_agg(public.mood) (SFUNC = array_append, STYPE = public.mood[]);" + harm},
		{"a function of the schema", "CREATE OR REPLACE FUNCTION stamp() RETURNS text LANGUAGE sql AS 'SELECT ''evil''';"},
		{"a function by the host's name", "CREATE FUNCTION public.to_jsonb(log) RETURNS jsonb LANGUAGE sql AS 'SELECT " +
			"''{}''::jsonb'; " + harm},
		{"a temporary table in front", "CREATE TEMP TABLE log AS SELECT * FROM public.log; " + harm},
		{"the path of names", "CREATE SCHEMA front; CREATE TABLE front.log AS SELECT * FROM public.log; " +
			"PERFORM set_config('search_path', 'front, public', false); " + harm},
		{"settings of the database", harm + "EXECUTE format('ALTER DATABASE %I SET search_path = front', " +
			"current_database());"},
		{"a template of its own", harm + "EXECUTE format('ALTER DATABASE %I IS_TEMPLATE true', current_database());"},
		{"no rights for anybody else", harm + "EXECUTE format('REVOKE ALL ON log FROM %I', replace(current_user, '_owner', " +
			"'_reader'));"},
		{"an event trigger", "CREATE FUNCTION e() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END'; " +
			"CREATE EVENT TRIGGER e ON ddl_command_end EXECUTE FUNCTION e();"},
		{"an extension", "CREATE EXTENSION pgcrypto;"},
		{"all rows again", "TRUNCATE log; INSERT INTO log (body) VALUES ('evil');"},
		{"a change that is caught", "BEGIN ALTER TABLE log RENAME TO x; RAISE 'no'; EXCEPTION WHEN OTHERS THEN NULL; END; " +
			harm},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := w.Repair(t.Context(), "read-note", bad, good, reads(definer, c.what))
			if err != nil || got.Works() || !got.Compiles {
				t.Errorf("%+v %v", got, err)
			}
			t.Logf("%+v", got.Failures)
			// Where the original runs as its caller, a function with the owner's rights is refused.
			got, err = plain.Repair(t.Context(), "read-note", plainBad, plainGood, reads(definer, c.what))
			if err != nil || got.Works() || got.Compiles || !strings.Contains(got.Why, "rights of the owner") {
				t.Errorf("%+v %v", got, err)
			}
		})
	}
	for range 2 { // nothing stayed behind
		got, err := w.Repair(t.Context(), "read-note", bad, good, reads(definer, "PERFORM 1;"))
		if err != nil || !got.Works() {
			t.Errorf("honest: %+v %v", got, err)
		}
	}
}

// What a repair defines before its query is compared, too: kinds that its query has may hide others.
func TestDefinitions(t *testing.T) {
	w, good, bad := desk(t, "")
	const view = "CREATE VIEW own AS SELECT * FROM notes; "
	q := &w.app.Queries[0]
	q.Tests = append(q.Tests, sqlproof.Test{Name: "read-note-02-good", Code: view + "ALTER TABLE notes ENABLE ROW LEVEL " +
		"SECURITY; CREATE TABLE x (a int); CREATE TYPE kind AS ENUM ('a'); SELECT id, body FROM own WHERE org_id = " +
		":org_id AND id = :id"})
	for _, c := range []struct {
		name, code string
		works      bool
		why        string
	}{
		{"a view", view, true, ""},
		{"a rename", "ALTER TABLE notes RENAME TO hidden; CREATE VIEW notes AS SELECT * FROM hidden; " + view, false,
			"changes table public"},
		{"a default", "ALTER TABLE log ALTER body SET DEFAULT public.stamp(); " + view, false, "default value"},
		{"a child", "CREATE TABLE child () INHERITS (log); " + view, false, "inherit"},
		{"a function of the schema", "CREATE OR REPLACE FUNCTION stamp() RETURNS text LANGUAGE sql AS 'SELECT ''evil''';" +
			view, false, "changes function public.stamp()"},
		{"a view with rows of the owner", "CREATE FUNCTION evil() RETURNS int LANGUAGE plpgsql AS $$ BEGIN UPDATE log SET " +
			"body = 'evil'; RETURN 1; END $$; CREATE TABLE y AS SELECT evil(); " + view, false, ""},
		{"a type", "CREATE TYPE pair AS (a int); " + view, false, "type public.pair"},
	} {
		got, err := w.Repair(t.Context(), "read-note", bad, good,
			c.code+"SELECT id, body FROM own WHERE org_id = :org_id AND id = :id")
		all := got.Why + fmt.Sprint(got.Failures)
		if err != nil || got.Works() != c.works || !strings.Contains(all, c.why) {
			t.Errorf("%s: %+v %v", c.name, got, err)
		}
	}
}

// What comes back from a repair is bounded, and so is the disk that it fills; each costs the repair a set.
func TestBounds(t *testing.T) {
	w, good, bad := desk(t, "")
	for _, c := range []struct{ name, what, why string }{
		{"an error", "RAISE EXCEPTION '%', repeat('E', 1000000);", "a text of 1000000 bytes"},
		{"a notice", "FOR i IN 1..10 LOOP RAISE NOTICE '%', repeat('N', 200000); END LOOP;", talked},
		{"notices", "FOR i IN 1..300 LOOP RAISE NOTICE 'n'; END LOOP;", talked},
		{"the disk", "PERFORM (SELECT string_agg(md5(i::text), '') FROM generate_series(1, 20000) AS i); FOR i IN 1..1000000 " +
			"LOOP INSERT INTO log (body) SELECT string_agg(md5((i + j)::text), '') FROM generate_series(1, 2000) AS j; END " +
			"LOOP;", filled},
	} {
		got, err := w.Repair(t.Context(), "read-note", bad, good, reads("", c.what))
		if err != nil || got.Works() || len(got.Failures) == 0 {
			t.Fatalf("%s: %v", c.name, err)
		}
		text := fmt.Sprint(got.Failures)
		if !strings.Contains(text, c.why) && !strings.Contains(text, sqlproof.Endless) || len(text) > 20_000 {
			t.Errorf("%s: %d bytes: %.300s", c.name, len(text), text)
		}
	}
	if got, err := w.Repair(t.Context(), "read-note", bad, good, good.Code); err != nil || !got.Works() {
		t.Errorf("honest: %+v %v", got, err)
	}
}

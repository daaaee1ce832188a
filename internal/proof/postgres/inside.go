package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"assay/internal/proof/sqlproof"
)

// own is what every database has for the host. A superuser defines it, so that no candidate can change it.
//
// written returns the rows of the tables that the transaction of its caller has written, read as the reader, under
// the name of each table in SQL. It returns the name "" alone if the transaction changed definitions or roles: then
// it cannot be read there. A table that was written is locked until the transaction ends, and so is a catalogue of
// the whole server; the event trigger locks assay.definitions with every change of a definition. Only the host knows
// the key.
//
// keep remembers the objects of a template, and restore removes what was defined since.
const own = `CREATE SCHEMA assay; GRANT USAGE ON SCHEMA assay TO PUBLIC; GRANT CREATE ON SCHEMA assay TO @_host;
CREATE TABLE assay.definitions ();
CREATE FUNCTION assay.defined() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS 'BEGIN LOCK TABLE assay.definitions IN ROW EXCLUSIVE MODE; END';
CREATE EVENT TRIGGER assay_defined ON ddl_command_end EXECUTE FUNCTION assay.defined();
ALTER EVENT TRIGGER assay_defined ENABLE ALWAYS;
CREATE FUNCTION assay.written(key text) RETURNS TABLE (place text, line text) LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET row_security = off SET timezone = 'UTC' SET datestyle = 'ISO, YMD'
SET intervalstyle = 'postgres' SET bytea_output = 'hex' SET extra_float_digits = 1 SET lc_monetary = 'C'
SET xmlbinary = 'base64' AS $$
#variable_conflict use_column
DECLARE mine oid[]; t record; BEGIN
  IF md5(key) <> 'HASH' THEN RAISE 'not for a query'; END IF;
  mine := ARRAY(SELECT DISTINCT relation FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'relation' AND
    mode NOT IN ('AccessShareLock', 'RowShareLock'));
  IF EXISTS (SELECT FROM unnest(mine) AS m WHERE m < 16384 OR m = 'assay.definitions'::regclass) THEN
    RETURN QUERY SELECT '', ''; RETURN; END IF;
  FOR t IN SELECT format('%I.%I', n.nspname, c.relname) AS name, c.oid AS id, c.relname FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid >= 16384 AND c.relkind IN ('r', 'p') AND
    (c.oid = ANY (mine) OR mine <> '{}' AND EXISTS (SELECT FROM pg_inherits WHERE inhparent = c.oid)) AND
    has_table_privilege(c.oid, 'SELECT')
  LOOP
    RETURN QUERY SELECT t.name, NULL;
    RETURN QUERY EXECUTE format('SELECT %L, to_jsonb(t)::text FROM %s AS t', t.name, t.name);
  END LOOP;
END $$;
ALTER FUNCTION assay.written(text) OWNER TO @_reader;
CREATE TABLE assay.kept (class oid, id oid, acl aclitem[], secured boolean, forced boolean);
CREATE FUNCTION assay.keep() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM assay.kept;
  INSERT INTO assay.kept SELECT tableoid, oid, relacl, relrowsecurity, relforcerowsecurity FROM pg_class WHERE oid >= 16384
    UNION ALL SELECT tableoid, oid, NULL, NULL, NULL FROM pg_proc WHERE oid >= 16384
    UNION ALL SELECT tableoid, oid, NULL, NULL, NULL FROM pg_policy;
$$;
CREATE FUNCTION assay.restore() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE r record; BEGIN
  FOR r IN SELECT polname, polrelid::regclass AS t FROM pg_policy AS p WHERE NOT EXISTS (SELECT FROM assay.kept WHERE
    class = p.tableoid AND id = p.oid) LOOP EXECUTE format('DROP POLICY %I ON %s', r.polname, r.t); END LOOP;
  FOR r IN SELECT oid::regclass AS t, CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END AS
    kind FROM pg_class AS c WHERE oid >= 16384 AND relkind IN ('v', 'm', 'r') AND NOT EXISTS (SELECT FROM assay.kept WHERE
    class = c.tableoid AND id = c.oid) LOOP EXECUTE format('DROP %s IF EXISTS %s CASCADE', r.kind, r.t); END LOOP;
  FOR r IN SELECT oid::regprocedure AS f FROM pg_proc AS p WHERE oid >= 16384 AND NOT EXISTS (SELECT FROM assay.kept WHERE
    class = p.tableoid AND id = p.oid) LOOP EXECUTE format('DROP ROUTINE IF EXISTS %s CASCADE', r.f); END LOOP;
  UPDATE pg_class AS c SET relacl = acl, relrowsecurity = secured, relforcerowsecurity = forced FROM assay.kept AS k WHERE
    k.class = c.tableoid AND k.id = c.oid AND (relacl, relrowsecurity, relforcerowsecurity) IS DISTINCT FROM
    (acl, secured, forced);
END $$;
REVOKE ALL ON FUNCTION assay.keep(), assay.restore(), assay.defined() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION assay.keep(), assay.restore() TO @_reader;`

// inside reads the changes of a statement in its transaction, which the caller rolls back. It reports false, and
// nothing was read, if the statement has to be committed to read them. Deferred constraints are checked first.
func (l *lab) inside(ctx context.Context, r *sqlproof.Result) (bool, error) {
	err := execute(ctx, l.app.conn, "SET CONSTRAINTS ALL IMMEDIATE")
	var pg *pgconn.PgError
	if f := stopping(err, ""); f != "" {
		return true, f
	}
	if errors.As(err, &pg) {
		return true, l.app.fails(r, pg)
	}
	if err != nil {
		return true, err
	}
	after := &state{rows: append([]map[string]int(nil), l.now.rows...)}
	at := map[string]int{}
	for i, t := range l.world.tables {
		at[t.sql] = i
	}
	rows := l.app.conn.ExecParams(ctx, "SELECT * FROM assay.written("+sqlproof.Literal(l.world.server.key)+")", nil, nil,
		nil, nil)
	size := 0
	defined := false
	for rows.NextRow() && size <= maxRead {
		v := rows.Values()
		i, ok := at[string(v[0])]
		switch {
		case len(v[0]) == 0:
			defined = true
		case !ok:
		case v[1] == nil:
			after.rows[i] = map[string]int{}
		default:
			after.rows[i][string(v[1])]++
			size += len(v[1])
		}
	}
	if size > maxRead {
		return true, fault(fmt.Sprintf("the tables hold more than %d MB afterwards", maxRead>>20))
	}
	if _, err := rows.Close(); err != nil || defined {
		return !defined, err
	}
	r.Changes, err = l.world.changes(l.start, after)
	return true, err
}

// rewind moves the sequences back to where they were: a rollback does not.
func (l *lab) rewind(ctx context.Context) error {
	if l.now.marks == "" {
		return nil
	}
	left, err := query(ctx, l.reader, marks)
	if err != nil || left[0][0] == l.now.marks {
		return err
	}
	host, err := l.as(ctx, "host")
	if err != nil {
		return err
	}
	now := strings.Split(left[0][0], ",")
	for i, was := range strings.Split(l.now.marks, ",") {
		if i >= len(now) || now[i] == was {
			continue
		}
		oid, value, _ := strings.Cut(was, " ")
		set := fmt.Sprintf("setval(%s::regclass, seqstart, false) FROM pg_sequence WHERE seqrelid = %[1]s", oid)
		if value != "" {
			set = fmt.Sprintf("setval(%s::regclass, %s)", oid, value)
		}
		if err := execute(ctx, host, "SELECT pg_catalog."+set); err != nil {
			return err
		}
	}
	left, err = query(ctx, l.reader, marks)
	l.dirty = err == nil && left[0][0] != l.now.marks
	return err
}

// as returns the session of the host or the owner.
func (l *lab) as(ctx context.Context, role string) (*pgconn.PgConn, error) {
	if c := l.roles[role]; c != nil && !c.IsClosed() {
		return c, nil
	}
	c, err := l.world.server.connect(ctx, l.db, role, nil)
	if err == nil {
		l.roles[role] = c
	}
	return c, err
}

// copies returns the rows of each table as COPY writes them.
func (w *world) copies(ctx context.Context, reader *pgconn.PgConn) (out [][]byte, err error) {
	for _, t := range w.tables {
		var b bytes.Buffer
		if t.filled != "" {
			_, err = reader.CopyTo(ctx, &b, fmt.Sprintf("COPY (SELECT %s FROM %s) TO STDOUT", t.filled, t.sql))
		}
		if out = append(out, b.Bytes()); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// renew turns a database with rows in another order than those of the template into one with a given, as open makes it.
// It keeps the definitions where nothing is given. Where it does not succeed, the database is dirty; an error of given
// is a fault.
func (l *lab) renew(ctx context.Context, given string, order []string) error {
	w := l.world
	if l.dirty = true; w.filled == nil || l.now.marks != l.start.marks || !slices.Equal(l.now.order, l.start.order) {
		return nil // its definitions changed rows
	}
	if done, err := l.refill(ctx, order); !done {
		return err
	}
	now := *w.start
	now.catalogue = l.now.catalogue
	l.given, l.start, l.now, l.dirty = "", w.start, &now, false
	err := l.rewind(ctx)
	if given == "" || err != nil || l.dirty {
		return err
	}
	l.dirty = true
	if l.prelude != "" {
		if again, err := l.undefine(ctx); !again {
			return err
		}
	}
	if err = l.give(ctx, given); err == nil {
		l.start, err = w.look(ctx, l.reader, func(catalogue) error { return nil })
	}
	l.given, l.now, l.dirty = given, l.start, err != nil
	return err
}

// refill replaces the rows of the tables whose order is not that of the template, and reports whether all are as there.
func (l *lab) refill(ctx context.Context, order []string) (bool, error) {
	w := l.world
	host, err := l.as(ctx, "host")
	if err != nil {
		return false, err
	}
	// neither triggers nor foreign keys
	err = execute(ctx, host, "BEGIN; SET LOCAL session_replication_role = replica")
	for i, t := range w.tables {
		if err == nil && order[i] != w.start.order[i] {
			if err = execute(ctx, host, "DELETE FROM "+t.sql); err == nil && t.filled != "" {
				_, err = host.CopyFrom(ctx, bytes.NewReader(w.filled[i]),
					fmt.Sprintf("COPY %s (%s) FROM STDIN", t.sql, t.filled))
			}
		}
	}
	var pg *pgconn.PgError
	if err = errors.Join(err, execute(ctx, host, "COMMIT")); errors.As(err, &pg) {
		return false, nil // a schema whose rows cannot be copied back
	}
	again := &state{}
	if err == nil {
		err = w.read(ctx, l.reader, again)
	}
	return err == nil && slices.Equal(again.order, w.start.order), err
}

// undefine removes the definitions of a candidate, and reports whether the database is as it was before them.
func (l *lab) undefine(ctx context.Context) (bool, error) {
	for i := range l.start.rows {
		if !maps.Equal(l.start.rows[i], l.now.rows[i]) {
			return false, nil
		}
	}
	if err := l.end(ctx); err != nil {
		return false, err
	}
	if err := execute(ctx, l.reader, "SELECT assay.restore()"); err != nil {
		return false, nil // what is left may depend on it
	}
	after, err := readCatalogue(ctx, l.reader)
	if err != nil || !maps.Equal(after, l.start.catalogue) {
		return false, err
	}
	left, err := query(ctx, l.reader, marks)
	if err != nil || left[0][0] != l.start.marks {
		return false, err
	}
	l.now, l.prelude, l.foreign = l.start, "", nil
	return true, nil
}

package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"assay/internal/proof/sqlproof"
)

// tables lists the compared tables, as displayed and as SQL, with the columns of the
// primary key.
const tables = `SELECT CASE n.nspname WHEN 'public' THEN c.relname ELSE n.nspname || '.' || c.relname END, format('%I.%I', n.nspname, c.relname),
  COALESCE((SELECT string_agg(a.attname, ',' ORDER BY a.attnum) FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
            WHERE i.indrelid = c.oid AND i.indisprimary), '')
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'assay_host', 'assay_owner') AND n.nspname NOT LIKE 'pg\_%'
ORDER BY 1`

// numbered lists the columns that own a sequence (identity and serial) and that no
// foreign key refers to, with their tables as displayed.
const numbered = `SELECT CASE n.nspname WHEN 'public' THEN c.relname ELSE n.nspname || '.' || c.relname END, a.attname
FROM pg_depend d JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S' JOIN pg_class c ON c.oid = d.refobjid JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid
WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f.contype = 'f' AND f.confrelid = c.oid AND a.attnum = ANY (f.confkey)) ORDER BY 1, 2`

// fixed holds the settings that determine how a value prints, and where names are looked up.
const fixed = `SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO, YMD' SET intervalstyle = 'postgres' SET bytea_output = 'hex' SET extra_float_digits = 1 SET row_security = off`

// hostFunctions defines the host's functions. rows() compares every table with its initial
// content. seen() does so within a transaction, and only for tables on which it holds
// a lock that writing takes: such a lock lasts until the end of the transaction, so a
// table without a lock was not written.
const hostFunctions = `
CREATE FUNCTION assay_host.rows() RETURNS TABLE (name text, came boolean, r text) LANGUAGE plpgsql ` + fixed + ` AS $f$
DECLARE q text;
BEGIN
  FOR q IN SELECT diff FROM assay_host.tables ORDER BY n LOOP RETURN QUERY EXECUTE q; END LOOP;
END $f$;
CREATE FUNCTION assay_host.seen() RETURNS TABLE (name text, came boolean, r text) LANGUAGE plpgsql ` + fixed + ` AS $f$
DECLARE q text;
BEGIN
  IF pg_current_xact_id_if_assigned() IS NULL THEN RETURN; END IF;
  FOR q IN
    SELECT t.diff FROM assay_host.tables AS t
    WHERE t.id IN (SELECT u FROM pg_locks AS l, LATERAL (VALUES (l.relation), (pg_partition_root(l.relation)::oid)) AS x (u)
                   WHERE l.pid = pg_backend_pid() AND l.locktype = 'relation' AND l.mode NOT IN ('AccessShareLock', 'RowShareLock'))
    ORDER BY t.n
  LOOP RETURN QUERY EXECUTE q; END LOOP;
END $f$;
REVOKE ALL ON FUNCTION assay_host.take(), assay_host.rows() FROM PUBLIC;
GRANT USAGE ON SCHEMA assay_host TO @_app;
SELECT assay_host.take();`

var errNoTable = errors.New("the schema has no table")

// observe creates the snapshot of every table and the host's functions.
func (w *world) observe(ctx context.Context, host *pgconn.PgConn) error {
	list, err := query(ctx, host, tables)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return errNoTable
	}
	columns, err := query(ctx, host, numbered)
	if err != nil {
		return err
	}
	for _, c := range columns {
		w.numbered[c[0]] = append(w.numbered[c[0]], c[1])
	}
	var take, drop []string
	var b strings.Builder
	b.WriteString("CREATE SCHEMA assay_host; CREATE TABLE assay_host.tables (n int, id oid, diff text);\n")
	for i, t := range list {
		name, table := t[0], t[1]
		w.keys[name] = nil
		if t[2] != "" {
			w.keys[name] = strings.Split(t[2], ",")
		}
		now := "SELECT pg_catalog.to_jsonb(t)::text AS r FROM " + table + " AS t"
		was := fmt.Sprintf("SELECT r FROM assay_host.t%d", i)
		diff := fmt.Sprintf("SELECT %[1]s, false, r FROM (%[2]s EXCEPT ALL %[3]s) AS x UNION ALL SELECT %[1]s, true, r "+
			"FROM (%[3]s EXCEPT ALL %[2]s) AS x", literal(name), was, now)
		fmt.Fprintf(&b, "CREATE TABLE assay_host.t%d (r text); "+
			"INSERT INTO assay_host.tables VALUES (%d, %s::regclass, %s);\n", i, i, literal(table), literal(diff))
		drop = append(drop, fmt.Sprintf("assay_host.t%d", i))
		take = append(take, fmt.Sprintf("INSERT INTO assay_host.t%d %s;", i, now))
	}
	fmt.Fprintf(&b, "CREATE FUNCTION assay_host.take() RETURNS void LANGUAGE sql %s AS $f$ TRUNCATE %s; %s $f$;", fixed,
		strings.Join(drop, ", "), strings.Join(take, " "))
	b.WriteString(hostFunctions)
	if err := execute(ctx, host, w.server.fill(b.String())); err != nil {
		return err
	}
	w.reset, err = w.resets(ctx, host)
	return err
}

// resets returns the statements that set every sequence to its current position.
func (w *world) resets(ctx context.Context, host *pgconn.PgConn) (string, error) {
	list, err := query(ctx, host,
		`SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'S' ORDER BY 1`)
	if err != nil {
		return "", err
	}
	var out []string
	for _, seq := range list {
		v, err := query(ctx, host, "SELECT last_value, is_called FROM "+seq[0])
		if err != nil {
			return "", err
		}
		out = append(out, fmt.Sprintf("SELECT pg_catalog.setval(%s, %s, '%s')", literal(seq[0]), v[0][0], v[0][1]))
	}
	return strings.Join(out, ";"), nil
}

// changes parses the rows that seen() or rows() returned.
func (w *world) changes(rows [][]string) ([]sqlproof.Change, error) {
	gone, came := map[string][]sqlproof.Row{}, map[string][]sqlproof.Row{}
	var order []string
	for _, r := range rows {
		row, err := sqlproof.ParseRow(r[2])
		if err != nil {
			return nil, fmt.Errorf("table %s: %w", r[0], err)
		}
		if len(order) == 0 || order[len(order)-1] != r[0] {
			order = append(order, r[0])
		}
		if r[1] == "t" {
			came[r[0]] = append(came[r[0]], row)
		} else {
			gone[r[0]] = append(gone[r[0]], row)
		}
	}
	var out []sqlproof.Change
	for i, table := range order {
		if i > 0 && order[i-1] == table {
			continue
		}
		out = append(out, sqlproof.Pair(table, w.keys[table], w.numbered[table], gone[table], came[table])...)
	}
	return out, nil
}

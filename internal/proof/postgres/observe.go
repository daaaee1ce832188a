package postgres

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"assay/internal/proof/sqlproof"
)

// tables lists the compared tables, as displayed and as SQL, with the columns of the
// primary key, and those that can be filled, as SQL.
const tables = `SELECT CASE n.nspname WHEN 'public' THEN c.relname ELSE n.nspname || '.' || c.relname END, format('%I.%I', n.nspname, c.relname),
  COALESCE((SELECT string_agg(a.attname, ',' ORDER BY a.attnum) FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
            WHERE i.indrelid = c.oid AND i.indisprimary), ''),
  (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '')
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'assay') AND n.nspname NOT LIKE 'pg\_%'
ORDER BY 1`

// numbered lists the columns that own a sequence (identity and serial) and that no
// foreign key refers to, with their tables as displayed.
const numbered = `SELECT CASE n.nspname WHEN 'public' THEN c.relname ELSE n.nspname || '.' || c.relname END, a.attname
FROM pg_depend d JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S' JOIN pg_class c ON c.oid = d.refobjid JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid
WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f.contype = 'f' AND f.confrelid = c.oid AND a.attnum = ANY (f.confkey)) ORDER BY 1, 2`

var errNoTable = errors.New("the schema has no table")

// table is a compared table.
type table struct {
	name     string   // as displayed
	sql      string   // as qualified in SQL
	key      []string // columns of its primary key
	numbered []string // columns that a sequence numbers and to which no foreign key refers
	filled   string   // columns that are not generated, in SQL; "" if there are none
}

// state is what a reader finds in a database. The catalogue identifies the tables, so that their rows are
// comparable with those of another state exactly if it is equal to that state's.
type state struct {
	catalogue catalogue
	rows      []map[string]int // number of equal rows in each compared table, by their text
	order     []string         // digest of the rows of each table in the order in which they are read
	marks     string           // positions of the sequences
}

// observe lists the compared tables.
func (w *world) observe(ctx context.Context, reader *pgconn.PgConn) error {
	list, err := query(ctx, reader, tables)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return errNoTable
	}
	columns, err := query(ctx, reader, numbered)
	if err != nil {
		return err
	}
	for _, r := range list {
		t := table{name: r[0], sql: r[1], filled: r[3]}
		if r[2] != "" {
			t.key = strings.Split(r[2], ",")
		}
		for _, c := range columns {
			if c[0] == t.name {
				t.numbered = append(t.numbered, c[1])
			}
		}
		w.tables = append(w.tables, t)
	}
	if err := execute(ctx, reader, "SELECT assay.keep()"); err != nil {
		return err
	}
	w.start, err = w.look(ctx, reader, func(catalogue) error { return nil })
	if err != nil {
		return err
	}
	if w.filled, err = w.copies(ctx, reader); err != nil {
		return err
	}
	size, err := query(ctx, reader, "SELECT pg_database_size(current_database())")
	if err == nil {
		w.size, err = strconv.ParseInt(size[0][0], 10, 64)
	}
	return err
}

// marks is the query of the positions of all sequences.
const marks = `SELECT COALESCE(string_agg(format('%s %s', oid, pg_sequence_last_value(oid)), ',' ORDER BY oid), '') FROM pg_class WHERE relkind = 'S'`

// look reads a database in one snapshot. The rows are read only if check has nothing to say against the
// catalogue, because reading a value calls what is defined for its type.
func (w *world) look(ctx context.Context, reader *pgconn.PgConn, check func(catalogue) error) (*state, error) {
	if err := execute(ctx, reader, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"); err != nil {
		return nil, err
	}
	s := &state{}
	var err error
	if s.catalogue, err = readCatalogue(ctx, reader); err == nil {
		err = check(s.catalogue)
	}
	if err == nil {
		err = w.read(ctx, reader, s)
	}
	return s, errors.Join(err, execute(context.WithoutCancel(ctx), reader, "ROLLBACK"))
}

// read reads the rows and the positions of the sequences.
func (w *world) read(ctx context.Context, reader *pgconn.PgConn, s *state) error {
	var parts []string
	for i, t := range w.tables {
		parts = append(parts, fmt.Sprintf("SELECT %d, to_jsonb(t)::text FROM %s AS t", i, t.sql))
		s.rows = append(s.rows, map[string]int{})
	}
	rows := reader.ExecParams(ctx, strings.Join(parts, " UNION ALL "), nil, nil, nil, nil)
	size := 0
	sums := make([]hash.Hash, len(w.tables))
	for i := range sums {
		sums[i] = sha256.New()
	}
	for rows.NextRow() && size <= maxRead {
		v := rows.Values()
		i, err := strconv.Atoi(string(v[0]))
		if err != nil {
			return err
		}
		s.rows[i][string(v[1])]++
		size += len(v[1])
		sums[i].Write(append(v[1], '\n')) // a text in JSON has no line break
	}
	for _, sum := range sums {
		s.order = append(s.order, string(sum.Sum(nil)))
	}
	if size > maxRead {
		reader.CancelRequest(ctx)
		rows.Close()
		return fault(fmt.Sprintf("the tables hold more than %d MB afterwards", maxRead>>20))
	}
	if _, err := rows.Close(); err != nil {
		return err
	}
	found, err := query(ctx, reader, marks)
	if err == nil {
		s.marks = found[0][0]
	}
	return err
}

// changes compares the rows of two states.
func (w *world) changes(before, after *state) ([]sqlproof.Change, error) {
	var out []sqlproof.Change
	for i, t := range w.tables {
		gone, err := more(before.rows[i], after.rows[i])
		if err != nil {
			return nil, fmt.Errorf("table %s: %w", t.name, err)
		}
		came, err := more(after.rows[i], before.rows[i])
		if err != nil {
			return nil, fmt.Errorf("table %s: %w", t.name, err)
		}
		out = append(out, sqlproof.Pair(t.name, t.key, t.numbered, gone, came)...)
	}
	return out, nil
}

// more returns the rows that one table has and the other has not, in a fixed order.
func more(one, other map[string]int) ([]sqlproof.Row, error) {
	var differ []string
	for text, n := range one {
		if n > other[text] {
			differ = append(differ, text)
		}
	}
	slices.Sort(differ)
	var out []sqlproof.Row
	for _, text := range differ {
		for range one[text] - other[text] {
			row, err := sqlproof.ParseRow(text)
			if err != nil {
				return nil, err
			}
			out = append(out, row)
		}
	}
	return out, nil
}

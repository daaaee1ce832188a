package database

import (
	"context"
	"fmt"
	"iter"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Rows is an insertion of rows of one form. On PostgreSQL many of them are one statement,
// which costs the server much less than many statements.
type Rows struct {
	table string
	names []string
	types []string
	each  string // the statement for one row
	all   string // for many, as arrays
}

// NewRows returns an insertion into columns of a table, given as "name type, …"
// with types of PostgreSQL: text, bigint, bytea or float8. rest follows the values:
// the clause for conflicts, and the returned columns.
func NewRows(table, columns, rest string) *Rows {
	r := &Rows{table: table}
	var arrays []string
	for i, c := range strings.Split(columns, ",") {
		name, typ, _ := strings.Cut(strings.TrimSpace(c), " ")
		r.names = append(r.names, name)
		r.types = append(r.types, typ)
		arrays = append(arrays, fmt.Sprintf("$%d::%s[]", i+1, typ))
	}
	r.each = insertion(table, r.names) + " " + rest
	r.all = "INSERT INTO " + table + " (" + strings.Join(r.names, ", ") + ") SELECT * FROM unnest(" +
		strings.Join(arrays, ", ") + ") " + rest
	return r
}

// insertion returns the statement that inserts one row.
func insertion(table string, columns []string) string {
	places := make([]string, len(columns))
	for i := range places {
		places[i] = fmt.Sprintf("$%d", i+1)
	}
	return "INSERT INTO " + table + " (" + strings.Join(columns, ", ") + ") VALUES (" + strings.Join(places, ", ") + ")"
}

// Statement returns the statement for one row, for [DB.Prepare].
func (r *Rows) Statement() string { return r.each }

// Serial is an insertion into a table with a column id, which the database fills unless the
// insertion does.
type Serial struct {
	rows  *Rows
	by    int    // the column that identifies a row
	fresh string // on SQLite: the statement for a new row, with its id
	last  string
}

// NewSerial returns an insertion as [NewRows] does. Rows that are inserted together must
// have different texts in the column by, texts that every database can store. rest is the
// clause for conflicts, without returned columns.
func NewSerial(table, columns, by, rest string) *Serial {
	r := NewRows(table, columns, rest+" RETURNING id, "+by)
	return &Serial{
		rows: r, by: slices.Index(r.names, by),
		fresh: insertion(table, append(slices.Clone(r.names), "id")) + " ON CONFLICT DO NOTHING",
		last:  "SELECT coalesce(max(id), 0) FROM " + table,
	}
}

// Statements returns the statements of an insertion, for [DB.Prepare].
func (s *Serial) Statements() []string { return []string{s.rows.each, s.fresh, s.last} }

// PutRows executes the queued statements and an insertion, and returns the id of each row; 0
// for a row that was left unchanged.
func (t *Tx) PutRows(ctx context.Context, s *Serial, rows [][]any) ([]int64, error) {
	ids := make([]int64, len(rows))
	if t.conn == nil {
		return ids, t.number(ctx, s, rows, ids)
	}
	place := make(map[string]int, len(rows))
	for i, row := range rows {
		place[row[s.by].(string)] = i
	}
	if err := t.QueueRows(ctx, s.rows, rows, func(scan func(...any) error) error {
		var id int64
		var by string
		if err := scan(&id, &by); err != nil {
			return err
		}
		i, ok := place[by]
		if !ok {
			return fmt.Errorf("%q came back as another text", by)
		}
		ids[i] = id
		return nil
	}); err != nil {
		return nil, err
	}
	return ids, t.Flush(ctx)
}

// number assigns the ids itself: no other transaction writes concurrently, and SQLite builds
// a table for the rows that a statement returns, which takes longer than the row.
func (t *Tx) number(ctx context.Context, s *Serial, rows [][]any, ids []int64) error {
	var id int64
	if err := t.Queue(ctx, s.last, nil, func(scan func(...any) error) error { return scan(&id) }); err != nil {
		return err
	}
	var args []any
	for i, row := range rows {
		yield(i)
		args = append(append(args[:0], row...), id+1)
		n, err := t.execute(ctx, s.fresh, args)
		if err != nil {
			return err
		}
		if n == 1 {
			id++
			ids[i] = id
			continue
		}
		if err := t.Queue(ctx, s.rows.each, row,
			func(scan func(...any) error) error { return scan(&ids[i], new(string)) }); err != nil {
			return err
		}
	}
	return nil
}

// yield lets other goroutines run now and then: hundreds of rows take longer than those
// should wait.
func yield(i int) {
	if i%4 == 3 {
		runtime.Gosched()
	}
}

// QueueRows executes an insertion of rows, at the latest when the queue is flushed. row
// scans each row that it returns, if any; it may be nil. No two of the rows may conflict
// with each other.
func (t *Tx) QueueRows(ctx context.Context, r *Rows, rows [][]any, row func(scan func(...any) error) error) error {
	if t.conn == nil || len(rows) == 1 {
		for i, args := range rows {
			yield(i)
			if err := t.Queue(ctx, r.each, args, row); err != nil {
				return err
			}
		}
		return nil
	}
	if len(rows) == 0 {
		return nil
	}
	arrays := make([]any, len(r.types))
	for i, typ := range r.types {
		var err error
		switch typ {
		case "text":
			arrays[i], err = array(rows, i, isText, func(v reflect.Value) string { return escaped(v.String()) })
		case "bigint":
			arrays[i], err = array(rows, i, reflect.Value.CanInt, reflect.Value.Int)
		case "float8":
			arrays[i], err = array(rows, i, reflect.Value.CanFloat, reflect.Value.Float)
		case "bytea":
			arrays[i], err = array(rows, i, isBytes, reflect.Value.Bytes)
		default:
			err = fmt.Errorf("a type %s", typ)
		}
		if err != nil {
			return fmt.Errorf("storing rows of %s: column %d: %w", r.table, i+1, err)
		}
	}
	return t.Queue(ctx, r.all, arrays, row)
}

func isText(v reflect.Value) bool { return v.Kind() == reflect.String }

func isBytes(v reflect.Value) bool { return v.Type() == reflect.TypeFor[[]byte]() }

// array returns a column of rows as an array; nil, also as a pointer, is NULL. A value for
// which is does not hold is an error.
func array[T any](rows [][]any, column int, is func(reflect.Value) bool, get func(reflect.Value) T) ([]*T, error) {
	out := make([]*T, len(rows))
	for i, row := range rows {
		v := reflect.ValueOf(row[column])
		for v.IsValid() && v.Kind() == reflect.Pointer {
			v = v.Elem()
		}
		if !v.IsValid() || v.Kind() == reflect.Slice && v.IsNil() {
			continue
		}
		if !is(v) {
			return nil, fmt.Errorf("a %s", v.Type())
		}
		out[i] = new(get(v))
	}
	return out, nil
}

// Insert stores many rows and skips those that would violate a key. The values of a row are
// in the order of columns. Queued rows are executed before.
func (t *Tx) Insert(ctx context.Context, table string, columns []string, rows iter.Seq2[[]any, error]) error {
	if t.conn != nil {
		return t.insertFrom(ctx, table, columns, rows)
	}
	return t.insertEach(ctx, table, columns, rows, " ON CONFLICT DO NOTHING")
}

// Append stores many new rows. It is faster than [Tx.Insert], and fails where that would
// skip a row.
func (t *Tx) Append(ctx context.Context, table string, columns []string, rows iter.Seq2[[]any, error]) error {
	if t.conn == nil {
		return t.insertEach(ctx, table, columns, rows, "")
	}
	if err := t.Flush(ctx); err != nil {
		return err
	}
	return t.copyFrom(ctx, table, columns, rows)
}

func (t *Tx) insertEach(ctx context.Context, table string, columns []string, rows iter.Seq2[[]any, error],
	unless string) error {
	st, err := t.PrepareContext(ctx, insertion(table, columns)+unless)
	if err != nil {
		return err
	}
	defer st.Close()
	for row, err := range rows {
		if err != nil {
			return err
		}
		if _, err := st.ExecContext(ctx, row...); err != nil {
			return err
		}
	}
	return nil
}

// insertFrom streams the rows into a temporary table first, since streaming cannot skip
// existing rows.
func (t *Tx) insertFrom(ctx context.Context, table string, columns []string, rows iter.Seq2[[]any, error]) error {
	if err := t.Flush(ctx); err != nil {
		return err
	}
	list, stage := strings.Join(columns, ", "), "incoming_"+table
	if _, err := t.ExecContext(ctx, fmt.Sprintf(`CREATE TEMP TABLE %s ON COMMIT DROP AS SELECT %s FROM %s WITH NO DATA`,
		stage, list, table)); err != nil {
		return err
	}
	if err := t.copyFrom(ctx, stage, columns, rows); err != nil {
		return err
	}
	if _, err := t.ExecContext(ctx, fmt.Sprintf(`INSERT INTO %s (%s) SELECT %s FROM %s ON CONFLICT DO NOTHING`, table,
		list, list, stage)); err != nil {
		return err
	}
	_, err := t.ExecContext(ctx, `DROP TABLE `+stage)
	return err
}

// copyFrom streams the rows into a table.
func (t *Tx) copyFrom(ctx context.Context, table string, columns []string, rows iter.Seq2[[]any, error]) error {
	next, stop := iter.Pull2(rows)
	defer stop()
	return t.raw(func(c *pgx.Conn) error {
		_, err := c.CopyFrom(ctx, pgx.Identifier{table}, columns, pgx.CopyFromFunc(func() ([]any, error) {
			row, err, ok := next()
			if !ok || err != nil {
				return nil, err
			}
			safe := make([]any, len(row))
			for i, v := range row {
				safe[i] = storable(v)
			}
			return safe, nil
		}))
		return err
	})
}

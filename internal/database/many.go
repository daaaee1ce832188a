package database

import (
	"context"
	"fmt"
	"iter"
	"reflect"
	"runtime"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Rows is an insertion of rows that are alike. On PostgreSQL many of them are one
// statement, which costs the server a part of what as many statements do.
type Rows struct {
	table string
	rest  string
	types []string
	each  string // the statement for one row
	all   string // for many, as arrays
}

// NewRows returns an insertion into columns of a table, given as "name type, …"
// with types of PostgreSQL: text, bigint, bytea or float8. rest follows the values:
// what is done about a conflict, and what is returned.
func NewRows(table, columns, rest string) *Rows {
	r := &Rows{table: table, rest: rest}
	var names, places, arrays []string
	for i, c := range strings.Split(columns, ",") {
		name, typ, _ := strings.Cut(strings.TrimSpace(c), " ")
		names = append(names, name)
		r.types = append(r.types, typ)
		places = append(places, fmt.Sprintf("$%d", i+1))
		arrays = append(arrays, fmt.Sprintf("$%d::%s[]", i+1, typ))
	}
	into := "INSERT INTO " + table + " (" + strings.Join(names, ", ") + ") "
	r.each = into + "VALUES (" + strings.Join(places, ", ") + ") " + rest
	r.all = into + "SELECT * FROM unnest(" + strings.Join(arrays, ", ") + ") " + rest
	return r
}

// Statement returns what is executed for one row, for [DB.Prepare].
func (r *Rows) Statement() string { return r.each }

// QueueRows executes an insertion of rows, at the latest when the queue is
// flushed. row reads a row that it returns, if it returns any; it may be nil. No
// two of the rows may be in conflict with each other.
func (t *Tx) QueueRows(ctx context.Context, r *Rows, rows [][]any, row func(scan func(...any) error) error) error {
	if t.conn == nil || len(rows) == 1 {
		for i, args := range rows {
			if i%4 == 3 {
				runtime.Gosched() // hundreds of rows take as long as others should not wait for a processor
			}
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
			arrays[i], err = array(rows, i, func(v reflect.Value) (string, bool) { return escaped(v.String()), v.Kind() == reflect.String })
		case "bigint":
			arrays[i], err = array(rows, i, func(v reflect.Value) (int64, bool) {
				if !v.CanInt() {
					return 0, false
				}
				return v.Int(), true
			})
		case "float8":
			arrays[i], err = array(rows, i, func(v reflect.Value) (float64, bool) {
				if !v.CanFloat() {
					return 0, false
				}
				return v.Float(), true
			})
		case "bytea":
			arrays[i], err = array(rows, i, func(v reflect.Value) ([]byte, bool) { b, ok := v.Interface().([]byte); return b, ok })
		default:
			err = fmt.Errorf("a type %s", typ)
		}
		if err != nil {
			return fmt.Errorf("storing rows of %s: column %d: %w", r.table, i+1, err)
		}
	}
	return t.Queue(ctx, r.all, arrays, row)
}

// array returns a column of rows; nil, also as a pointer, is NULL.
func array[T any](rows [][]any, column int, get func(reflect.Value) (T, bool)) ([]*T, error) {
	out := make([]*T, len(rows))
	for i, row := range rows {
		v := reflect.ValueOf(row[column])
		for v.IsValid() && v.Kind() == reflect.Pointer {
			v = v.Elem()
		}
		if !v.IsValid() || v.Kind() == reflect.Slice && v.IsNil() {
			continue
		}
		x, ok := get(v)
		if !ok {
			return nil, fmt.Errorf("a %s", v.Type())
		}
		out[i] = &x
	}
	return out, nil
}

// Insert stores many rows, skipping those that would break a key. The values of a
// row stand in the order of columns. What is queued is executed before.
func (t *Tx) Insert(ctx context.Context, table string, columns []string, rows iter.Seq2[[]any, error]) error {
	if t.conn != nil {
		return t.insertFrom(ctx, table, columns, rows)
	}
	return t.insertEach(ctx, table, columns, rows, " ON CONFLICT DO NOTHING")
}

// Append stores many rows of which none is there. It is faster than
// [Tx.Insert], and fails where that would skip a row.
func (t *Tx) Append(ctx context.Context, table string, columns []string, rows iter.Seq2[[]any, error]) error {
	if t.conn == nil {
		return t.insertEach(ctx, table, columns, rows, "")
	}
	if err := t.Flush(ctx); err != nil {
		return err
	}
	return t.copyFrom(ctx, table, columns, rows)
}

func (t *Tx) insertEach(ctx context.Context, table string, columns []string, rows iter.Seq2[[]any, error], unless string) error {
	places := make([]string, len(columns))
	for i := range places {
		places[i] = fmt.Sprintf("$%d", i+1)
	}
	st, err := t.PrepareContext(ctx, fmt.Sprintf(`INSERT INTO %s (%s) VALUES (%s)%s`, table, strings.Join(columns, ", "), strings.Join(places, ", "), unless))
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

// insertFrom streams the rows into a table of its own first: what streams cannot
// skip what is there.
func (t *Tx) insertFrom(ctx context.Context, table string, columns []string, rows iter.Seq2[[]any, error]) error {
	if err := t.Flush(ctx); err != nil {
		return err
	}
	list, stage := strings.Join(columns, ", "), "incoming_"+table
	if _, err := t.ExecContext(ctx, fmt.Sprintf(`CREATE TEMP TABLE %s ON COMMIT DROP AS SELECT %s FROM %s WITH NO DATA`, stage, list, table)); err != nil {
		return err
	}
	if err := t.copyFrom(ctx, stage, columns, rows); err != nil {
		return err
	}
	if _, err := t.ExecContext(ctx, fmt.Sprintf(`INSERT INTO %s (%s) SELECT %s FROM %s ON CONFLICT DO NOTHING`, table, list, list, stage)); err != nil {
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

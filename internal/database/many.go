package database

import (
	"context"
	"fmt"
	"reflect"
	"strings"
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
		for _, args := range rows {
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

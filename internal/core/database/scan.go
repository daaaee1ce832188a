package database

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
)

// Row is a row that [DB.Scan] reads. A column with another type than requested gives the
// zero value, and an error of Scan.
type Row struct {
	values  []driver.Value
	columns []string
	err     error
}

// Null reports whether column i, counted from 0, is NULL.
func (r *Row) Null(i int) bool { return r.values[i] == nil }

// Text returns a text column; "" if it is NULL. The string may be kept.
func (r *Row) Text(i int) string { return value[string](r, i) }

// Int returns an integer column; 0 if it is NULL.
func (r *Row) Int(i int) int64 { return value[int64](r, i) }

// Float returns a float column; 0 if it is NULL.
func (r *Row) Float(i int) float64 { return value[float64](r, i) }

func value[T any](r *Row, i int) T {
	v, ok := r.values[i].(T)
	if !ok && r.values[i] != nil && r.err == nil {
		r.err = fmt.Errorf("the column %s holds a %T, not a %T", r.columns[i], r.values[i], v)
	}
	return v
}

// Scan calls f for every row of a query. It omits most of the work of package sql for a row,
// which takes longer than reading it: use it for queries that return a million. f must not
// keep the row.
func (d *DB) Scan(ctx context.Context, query string, args []any, f func(*Row) error) error {
	const tries = 3 // as package sql does if an idle connection has broken
	for i := 1; ; i++ {
		begun := false
		err := d.scan(ctx, query, args, func(r *Row) error { begun = true; return f(r) })
		if begun || i == tries || !errors.Is(err, driver.ErrBadConn) {
			return err
		}
	}
}

func (d *DB) scan(ctx context.Context, query string, args []any, f func(*Row) error) error {
	c, err := d.R.Conn(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	return c.Raw(func(dc any) error {
		named, err := parameters(dc, args)
		if err != nil {
			return err
		}
		rows, err := dc.(driver.QueryerContext).QueryContext(ctx, query, named)
		if err != nil {
			return err
		}
		row := Row{columns: rows.Columns()}
		row.values = make([]driver.Value, len(row.columns))
		for n := 0; ; n++ {
			if n%1024 == 0 {
				err = ctx.Err()
			}
			if err == nil {
				err = rows.Next(row.values)
			}
			if errors.Is(err, io.EOF) {
				return rows.Close()
			}
			if err == nil {
				if err = f(&row); row.err != nil {
					err = row.err // whatever f returned
				}
			}
			if err != nil {
				return errors.Join(err, rows.Close())
			}
		}
	})
}

// parameters returns args in the form that a connection accepts.
func parameters(dc any, args []any) ([]driver.NamedValue, error) {
	out := make([]driver.NamedValue, len(args))
	for i, a := range args {
		v, err := driver.DefaultParameterConverter.ConvertValue(a)
		if err != nil {
			return nil, fmt.Errorf("parameter %d: %w", i+1, err)
		}
		out[i] = driver.NamedValue{Ordinal: i + 1, Value: v}
		if checker, ok := dc.(driver.NamedValueChecker); ok {
			if err := checker.CheckNamedValue(&out[i]); err != nil {
				return nil, fmt.Errorf("parameter %d: %w", i+1, err)
			}
		}
	}
	return out, nil
}

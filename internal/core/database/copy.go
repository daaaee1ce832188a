package database

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// Tables returns the names of the tables of a results database in the order of their
// creation, so that a table comes after those that it refers to.
func (d *DB) Tables(ctx context.Context) ([]string, error) {
	list := `SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid`
	if d.config != nil {
		list = `SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY oid`
	}
	rows, err := d.R.QueryContext(ctx, list)
	if err != nil {
		return nil, fmt.Errorf("listing the tables of %s: %w", d.name, err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		// Tables of libraries concern this database alone.
		if name != "writer_commit" && !strings.HasPrefix(name, "goose_") && !strings.HasPrefix(name, "sqlite_") &&
			!strings.HasPrefix(name, "river_") {
			out = append(out, name)
		}
	}
	return out, rows.Err()
}

// Copy copies all rows of a database into another, empty one with the same schema: either
// all of them or, if it fails, none. It reads one state of from, whatever others write
// meanwhile. report is called after each table.
func Copy(ctx context.Context, from, to *DB, report func(table string, rows int)) error {
	tables, err := from.Tables(ctx)
	if err != nil {
		return err
	}
	return to.Write(ctx, 0, func(tx *Tx) error {
		state, err := from.Snapshot(ctx)
		if err != nil {
			return err
		}
		defer state.Rollback()
		for _, table := range tables {
			n, err := copyTable(ctx, state, tx, table)
			if err != nil {
				return fmt.Errorf("copying table %s: %w", table, err)
			}
			report(table, n)
		}
		return nil
	})
}

// Snapshot begins a transaction that reads one state, whatever others write.
func (d *DB) Snapshot(ctx context.Context) (*sql.Tx, error) {
	isolation := sql.LevelDefault
	if d.config != nil {
		isolation = sql.LevelRepeatableRead
	}
	tx, err := d.R.BeginTx(ctx, &sql.TxOptions{ReadOnly: true, Isolation: isolation})
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", d.name, err)
	}
	return tx, nil
}

func copyTable(ctx context.Context, from *sql.Tx, to *Tx, table string) (int, error) {
	var there int
	if err := to.QueryRowContext(ctx, `SELECT count(*) FROM `+table).Scan(&there); err != nil {
		return 0, err
	}
	if there > 0 {
		return 0, fmt.Errorf("the target already holds %d rows, and must be empty", there)
	}
	rows, err := from.QueryContext(ctx, `SELECT * FROM `+table)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return 0, err
	}
	n := 0
	err = to.Insert(ctx, table, columns, func(yield func([]any, error) bool) {
		for rows.Next() {
			row := make([]any, len(columns))
			places := make([]any, len(columns))
			for i := range row {
				places[i] = &row[i]
			}
			n++
			if !yield(row, rows.Scan(places...)) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, err)
		}
	})
	if err != nil {
		return 0, err
	}
	if err := to.QueryRowContext(ctx, `SELECT count(*) FROM `+table).Scan(&there); err != nil {
		return 0, err
	}
	if there != n {
		return 0, fmt.Errorf("only %d of %d rows were copied", there, n)
	}
	return n, to.renumber(ctx, table)
}

// renumber sets PostgreSQL's numbering of new rows to continue after the copied numbers.
func (t *Tx) renumber(ctx context.Context, table string) error {
	if t.conn == nil {
		return nil
	}
	var numbered bool
	if err := t.QueryRowContext(ctx, `SELECT count(*) > 0 FROM information_schema.columns
		WHERE table_schema = current_schema() AND table_name = $1 AND column_name = 'id' AND is_identity = 'YES'`, table).Scan(&numbered); err != nil || !numbered {
		return err
	}
	_, err := t.ExecContext(ctx,
		fmt.Sprintf(`SELECT setval(pg_get_serial_sequence('%s', 'id'), coalesce(max(id), 1), count(*) > 0) FROM %s`, table,
			table))
	return err
}

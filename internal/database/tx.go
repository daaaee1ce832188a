package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Tx is a transaction that writes. It is used by one goroutine.
type Tx struct {
	*sql.Tx
	db    *DB
	conn  *sql.Conn // on PostgreSQL
	batch *pgx.Batch
	ready map[string]*sql.Stmt // on SQLite: those of db.prepared that were used, in this transaction
}

// longest is what statements wait for together at most.
const longest = 1000

// Write runs f in a transaction and commits it. On PostgreSQL, f is run again
// for as long as the database has patience when something fails that passes; a
// commit of which the answer was lost is looked up, so that nothing is done
// twice. One try may take so long; 0 sets no limit.
func (d *DB) Write(ctx context.Context, try time.Duration, f func(*Tx) error) error {
	if d.config == nil {
		tx, err := d.W.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		if err := f(&Tx{Tx: tx, db: d, ready: map[string]*sql.Stmt{}}); err != nil {
			return err
		}
		return tx.Commit()
	}
	deadline := time.Now().Add(d.Patience)
	wait := 20 * time.Millisecond
	for {
		err := d.writeOnce(ctx, try, deadline, f)
		if err == nil || ctx.Err() != nil || !Passes(err) || time.Now().After(deadline) {
			return err
		}
		if err := pause(ctx, &wait); err != nil {
			return err
		}
	}
}

// pause waits, longer each time.
func pause(ctx context.Context, wait *time.Duration) error {
	t := time.NewTimer(*wait)
	defer t.Stop()
	*wait = min(2**wait, 2*time.Second)
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (d *DB) writeOnce(ctx context.Context, try time.Duration, deadline time.Time, f func(*Tx) error) error {
	whole := ctx
	if try > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, try)
		defer cancel()
	}
	c, err := d.W.Conn(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	tx, err := c.BeginTx(context.WithValue(ctx, numbered{}, true), nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var xid string
	var pid int64
	if err := c.Raw(func(dc any) error {
		xid, pid = dc.(*conn).xid, int64(dc.(*conn).Conn.Conn().PgConn().PID())
		return nil
	}); err != nil {
		return err
	}
	t := &Tx{Tx: tx, db: d, conn: c, batch: &pgx.Batch{}}
	if err := f(t); err != nil {
		return err
	}
	if err := t.Flush(ctx); err != nil {
		return err
	}
	err = tx.Commit()
	if err == nil || !Passes(err) {
		return err
	}
	if committed, lookErr := d.committed(whole, deadline, xid, pid); lookErr != nil {
		return fmt.Errorf("%w; whether it was stored could not be found out: %w", err, lookErr)
	} else if committed {
		return nil
	}
	return err
}

// committed finds out what became of a transaction whose commit was not
// answered, and ends the session that may still hold it open.
func (d *DB) committed(ctx context.Context, deadline time.Time, xid string, pid int64) (bool, error) {
	wait := 20 * time.Millisecond
	for {
		var status sql.NullString
		once, cancel := context.WithTimeout(ctx, 15*time.Second)
		err := d.W.QueryRowContext(once, `SELECT pg_xact_status($1::text::xid8)`, xid).Scan(&status)
		if err == nil && status.String == "in progress" {
			_, err = d.W.ExecContext(once, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_xid = $2::text::xid8::xid`, pid, xid)
		}
		cancel()
		switch {
		case err == nil && status.String == "committed":
			return true, nil
		case err == nil && status.String == "aborted":
			return false, nil
		case err == nil && !status.Valid:
			return false, errors.New("the server has forgotten it")
		case err != nil && !Passes(err), time.Now().After(deadline):
			return false, errors.Join(errors.New("no answer"), err)
		}
		if err := pause(ctx, &wait); err != nil {
			return false, err
		}
	}
}

// Lock makes other transactions that take the lock of that name wait until this
// one ends. On SQLite they do anyhow.
func (t *Tx) Lock(ctx context.Context, name string) error {
	if t.conn == nil {
		return nil
	}
	_, err := t.ExecContext(ctx, `SELECT pg_advisory_xact_lock($1)`, lockOf(name))
	return err
}

// ForUpdate is the end of a query whose rows nobody else may change before this
// transaction ends.
func (t *Tx) ForUpdate() string {
	if t.conn == nil {
		return ""
	}
	return " FOR UPDATE"
}

// Prepare makes ready what [Tx.Queue] will execute often. It is called outside transactions.
func (d *DB) Prepare(ctx context.Context, statements ...string) error {
	if d.config != nil {
		return nil // its driver does so by itself
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, text := range statements {
		if d.prepared[text] != nil {
			continue
		}
		st, err := d.W.PrepareContext(ctx, text)
		if err != nil {
			return err
		}
		d.prepared[text] = st
	}
	return nil
}

// Queue executes a statement, at the latest when the queue is flushed: with
// PostgreSQL, many make one way to the server and back. row reads the row that
// it returns, if it returns one; it may be nil.
func (t *Tx) Queue(ctx context.Context, statement string, args []any, row func(scan func(...any) error) error) error {
	if t.conn != nil {
		safe := make([]any, len(args))
		for i, a := range args {
			safe[i] = storable(a)
		}
		q := t.batch.Queue(statement, safe...)
		if row != nil {
			q.Query(func(rows pgx.Rows) error {
				for rows.Next() {
					if err := row(rows.Scan); err != nil {
						return err
					}
				}
				return rows.Err()
			})
		}
		if t.batch.Len() >= longest {
			return t.Flush(ctx)
		}
		return nil
	}
	if row == nil {
		_, err := t.execute(ctx, statement, args)
		return err
	}
	ctx = uncancelled(ctx)
	st := t.statement(ctx, statement)
	var r *sql.Row
	if st != nil {
		r = st.QueryRowContext(ctx, args...)
	} else {
		r = t.QueryRowContext(ctx, statement, args...)
	}
	if err := row(r.Scan); !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	return nil
}

// uncancelled is ctx for statements on SQLite. The driver watches every statement that
// can be cancelled with a goroutine, which costs as much as the statement: the
// transaction ends with ctx, and that is enough.
func uncancelled(ctx context.Context) context.Context { return context.WithoutCancel(ctx) }

// execute executes a statement on SQLite and returns how many rows it changed.
func (t *Tx) execute(ctx context.Context, statement string, args []any) (int64, error) {
	ctx = uncancelled(ctx)
	var res sql.Result
	var err error
	if st := t.statement(ctx, statement); st != nil {
		res, err = st.ExecContext(ctx, args...)
	} else {
		res, err = t.ExecContext(ctx, statement, args...)
	}
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// statement returns a statement of [DB.Prepare] for this transaction, nil for any other.
func (t *Tx) statement(ctx context.Context, text string) *sql.Stmt {
	st, ok := t.ready[text]
	if !ok {
		t.db.mu.Lock()
		st = t.db.prepared[text]
		t.db.mu.Unlock()
		if st != nil {
			st = t.StmtContext(ctx, st)
		}
		t.ready[text] = st
	}
	return st
}

// Flush executes what is queued.
func (t *Tx) Flush(ctx context.Context) error {
	if t.conn == nil || t.batch.Len() == 0 {
		return nil
	}
	b := t.batch
	t.batch = &pgx.Batch{}
	return t.raw(func(c *pgx.Conn) error { return c.SendBatch(ctx, b).Close() })
}

// raw lends the connection, which is inside the transaction.
func (t *Tx) raw(f func(*pgx.Conn) error) error {
	return t.conn.Raw(func(dc any) error { return f(dc.(*conn).Conn.Conn()) })
}

// Native lends the transaction to a library that knows PostgreSQL only. What is
// queued is executed before. The library neither commits nor rolls back.
func (t *Tx) Native(ctx context.Context, f func(pgx.Tx) error) error {
	if t.conn == nil {
		return errors.New("this needs a PostgreSQL")
	}
	if err := t.Flush(ctx); err != nil {
		return err
	}
	return t.raw(func(c *pgx.Conn) error { return f(within{c}) })
}

// within is a connection inside a transaction.
type within struct{ *lent }

type lent = pgx.Conn

var _ pgx.Tx = within{}

// Begin implements [pgx.Tx].
func (within) Begin(context.Context) (pgx.Tx, error) {
	return nil, errors.New("a transaction inside a lent transaction")
}

// Commit implements [pgx.Tx].
func (within) Commit(context.Context) error { return nil }

// Rollback implements [pgx.Tx].
func (within) Rollback(context.Context) error { return nil }

// LargeObjects implements [pgx.Tx].
func (within) LargeObjects() pgx.LargeObjects { return pgx.LargeObjects{} }

// Conn implements [pgx.Tx].
func (w within) Conn() *pgx.Conn { return w.lent }

package database

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	sqlite3 "modernc.org/sqlite/lib"
)

// Tx is a transaction that writes. It is used by one goroutine.
type Tx struct {
	querier
	db    *DB
	conn  *sql.Conn // on PostgreSQL
	batch *pgx.Batch
	ready map[string]*sql.Stmt // on SQLite: those of db.prepared that were used, in this transaction
}

// querier executes statements in a transaction: a [sql.Tx] on SQLite, and on
// PostgreSQL a connection that is inside one.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
}

// longest is what statements wait for together at most.
const longest = 1000

// ErrReadOnly is what a write into a database returns that was opened for reading.
var ErrReadOnly = errors.New("the database can only be read here")

// Write runs f in a transaction and commits it. On PostgreSQL, f is run again for as
// long as the database has patience when something fails that passes. Where the answer
// to a commit was lost, the next try finds out whether it was done, and f is not run
// again after it was: what f set in Go is what the try that was committed set. One try
// may take so long; 0 sets no limit.
//
// The tables are there when it is called: on PostgreSQL it needs writer_commit.
func (d *DB) Write(ctx context.Context, try time.Duration, f func(*Tx) error) error {
	if d.opt.ReadOnly {
		return ErrReadOnly
	}
	if d.config == nil {
		var tx *sql.Tx
		if err := d.Patiently(ctx, func() (err error) { tx, err = d.W.BeginTx(ctx, nil); return err }); err != nil {
			return err
		}
		defer tx.Rollback()
		if err := f(&Tx{querier: tx, db: d, ready: map[string]*sql.Stmt{}}); err != nil {
			return err
		}
		return tx.Commit()
	}
	w := &write{db: d, slot: d.takeSlot()}
	deadline := time.Now().Add(d.Patience)
	wait := 20 * time.Millisecond
	for {
		err := w.once(ctx, try, f)
		if err == nil {
			w.slot.seq++
			d.giveSlot(w.slot)
			return nil
		}
		if ctx.Err() == nil && Passes(err) && time.Now().Before(deadline) {
			if pause(ctx, &wait) == nil {
				continue
			}
		}
		// The slot is given up: a session may still hold its row.
		if w.unanswered {
			return fmt.Errorf("%w; whether it was stored could not be found out", err)
		}
		return err
	}
}

// Patiently calls f again while it fails for a reason that passes and there is patience
// left. f changes nothing when it fails.
func (d *DB) Patiently(ctx context.Context, f func() error) error {
	start, wait, said := time.Now(), 20*time.Millisecond, false
	for {
		err := f()
		if err == nil {
			d.reached.Store(true)
			return nil
		}
		limit := d.Patience
		passes := Passes(err)
		switch {
		case d.config == nil:
			passes = errorCode(err, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
		case d.reached.Load():
		case restarts(err) && !unreached(err):
			d.reached.Store(true) // and it stops, starts, or has no room
		default:
			passes, limit = unreached(err), cmp.Or(d.opt.Refused, refused)
		}
		waited := time.Since(start)
		if ctx.Err() != nil || !passes || waited > limit {
			return err
		}
		if !said && waited > moment && d.opt.Say != nil {
			said = true
			d.opt.Say(Redact(fmt.Sprintf("waiting for %s, up to %v: %s", d.name, limit, oneLine(err))))
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

// slot is a row of writer_commit, whose number is raised by each transaction of the
// writer that it belongs to. The server is never asked what became of a transaction by
// the server's own number: after a crash that goes to another party's.
type slot struct {
	writer int64 // by chance; 0 while there is no row
	seq    int64 // transactions that were committed
}

// takeSlot returns a slot that no other Write of this process has.
func (d *DB) takeSlot() (s slot) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if last := len(d.slots) - 1; last >= 0 {
		s, d.slots = d.slots[last], d.slots[:last]
	}
	return s
}

func (d *DB) giveSlot(s slot) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.slots = append(d.slots, s)
}

// write is one call of [DB.Write] on PostgreSQL.
type write struct {
	db         *DB
	slot       slot
	again      bool // a transaction was begun before
	unanswered bool // a commit was sent, and nobody knows what came of it
}

// once tries to write.
func (w *write) once(ctx context.Context, try time.Duration, f func(*Tx) error) error {
	if try > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, try)
		defer cancel()
	}
	c, err := w.db.W.Conn(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	t := &Tx{querier: c, db: w.db, conn: c, batch: &pgx.Batch{}}
	var pc *pgx.Conn
	if err := t.raw(func(lent *pgx.Conn) error { pc = lent; return nil }); err != nil {
		return err
	}
	// When the time is over, nothing waits for an answer any more, f's statements neither.
	free := context.AfterFunc(ctx, func() { pc.PgConn().Conn().Close() })
	defer func() {
		if pc.PgConn().TxStatus() != 'I' {
			pc.Exec(ctx, `rollback`) // else the connection is closed
		}
		if !free() || pc.PgConn().TxStatus() != 'I' {
			pc.Close(ctx)
		}
	}()
	if done, err := w.begin(ctx, pc); err != nil || done {
		return err
	}
	if err := f(t); err != nil {
		return err
	}
	if err := t.Flush(ctx); err != nil {
		return err
	}
	tag, err := pc.Exec(ctx, `commit`)
	if err == nil && tag.String() == "ROLLBACK" {
		return pgx.ErrTxCommitRollback
	}
	w.unanswered = err != nil && (Passes(err) || ctx.Err() != nil)
	return err
}

// serverNow is the server's clock in microseconds.
const serverNow = `(extract(epoch FROM clock_timestamp()) * 1000000)::bigint`

// begin begins a transaction and raises the writer's number in it, on one way to the
// server. It is done when that was raised before: an earlier try was committed. While
// the session of one still holds the row, nobody can tell, and it is waited for.
func (w *write) begin(ctx context.Context, pc *pgx.Conn) (done bool, err error) {
	if w.slot.writer == 0 {
		if err := w.newSlot(ctx, pc); err != nil {
			return false, err
		}
	}
	raise := fmt.Sprintf(`UPDATE writer_commit SET seq = seq + 1, at_us = `+serverNow+
		` WHERE writer = %d AND seq = %d RETURNING 1`, w.slot.writer, w.slot.seq)
	if w.again { // so that patience ends the wait for a session that does not
		raise = `SET LOCAL lock_timeout = '10s'; ` + raise + `; SET LOCAL lock_timeout TO DEFAULT`
	}
	w.again = true
	results, err := pc.PgConn().Exec(ctx, `begin; `+raise).ReadAll()
	if err != nil {
		return false, err
	}
	for _, r := range results {
		if len(r.Rows) == 1 {
			w.unanswered = false // and nothing came of it
			return false, nil
		}
	}
	return w.look(ctx, pc)
}

// look finds out why the number could not be raised.
func (w *write) look(ctx context.Context, pc *pgx.Conn) (done bool, err error) {
	var seq int64
	err = pc.QueryRow(ctx, `SELECT seq FROM writer_commit WHERE writer = $1`, w.slot.writer).Scan(&seq)
	switch {
	case err == nil && seq > w.slot.seq:
		return true, nil
	case err != nil && !errors.Is(err, pgx.ErrNoRows):
		return false, err
	case err != nil && w.unanswered:
		return false, errors.New("the database has forgotten this writer, of which it heard nothing for a week")
	}
	// The row was removed while this process had nothing to write, or the server does not wait
	// for its disk and has lost what it had committed. Nothing of this Write is in it.
	w.slot, w.unanswered = slot{}, false
	return false, errNoSlot
}

// errNoSlot passes: the next try takes a new slot.
var errNoSlot = fmt.Errorf("the row of the writer is gone: %w", driver.ErrBadConn)

// newSlot makes a row for this writer, and removes some of writers that died. What
// becomes of one that is only idle, see look.
func (w *write) newSlot(ctx context.Context, pc *pgx.Conn) error {
	id := rand.Int64N(math.MaxInt64) + 1
	_, err := pc.PgConn().Exec(ctx, fmt.Sprintf(`DELETE FROM writer_commit WHERE writer IN
		(SELECT writer FROM writer_commit WHERE at_us < `+serverNow+` - %d LIMIT 100 FOR UPDATE SKIP LOCKED);
		INSERT INTO writer_commit (writer, seq, at_us) VALUES (%d, 0, `+serverNow+`)`, forgotten.Microseconds(), id)).ReadAll()
	if err == nil {
		w.slot = slot{writer: id}
	}
	return err
}

// forgotten is how long a writer may write nothing before its row may be removed; much
// longer than any Write is patient.
const forgotten = 7 * 24 * time.Hour

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
			st = t.querier.(*sql.Tx).StmtContext(ctx, st)
		}
		t.ready[text] = st
	}
	return st
}

// Flush executes the queued rows.
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

// Native lends the transaction to a library that knows PostgreSQL only. Queued
// rows are inserted before. The library neither commits nor rolls back.
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

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

// Tx is a writing transaction, for use by one goroutine.
type Tx struct {
	querier
	db    *DB
	conn  *sql.Conn // on PostgreSQL
	batch *pgx.Batch
	ready map[string]*sql.Stmt // on SQLite: the statements of db.prepared that this transaction used
}

// querier executes statements in a transaction: a [sql.Tx] on SQLite, and on
// PostgreSQL a connection that is inside one.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
}

// longest is the maximum number of queued statements.
const longest = 1000

// ErrReadOnly is returned by a write into a database that was opened for reading.
var ErrReadOnly = errors.New("the database can only be read here")

// Write runs f in a transaction and commits it. On PostgreSQL, f is run again after a
// transient failure, for as long as the database has patience. If the reply to a commit was
// lost, the next attempt finds out whether the commit took effect; if so, f is not run again:
// the Go values that f set are those of the attempt that was committed. try is the maximum
// duration of one attempt; 0 is no limit.
//
// On PostgreSQL the table writer_commit must exist.
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
		if ctx.Err() == nil && Passes(err) && time.Now().Before(deadline) && pause(ctx, &wait) == nil {
			continue
		}
		// The slot is abandoned: a session may still hold its row.
		if w.unanswered {
			return fmt.Errorf("%w; it is not known whether it was stored", err)
		}
		return err
	}
}

// Patiently calls f again while it fails for a transient reason and there is patience left.
// f must change nothing when it fails.
func (d *DB) Patiently(ctx context.Context, f func() error) error {
	start, wait, reported := time.Now(), 20*time.Millisecond, false
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
			d.reached.Store(true) // it is stopping, starting or full
		default:
			passes, limit = unreached(err), cmp.Or(d.opt.Refused, refused)
		}
		waited := time.Since(start)
		if ctx.Err() != nil || !passes || waited > limit {
			return err
		}
		if !reported && waited > moment && d.opt.Say != nil {
			reported = true
			d.opt.Say(Redact(fmt.Sprintf("waiting for %s, up to %v: %s", d.name, limit, oneLine(err))))
		}
		if err := pause(ctx, &wait); err != nil {
			return err
		}
	}
}

// pause waits; the wait doubles each time, up to 2 seconds.
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

// slot is a row of writer_commit, whose number each transaction of its writer raises. The
// server's own transaction numbers do not show whether a transaction was committed: after a
// crash, the server may assign the number to another transaction.
type slot struct {
	writer int64 // random; 0 while there is no row
	seq    int64 // number of committed transactions
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
	unanswered bool // a commit was sent, and its result is unknown
}

// once makes one attempt to write.
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
	// After the timeout nothing waits for a reply any more, not even the statements of f.
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

// begin begins a transaction and raises the writer's number, in one round trip. done means
// that the number was already raised: an earlier attempt was committed. While the session of
// an earlier attempt still holds the row, this cannot be known, so begin waits for it.
func (w *write) begin(ctx context.Context, pc *pgx.Conn) (done bool, err error) {
	if w.slot.writer == 0 {
		if err := w.newSlot(ctx, pc); err != nil {
			return false, err
		}
	}
	raise := fmt.Sprintf(`UPDATE writer_commit SET seq = seq + 1, at_us = `+serverNow+
		` WHERE writer = %d AND seq = %d RETURNING 1`, w.slot.writer, w.slot.seq)
	if w.again { // so that patience ends the wait for a session that never ends
		raise = `SET LOCAL lock_timeout = '10s'; ` + raise + `; SET LOCAL lock_timeout TO DEFAULT`
	}
	w.again = true
	results, err := pc.PgConn().Exec(ctx, `begin; `+raise).ReadAll()
	if err != nil {
		return false, err
	}
	for _, r := range results {
		if len(r.Rows) == 1 {
			w.unanswered = false // the earlier commit had no effect
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
		return false, errors.New("the database removed the record of this writer, which was silent for a week")
	}
	// The row was removed while this process wrote nothing, or the server does not wait for its
	// disk and lost committed transactions. Nothing of this Write is in it.
	w.slot, w.unanswered = slot{}, false
	return false, errNoSlot
}

// errNoSlot is transient: the next attempt takes a new slot.
var errNoSlot = fmt.Errorf("the row of the writer is gone: %w", driver.ErrBadConn)

// newSlot makes a row for this writer, and removes some rows of dead writers. See look for a
// writer that was only idle.
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

// forgotten is how long a writer must be idle before its row may be removed: much longer
// than the patience of any Write.
const forgotten = 7 * 24 * time.Hour

// Lock makes other transactions that take the lock with that name wait until this one ends.
// On SQLite they wait anyway.
func (t *Tx) Lock(ctx context.Context, name string) error {
	if t.conn == nil {
		return nil
	}
	_, err := t.ExecContext(ctx, `SELECT pg_advisory_xact_lock($1)`, lockOf(name))
	return err
}

// ForUpdate returns the end of a query whose rows no other transaction may change before
// this one ends.
func (t *Tx) ForUpdate() string {
	if t.conn == nil {
		return ""
	}
	return " FOR UPDATE"
}

// Prepare prepares statements that [Tx.Queue] will execute often. Call it outside transactions.
func (d *DB) Prepare(ctx context.Context, statements ...string) error {
	if d.config != nil {
		return nil // its driver does so automatically
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

// Queue executes a statement, at the latest when the queue is flushed: on PostgreSQL, many
// take one round trip. row scans the row that it returns, if it returns one; it may be nil.
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

// uncancelled returns ctx without cancellation, for statements on SQLite. The driver watches
// every statement that can be cancelled with a goroutine, which costs as much as the
// statement. The transaction ends with ctx, and that is enough.
func uncancelled(ctx context.Context) context.Context { return context.WithoutCancel(ctx) }

// execute executes a statement on SQLite and returns the number of rows that it changed.
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

// statement returns a prepared statement of [DB.Prepare] for this transaction; nil for any other text.
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

// raw calls f with the connection, which is inside the transaction.
func (t *Tx) raw(f func(*pgx.Conn) error) error {
	return t.conn.Raw(func(dc any) error { return f(dc.(*conn).Conn.Conn()) })
}

// Native calls f with the transaction, for a library that supports only PostgreSQL. Queued
// rows are inserted before. The library must neither commit nor roll back.
func (t *Tx) Native(ctx context.Context, f func(pgx.Tx) error) error {
	if t.conn == nil {
		return errors.New("this needs a PostgreSQL database")
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
	return nil, errors.New("a transaction cannot begin inside another")
}

// Commit implements [pgx.Tx].
func (within) Commit(context.Context) error { return nil }

// Rollback implements [pgx.Tx].
func (within) Rollback(context.Context) error { return nil }

// LargeObjects implements [pgx.Tx].
func (within) LargeObjects() pgx.LargeObjects { return pgx.LargeObjects{} }

// Conn implements [pgx.Tx].
func (w within) Conn() *pgx.Conn { return w.lent }

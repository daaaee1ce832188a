package postgres

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"assay/internal/proof/sqlproof"
)

// Limits of what comes back from a database; more is a fault.
const (
	maxRows    = 20_000
	maxBytes   = 8 << 20  // of the rows of a statement
	maxMessage = 16 << 20 // of one message of the server: a row, a notice or an error
	maxNotes   = 200      // notices of a statement
	maxNoted   = 1 << 20  // bytes of them
	maxError   = 64 << 10 // bytes of an error's text
	maxRead    = 64 << 20 // bytes of the rows of all tables
	maxDisk    = 64 << 20 // bytes by which a database may grow
	maxShown   = 200      // bytes of a text of a candidate in a message
)

// Faults of an execution that exceeds a limit of size.
const (
	filled = "the statement filled the disk"
	talked = "the statement sent more notices than are read"
)

// lab is one database with the sessions that work on it. One goroutine uses it. What a statement changed is read
// by a session of the reader, which has no rights but reading and is older than all code of a candidate.
type lab struct {
	world  *world
	given  string
	of     *bounds
	db     string
	reader *pgconn.PgConn
	app    *session

	roles   map[string]*pgconn.PgConn // sessions of the host and the owner, once they were needed
	start   *state                    // before any code of a candidate
	now     *state                    // with its definitions
	prelude string                    // its definitions
	foreign []difference              // what the definitions do beyond the usual
	dirty   bool                      // it is not usable for another statement
}

// bounds are of the text of a candidate. The suite's own texts have none: nil.
type bounds struct {
	kinds    map[string]bool // of differences that definitions may make beyond the usual ones
	preludes []string        // definitions that the suite's own texts have
}

// session is one connection of the application's role.
type session struct {
	conn    *pgconn.PgConn
	notices []string
	noted   int // bytes
}

// open makes a database. The host runs given, if it is not empty, before there is any code of a candidate; an
// error of it is a fault.
func (w *world) open(ctx context.Context, given string, of *bounds) (_ *lab, err error) {
	l := &lab{world: w, given: given, of: of, start: w.start, roles: map[string]*pgconn.PgConn{}}
	if l.db, err = w.server.create(ctx, w.template); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, l.close(context.WithoutCancel(ctx)))
		}
	}()
	if given != "" {
		if err := l.give(ctx, given); err != nil {
			return nil, err
		}
	}
	if l.reader, err = w.server.connect(ctx, l.db, "reader", nil); err != nil {
		return nil, err
	}
	if given != "" {
		l.start, err = w.look(ctx, l.reader, func(catalogue) error { return nil })
	}
	l.now = l.start
	return l, err
}

func (l *lab) give(ctx context.Context, given string) error {
	host, err := l.as(ctx, "host")
	if err != nil {
		return err
	}
	full := l.watch(ctx)
	if err = load(ctx, host, "`given`", given); err == nil {
		err = execute(ctx, host, "DISCARD ALL")
	}
	switch full := full(); {
	case full:
		return fault(filled)
	case err != nil && ctx.Err() == nil:
		return fault(err.Error())
	}
	return ctx.Err()
}

// close drops the database; it closes a lab even if sessions hang.
func (l *lab) close(ctx context.Context) error {
	if l.app != nil {
		l.app.conn.Close(ctx)
	}
	if l.reader != nil {
		l.reader.Close(ctx)
	}
	for _, c := range l.roles {
		c.Close(ctx)
	}
	return l.world.server.drop(ctx, l.db)
}

// ready gives the lab the definitions of a statement and opens the session of the application. It replaces the
// database if something else was done in it.
func (l *lab) ready(ctx context.Context, st *sqlproof.Statement) (err error) {
	if !l.dirty && l.prelude != "" && l.prelude != st.Prelude {
		again, err := l.undefine(ctx)
		if l.dirty = !again; err != nil {
			return err
		}
	}
	if l.dirty {
		fresh, err := l.world.open(ctx, l.given, l.of)
		if err != nil {
			return err
		}
		err = l.close(context.WithoutCancel(ctx))
		if *l = *fresh; err != nil {
			return err
		}
	}
	if l.prelude != st.Prelude {
		if err := l.define(ctx, st.Prelude); err != nil {
			return err
		}
	}
	if l.app == nil && !st.Handled() { // a handler has its own sessions
		l.app, err = l.connect(ctx)
	}
	return err
}

// define runs the definitions in a candidate's code as the owner of the tables, and refuses those that are not
// allowed.
func (l *lab) define(ctx context.Context, prelude string) error {
	owner, err := l.as(ctx, "owner")
	if err != nil {
		return err
	}
	l.prelude, l.dirty = prelude, true
	limited, cancel := context.WithTimeout(ctx, l.world.server.opt.Timeout+2*time.Second)
	defer cancel()
	full := l.watch(limited)
	err = execute(limited, owner, fmt.Sprintf("SET statement_timeout = %d", l.world.server.opt.Timeout.Milliseconds()))
	if err == nil {
		err = execute(limited, owner, prelude)
	}
	if l.of != nil || err != nil || execute(limited, owner, "DISCARD ALL") != nil {
		owner.Close(context.WithoutCancel(ctx))
	}
	var pg *pgconn.PgError
	switch {
	case full():
		return fault(filled)
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &pg):
		return stopping(err, "the definitions before the last statement fail with "+sqlError(pg).Error())
	case err != nil:
		return stopping(err, "the definitions before the last statement cannot be executed: "+err.Error())
	}
	l.now, err = l.world.look(limited, l.reader, l.check(limited))
	if err != nil {
		return stopping(err, "what the definitions changed cannot be read: "+err.Error())
	}
	l.dirty = false
	return nil
}

// check returns the check of the catalogue after the definitions.
func (l *lab) check(ctx context.Context) func(catalogue) error {
	return func(after catalogue) error {
		l.foreign = l.start.catalogue.foreign(after)
		for _, d := range l.foreign {
			if l.of != nil && !l.of.kinds[d.kind()] {
				return fault("it " + describe(ctx, l.reader, d) + ", which is no part of a query")
			}
		}
		return nil
	}
}

// settle ends the sessions of the candidate and returns what its committed statements changed; what the suite's own
// changed is put back. A statement that changes the catalogue is not judged: its tables may be others.
func (l *lab) settle(ctx context.Context) ([]sqlproof.Change, error) {
	l.dirty = true
	if err := l.end(ctx); err != nil {
		return nil, err
	}
	after, err := l.world.look(ctx, l.reader, func(after catalogue) error {
		for _, d := range l.now.catalogue.differences(after) {
			return fault("the statement " + describe(ctx, l.reader, d) + ", so that what it changed cannot be read")
		}
		return nil
	})
	if err != nil {
		return nil, stopping(err, "what it changed cannot be read: "+err.Error())
	}
	changes, err := l.world.changes(l.start, after)
	if err == nil && l.of == nil {
		l.dirty = false
		if !slices.Equal(after.order, l.now.order) || after.marks != l.now.marks {
			err = l.renew(ctx, l.given, after.order)
		}
	}
	return changes, err
}

// end empties the session of the candidate, and closes it unless its text is the suite's own.
func (l *lab) end(ctx context.Context) (err error) {
	switch {
	case l.app == nil:
	case l.of == nil:
		err = execute(ctx, l.app.conn, "DISCARD ALL")
	default:
		err = l.app.end(ctx)
		l.app = nil
	}
	return err
}

// end closes the session without anything of it in the database: temporary tables, for one.
func (s *session) end(ctx context.Context) error {
	err := execute(ctx, s.conn, "DISCARD ALL")
	return errors.Join(err, s.conn.Close(ctx))
}

func (l *lab) connect(ctx context.Context) (*session, error) {
	s := &session{}
	conn, err := l.world.server.connect(ctx, l.db, "app", func(n string) {
		if s.noted += len(n); s.noted <= maxNoted && len(s.notices) <= maxNotes {
			s.notices = append(s.notices, n)
		}
	})
	if err != nil {
		return nil, err
	}
	s.conn = conn
	return s, nil
}

// watch ends the sessions of the candidate when the database has grown too much. The function that it returns
// ends the watching, and reports whether that happened.
func (l *lab) watch(ctx context.Context) (full func() bool) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan bool, 1)
	go func() {
		tick := time.NewTicker(50 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				done <- false
				return
			case <-tick.C:
			}
			if l.world.server.full(ctx, l.db, l.world.size+maxDisk) {
				done <- true
				return
			}
		}
	}()
	return func() bool { cancel(); return <-done }
}

// fault is a failure that the candidate caused: why the execution was stopped or
// cannot be judged.
type fault string

func (f fault) Error() string { return string(f) }

// run executes a statement as a principal. What it did is undone before the next one.
func (l *lab) run(ctx context.Context, s *sqlproof.Statement, call *sqlproof.Call) (*sqlproof.Result, error) {
	if s.Handled() {
		return l.handle(ctx, s, []*sqlproof.Call{call}, "")
	}
	return l.limited(ctx, s, 3*l.world.server.opt.Timeout+2*time.Second, sqlproof.NoEnd,
		func(ctx context.Context) (*sqlproof.Result, error) { return l.attempt(ctx, s, call) })
}

// limited executes within limits of time and size; late is the fault when it does not end.
func (l *lab) limited(ctx context.Context, s *sqlproof.Statement, limit time.Duration, late string,
	execute func(context.Context) (*sqlproof.Result, error)) (*sqlproof.Result, error) {
	var f fault
	if err := l.ready(ctx, s); errors.As(err, &f) {
		return &sqlproof.Result{Fault: string(f)}, nil
	} else if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	full := l.watch(limited)
	r, err := execute(limited)
	var lost *pgconn.ConnectError
	switch full := full(); {
	case err == nil && !full:
		return r, nil
	case ctx.Err() != nil:
		err = ctx.Err()
	case full:
		r, err = &sqlproof.Result{Fault: filled}, nil
	case errors.As(err, &lost):
	case errors.As(err, &f):
		r, err = &sqlproof.Result{Fault: string(f)}, nil
	case limited.Err() != nil:
		r, err = &sqlproof.Result{Fault: late}, nil
	default:
		r, err = &sqlproof.Result{Fault: string(stopping(err, "the execution cannot be judged: "+err.Error()))}, nil
	}
	l.abandon(ctx)
	return r, err
}

// abandon ends the session, whatever it is doing, and thereby its transaction.
func (l *lab) abandon(ctx context.Context) {
	l.dirty = true
	if l.app == nil {
		return
	}
	l.world.server.kill(ctx, l.app.conn.PID())
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	l.app.conn.Close(ctx)
	l.app = nil
}

// attempt commits a statement that may have changed something, and reads that from the reader's session;
// otherwise the database remains usable.
func (l *lab) attempt(ctx context.Context, s *sqlproof.Statement, call *sqlproof.Call) (*sqlproof.Result, error) {
	if err := l.app.begin(ctx, call); err != nil {
		return nil, err
	}
	r, err := l.app.measure(ctx, s, call)
	if err != nil {
		return nil, err
	}
	if r.Err == nil {
		if l.app.conn.TxStatus() != 'T' {
			return nil, fault("the statement left its transaction")
		}
		wrote, err := query(ctx, l.app.conn, "SELECT pg_catalog.pg_current_xact_id_if_assigned() IS NOT NULL")
		if err != nil {
			return nil, err
		}
		if wrote[0][0] == "t" || l.now != l.start && !slices.EqualFunc(l.start.rows, l.now.rows, maps.Equal) {
			read, err := l.inside(ctx, r)
			if err != nil {
				return nil, err
			}
			if !read {
				return r, l.commit(ctx, r)
			}
		}
	}
	// Candidate code must not do the rollback or determine the session's state after it.
	err = errors.Join(execute(ctx, l.app.conn, "ROLLBACK"), execute(ctx, l.app.conn, "DISCARD ALL"))
	if err != nil {
		return nil, err
	}
	return r, l.rewind(ctx)
}

// commit ends the transaction of a statement, where deferred constraints are checked, and reads the changes.
func (l *lab) commit(ctx context.Context, r *sqlproof.Result) (err error) {
	l.dirty = true
	if err := l.app.finish(ctx, r); err != nil || r.Err != nil {
		return err
	}
	r.Changes, err = l.settle(ctx)
	return err
}

// begin opens the transaction with the settings that the server derives for the caller.
func (s *session) begin(ctx context.Context, call *sqlproof.Call) error {
	s.notices, s.noted = nil, 0
	sql := "BEGIN"
	for _, k := range slices.Sorted(maps.Keys(call.Settings)) {
		sql += fmt.Sprintf("; SELECT pg_catalog.set_config(%s, %s, true)", sqlproof.Literal(k),
			sqlproof.Literal(call.Settings[k]))
	}
	return execute(ctx, s.conn, sql)
}

// measure prepares and runs the statement. Errors of the statement are part of the
// result; anything that prevents a result is a fault.
func (s *session) measure(ctx context.Context, st *sqlproof.Statement, call *sqlproof.Call) (*sqlproof.Result, error) {
	r := &sqlproof.Result{}
	err := s.statement(ctx, st, call, r)
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		if f := stopping(err, ""); f != "" {
			return nil, f
		}
		if err = s.fails(r, pg); err != nil {
			return nil, err
		}
	}
	var thrown *sqlproof.SQLError
	if errors.As(err, &thrown) {
		r.Err, err = thrown, nil
	}
	if s.noted > maxNoted || len(s.notices) > maxNotes {
		return nil, fault(talked)
	}
	r.Notices = s.notices
	return r, err
}

// fails makes an error of the server that of the statement.
func (s *session) fails(r *sqlproof.Result, pg *pgconn.PgError) error {
	r.Err, r.Rows = sqlError(pg), nil
	if n := len(pg.Message); n > maxError {
		return fault(fmt.Sprintf("the statement fails with a text of %d bytes, and at most %d are read: %s", n, maxError,
			sqlproof.Clip(r.Err.Error(), maxShown)))
	}
	return nil
}

// stopped lists the errors with which the server ends statements that exceed a limit.
var stopped = map[string]string{
	"57014": sqlproof.Endless,
	"53200": sqlproof.Endless,
	"53400": sqlproof.Endless,
	"55P03": sqlproof.NoLock,
	"53100": filled,
	"54000": "the statement was stopped at a limit of the server",
	"54001": "the statement was stopped at its stack limit",
}

// stopping returns the limit at which the server stopped a statement, or fallback,
// whatever ran at that time. These reasons alone distinguish a limit reached on a busy
// machine from an error of the statement.
func stopping(err error, fallback string) fault {
	var f fault
	var pg *pgconn.PgError
	var long *pgproto3.ExceededMaxBodyLenErr
	if errors.As(err, &f) {
		return f
	}
	if errors.As(err, &long) {
		return fault(fmt.Sprintf("the server's answer has more than %d MB", maxMessage>>20))
	}
	if !errors.As(err, &pg) || pg.Code == "55P03" && !strings.Contains(pg.Message, "timeout") || stopped[pg.Code] == "" {
		return fault(sqlproof.Clip(fallback, 5*maxShown))
	}
	return fault(stopped[pg.Code])
}

func (s *session) statement(ctx context.Context, st *sqlproof.Statement, call *sqlproof.Call,
	r *sqlproof.Result) error {
	st, call, err := st.For(ctx, call)
	if err != nil {
		return err
	}
	if st.Copy {
		return s.copyOut(ctx, st, call, r)
	}
	desc, err := s.conn.Prepare(ctx, "", st.Text, nil)
	if err != nil {
		return err
	}
	values := make([][]byte, len(st.Params))
	for i, name := range st.Params {
		oid := desc.ParamOIDs[i]
		values[i] = call.Params[name].Bind(oid == 114 || oid == 3802) // json, jsonb
	}
	rr := s.conn.ExecPrepared(ctx, "", values, nil, nil)
	for _, f := range desc.Fields {
		r.Columns = append(r.Columns, f.Name)
	}
	size := 0
	for rr.NextRow() {
		row := make([]*string, len(rr.Values()))
		for i, v := range rr.Values() {
			if v != nil {
				text := string(v)
				row[i] = &text
				size += len(v)
			}
		}
		if r.Rows = append(r.Rows, row); len(r.Rows) > maxRows || size > maxBytes {
			s.conn.CancelRequest(ctx) // the session is abandoned in any case
			return fault(fmt.Sprintf("the statement returned more than %d rows or %d MB", maxRows, maxBytes>>20))
		}
	}
	_, err = rr.Close()
	return err
}

// copyOut binds by quoting, since COPY takes no parameters. Each line is a row.
func (s *session) copyOut(ctx context.Context, st *sqlproof.Statement, call *sqlproof.Call, r *sqlproof.Result) error {
	var b strings.Builder
	for i, piece := range st.Pieces {
		b.WriteString(piece)
		if i < len(st.Params) {
			if v := call.Params[st.Params[i]].Bind(false); v == nil {
				b.WriteString("NULL")
			} else {
				b.WriteString(sqlproof.Literal(string(v)))
			}
		}
	}
	r.Columns = []string{"copy"}
	w := &limited{}
	_, err := s.conn.CopyTo(ctx, w, b.String())
	if w.full {
		return fault(fmt.Sprintf("the statement returned more than %d MB", maxBytes>>20))
	}
	if err != nil {
		return err
	}
	for line := range strings.Lines(w.String()) {
		line = strings.TrimSuffix(line, "\n")
		r.Rows = append(r.Rows, []*string{&line})
	}
	return nil
}

// limited keeps the first maxBytes bytes and refuses more.
type limited struct {
	strings.Builder
	full bool
}

func (w *limited) Write(p []byte) (int, error) {
	if w.Len()+len(p) > maxBytes {
		w.full = true
		return 0, errors.New("too much")
	}
	return w.Builder.Write(p)
}

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

	"assay/internal/proof/sqlproof"
)

// Limits of a statement's output; more is a fault.
const (
	maxRows  = 20_000
	maxBytes = 8 << 20
	maxNotes = 200
)

// lab is one database with the sessions that work on it. One goroutine uses it.
type lab struct {
	world *world
	db    string
	host  *pgconn.PgConn
	app   *session
}

// session is one connection of the application's role.
type session struct {
	conn    *pgconn.PgConn
	notices []string
}

func (w *world) open(ctx context.Context) (_ *lab, err error) {
	l := &lab{world: w}
	if l.db, err = w.server.create(ctx, w.template); err != nil {
		return nil, err
	}
	if l.host, err = w.server.connect(ctx, l.db, "host", nil); err != nil {
		return nil, errors.Join(err, w.server.drop(context.WithoutCancel(ctx), l.db))
	}
	return l, nil
}

// close drops the database; it closes a lab even if sessions hang.
func (l *lab) close(ctx context.Context) error {
	if l.app != nil {
		l.app.conn.Close(ctx)
	}
	l.host.Close(ctx)
	return l.world.server.drop(ctx, l.db)
}

// ensure opens the session of the application if there is none.
func (l *lab) ensure(ctx context.Context) (err error) {
	if l.app == nil {
		l.app, err = l.connect(ctx)
	}
	return err
}

func (l *lab) connect(ctx context.Context) (*session, error) {
	s := &session{}
	conn, err := l.world.server.connect(ctx, l.db, "app", func(n string) {
		if len(s.notices) < maxNotes {
			s.notices = append(s.notices, n)
		}
	})
	if err != nil {
		return nil, err
	}
	s.conn = conn
	return s, nil
}

// fault is a failure that the candidate caused: why the execution was stopped or
// cannot be judged.
type fault string

func (f fault) Error() string { return string(f) }

// run executes a statement as a principal, and rolls everything back.
func (l *lab) run(ctx context.Context, s *sqlproof.Statement, call *sqlproof.Call) (*sqlproof.Result, error) {
	if err := l.ensure(ctx); err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, 3*l.world.server.opt.Timeout+2*time.Second)
	defer cancel()
	r, err := l.attempt(limited, s, call)
	if err == nil {
		// Candidate code must not do the rollback or determine the session's state after it.
		err = errors.Join(execute(limited, l.app.conn, "ROLLBACK"), execute(limited, l.app.conn, "DISCARD ALL"))
	}
	if err == nil && l.world.reset != "" {
		return r, execute(ctx, l.host, l.world.reset)
	}
	if err == nil {
		return r, nil
	}
	l.abandon(ctx)
	var f fault
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &f):
		return &sqlproof.Result{Fault: string(f)}, nil
	case limited.Err() != nil:
		return &sqlproof.Result{Fault: sqlproof.NoEnd}, nil
	}
	return &sqlproof.Result{Fault: string(stopping(err, "the execution cannot be judged: "+err.Error()))}, nil
}

// abandon ends the session, whatever it is doing, and thereby its transaction.
func (l *lab) abandon(ctx context.Context) {
	l.world.server.kill(ctx, l.app.conn.PID())
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	l.app.conn.Close(ctx)
	l.app = nil
}

func (l *lab) attempt(ctx context.Context, s *sqlproof.Statement, call *sqlproof.Call) (*sqlproof.Result, error) {
	if err := l.app.begin(ctx, call); err != nil {
		return nil, err
	}
	if err := l.app.prelude(ctx, l.world.server.secret, s); err != nil {
		return nil, err
	}
	r, err := l.app.measure(ctx, s, call)
	if err != nil || r.Err != nil {
		return r, err
	}
	if l.app.conn.TxStatus() != 'T' {
		return nil, fault("the statement left its transaction")
	}
	// Deferred constraints are checked here.
	rows, err := query(ctx, l.app.conn, "SET CONSTRAINTS ALL IMMEDIATE; SELECT * FROM assay_host.seen()")
	var pg *pgconn.PgError
	if errors.As(err, &pg) && strings.HasPrefix(pg.Code, "23") {
		return &sqlproof.Result{Columns: r.Columns, Notices: r.Notices, Err: sqlError(pg)}, nil
	}
	if err != nil {
		return nil, stopping(err, "what it changed cannot be read: "+err.Error())
	}
	r.Changes, err = l.world.changes(rows)
	return r, err
}

// begin opens the transaction with the settings that the server derives for the caller.
func (s *session) begin(ctx context.Context, call *sqlproof.Call) error {
	s.notices = nil
	sql := "BEGIN"
	for _, k := range slices.Sorted(maps.Keys(call.Settings)) {
		sql += fmt.Sprintf("; SELECT pg_catalog.set_config(%s, %s, true)", literal(k), literal(call.Settings[k]))
	}
	return execute(ctx, s.conn, sql)
}

// prelude runs the definitions in the code, as the owner of the tables.
func (s *session) prelude(ctx context.Context, secret string, st *sqlproof.Statement) error {
	if st.Prelude == "" {
		return nil
	}
	_, err := s.conn.ExecParams(ctx, "SELECT assay_owner.run($1, $2)", [][]byte{[]byte(secret), []byte(st.Prelude)}, nil,
		nil, nil).Close()
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return stopping(err, "the definitions before the last statement fail with "+sqlError(pg).Error())
	}
	return err
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
		r.Err, r.Rows, err = sqlError(pg), nil, nil
	}
	var thrown *sqlproof.SQLError
	if errors.As(err, &thrown) {
		r.Err, err = thrown, nil
	}
	r.Notices = s.notices
	return r, err
}

// stopped lists the errors with which the server ends statements that exceed a limit.
var stopped = map[string]string{
	"57014": sqlproof.Endless,
	"53200": sqlproof.Endless,
	"53400": sqlproof.Endless,
	"55P03": sqlproof.NoLock,
	"53100": "the statement filled the disk",
	"54000": "the statement was stopped at a limit of the server",
	"54001": "the statement was stopped at its stack limit",
}

// stopping returns the limit at which the server stopped a statement, or fallback,
// whatever ran at that time. These reasons alone distinguish a limit reached on a busy
// machine from an error of the statement.
func stopping(err error, fallback string) fault {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) || pg.Code == "55P03" && !strings.Contains(pg.Message, "timeout") || stopped[pg.Code] == "" {
		return fault(fallback)
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
				b.WriteString(literal(string(v)))
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

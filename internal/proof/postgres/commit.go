package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"assay/internal/proof/sqlproof"
)

// maxIdle is how many databases a world keeps for the next sets.
const maxIdle = 8

// borrow takes a database that lend put back: if there is one, with these definitions. It opens another one, and
// renews the one that was not used for the longest time when there are enough.
func (w *world) borrow(ctx context.Context, given, prelude string, of *bounds) (*lab, error) {
	w.mu.Lock()
	i := slices.IndexFunc(w.idle, func(l *lab) bool { return l.given == given && l.prelude == prelude })
	if i < 0 {
		i = slices.IndexFunc(w.idle, func(l *lab) bool { return l.given == given })
	}
	renew := i < 0 && len(w.idle) == maxIdle
	if renew {
		i = 0
	}
	var l *lab
	if i >= 0 {
		l = w.idle[i]
		w.idle = slices.Delete(w.idle, i, i+1)
	}
	w.mu.Unlock()
	if l == nil {
		return w.open(ctx, given, of)
	}
	if l.of = of; !renew {
		return l, nil
	}
	err := l.renew(ctx, given, l.start.order)
	if err == nil && !l.dirty {
		return l, nil
	}
	if err = errors.Join(err, l.close(context.WithoutCancel(ctx))); err != nil {
		return nil, err
	}
	return w.open(ctx, given, of)
}

// lend puts a database back, and closes one that is not usable or that was not used for the longest time. Of a
// candidate, what was taken back is put back, without its session: what it defined or committed may have left more
// than is compared.
func (w *world) lend(ctx context.Context, l *lab) (err error) {
	if l.of != nil && l.app != nil {
		err = l.app.conn.Close(context.WithoutCancel(ctx))
		l.app = nil
	}
	if err == nil && !l.dirty && (l.of == nil || l.prelude == "" || slices.Contains(l.of.preludes, l.prelude)) {
		w.mu.Lock()
		w.idle = append(w.idle, l)
		if l = nil; len(w.idle) > maxIdle {
			l = w.idle[0]
			w.idle = slices.Delete(w.idle, 0, 1)
		}
		w.mu.Unlock()
	}
	if l != nil {
		err = errors.Join(err, l.close(context.WithoutCancel(ctx)))
	}
	return err
}

// close drops the databases of a world in which nothing runs.
func (w *world) close(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx)
	var errs []error
	for _, l := range w.idle {
		errs = append(errs, l.close(ctx))
	}
	w.idle = nil
	return errors.Join(append(errs, w.server.drop(ctx, w.template))...)
}

// committed runs a set in its own database; the calls of one with several see each other's effects.
func (w *world) committed(ctx context.Context, st *sqlproof.Statement, set *sqlproof.Set,
	of *bounds) (_ *sqlproof.Result, err error) {
	l, err := w.borrow(ctx, set.Given, st.Prelude, of)
	var f fault
	if errors.As(err, &f) {
		return &sqlproof.Result{Fault: string(f)}, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.lend(ctx, l)) }()
	if set.Second == nil && set.Then == nil {
		return l.run(ctx, st, &set.First)
	}
	if st.Handled() {
		calls := []*sqlproof.Call{&set.First, set.Then}
		for i := range set.More {
			calls = append(calls, &set.More[i])
		}
		return l.handle(ctx, st, calls, "")
	}
	return l.limited(ctx, st, 4*w.server.opt.Timeout+2*time.Second, sqlproof.NoEnds,
		func(ctx context.Context) (*sqlproof.Result, error) { return l.interleave(ctx, st, set) })
}

// interleave runs the two calls of a race or a sequence and compares what was
// committed.
func (l *lab) interleave(ctx context.Context, st *sqlproof.Statement, set *sqlproof.Set) (*sqlproof.Result, error) {
	one := l.app
	if err := one.begin(ctx, &set.First); err != nil {
		return nil, err
	}
	first, err := one.measure(ctx, st, &set.First)
	if err != nil {
		return nil, err
	}
	var later []*sqlproof.Result
	if set.Then != nil {
		later, err = one.follow(ctx, st, first, append([]sqlproof.Call{*set.Then}, set.More...))
	} else {
		var second *sqlproof.Result
		second, err = l.overlap(ctx, st, set.Second, func() error { return one.finish(ctx, first) })
		later = append(later, second)
	}
	if err != nil {
		return nil, err
	}
	r := &sqlproof.Result{Columns: first.Columns, Rows: first.Rows, Notices: first.Notices, Err: first.Err}
	for _, next := range later {
		r.Rows, r.Notices = append(r.Rows, next.Rows...), append(r.Notices, next.Notices...)
		if r.Err == nil {
			r.Err = next.Err
		}
	}
	r.Changes, err = l.settle(ctx)
	return r, err
}

// follow commits the first call and makes the others in the same session, each in its
// own committed transaction.
func (s *session) follow(ctx context.Context, st *sqlproof.Statement, first *sqlproof.Result,
	calls []sqlproof.Call) ([]*sqlproof.Result, error) {
	if err := s.finish(ctx, first); err != nil {
		return nil, err
	}
	var out []*sqlproof.Result
	for i := range calls {
		if err := s.begin(ctx, &calls[i]); err != nil {
			return nil, err
		}
		r, err := s.measure(ctx, st, &calls[i])
		if err != nil {
			return nil, err
		}
		if err := s.finish(ctx, r); err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// overlap runs the second call in its own session while the first is not committed. It
// calls commit when the second call has ended or waits for a lock.
func (l *lab) overlap(ctx context.Context, st *sqlproof.Statement, call *sqlproof.Call,
	commit func() error) (*sqlproof.Result, error) {
	two, err := l.connect(ctx)
	if err != nil {
		return nil, err
	}
	defer two.conn.Close(context.WithoutCancel(ctx))
	if err := two.begin(ctx, call); err != nil {
		return nil, err
	}
	var second *sqlproof.Result
	done := make(chan error, 1)
	pid := two.conn.PID()
	go func() {
		var err error
		second, err = two.measure(ctx, st, call)
		done <- err
	}()
	ended, err := l.blocked(ctx, pid, done)
	if commitErr := commit(); commitErr != nil {
		err = errors.Join(err, commitErr)
	}
	if !ended {
		err = errors.Join(err, <-done)
	}
	if err != nil {
		return nil, err
	}
	return second, errors.Join(two.finish(ctx, second), two.end(ctx))
}

// blocked waits until the session waits for a lock (false) or has ended (true).
func (l *lab) blocked(ctx context.Context, pid uint32, done <-chan error) (ended bool, err error) {
	for {
		select {
		case err := <-done:
			return true, err
		case <-time.After(5 * time.Millisecond):
		}
		rows, err := query(ctx, l.reader, fmt.Sprintf(
			"SELECT 1 WHERE pg_catalog.cardinality(pg_catalog.pg_blocking_pids(%d)) > 0", pid))
		if err != nil {
			return false, err
		}
		if len(rows) > 0 {
			return false, nil
		}
	}
}

// finish commits, or rolls back after an error. An error of the commit counts as the call's.
func (s *session) finish(ctx context.Context, r *sqlproof.Result) error {
	if r.Err != nil {
		return execute(ctx, s.conn, "ROLLBACK")
	}
	if s.conn.TxStatus() != 'T' {
		return fault("the statement left its transaction")
	}
	// The limit of time of a statement does not hold in a COMMIT.
	err := execute(ctx, s.conn, "SET CONSTRAINTS ALL IMMEDIATE")
	if err == nil {
		err = execute(ctx, s.conn, "COMMIT")
	}
	var pg *pgconn.PgError
	if f := stopping(err, ""); f != "" {
		return f
	}
	if errors.As(err, &pg) {
		return errors.Join(s.fails(r, pg), execute(ctx, s.conn, "ROLLBACK"))
	}
	return err
}

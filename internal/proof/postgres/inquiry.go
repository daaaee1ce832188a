package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"assay/internal/proof/sqlproof"
)

// An Inquiry is a loaded application for free queries: single statements as the unprivileged role of
// the application, each on the same rows, within the limits of the server. It is safe for concurrent use, one
// statement after the other.
type Inquiry struct {
	mu    sync.Mutex
	world *world
	lab   *lab
}

// Inquire loads an application. The caller closes the inquiry before the server.
func (s *Server) Inquire(ctx context.Context, app *App) (*Inquiry, error) {
	w, err := s.build(ctx, app.Schema, app.Fixtures)
	if err != nil {
		return nil, fmt.Errorf("application %s: %w", app.Name, err)
	}
	l, err := w.open(ctx, "", nil)
	if err != nil {
		return nil, errors.Join(err, s.drop(context.WithoutCancel(ctx), w.template))
	}
	return &Inquiry{world: w, lab: l}, nil
}

// Ask executes one statement with the values of $1, $2 and so on, as decoded from
// JSON, and with settings of its transaction. An error of the statement, and a limit
// that stops it, is in the result; an error means a problem of the server.
func (q *Inquiry) Ask(ctx context.Context, sql string, params []any,
	settings map[string]string) (*sqlproof.Result, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	var values []sqlproof.Value
	text, err := json.Marshal(params)
	if err == nil {
		err = json.Unmarshal(text, &values)
	}
	if err != nil {
		return &sqlproof.Result{Fault: err.Error()}, nil
	}
	st, call := &sqlproof.Statement{Text: sql}, &sqlproof.Call{Params: map[string]sqlproof.Value{}, Settings: settings}
	for i, v := range values {
		name := fmt.Sprint(i + 1)
		st.Params, call.Params[name] = append(st.Params, name), v
	}
	var r *sqlproof.Result
	why, err := q.world.server.guarded(ctx, func() error {
		n, err := q.parameters(ctx, sql)
		if err == nil && n >= 0 && n != len(params) {
			r = &sqlproof.Result{Fault: fmt.Sprintf("the statement has %d parameters and is given %d", n, len(params))}
			return nil
		}
		if err == nil {
			r, err = q.lab.run(ctx, st, call)
		}
		return err
	})
	if why != "" {
		q.lab.dirty = true
		return &sqlproof.Result{Fault: why}, err
	}
	return r, err
}

// parameters returns the number of parameters of a statement, negative if it cannot be prepared.
func (q *Inquiry) parameters(ctx context.Context, sql string) (int, error) {
	if err := q.lab.ready(ctx, &sqlproof.Statement{}); err != nil {
		return 0, err
	}
	d, err := q.lab.app.conn.Prepare(ctx, "", sql, nil)
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case err != nil:
		return -1, nil
	}
	return len(d.ParamOIDs), nil
}

// Close drops the loaded database.
func (q *Inquiry) Close(ctx context.Context) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	return errors.Join(q.lab.close(ctx), q.world.server.drop(ctx, q.world.template))
}

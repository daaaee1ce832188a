package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"assay/internal/proof/sqlproof"
)

// Trial is a statement to prepare and to run, on each of its sets of parameters, in
// tables without rows.
type Trial struct {
	Name   string
	Code   string
	Verify string // a statement that reads what it changed, or ""
	Sets   []map[string]sqlproof.Value
}

// Tried is the result of a trial.
type Tried struct {
	Refused string   // why the statement cannot be prepared
	Sets    []string // what is wrong with its sets of parameters
}

// Try prepares and runs statements on a schema. Statements of the schema that
// PostgreSQL refuses are left out (of a table, only the constraint if it can be
// identified) and named in refused. The results have the order of the trials.
func (s *Server) Try(ctx context.Context, schema string, trials []Trial) (refused []string, tried []Tried, err error) {
	w, err := s.prepare(ctx, func(owner *pgconn.PgConn) error {
		for _, statement := range sqlproof.Split(schema) {
			notes, err := s.define(ctx, owner, statement)
			if err != nil {
				return err
			}
			refused = append(refused, notes...)
		}
		return nil
	}, func(*world, *pgconn.PgConn) error { return nil })
	if errors.Is(err, errNoTable) {
		return append(refused, errNoTable.Error()), nil, nil
	}
	if err != nil {
		return refused, nil, err
	}
	defer func() { err = errors.Join(err, s.drop(context.WithoutCancel(ctx), w.template)) }()
	l, err := w.open(ctx, "", nil)
	if err != nil {
		return refused, nil, err
	}
	defer func() { err = errors.Join(err, l.close(context.WithoutCancel(ctx))) }()
	tried = make([]Tried, len(trials))
	for i := range trials {
		if tried[i], err = l.try(ctx, &trials[i]); err != nil {
			return refused, nil, fmt.Errorf("%s: %w", trials[i].Name, err)
		}
	}
	return refused, tried, nil
}

// maxCuts is how many parts may be removed from a statement.
const maxCuts = 20

// define runs one statement of a schema. It removes refused parts from it as long as
// there is a part to remove.
func (s *Server) define(ctx context.Context, owner *pgconn.PgConn, statement string) (notes []string, err error) {
	head := strings.Join(strings.Fields(statement), " ")
	if len(head) > 60 {
		head = head[:60] + " …"
	}
	for range maxCuts + 1 {
		err := execute(ctx, owner, statement)
		var pg *pgconn.PgError
		if !errors.As(err, &pg) {
			return notes, err
		}
		without, part := "", ""
		if pg.Position > 0 {
			runes := []rune(statement)
			without, part = sqlproof.WithoutElement(statement, len(string(runes[:min(int(pg.Position)-1, len(runes))])))
		}
		if without == "" {
			return append(notes, fmt.Sprintf("%s: %s; it is left out", head, sqlError(pg))), nil
		}
		notes = append(notes, fmt.Sprintf("%s: %s; loaded without %q", head, sqlError(pg), part))
		statement = without
	}
	return append(notes, fmt.Sprintf("%s: the server refuses more than %d of its parts; it is left out", head,
		maxCuts)), nil
}

// try prepares one statement and runs it on its sets. Missing references and duplicate
// rows are not errors of a statement, since the tables are empty.
func (l *lab) try(ctx context.Context, t *Trial) (x Tried, err error) {
	st, err := sqlproof.Compile(t.Code)
	if err != nil {
		return Tried{Refused: err.Error()}, nil
	}
	if x.Refused, err = l.prepares(ctx, st, st); err != nil || x.Refused != "" {
		return x, err
	}
	if err := l.sets(ctx, &x, "", st, t.Sets); err != nil || t.Verify == "" {
		return x, err
	}
	if st, err = sqlproof.Compile(t.Verify); err != nil {
		x.Sets = append(x.Sets, "# Verify "+err.Error())
		return x, nil
	}
	refused, err := l.prepares(ctx, st, st)
	if err != nil || refused != "" {
		x.Sets = append(x.Sets, "# Verify "+refused)
		return x, err
	}
	return x, l.sets(ctx, &x, "# Verify, ", st, t.Sets)
}

func (l *lab) sets(ctx context.Context, x *Tried, where string, st *sqlproof.Statement,
	sets []map[string]sqlproof.Value) error {
	for i, set := range sets {
		missing := slices.DeleteFunc(slices.Clone(st.Params), func(name string) bool { _, ok := set[name]; return ok })
		if len(missing) > 0 {
			x.Sets = append(x.Sets, fmt.Sprintf("%sparameter set %d gives no :%s", where, i+1, strings.Join(missing, ", :")))
			continue
		}
		r, err := l.run(ctx, st, &sqlproof.Call{Params: set})
		if err != nil {
			return err
		}
		if r.Fault != "" || r.Err != nil && !strings.HasPrefix(r.Err.Code, "23") {
			x.Sets = append(x.Sets, fmt.Sprintf("%sparameter set %d: %s", where, i+1, r.Summary()))
		}
	}
	return nil
}

package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"assay/internal/lang/sqltext"
	"assay/internal/proof/sqlproof"
)

// world is an application's schema and fixtures as a template database, with what the
// host knows about it.
type world struct {
	server   *Server
	template string
	tables   []table
	start    *state   // of the template
	filled   [][]byte // its rows, to be copied back; nil where rows must keep their place (ctid)
	size     int64    // of the template on disk, in bytes
	single   []string // tables with a tenant column whose rows all belong to one tenant

	mu   sync.Mutex // guards idle
	idle []*lab     // databases in which nothing runs; the last one was used last
}

// grants lets the application's role use every table and own none, and the reader read them. Finally the former
// becomes the default, for the views that a test defines.
const grants = `DO $do$ DECLARE s text; BEGIN
  FOR s IN SELECT nspname FROM pg_namespace WHERE nspname NOT IN ('pg_catalog', 'information_schema', 'assay') AND nspname NOT LIKE 'pg\_%' LOOP
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO @_app, @_reader', s);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO @_app', s);
    EXECUTE format('GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA %I TO @_app', s);
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO @_reader', s);
    EXECUTE format('GRANT SELECT ON ALL SEQUENCES IN SCHEMA %I TO @_reader', s);
  END LOOP;
END $do$;
ALTER DEFAULT PRIVILEGES GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO @_app;
ALTER DEFAULT PRIVILEGES GRANT USAGE, SELECT ON SEQUENCES TO @_app;`

// build loads schema and fixtures. The error names the statement that does not load.
func (s *Server) build(ctx context.Context, schema, fixtures string) (*world, error) {
	return s.prepare(ctx, func(owner *pgconn.PgConn) error {
		return load(ctx, owner, "the schema of SPEC.md", schema)
	}, func(w *world, host *pgconn.PgConn) error {
		if err := load(ctx, host, "fixtures.sql", fixtures); err != nil {
			return err
		}
		return w.tenants(ctx, host, schema)
	})
}

// prepare makes a template database: define creates the schema as its owner, fill the rows as the host.
func (s *Server) prepare(ctx context.Context, define func(owner *pgconn.PgConn) error,
	fill func(w *world, host *pgconn.PgConn) error) (_ *world, err error) {
	w := &world{server: s}
	if w.template, err = s.create(ctx, ""); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.drop(context.WithoutCancel(ctx), w.template))
		}
	}()
	owner, err := s.connect(ctx, w.template, "owner", nil)
	if err != nil {
		return nil, err
	}
	defer owner.Close(ctx)
	if err := define(owner); err != nil {
		return nil, err
	}
	if err := load(ctx, owner, "granting rights", strings.ReplaceAll(grants, "@", s.prefix)); err != nil {
		return nil, err
	}
	host, err := s.connect(ctx, w.template, "host", nil)
	if err != nil {
		return nil, err
	}
	defer host.Close(ctx)
	if err := fill(w, host); err != nil {
		return nil, err
	}
	if err := execute(ctx, host, "ANALYZE"); err != nil {
		return nil, err
	}
	reader, err := s.connect(ctx, w.template, "reader", nil)
	if err != nil {
		return nil, err
	}
	defer reader.Close(ctx)
	if err := w.observe(ctx, reader); err != nil {
		return nil, fmt.Errorf("preparing the comparison of tables: %w", err)
	}
	for _, c := range []*pgconn.PgConn{reader, host, owner} {
		c.Close(ctx)
	}
	return w, s.awaitUnused(ctx, w.template)
}

// tenants finds the tables whose fixtures cannot reveal a leak between tenants.
func (w *world) tenants(ctx context.Context, host *pgconn.PgConn, schema string) error {
	for _, t := range sqltext.Tables(schema) {
		if t.Tenant == "" || t.Tenant == "id" {
			continue
		}
		name := pgx.Identifier{t.Name}.Sanitize()
		rows, err := query(ctx, host, fmt.Sprintf("SELECT 1 FROM (SELECT DISTINCT %s FROM %s LIMIT 2) AS x",
			pgx.Identifier{t.Tenant}.Sanitize(), name))
		var pg *pgconn.PgError
		if errors.As(err, &pg) {
			continue // the schema was misread; this says nothing about the fixtures
		}
		if err != nil {
			return err
		}
		if len(rows) == 1 {
			w.single = append(w.single, t.Name)
		}
	}
	return nil
}

// load runs SQL in one transaction; an error names the statement where it stops.
func load(ctx context.Context, c *pgconn.PgConn, what, sql string) error {
	err := execute(ctx, c, "BEGIN;"+sql+"\n;COMMIT")
	if err == nil && c.TxStatus() != 'I' {
		err = errors.New("it leaves a transaction open")
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Position > 0 {
		before := []rune("BEGIN;" + sql)
		line := 1 + strings.Count(string(before[:min(int(pg.Position), len(before))]), "\n")
		return fmt.Errorf("%s does not load: line %d: %s", what, line, sqlError(pg))
	}
	if pg != nil {
		detail := ""
		if pg.Detail != "" {
			detail = " (" + pg.Detail + ")"
		}
		return fmt.Errorf("%s does not load: %s%s", what, sqlError(pg), detail)
	}
	if err != nil {
		return fmt.Errorf("%s does not load: %w", what, err)
	}
	return nil
}

// awaitUnused waits until there are no connections, which a template requires.
func (s *Server) awaitUnused(ctx context.Context, db string) error {
	for {
		s.mu.Lock()
		rows, err := s.command(ctx, "SELECT 1 FROM pg_stat_activity WHERE datname = "+sqlproof.Literal(db))
		s.mu.Unlock()
		if err != nil || len(rows) == 0 {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(2 * time.Millisecond):
		}
	}
}

func sqlError(pg *pgconn.PgError) *sqlproof.SQLError {
	return &sqlproof.SQLError{Code: pg.Code, Message: pg.Message}
}

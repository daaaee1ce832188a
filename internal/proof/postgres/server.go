package postgres

import (
	"context"
	"crypto/md5"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"assay/internal/proof/pgserver"
	"assay/internal/proof/sqlproof"
)

// ErrNotFound means that there is no PostgreSQL to start. Its text explains how to get one.
var ErrNotFound = pgserver.ErrNotFound

// Options configures a Server. The zero value starts a private cluster.
type Options struct {
	URL     string         // of a server, with a role that may create databases and roles (superuser)
	BinDir  string         // of initdb and postgres; otherwise PATH and the usual places
	Timeout time.Duration  // of one statement; 2 s when zero
	Workers int            // number of concurrent executions; the number of CPUs when zero
	Maker   sqlproof.Maker // calls tests that are programs; nil if there are none
	// Runners call the handlers of stacks, by the name of the stack
	Runners map[string]sqlproof.Runner
	// Box makes a runner for handlers of a stack that a model wrote; nil if none are executed
	Box func(stack string) sqlproof.Boxed
	// Mutants returns a query on a schema, or a handler in another language, without each of its checks; nil if none are
	// derived
	Mutants func(language, code, schema string) ([]string, error)
}

// Server is a PostgreSQL on which tests can be run.
type Server struct {
	opt     Options
	version int
	prefix  string // of roles and databases, so that runs on one server do not collide
	pass    string // of our roles
	key     string // of assay.written
	base    *pgconn.Config
	private *pgserver.Server
	hashes  map[string]string // hashes of the passwords of our roles, by name
	guard   sync.Mutex        // held by an execution while its effects on the whole server are checked

	mu    sync.Mutex // guards the fields below
	admin *pgconn.PgConn
	made  []string // databases not yet dropped
	count int
}

// Start connects to a server or starts a private one. The caller closes it.
func Start(ctx context.Context, opt Options) (_ *Server, err error) {
	if opt.Timeout <= 0 {
		opt.Timeout = 2 * time.Second
	}
	if opt.Workers <= 0 {
		opt.Workers = runtime.GOMAXPROCS(0)
	}
	s := &Server{opt: opt, pass: token(16), key: token(16)}
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	where := opt.URL
	if where == "" {
		if s.private, err = pgserver.Start(ctx, pgserver.Options{BinDir: opt.BinDir}); err != nil {
			return nil, err
		}
		where = s.private.URL("postgres")
	}
	if s.base, err = pgconn.ParseConfig(where); err != nil {
		return nil, fmt.Errorf("reading the URL of the server: %w", err)
	}
	if s.private != nil { // nothing from the caller's environment
		s.base.Fallbacks, s.base.ConnectTimeout = nil, 10*time.Second
		s.base.RuntimeParams = map[string]string{}
	}
	s.prefix = "assay_" + token(4)
	if s.admin, err = pgconn.ConnectConfig(ctx, s.base.Copy()); err != nil {
		return nil, fmt.Errorf("connecting to PostgreSQL: %w", err)
	}
	reported := s.admin.ParameterStatus("server_version")
	if s.version = pgserver.Version(reported); s.version < pgserver.MinVersion {
		return nil, fmt.Errorf("the server is PostgreSQL %s; %d or later is needed", reported, pgserver.MinVersion)
	}
	return s, s.roles(ctx)
}

func token(n int) string {
	b := make([]byte, n)
	rand.Read(b) // never fails
	return hex.EncodeToString(b)
}

// Engine returns the name of the product and its major version.
func (s *Server) Engine() string { return "PostgreSQL " + strconv.Itoa(s.version) }

// Close removes everything that was created. A private cluster is stopped.
func (s *Server) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	if s.admin != nil {
		if s.private == nil {
			for _, db := range s.made {
				_, err := s.command(context.Background(), "DROP DATABASE IF EXISTS "+db+" WITH (FORCE)")
				errs = append(errs, err)
			}
			for _, role := range roleNames {
				s.command(context.Background(), "DROP OWNED BY "+s.prefix+"_"+role) // it may not exist
				_, err := s.command(context.Background(), "DROP ROLE IF EXISTS "+s.prefix+"_"+role)
				errs = append(errs, err)
			}
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		s.admin.Close(ctx) // the server runs on, or Close stops it
		s.admin = nil
	}
	if s.private != nil {
		errs = append(errs, s.private.Close())
		s.private = nil
	}
	return errors.Join(errs...)
}

// roleNames are the roles of a server, without its prefix.
var roleNames = []string{"app", "host", "owner", "reader"}

// roles creates the roles. None is a superuser. The host fills the tables of a template; it bypasses row-level
// security and is a member of the owner. The reader bypasses row-level security and owns nothing.
func (s *Server) roles(ctx context.Context) error {
	if err := execute(ctx, s.admin, s.named(`
CREATE ROLE @_owner LOGIN PASSWORD '%';
CREATE ROLE @_host LOGIN BYPASSRLS PASSWORD '%' IN ROLE @_owner;
CREATE ROLE @_reader LOGIN BYPASSRLS PASSWORD '%';
CREATE ROLE @_app LOGIN PASSWORD '%';
GRANT SET ON PARAMETER session_replication_role TO @_host;`+limits)); err != nil {
		return err
	}
	rows, err := query(ctx, s.admin, s.named(`SELECT rolname, rolpassword FROM pg_authid WHERE rolname LIKE '@\_%%' `))
	s.hashes = map[string]string{}
	for _, r := range rows {
		s.hashes[r[0]] = r[1]
	}
	return err
}

// limits sets limits on the roles, which connections cannot set.
const limits = `
ALTER ROLE @_app SET temp_file_limit = '64MB';
ALTER ROLE @_owner SET temp_file_limit = '256MB';`

// named inserts the names of our roles, and their password, into SQL.
func (s *Server) named(sql string) string {
	return strings.NewReplacer("@", s.prefix, "%%", "%", "'%'", "'"+s.pass+"'").Replace(sql)
}

// connect opens a session of one of our roles. The settings are part of the
// session's start, so that nothing a candidate leaves behind can change them.
func (s *Server) connect(ctx context.Context, db, role string, notice func(string)) (*pgconn.PgConn, error) {
	cfg := s.base.Copy()
	cfg.Database, cfg.User, cfg.Password = db, s.prefix+"_"+role, s.pass
	cfg.RuntimeParams = maps.Clone(cfg.RuntimeParams)
	limit, path, security := s.opt.Timeout, "public", "on"
	if role != "app" {
		limit = 60 * time.Second
	}
	if role == "reader" {
		path, security = "pg_catalog", "off" // an error instead of a filter
	}
	cfg.BuildFrontend = func(r io.Reader, w io.Writer) *pgproto3.Frontend {
		f := pgproto3.NewFrontend(r, w)
		f.SetMaxBodyLen(maxMessage)
		return f
	}
	maps.Copy(cfg.RuntimeParams, map[string]string{
		"timezone": "UTC", "datestyle": "ISO, YMD", "intervalstyle": "postgres", "bytea_output": "hex",
		"extra_float_digits": "1", "client_min_messages": "notice",
		"search_path": path, "jit": "off", "max_parallel_workers_per_gather": "0",
		"default_transaction_isolation": "read committed", "row_security": security,
		"statement_timeout": fmt.Sprint(limit.Milliseconds()), "lock_timeout": fmt.Sprint(limit.Milliseconds()),
		"idle_in_transaction_session_timeout": "60000",
	})
	if notice != nil {
		cfg.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) { notice(n.Severity + ": " + n.Message) }
	}
	conn, err := pgconn.ConnectConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("connecting as %s: %w", role, err)
	}
	return conn, nil
}

// create creates a database from a template ("" for an empty one) and returns its name.
func (s *Server) create(ctx context.Context, template string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count++
	name := fmt.Sprintf("%s_%d", s.prefix, s.count)
	sql := fmt.Sprintf("CREATE DATABASE %s OWNER %s_owner TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'", name,
		s.prefix)
	if template != "" {
		sql = fmt.Sprintf("CREATE DATABASE %s OWNER %s_owner TEMPLATE %s", name, s.prefix, template)
	}
	if s.private != nil {
		sql += " STRATEGY file_copy" // the faster one where nothing waits for a disk
	}
	if err := ctx.Err(); err != nil {
		return "", err
	}
	_, err := s.command(ctx, sql)
	if err != nil && template == "" { // a system without that locale
		_, err = s.command(ctx, strings.Replace(sql, "C.UTF-8", "C", 1))
	}
	if err != nil {
		return "", fmt.Errorf("creating a database: %w", err)
	}
	s.made = append(s.made, name)
	if template == "" {
		err = s.restrict(context.WithoutCancel(ctx), name) // so that only creating it can fail
	}
	if err == nil {
		_, err = s.command(ctx, s.granted(name))
	}
	return name, err
}

// granted returns the statements that set the privileges on a database.
func (s *Server) granted(name string) string {
	return strings.NewReplacer("@", name, "%", s.prefix).Replace(
		`REVOKE ALL ON DATABASE @ FROM PUBLIC; GRANT CONNECT ON DATABASE @ TO %_host, %_reader, %_app`)
}

// restrict removes from a database everything that would let one candidate disturb another
// that runs as the same role, and adds what the host needs there.
func (s *Server) restrict(ctx context.Context, db string) error {
	cfg := s.base.Copy()
	cfg.Database = db
	c, err := pgconn.ConnectConfig(ctx, cfg)
	if err != nil {
		return fmt.Errorf("connecting to a new database: %w", err)
	}
	defer c.Close(ctx)
	return execute(ctx, c, "REVOKE EXECUTE ON FUNCTION pg_catalog.pg_terminate_backend(int, bigint), "+
		"pg_catalog.pg_cancel_backend(int) FROM PUBLIC;"+
		strings.NewReplacer("@", s.prefix, "HASH", fmt.Sprintf("%x", md5.Sum([]byte(s.key)))).Replace(own))
}

// drop removes a database that create made, even while there are connections to it.
func (s *Server) drop(ctx context.Context, name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	drop := "DROP DATABASE IF EXISTS " + name + " WITH (FORCE)"
	_, err := s.command(ctx, drop)
	if first := err; err != nil { // its owner can make it a template, which cannot be dropped
		if _, err = s.command(ctx, "ALTER DATABASE "+name+" IS_TEMPLATE false"); err == nil {
			_, err = s.command(ctx, drop)
		}
		var pg *pgconn.PgError
		if errors.As(err, &pg) && pg.Code == "3D000" { // the first command dropped it, and its answer was late
			err = nil
		} else if err != nil {
			err = errors.Join(first, err)
		}
	}
	if err != nil {
		return fmt.Errorf("dropping a database: %w", err)
	}
	for i, made := range s.made {
		if made == name {
			s.made = append(s.made[:i], s.made[i+1:]...)
			break
		}
	}
	return nil
}

// kill ends a backend that did not end by itself.
func (s *Server) kill(ctx context.Context, pid uint32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.command(ctx, fmt.Sprintf("SELECT pg_terminate_backend(%d)", pid)) // it may have ended already
}

// expel ends all sessions of the application's role in a database.
func (s *Server) expel(ctx context.Context, db string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.command(ctx, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = "+sqlproof.Literal(db)+
		" AND usename = "+sqlproof.Literal(s.prefix+"_app")) // they may have ended
}

// full ends the sessions of the candidate, and of the host that fills it, in a database that is larger than size, and
// reports whether it did.
func (s *Server) full(ctx context.Context, db string, size int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	rows, err := s.command(ctx, strings.NewReplacer("@", s.prefix, "%", sqlproof.Literal(db)).Replace(fmt.Sprintf(
		"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %% AND usename IN ('@_app', '@_owner', "+
			"'@_host') AND pg_database_size(%%) > %d", size)))
	return err == nil && len(rows) > 0
}

// command runs a statement as the administrator; the caller holds mu. The end of ctx
// does not stop it, because that would end the session; it ends by itself.
func (s *Server) command(ctx context.Context, sql string) ([][]string, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	if s.admin == nil {
		return nil, errors.New("the server was closed")
	}
	if s.admin.IsClosed() {
		c, err := pgconn.ConnectConfig(ctx, s.base.Copy())
		if err != nil {
			return nil, fmt.Errorf("connecting to PostgreSQL again: %w", err)
		}
		s.admin = c
	}
	return query(ctx, s.admin, sql)
}

// execute runs statements and ignores their results.
func execute(ctx context.Context, c *pgconn.PgConn, sql string) error {
	return c.Exec(ctx, sql).Close()
}

// query returns the rows of the last statement as text, "" for NULL.
func query(ctx context.Context, c *pgconn.PgConn, sql string) ([][]string, error) {
	results, err := c.Exec(ctx, sql).ReadAll()
	if err != nil || len(results) == 0 {
		return nil, err
	}
	var out [][]string
	for _, r := range results[len(results)-1].Rows {
		row := make([]string, len(r))
		for i, v := range r {
			row[i] = string(v)
		}
		out = append(out, row)
	}
	return out, nil
}

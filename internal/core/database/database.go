// Package database opens a results database on SQLite or PostgreSQL and hides their
// differences: how a database is opened, migrated and watched, how many rows are written
// together, which failures are transient, and which texts can be stored. Callers write each
// statement once, with $1, $2 … as parameters.
//
// On SQLite there is one writing connection. On PostgreSQL a transaction that fails for a
// transient reason, such as a restart of the server, is tried again, and never takes
// effect twice: see [DB.Write].
package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/pressly/goose/v3"
)

// DB is an open database. It is safe for concurrent use.
type DB struct {
	R *sql.DB // reads; cannot write
	W *sql.DB // for writes outside of [DB.Write]; one connection on SQLite

	// Patience is how long a write waits while a PostgreSQL server is unreachable, or a
	// SQLite file is locked by others, before it fails. Set it before the first write.
	Patience time.Duration

	opt    Options
	name   string // without a password
	config *pgx.ConnConfig
	frozen string // path of a file that is read as immutable; "" for any other database

	reached atomic.Bool // the database has responded

	mu       sync.Mutex
	prepared map[string]*sql.Stmt // on SQLite
	watch    *sql.Conn            // on SQLite; nil before the first [DB.Stamp]
	lost     int64
	slots    []slot // on PostgreSQL: those that no Write uses
}

// IsURL reports whether where is the URL of a PostgreSQL database, not a path.
func IsURL(where string) bool {
	return strings.HasPrefix(where, "postgres://") || strings.HasPrefix(where, "postgresql://")
}

// Exists reports whether there may be a database. It does not connect to a server.
func Exists(where string) bool {
	if IsURL(where) {
		return true
	}
	_, err := os.Stat(where)
	return !errors.Is(err, fs.ErrNotExist)
}

// Options determine how a database is opened. The zero value opens it for writing.
type Options struct {
	// ReadOnly opens the database for reading: nothing is created, migrated or written, and
	// an attempt to write fails.
	ReadOnly bool
	// Refused is how long to wait for a PostgreSQL server that was never reached and refuses
	// connections; 0 is a few seconds. For a server that reports that it starts or stops, the
	// wait is as long as during a run.
	Refused time.Duration
	// Say is called with the reason for a wait, once for each wait that exceeds one second;
	// nil discards it. It must be safe for concurrent use.
	Say func(string)
}

// Maximum waiting times.
const (
	Patience   = 10 * time.Minute // for a PostgreSQL server that becomes unreachable
	lockedWait = 15 * time.Second // for a SQLite file that others have locked
	refused    = 5 * time.Second  // for a PostgreSQL server that was never reached
	moment     = time.Second      // without a message
)

// Open opens the database at a path or URL without reading its tables. Its errors, and
// those of the database later, show no password.
func Open(ctx context.Context, where string, opt Options) (*DB, error) {
	d := &DB{name: Redact(where), opt: opt, Patience: Patience, prepared: map[string]*sql.Stmt{}}
	open := d.openPostgres
	if !IsURL(where) {
		d.Patience = lockedWait
		open = d.openSQLite
	}
	if err := open(ctx, where); err != nil {
		return nil, d.Failed(err)
	}
	return d, nil
}

// Failed returns the error that the database cannot be opened, in one line, with a remedy if
// there is one. The line shows no password.
func (d *DB) Failed(err error) error {
	return &hidden{text: Redact(fmt.Sprintf("opening %s: %v%s", d.name, oneLine(err), remedy(err))), err: err}
}

// oneLine returns the text of an error in one line, since the errors of some libraries have several.
func oneLine(err error) string {
	return strings.Join(strings.FieldsFunc(strings.ReplaceAll(err.Error(), "\t", ""),
		func(r rune) bool { return r == '\n' }), " ")
}

// Name returns the name of the database for display: its path, or its URL without a
// password.
func (d *DB) Name() string { return d.name }

// Config returns the connection settings of PostgreSQL, which must be copied before they are
// changed; nil on SQLite.
func (d *DB) Config() *pgx.ConnConfig { return d.config }

// Close closes the database.
func (d *DB) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	var errs []error
	for _, st := range d.prepared {
		errs = append(errs, st.Close())
	}
	clear(d.prepared)
	if d.watch != nil {
		errs = append(errs, d.watch.Close())
		d.watch = nil
	}
	return errors.Join(append(errs, d.R.Close(), d.W.Close())...)
}

// Migrate migrates the schema to the newest migration in files. It is safe for several
// processes to call it concurrently.
func (d *DB) Migrate(ctx context.Context, files fs.FS) error {
	p, err := d.provider(files)
	if err != nil {
		return err
	}
	if d.config == nil {
		// Each migration is a transaction. Those that a power failure undoes are executed again,
		// so they need not wait for the disk.
		if _, err := d.W.ExecContext(ctx, `PRAGMA synchronous = NORMAL`); err != nil {
			return err
		}
		err = d.up(ctx, p, files)
		if _, again := d.W.ExecContext(ctx, `PRAGMA synchronous = FULL`); again != nil {
			return errors.Join(err, again)
		}
		return err
	}
	c, err := d.W.Conn(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	if _, err := c.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, lockOf("migrations")); err != nil {
		return err
	}
	defer c.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, lockOf("migrations"))
	_, err = p.Up(ctx)
	return err
}

// up migrates a SQLite file. No lock keeps another process from executing the same step: the
// second process fails because the row exists, and checks the version again.
func (d *DB) up(ctx context.Context, p *goose.Provider, files fs.FS) error {
	for deadline := time.Now().Add(lockedWait); ; time.Sleep(20 * time.Millisecond) {
		before, _, verr := d.Version(ctx, files)
		if verr != nil {
			return verr
		}
		_, err := p.Up(ctx)
		if err == nil {
			return nil
		}
		has, newest, verr := d.Version(ctx, files)
		switch {
		case verr == nil && has == newest:
			return nil
		case verr == nil && has > before, strings.Contains(err.Error(), "already exists"):
			// the other process has finished the step, or is executing it
		default:
			return errors.Join(err, verr)
		}
		if time.Now().After(deadline) || ctx.Err() != nil {
			return err
		}
	}
}

// Version returns the number of the newest migration in the database, 0 without any, and
// that of the newest in files. It changes nothing.
func (d *DB) Version(ctx context.Context, files fs.FS) (has, newest int64, err error) {
	p, err := d.provider(files)
	if err != nil {
		return 0, 0, err
	}
	for _, s := range p.ListSources() {
		newest = max(newest, s.Version)
	}
	query := `SELECT count(*) FROM sqlite_master WHERE name = 'goose_db_version'`
	if d.config != nil {
		query = `SELECT count(to_regclass('goose_db_version'))`
	}
	var n int
	if err := d.R.QueryRowContext(ctx, query).Scan(&n); err != nil || n == 0 {
		return 0, newest, err
	}
	err = d.R.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version`).Scan(&has)
	return has, newest, err
}

// Engine returns the name and version of the database engine.
func (d *DB) Engine(ctx context.Context) (string, error) {
	query, name := `SELECT sqlite_version()`, "SQLite "
	if d.config != nil {
		query, name = `SHOW server_version`, "PostgreSQL "
	}
	var version string
	err := d.R.QueryRowContext(ctx, query).Scan(&version)
	return name + version, err
}

func (d *DB) provider(files fs.FS) (*goose.Provider, error) {
	if d.config == nil {
		return goose.NewProvider(goose.DialectSQLite3, d.W, files)
	}
	return goose.NewProvider(goose.DialectPostgres, d.W, translated{files})
}

// lockOf returns the number of our lock with that name in PostgreSQL.
func lockOf(name string) int64 {
	h := fnv.New64a()
	fmt.Fprint(h, "assay ", name)
	return int64(h.Sum64())
}

// Stamp returns a number that changes whenever the database is changed, also by this
// process. It may change without a reason, and cannot be compared across processes or
// restarts.
func (d *DB) Stamp(ctx context.Context) (int64, error) {
	if d.config != nil {
		// Every write happens in a transaction with a number; reading takes none.
		var snapshot string
		if err := d.R.QueryRowContext(ctx, `SELECT pg_current_snapshot()::text`).Scan(&snapshot); err != nil {
			return 0, err
		}
		return lockOf(snapshot), nil
	}
	if d.frozen != "" { // an immutable file is not watched for changes otherwise
		info, err := os.Stat(d.frozen)
		if err != nil {
			return 0, err
		}
		return info.ModTime().UnixNano(), nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.watch == nil {
		c, err := d.R.Conn(ctx)
		if err != nil {
			return 0, err
		}
		d.watch = c
	}
	var n int64
	if err := d.watch.QueryRowContext(ctx, `PRAGMA data_version`).Scan(&n); err != nil {
		d.watch.Close()
		d.watch = nil
		d.lost += 1 << 32 // another connection starts counting at another number
		return 0, err
	}
	return d.lost + n, nil
}

// Package database opens a results database on SQLite or on PostgreSQL and hides
// where the two differ: how a database is opened, migrated and watched, how many
// rows are written at once, which failures pass, and which texts can be stored.
// Statements above it are written once, with $1, $2 … as parameters.
//
// On SQLite there is one writing connection. On PostgreSQL a transaction that
// fails for a reason that passes, such as a server that restarts, is tried again,
// and never counts twice: see [DB.Write].
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
	W *sql.DB // writes, as far as [DB.Write] does not; one connection on SQLite

	// Patience is how long a PostgreSQL may be out of reach, or an SQLite locked by
	// others, before a write fails; it is changed before the first one.
	Patience time.Duration

	opt    Options
	name   string // fit to be shown
	config *pgx.ConnConfig
	frozen string // path of a file that is read as one that nobody changes, "" for any other

	reached atomic.Bool // it has answered

	mu       sync.Mutex
	prepared map[string]*sql.Stmt // on SQLite
	watch    *sql.Conn            // on SQLite, nil until someone watches
	lost     int64
	slots    []slot // on PostgreSQL, those that no Write has
}

// IsURL reports whether a database is named by the URL of a PostgreSQL, not by a path.
func IsURL(where string) bool {
	return strings.HasPrefix(where, "postgres://") || strings.HasPrefix(where, "postgresql://")
}

// Exists reports whether there may be a database: a server is asked only when it is opened.
func Exists(where string) bool {
	if IsURL(where) {
		return true
	}
	_, err := os.Stat(where)
	return !errors.Is(err, fs.ErrNotExist)
}

// Options say how a database is opened. The zero value is for one that is written to.
type Options struct {
	// ReadOnly opens it for a reader: nothing is made, migrated or written, and an
	// attempt to write fails.
	ReadOnly bool
	// Refused is how long a PostgreSQL that nobody has reached yet, and that refuses
	// connections, is waited for; 0 is a few seconds. One that says that it starts or
	// stops is waited for as long as by a run that goes on.
	Refused time.Duration
	// Say is told the reason of a wait, once for each wait that takes longer than a
	// moment; nil tells nobody. It may be called by several goroutines.
	Say func(string)
}

// How long someone waits.
const (
	Patience   = 10 * time.Minute // for a PostgreSQL that goes away
	lockedWait = 15 * time.Second // for an SQLite that others have locked
	refused    = 5 * time.Second  // for a PostgreSQL that is not there
	moment     = time.Second      // in silence
)

// Open opens the database at a path or URL without looking at the tables in it. No
// error of it, nor of anything that the database does later, shows a password.
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

// Failed says that the database cannot be opened, in one line and with a remedy where
// there is one. The line shows no password.
func (d *DB) Failed(err error) error {
	return &hidden{text: Redact(fmt.Sprintf("opening %s: %v%s", d.name, oneLine(err), remedy(err))), err: err}
}

// oneLine is the text of an error, without the lines that some libraries end.
func oneLine(err error) string {
	return strings.Join(strings.FieldsFunc(strings.ReplaceAll(err.Error(), "\t", ""),
		func(r rune) bool { return r == '\n' }), " ")
}

// Name returns what the database may be called where people read: its path, or
// its URL without a password.
func (d *DB) Name() string { return d.name }

// Config returns how the PostgreSQL is connected to, to be copied before it is
// changed, and nil on SQLite.
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

// Migrate brings the schema to the newest of the migrations in files. Several
// processes may do so at once.
func (d *DB) Migrate(ctx context.Context, files fs.FS) error {
	p, err := d.provider(files)
	if err != nil {
		return err
	}
	if d.config == nil {
		// Each migration is a transaction. Those that a machine forgets when it loses its power
		// are done again, so none need wait for the disk.
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

// up migrates an SQLite. It has no lock that would keep another process from making the
// same step: the second process fails because the row exists, and looks again.
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
			// the other one goes on, or is in the middle of it
		default:
			return errors.Join(err, verr)
		}
		if time.Now().After(deadline) || ctx.Err() != nil {
			return err
		}
	}
}

// Version returns the number of the newest migration that the database has, 0
// without any, and that of the newest in files. It changes nothing.
func (d *DB) Version(ctx context.Context, files fs.FS) (has, newest int64, err error) {
	p, err := d.provider(files)
	if err != nil {
		return 0, 0, err
	}
	for _, s := range p.ListSources() {
		newest = max(newest, s.Version)
	}
	there := `SELECT count(*) FROM sqlite_master WHERE name = 'goose_db_version'`
	if d.config != nil {
		there = `SELECT count(to_regclass('goose_db_version'))`
	}
	var n int
	if err := d.R.QueryRowContext(ctx, there).Scan(&n); err != nil || n == 0 {
		return 0, newest, err
	}
	err = d.R.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version`).Scan(&has)
	return has, newest, err
}

// Engine names what holds the database, with its version.
func (d *DB) Engine(ctx context.Context) (string, error) {
	ask, name := `SELECT sqlite_version()`, "SQLite "
	if d.config != nil {
		ask, name = `SHOW server_version`, "PostgreSQL "
	}
	var version string
	err := d.R.QueryRowContext(ctx, ask).Scan(&version)
	return name + version, err
}

func (d *DB) provider(files fs.FS) (*goose.Provider, error) {
	if d.config == nil {
		return goose.NewProvider(goose.DialectSQLite3, d.W, files)
	}
	return goose.NewProvider(goose.DialectPostgres, d.W, translated{files})
}

// lockOf is the number that PostgreSQL knows a lock of ours by.
func lockOf(name string) int64 {
	h := fnv.New64a()
	fmt.Fprint(h, "assay ", name)
	return int64(h.Sum64())
}

// Stamp returns a number that changes whenever anybody changes the database,
// this process included. It may change without a reason, and says nothing across
// processes or restarts.
func (d *DB) Stamp(ctx context.Context) (int64, error) {
	if d.config != nil {
		// Whatever is written is so by a transaction with a number; reading takes none.
		var snapshot string
		if err := d.R.QueryRowContext(ctx, `SELECT pg_current_snapshot()::text`).Scan(&snapshot); err != nil {
			return 0, err
		}
		return lockOf(snapshot), nil
	}
	if d.frozen != "" { // who reads it so hears of no change otherwise
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
		d.lost += 1 << 32 // another connection counts from elsewhere
		return 0, err
	}
	return d.lost + n, nil
}

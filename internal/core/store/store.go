// Package store manages results.db: the plan of every run, the exact request and response
// of every trial, and the values derived from them. The raw record is written with its
// trial and never changed; the derived values can be computed again.
//
// The database is a SQLite file or, for many machines, a PostgreSQL database; package
// database handles the differences. Readers never wait for a run in progress.
package store

import (
	"context"
	"crypto/rand"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"assay/internal/core/database"
)

//go:embed migrations/*.sql
var embedded embed.FS

// migrations are the files that create the schema.
var migrations = func() fs.FS {
	sub, err := fs.Sub(embedded, "migrations")
	if err != nil {
		panic("store: " + err.Error()) // the pattern above names the folder
	}
	return sub
}()

// firstSchema is the number of the oldest schema that can be migrated. Earlier ones were
// never released.
const firstSchema = 15

// Store is an open results database. It is safe for concurrent use.
type Store struct {
	// Silence is the time without a confirmation after which the holder of a plan loses it.
	// Set it before the first [Store.Hold], to the same value in all processes.
	Silence time.Duration

	db   *database.DB
	pack *packer
}

// Open opens the database at a path, or the PostgreSQL database at a URL. It creates the
// file at a path and migrates the database as needed.
func Open(ctx context.Context, where string) (*Store, error) {
	return OpenWith(ctx, where, database.Options{})
}

// OpenWith is [Open] with options for waiting, or for reading only. For reading, the
// database must have the schema of this program, else it returns an error, or [ErrNone]
// without a database; it does not migrate.
//
// A database that is newer than this program, or that assay did not make, is an error and
// stays unchanged.
func OpenWith(ctx context.Context, where string, opt database.Options) (*Store, error) {
	if opt.ReadOnly && !database.Exists(where) {
		return nil, fmt.Errorf("%s: %w", where, ErrNone)
	}
	db, err := database.Open(ctx, where, opt)
	if err != nil {
		return nil, err
	}
	if err := db.Patiently(ctx, func() error { return ready(ctx, db, opt.ReadOnly) }); err != nil {
		if errors.Is(err, ErrNone) {
			return nil, errors.Join(fmt.Errorf("%s: %w", db.Name(), err), db.Close())
		}
		return nil, errors.Join(db.Failed(err), db.Close())
	}
	pack, err := newPacker()
	if err != nil {
		return nil, errors.Join(db.Failed(err), db.Close())
	}
	return &Store{Silence: Silence, db: db, pack: pack}, nil
}

// ready makes sure that a database has the schema of this program.
func ready(ctx context.Context, db *database.DB, readOnly bool) error {
	has, newest, err := schema(ctx, db, migrations)
	switch {
	case err != nil:
		return err
	case has > newest:
		return fmt.Errorf("a newer version of assay made its schema, %d; this one knows %d: use that version", has, newest)
	case has > 0 && has < firstSchema:
		return fmt.Errorf("a version of assay before its first release made its schema, %d, which this one does not "+
			"read: choose another database with --db", has)
	case has < newest && !readOnly:
		return db.Migrate(ctx, migrations)
	case has == 0:
		return ErrNone
	case has < newest:
		return fmt.Errorf("an older version of assay made its schema, %d, and this one reads %d: run "+
			"`assay db migrate --db %s` first", has, newest, db.Name())
	case !readOnly:
		return db.Writable(ctx)
	}
	return nil
}

// schema is [database.DB.Version] for a database that must be ours or empty.
func schema(ctx context.Context, db *database.DB, files fs.FS) (has, newest int64, err error) {
	// Another process may be creating the schema, tables and version in one transaction. Tables
	// listed before the version is read are foreign if there is no version. With a version, the
	// tables are listed again after it.
	tables, err := db.Tables(ctx)
	if err != nil {
		return 0, 0, err
	}
	if has, newest, err = db.Version(ctx, files); err != nil {
		return 0, 0, err
	}
	// A PostgreSQL database may also contain tables of other programs.
	strange := has == 0 && len(tables) > 0 && db.Config() == nil
	if has > 0 {
		if tables, err = db.Tables(ctx); err != nil {
			return 0, 0, err
		}
	}
	if strange || has > 0 && !slices.Contains(tables, "planned") {
		return 0, 0, errors.New("another program made it, and it contains no results of assay; " +
			"choose another database with --db")
	}
	return has, newest, nil
}

// ErrNone means that there is no database, or no run in it.
var ErrNone = errors.New("no run has been stored yet; start with `assay run`")

// Name returns the name of the database for display, without a password.
func (s *Store) Name() string { return s.db.Name() }

// Stamp returns a number that changes whenever the database is changed, also by this
// process. It may change without a reason, and cannot be compared across processes or
// restarts.
func (s *Store) Stamp(ctx context.Context) (int64, error) {
	n, err := s.db.Stamp(ctx)
	if err != nil {
		return 0, fmt.Errorf("watching the database: %w", err)
	}
	return n, nil
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

// Time limits for one attempt to write.
const (
	soon  = time.Minute
	never = 0 // no limit
)

// exec executes one statement that writes.
func (s *Store) exec(ctx context.Context, statement string, args ...any) error {
	return s.db.Write(ctx, soon, func(tx *database.Tx) error {
		_, err := tx.ExecContext(ctx, statement, args...)
		return err
	})
}

// End marks a run as done or incomplete.
func (s *Store) End(ctx context.Context, id string, done bool, at time.Time) error {
	status := "incomplete"
	if done {
		status = "done"
	}
	if err := s.exec(ctx, `UPDATE run SET status = $1, ended_us = $2 WHERE id = $3`, status, at.UnixMicro(),
		id); err != nil {
		return fmt.Errorf("ending the run: %w", err)
	}
	return nil
}

// newID returns an id that sorts by time and does not collide between machines.
func newID(at time.Time) string {
	var b [3]byte
	rand.Read(b[:]) // never fails
	return at.UTC().Format("20060102-150405") + "-" + hex.EncodeToString(b[:])
}

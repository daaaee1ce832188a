// Package store keeps results.db: the plan of every run, the exact request and
// response of every trial, and what was derived from them. The raw record is
// written with its trial and never changed; the derived part can be made again.
//
// The database is a file of SQLite, or on a PostgreSQL for many machines; package
// database knows the difference. Readers never wait for a run in progress.
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

	"assay/internal/database"
)

//go:embed migrations/*.sql
var embedded embed.FS

// migrations are the files that make the schema.
var migrations = func() fs.FS {
	sub, err := fs.Sub(embedded, "migrations")
	if err != nil {
		panic("store: " + err.Error()) // the pattern above names the folder
	}
	return sub
}()

// firstSchema is the number of the oldest schema that is brought up to date. Those
// before it were never released.
const firstSchema = 15

// Store is an open results database. It is safe for concurrent use.
type Store struct {
	// Silence is after what time without a word the holder of a plan loses it; it is
	// changed before the first [Store.Hold], and the same in all processes.
	Silence time.Duration

	db   *database.DB
	pack *packer
}

// Open opens the database at a path, or the one on a PostgreSQL that a URL
// names, creating what a path names and migrating it as needed.
func Open(ctx context.Context, where string) (*Store, error) {
	return OpenWith(ctx, where, database.Options{})
}

// OpenWith is Open with options: for waiting, or for reading only. A reader finds the
// database with the schema of this program, or [ErrNone]; it does not migrate.
//
// A file that is newer than this program, or was not made by assay, is an error and stays as it is.
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
			"read: --db names another database", has)
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

// schema returns what [database.DB.Version] does, of a database that is ours or empty.
func schema(ctx context.Context, db *database.DB, files fs.FS) (has, newest int64, err error) {
	// Another process may be making the schema, tables and version in one transaction. Tables that are
	// listed before the version is read are strangers if there is none; those of a version are listed after it.
	tables, err := db.Tables(ctx)
	if err != nil {
		return 0, 0, err
	}
	if has, newest, err = db.Version(ctx, files); err != nil {
		return 0, 0, err
	}
	// A PostgreSQL may hold tables of others beside ours.
	strange := has == 0 && len(tables) > 0 && db.Config() == nil
	if has > 0 {
		if tables, err = db.Tables(ctx); err != nil {
			return 0, 0, err
		}
	}
	if strange || has > 0 && !slices.Contains(tables, "planned") {
		return 0, 0, errors.New("another program made it, and it holds no results of assay: --db names another one")
	}
	return has, newest, nil
}

// ErrNone means that there is no database, or no run in it.
var ErrNone = errors.New("no run has been stored yet; start with `assay run`")

// Name returns what the database may be called where people read: never with a password.
func (s *Store) Name() string { return s.db.Name() }

// Stamp returns a number that changes whenever anybody changes the database,
// this process included. It may change without a reason, and says nothing across
// processes or restarts.
func (s *Store) Stamp(ctx context.Context) (int64, error) {
	n, err := s.db.Stamp(ctx)
	if err != nil {
		return 0, fmt.Errorf("watching the database: %w", err)
	}
	return n, nil
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

// How long one try of a write may take.
const (
	soon  = time.Minute
	never = 0 // as long as it takes
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

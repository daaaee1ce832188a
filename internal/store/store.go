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
	"time"

	"assay/internal/database"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Store is an open results database. It is safe for concurrent use.
type Store struct {
	db   *database.DB
	pack *packer
}

// Open opens the database at a path, or the one on a PostgreSQL that a URL
// names, creating what a path names and migrating it as needed.
func Open(ctx context.Context, where string) (*Store, error) {
	db, err := database.Open(ctx, where)
	if err != nil {
		return nil, err
	}
	sub, err := fs.Sub(migrations, "migrations")
	if err == nil {
		err = db.Migrate(ctx, sub)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("opening %s: %w; is it a results database of assay, and can it be written?", db.Name(), err), db.Close())
	}
	pack, err := newPacker()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("opening %s: %w", db.Name(), err), db.Close())
	}
	return &Store{db: db, pack: pack}, nil
}

// ErrNone means that there is no database, or no run in it.
var ErrNone = errors.New("no run has been stored yet; start with `assay run`")

// OpenExisting opens a database that must exist.
func OpenExisting(ctx context.Context, where string) (*Store, error) {
	if !database.Exists(where) {
		return nil, fmt.Errorf("%s: %w", where, ErrNone)
	}
	return Open(ctx, where)
}

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
	if err := s.exec(ctx, `UPDATE run SET status = $1, ended_us = $2 WHERE id = $3`, status, at.UnixMicro(), id); err != nil {
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

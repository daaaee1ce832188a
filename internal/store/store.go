// Package store keeps results.db: the plan of every run, the exact request and
// response of every trial, and what was derived from them. The raw record is
// written with its trial and never changed; the derived part can be made again.
//
// The database is SQLite in WAL mode with one writing connection, so that
// readers never wait for a run in progress.
package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"sync"
	"time"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // registers the driver "sqlite"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Store is an open results database. It is safe for concurrent use.
type Store struct {
	w    *sql.DB // one connection
	r    *sql.DB
	pack *packer

	stamp struct {
		sync.Mutex
		conn *sql.Conn // nil until somebody watches
		lost int64
	}
}

// Open opens the database at path, creating and migrating it as needed.
func Open(ctx context.Context, path string) (*Store, error) {
	dsn := func(extra string) string {
		return "file:" + (&url.URL{Path: path}).EscapedPath() +
			"?_pragma=busy_timeout(15000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)" + extra
	}
	w, err := sql.Open("sqlite", dsn("&_txlock=immediate"))
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	w.SetMaxOpenConns(1)
	if err := migrate(ctx, w); err != nil {
		w.Close()
		return nil, fmt.Errorf("opening %s: %w; is it a results database of assay, and can it be written?", path, err)
	}
	r, err := sql.Open("sqlite", dsn("&_pragma=query_only(1)"))
	if err != nil {
		w.Close()
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	r.SetMaxOpenConns(4)
	pack, err := newPacker()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("opening %s: %w", path, err), r.Close(), w.Close())
	}
	return &Store{w: w, r: r, pack: pack}, nil
}

// ErrNone means that there is no database, or no run in it.
var ErrNone = errors.New("no run has been stored yet; start with `assay run`")

// OpenExisting opens a database that must exist.
func OpenExisting(ctx context.Context, path string) (*Store, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", path, ErrNone)
	}
	return Open(ctx, path)
}

func migrate(ctx context.Context, db *sql.DB) error {
	sub, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, db, sub)
	if err != nil {
		return err
	}
	_, err = p.Up(ctx)
	return err
}

// Close closes the database.
func (s *Store) Close() error { return errors.Join(s.unwatch(), s.r.Close(), s.w.Close()) }

// End marks a run as done or incomplete.
func (s *Store) End(ctx context.Context, id string, done bool, at time.Time) error {
	status := "incomplete"
	if done {
		status = "done"
	}
	_, err := s.w.ExecContext(ctx, `UPDATE run SET status = $1, ended_us = $2 WHERE id = $3`, status, at.UnixMicro(), id)
	if err != nil {
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

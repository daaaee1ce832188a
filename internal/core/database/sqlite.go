package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// openSQLite opens a file, and creates it for a writer. It does not touch a file that is not
// a database.
func (d *DB) openSQLite(ctx context.Context, where string) error {
	if err := checkFile(where, d.opt.ReadOnly); err != nil {
		return err
	}
	file := "file:" + (&url.URL{Path: where}).EscapedPath() + "?_pragma=foreign_keys(1)&_pragma="
	reading := file + "query_only(1)&_pragma=busy_timeout("
	var err error
	if d.R, err = sql.Open("sqlite", reading+"15000)"); err != nil {
		return err
	}
	d.R.SetMaxOpenConns(4)
	d.W = d.R
	// A separate connection with a short timeout, so that the wait is reported soon.
	err = d.Patiently(ctx, func() error { return look(ctx, reading+"1000)") })
	if d.opt.ReadOnly && errorCode(err, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY) {
		// A database that others may be writing to has a file that readers share, which cannot
		// be created or read here. If the log is empty, there is no writer.
		if log, statErr := os.Stat(where + "-wal"); statErr == nil && log.Size() > 0 {
			return errors.Join(fmt.Errorf(
				"a part of it is in %s-wal, and joining them needs write permission for this directory: "+
					"copy both files to a directory of your own, or have a user who may write run `assay db migrate` here", where),
				d.R.Close())
		}
		reading = strings.Replace(reading, "?", "?mode=ro&immutable=1&", 1)
		if err = errors.Join(d.R.Close(), look(ctx, reading+"1000)")); err == nil {
			d.R, err = sql.Open("sqlite", reading+"15000)")
			d.R.SetMaxIdleConns(-1) // the cache of one connection says nothing about what the next one finds
			d.frozen, d.W = where, d.R
		}
	}
	if err != nil || d.opt.ReadOnly {
		if err != nil {
			d.R.Close()
		}
		return err
	}
	// Keys of trials are hashes, so each touches another page of their index: 16 MB hold the
	// index of about 300,000. A checkpoint every 16 MB of log writes most pages of it once.
	d.W, err = sql.Open("sqlite", file+"busy_timeout(1000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)"+
		"&_pragma=wal_autocheckpoint(4000)&_pragma=cache_size(-16384)&_txlock=immediate")
	if err != nil {
		return errors.Join(err, d.R.Close())
	}
	d.W.SetMaxOpenConns(1)
	return nil
}

// Writable checks that a database that was opened for writing accepts writes, and stores
// nothing.
func (d *DB) Writable(ctx context.Context) error {
	if d.config != nil {
		return nil // permissions are per table
	}
	return d.Patiently(ctx, func() error {
		tx, err := d.W.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		return tx.Rollback()
	})
}

// magic is the beginning of every SQLite database.
const magic = "SQLite format 3\x00"

// checkFile checks a file before SQLite opens it. For a writer it creates a missing file,
// readable by its owner only, since it will hold the answers of models.
func checkFile(where string, readOnly bool) error {
	info, err := os.Stat(where)
	if errors.Is(err, fs.ErrNotExist) && !readOnly {
		f, err := os.OpenFile(where, os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			return fmt.Errorf("%w; choose another file with --db", errors.Unwrap(err))
		}
		return f.Close()
	}
	switch {
	case err != nil:
		return fmt.Errorf("%w; choose another file with --db", errors.Unwrap(err))
	case info.IsDir():
		return errors.New("it is a directory; give the file of a database with --db")
	case !info.Mode().IsRegular():
		return errors.New("it is not a regular file; give the file of a database with --db")
	case info.Size() == 0:
		return nil
	}
	f, err := os.Open(where)
	if err != nil {
		return fmt.Errorf("%w; choose another file with --db", errors.Unwrap(err))
	}
	defer f.Close()
	first := make([]byte, len(magic))
	if n, err := io.ReadFull(f, first); string(first[:n]) != magic {
		if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			return err
		}
		return errors.New("it is not a SQLite database; choose another file with --db")
	}
	return nil
}

// look reads the list of tables through a separate connection.
func look(ctx context.Context, dsn string) error {
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return err
	}
	defer db.Close()
	var n int
	return db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_master`).Scan(&n)
}

// errorCode reports whether SQLite failed with one of the codes, or with an extended code of one.
func errorCode(err error, codes ...int) bool {
	var se *sqlite.Error
	if !errors.As(err, &se) {
		return false
	}
	for _, c := range codes {
		if se.Code()&0xff == c {
			return true
		}
	}
	return false
}

// remedy returns the remedy for an error of SQLite; "" if none is known.
func remedy(err error) string {
	switch {
	case errorCode(err, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
		return "; another program has locked it: wait until it is finished, or end it, and start again"
	case errorCode(err, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
		return "; it is damaged or not a database; choose another file with --db"
	case errorCode(err, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
		return "; this requires permission to write to the file and its directory; choose another file with --db"
	}
	return ""
}

package store

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/core/database"
	"assay/internal/test/corpustest"
	"assay/internal/test/pgtest"
)

// execute runs statements in a file of SQLite.
func execute(t *testing.T, path string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, st := range statements {
		if _, err := db.Exec(st); err != nil {
			t.Fatal(err)
		}
	}
}

// Readers and writers refuse a file that is not a database of ours, with an error that names
// it and a remedy, and do not change a byte of it.
func TestOpenLeavesOthersAlone(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(path string)
		want string
	}{
		{"garbage", func(p string) { file(t, p, "no database, but long enough for one") },
			"it is not a SQLite database; choose another file with --db"},
		{"short", func(p string) { file(t, p, "x") }, "it is not a SQLite database"},
		{"damaged", func(p string) { file(t, p, "SQLite format 3\x00"+strings.Repeat("x", 500)) },
			"it is damaged or not a database; choose another file with --db"},
		{"directory", func(p string) {
			if err := os.Mkdir(p, 0o700); err != nil {
				t.Fatal(err)
			}
		}, "it is a directory; give the file"},
		{"device", func(p string) {
			if err := os.Symlink(os.DevNull, p); err != nil {
				t.Fatal(err)
			}
		}, "it is not a regular file"},
		{"strange", func(p string) { execute(t, p, `CREATE TABLE invoice (id INTEGER)`) }, "another program made it"},
		{"goose's", func(p string) {
			execute(t, p, `CREATE TABLE goose_db_version (id INTEGER PRIMARY KEY, version_id INTEGER, is_applied INTEGER, tstamp TEXT)`,
				`INSERT INTO goose_db_version (version_id, is_applied) VALUES (3, 1)`, `CREATE TABLE invoice (id INTEGER)`)
		}, "another program made it"},
		{"newer", func(p string) {
			open(t, p).Close()
			execute(t, p, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (1000, 1)`,
				`PRAGMA journal_mode = DELETE`)
		}, "a newer version of assay made its schema, 1000"},
		{"unreleased", func(p string) {
			open(t, p).Close()
			execute(t, p, `UPDATE goose_db_version SET version_id = 12 WHERE version_id > 0`, `PRAGMA journal_mode = DELETE`)
		}, "a version of assay before its first release made its schema, 12"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "r.db")
			c.make(path)
			before, _ := os.ReadFile(path) // a directory has no bytes
			for _, opt := range []database.Options{{}, {ReadOnly: true}} {
				s, err := OpenWith(t.Context(), path, opt)
				if err == nil {
					s.Close()
					t.Fatal("it is opened")
				}
				if !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "opening "+path+": ") ||
					strings.Contains(err.Error(), "\n") {
					t.Errorf("%+v: %v", opt, err)
				}
			}
			if after, _ := os.ReadFile(path); string(after) != string(before) {
				t.Error("it was written to")
			}
			if left, err := filepath.Glob(path + "-*"); err != nil || len(left) > 0 {
				t.Errorf("%v stand beside it (%v)", left, err)
			}
		})
	}
}

func file(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A newer schema on a server is refused too.
func TestNewerServer(t *testing.T) {
	at := pgtest.URL(t)
	s := open(t, at)
	if _, err := s.db.W.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (1000, true)`); err != nil {
		t.Fatal(err)
	}
	for _, opt := range []database.Options{{}, {ReadOnly: true}} {
		if _, err := OpenWith(t.Context(), at, opt); err == nil ||
			!strings.Contains(err.Error(), "a newer version of assay") {
			t.Errorf("%+v: %v", opt, err)
		}
	}
}

// A reader changes nothing: it neither creates nor migrates a database, and cannot write to
// it.
func TestReaderChangesNothing(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		readOnly := database.Options{ReadOnly: true}
		if _, err := OpenWith(t.Context(), at, readOnly); !errors.Is(err, ErrNone) {
			t.Errorf("of an empty database: %v", err)
		}
		w := open(t, at)
		p := plan(1)
		run, _ := begin(t, w, p, false)
		write(t, w, run, result(p[0], bench.Answered))
		s, err := OpenWith(t.Context(), at, readOnly)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		s.db.Patience = 0
		if err := s.End(t.Context(), run.ID, true, time.Now()); err == nil {
			t.Error("a reader wrote")
		}
		if n := len(read(t, s, run)); n != 1 {
			t.Errorf("%d trials", n)
		}
	})
}

// A process that waits for a lock reports it once, during the wait, and reports a remedy if the wait fails.
func TestLockedByAnother(t *testing.T) {
	corpustest.Turn(t, 3)
	t.Parallel()
	path := filepath.Join(t.TempDir(), "r.db")
	open(t, path).Close()
	other, err := sql.Open("sqlite", "file:"+path+"?_txlock=exclusive&_pragma=journal_mode(DELETE)")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	tx, err := other.Begin()
	if err != nil {
		t.Fatal(err)
	}
	for _, readOnly := range []bool{true, false} { // the writer makes it a database that never locks readers out
		var said []string
		s, err := OpenWith(t.Context(), path, database.Options{ReadOnly: readOnly, Say: func(what string) {
			said = append(said, what)
			if len(said) == 1 {
				if err := tx.Rollback(); err != nil {
					t.Error(err)
				}
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		s.Close()
		if len(said) != 1 || !strings.Contains(said[0], "waiting for "+path+", up to 15s: database is locked") {
			t.Errorf("it said %q", said)
		}
		if tx, err = other.Begin(); err != nil {
			t.Fatal(err)
		}
	}
	defer tx.Rollback()
	_, err = OpenWith(t.Context(), path, database.Options{})
	if err == nil || !strings.HasPrefix(err.Error(), "opening "+path+": ") ||
		!strings.Contains(err.Error(), "another program has locked it") {
		t.Errorf("after the limit: %v", err)
	}
}

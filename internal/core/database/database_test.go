package database

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"assay/internal/test/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, os.Stderr)) }

// writerTable is what [DB.Write] needs on PostgreSQL.
var writerTable = &fstest.MapFile{Data: []byte("-- +goose Up\n" +
	"-- PostgreSQL only: CREATE TABLE writer_commit (writer BIGINT PRIMARY KEY, seq BIGINT NOT " +
	"NULL, at_us BIGINT NOT NULL);\n")}

var schema = fstest.MapFS{
	"00001_a.sql": {Data: []byte(
		"-- +goose Up\nCREATE TABLE n (id INTEGER PRIMARY KEY, v TEXT NOT NULL, b BLOB);\n-- +goose Down\nDROP TABLE n;\n")},
	"00002_b.sql": {Data: []byte("-- +goose Up\nALTER TABLE n ADD COLUMN x INTEGER NOT NULL DEFAULT 0;\n-- +goose " +
		"Down\nALTER TABLE n DROP COLUMN x;\n")},
	"00003_c.sql": writerTable,
}

func open(t testing.TB, at string) *DB {
	t.Helper()
	return openWith(t, at, schema)
}

func openWith(t testing.TB, at string, schema fstest.MapFS) *DB {
	t.Helper()
	d, err := Open(t.Context(), at, Options{Refused: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	if err := d.Migrate(t.Context(), schema); err != nil {
		t.Fatal(err)
	}
	return d
}

// Many processes that open a new database concurrently all find it migrated.
func TestMigrateAtOnce(t *testing.T) {
	pgtest.Engines(t, func(t *testing.T, at string) {
		begin := make(chan struct{})
		var wg sync.WaitGroup
		for range 6 {
			wg.Go(func() {
				d, err := Open(t.Context(), at, Options{Refused: time.Millisecond})
				if err != nil {
					t.Error(err)
					return
				}
				defer d.Close()
				<-begin
				if err := d.Migrate(t.Context(), schema); err != nil {
					t.Error(err)
				}
				if has, newest, err := d.Version(t.Context(), schema); has != 3 || newest != 3 || err != nil {
					t.Errorf("version %d of %d, %v", has, newest, err)
				}
			})
		}
		close(begin)
		wg.Wait()
	})
}

// Every text is read back unchanged, whichever way it was written, and so are bytes.
func TestTexts(t *testing.T) {
	pgtest.Engines(t, func(t *testing.T, at string) {
		d := open(t, at)
		texts := []string{"", "plain", "a\x00b", "\xff\xfe", "ünï \U0010FFFF \U0010FF00 \U0010FEFF", "\xf4\x8f", "\x00"}
		err := d.Write(t.Context(), time.Minute, func(tx *Tx) error {
			for i, s := range texts {
				if err := tx.Queue(t.Context(), `INSERT INTO n (id, v, b) VALUES ($1, $2, $3)`, []any{100 + i, s, []byte(s)},
					nil); err != nil {
					return err
				}
				if _, err := tx.ExecContext(t.Context(), `INSERT INTO n (id, v, b) VALUES ($1, $2, $3)`, 200+i, s,
					[]byte(s)); err != nil {
					return err
				}
			}
			return tx.Insert(t.Context(), "n", []string{"id", "v", "b"}, func(yield func([]any, error) bool) {
				for i, s := range texts {
					// The second row exists already.
					if !yield([]any{300 + i, s, []byte(s)}, nil) || !yield([]any{100 + i, "no", nil}, nil) {
						return
					}
				}
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range texts {
			for _, base := range []int{100, 200, 300} {
				var got string
				var b []byte
				if err := d.R.QueryRow(`SELECT v, b FROM n WHERE id = $1`, base+i).Scan(&got, &b); err != nil || got != want ||
					string(b) != want {
					t.Errorf("%d: %q became %q and %q (%v)", base, want, got, b, err)
				}
			}
		}
		if _, err := d.R.Exec(`DELETE FROM n`); err == nil {
			t.Error("the reading side can write")
		}
	})
}

func FuzzText(f *testing.F) {
	f.Add("a\x00b\xff\U0010FF00")
	f.Fuzz(func(t *testing.T, s string) {
		e := escaped(s)
		if strings.ContainsRune(e, 0) || strings.ToValidUTF8(e, "") != e {
			t.Errorf("%q cannot be stored", e)
		}
		if got := unescaped(e); got != s {
			t.Errorf("%q became %q", s, got)
		}
	})
}

// A committed transaction is not executed again when the reply is lost; one that was not
// committed is; a queue with rows is read once.
func TestLostAnswers(t *testing.T) {
	p := pgtest.NewProxy(t, pgtest.URL(t))
	d := open(t, p.URL)
	said := 0
	add := func() error {
		said++ // so that the server does not know the statement under another name
		return d.Write(t.Context(), time.Minute, func(tx *Tx) error {
			return tx.Queue(t.Context(), fmt.Sprint(`/* `, said, ` */ `)+
				`INSERT INTO n (id, v, x) VALUES (1, '', 1) ON CONFLICT (id) DO UPDATE SET x = n.x + 1`, nil, nil)
		})
	}
	for i, word := range []string{"commit", "INSERT INTO n", "begin", "commit", "INSERT INTO n"} {
		p.CutAfter(word)
		if err := add(); err != nil {
			t.Fatal(err)
		}
		var x int
		if err := d.R.QueryRow(`SELECT x FROM n WHERE id = 1`).Scan(&x); err != nil || x != i+1 {
			t.Errorf("after %d writes, the last cut at %s: %d (%v)", i+1, word, x, err)
		}
	}
	if p.Hits() != 5 {
		t.Errorf("%d connections were cut", p.Hits())
	}
	// A server that stays away is an error when patience ends; one that returns is not.
	p.Cut()
	d.Patience = 50 * time.Millisecond
	if err := add(); err == nil || !Passes(err) {
		t.Errorf("without a server: %v", err)
	}
	d.Patience = time.Minute
	stored := make(chan error)
	go func() { stored <- add() }()
	p.Restore()
	if err := <-stored; err != nil {
		t.Error(err)
	}
	// A permanent error is not tried again.
	tries := 0
	err := d.Write(t.Context(), time.Minute, func(tx *Tx) error {
		tries++
		_, err := tx.ExecContext(t.Context(), `SELECT nonsense`)
		return err
	})
	if err == nil || tries != 1 {
		t.Errorf("%d tries, %v", tries, err)
	}
}

// Two transactions that wait for each other both end, one of them at a second attempt.
func TestDeadlock(t *testing.T) {
	d := open(t, pgtest.URL(t))
	var wg sync.WaitGroup
	meet := make(chan struct{})
	var once sync.Once
	var met sync.WaitGroup
	met.Add(2)
	go func() { met.Wait(); close(meet) }()
	for i := range 2 {
		wg.Go(func() {
			first := true
			err := d.Write(t.Context(), time.Minute, func(tx *Tx) error {
				for j := range 2 {
					if _, err := tx.ExecContext(t.Context(),
						`INSERT INTO n (id, v, x) VALUES ($1, '', 1) ON CONFLICT (id) DO UPDATE SET x = n.x + 1`, (i+j)%2); err != nil {
						return err
					}
					if j == 0 && first {
						first = false
						met.Done()
						<-meet
					}
				}
				return nil
			})
			if err != nil {
				once.Do(func() { t.Error(err) })
			}
		})
	}
	wg.Wait()
	var sum int
	if err := d.R.QueryRow(`SELECT sum(x) FROM n`).Scan(&sum); err != nil || sum != 4 {
		t.Errorf("sum %d (%v)", sum, err)
	}
}

func TestRedact(t *testing.T) {
	const secret = "hunter2"
	for in, want := range map[string]string{
		"results.db": "results.db",
		"postgres://u:hunter2@h:5432/d?sslmode=disable":                "postgres://u:***@h:5432/d?sslmode=disable",
		"--db=postgresql://u:hunter2@h/d":                              "--db=postgresql://u:***@h/d",
		"postgres://u@h:5432/d":                                        "postgres://u@h:5432/d",
		"postgres://u:hun@ter2:hunter2/@h/d":                           "postgres://u:***@h/d",
		"postgres://u:hunter2 hunter2@h/d":                             "postgres://u:***@h/d",
		"postgres://h/d?user=u&password=hunter2&x=y":                   "postgres://h/d?user=u&password=***&x=y",
		"postgres://h/d?sslpassword=hunter2":                           "postgres://h/d?sslpassword=***",
		"from postgres://a:hunter2@h/d to POSTGRES://b:hunter2@i/e ok": "from postgres://a:***@h/d to POSTGRES://b:***@i/e ok",
		"postgres://u:hunter2@h\nmail x@y":                             "postgres://u:***@h\nmail x@y",
	} {
		got := Redact(in)
		if got != want || strings.Contains(got, secret) {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
	for _, at := range []string{"postgres://u:hunter2@127.0.0.1:1/d", "postgres://u:hunter2@127.0.0.1:x/d",
		"postgres://u:hun ter2hunter2@%zz/d?a=%zz", "postgres://u:p@h/d?sslmode=hunter2no&password=hunter2"} {
		_, err := Open(t.Context(), at, Options{Refused: time.Millisecond})
		if err == nil {
			t.Fatal(at)
		}
		for e := err; e != nil; e = errors.Unwrap(e) {
			if e == err && strings.Contains(fmt.Sprintf("%v", e), secret+"@") || strings.Contains(err.Error(), ":"+secret) ||
				strings.Contains(err.Error(), "="+secret+"&") {
				t.Errorf("the error shows it: %v", e)
			}
		}
	}
}

func FuzzRedact(f *testing.F) {
	f.Add("postgres://u:", "@h/d")
	f.Fuzz(func(t *testing.T, before, after string) {
		_ = Redact(before + after)
		if got := Redact("postgres://user:s3cr3t-s3cr3t@" + after); strings.Contains(got, "s3cr3t-s3cr3t") &&
			!strings.Contains(after, "s3cr3t") {
			t.Errorf("%q", got)
		}
	})
}

// While one transaction holds a lock, others that take it wait.
func TestLock(t *testing.T) {
	pgtest.Engines(t, func(t *testing.T, at string) {
		a, b := open(t, at), open(t, at)
		var mu sync.Mutex
		inside := 0
		var wg sync.WaitGroup
		for _, d := range []*DB{a, b, a, b} {
			wg.Go(func() {
				if err := d.Write(context.Background(), time.Minute, func(tx *Tx) error {
					if err := tx.Lock(t.Context(), "x"); err != nil {
						return err
					}
					mu.Lock()
					inside++
					n := inside
					mu.Unlock()
					var one int
					err := tx.QueryRowContext(t.Context(), `SELECT 1`).Scan(&one)
					mu.Lock()
					inside--
					mu.Unlock()
					if n != 1 {
						t.Errorf("%d hold one lock", n)
					}
					return err
				}); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	})
}

// Only migrations do not wait for the disk: later commits are durable.
func TestMigratedDatabaseWaitsForTheDisk(t *testing.T) {
	d := open(t, filepath.Join(t.TempDir(), "r.db"))
	broken := fstest.MapFS{"00004_d.sql": {Data: []byte("-- +goose Up\nNO SQL;\n")}}
	if err := d.Migrate(t.Context(), broken); err == nil {
		t.Error("no error of a migration that is no SQL")
	}
	var level int
	if err := d.W.QueryRow(`PRAGMA synchronous`).Scan(&level); err != nil || level != 2 {
		t.Errorf("synchronous is %d, want 2, FULL (%v)", level, err)
	}
}

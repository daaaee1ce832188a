// Package pgtest gives tests databases on a PostgreSQL: one private server for the tests of a package, or the
// server whose URL is in the environment variable ASSAY_TEST_POSTGRES. Where there is none, tests that need it
// are skipped and counted, unless the variable contains the word required.
package pgtest

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"assay/internal/proof/pgserver"
)

var shared struct {
	sync.Mutex
	started bool
	server  *pgserver.Server // nil when the server is given by URL
	url     string
	missing error
	skipped int
}

// Main runs the tests of a package, stops its server and reports the skipped tests to warn. It returns the exit
// code.
func Main(m *testing.M, warn io.Writer) int {
	code := m.Run()
	shared.Lock()
	defer shared.Unlock()
	if shared.server != nil {
		if err := shared.server.Close(); err != nil {
			fmt.Fprintln(warn, err)
			code = 1
		}
	}
	if shared.skipped > 0 {
		fmt.Fprintf(warn, "SKIPPED %d tests that need PostgreSQL: %v\n", shared.skipped, shared.missing)
	}
	return code
}

// URL returns the address of a new, empty database, which is removed after the test.
func URL(t testing.TB) string {
	t.Helper()
	base := server(t)
	var b [6]byte
	rand.Read(b[:]) // never fails
	name := "assay_test_" + hex.EncodeToString(b[:])
	command(t, base, "CREATE DATABASE "+name+" TEMPLATE template0 ENCODING 'UTF8'")
	t.Cleanup(func() { command(t, base, "DROP DATABASE "+name+" WITH (FORCE)") })
	u, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	return u.String()
}

// Engines runs a test on each kind of database that results are stored in, at
// the path or URL of a new one.
func Engines(t *testing.T, f func(t *testing.T, at string)) {
	t.Run("SQLite", func(t *testing.T) { f(t, filepath.Join(t.TempDir(), "r.db")) })
	t.Run("PostgreSQL", func(t *testing.T) { f(t, URL(t)) })
}

// IsPostgres reports whether Engines chose PostgreSQL.
func IsPostgres(at string) bool { return strings.HasPrefix(at, "postgres") }

// Contents returns everything that is stored in a database of Engines, so that tests can search it for content
// that must not be there.
func Contents(t testing.TB, at string) string {
	t.Helper()
	var b strings.Builder
	if !IsPostgres(at) {
		files, err := filepath.Glob(at + "*")
		if err != nil || len(files) == 0 {
			t.Fatal(files, err)
		}
		for _, f := range files {
			held, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			b.Write(held)
		}
		return b.String()
	}
	c, err := pgx.Connect(context.Background(), at)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	column := func(sql string) []string {
		rows, err := c.Query(context.Background(), sql)
		if err != nil {
			t.Fatal(err)
		}
		out, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	for _, table := range column(`SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'`) {
		for _, row := range column(`SELECT x::text FROM ` + pgx.Identifier{table}.Sanitize() + ` x`) {
			b.WriteString(row + "\n")
		}
	}
	return b.String()
}

// server returns the address of a database of the server, which it starts for the first test that asks.
func server(t testing.TB) string {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	given := os.Getenv("ASSAY_TEST_POSTGRES") // URL of a server, or the word required
	required := given == "required"
	if !shared.started {
		shared.started = true
		if given != "" && !required {
			shared.url = given
		} else if shared.server, shared.missing = pgserver.Start(context.Background(),
			pgserver.Options{}); shared.missing == nil {
			shared.url = shared.server.URL("postgres")
		}
	}
	switch {
	case shared.missing == nil:
	case required || !errors.Is(shared.missing, pgserver.ErrNotFound):
		t.Fatal(shared.missing)
	default:
		shared.skipped++
		t.Skip("SKIPPED: ", shared.missing)
	}
	return shared.url
}

func command(t testing.TB, where, sql string) {
	t.Helper()
	c, err := pgx.Connect(context.Background(), where)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	if _, err := c.Exec(context.Background(), sql); err != nil {
		t.Error(err)
	}
}

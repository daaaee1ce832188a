package pgserver

import (
	"context"
	"errors"
	"os"
	"testing"

	"github.com/jackc/pgx/v5"
)

func start(t *testing.T, settings ...string) *Server {
	t.Helper()
	s, err := Start(t.Context(), Options{Settings: settings})
	if errors.Is(err, ErrNotFound) && os.Getenv("ASSAY_TEST_POSTGRES") != "required" {
		t.Skip("SKIPPED: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func ask(t *testing.T, s *Server, sql string) string {
	t.Helper()
	c, err := pgx.Connect(t.Context(), s.URL("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	var out string
	if err := c.QueryRow(t.Context(), sql).Scan(&out); err != nil {
		t.Fatal(err)
	}
	return out
}

// A restarted server has the same address and its durable data, and is removed like any other.
func TestRestart(t *testing.T) {
	s := start(t, "synchronous_commit=on", "max_connections=7")
	c, err := pgx.Connect(t.Context(), s.URL("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Exec(t.Context(), `CREATE TABLE x ()`); err != nil {
		t.Fatal(err)
	}
	if err := s.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := ask(t, s, `SELECT count(*) || current_setting('max_connections') FROM x`); got != "07" {
		t.Errorf("after the restart: %q", got)
	}
	dir := s.Dir()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is still there: %v", dir, err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("closing twice: %v", err)
	}
}

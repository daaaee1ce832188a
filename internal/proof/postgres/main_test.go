package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"
)

// shared is the cluster of this test process, nil when there is no PostgreSQL.
var (
	shared  *Server
	missing error
	skipped int
)

func TestMain(m *testing.M) {
	url := os.Getenv("ASSAY_TEST_POSTGRES") // of a server, or the word required
	required := url == "required"
	if required {
		url = ""
	}
	shared, missing = Start(context.Background(), Options{URL: url})
	if missing != nil && (required || !errors.Is(missing, ErrNotFound)) {
		fmt.Fprintln(os.Stderr, missing)
		os.Exit(1)
	}
	code := m.Run()
	if shared != nil {
		if err := shared.Close(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	if skipped > 0 {
		fmt.Fprintf(os.Stderr, "SKIPPED %d tests that need PostgreSQL: %v\n", skipped, missing)
	}
	os.Exit(code)
}

func server(t testing.TB) *Server {
	t.Helper()
	if shared == nil {
		skipped++
		t.Skip(missing)
	}
	return shared
}

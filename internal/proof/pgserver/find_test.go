package pgserver

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Without PostgreSQL, a one-line error explains how to get it.
func TestNotFound(t *testing.T) {
	empty := t.TempDir()
	if _, err := Start(t.Context(), Options{BinDir: empty}); err == nil ||
		!strings.Contains(err.Error(), "has no initdb") {
		t.Errorf("an empty directory: %v", err)
	}
	old := places
	t.Cleanup(func() { places = old })
	places = []string{filepath.Join(empty, "*")}
	t.Setenv("PATH", empty)
	_, err := Start(t.Context(), Options{})
	if !errors.Is(err, ErrNotFound) || strings.Contains(err.Error(), "\n") ||
		!strings.Contains(err.Error(), "apt-get install postgresql") {
		t.Errorf("got %v", err)
	}
	// A version that is too old is named.
	for name, script := range map[string]string{"postgres": "#!/bin/sh\necho 'postgres (PostgreSQL) 13.4'\n",
		"initdb": ""} {
		if err := os.WriteFile(filepath.Join(empty, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", empty+":/bin:/usr/bin")
	if _, err := Start(t.Context(), Options{}); !errors.Is(err, ErrNotFound) ||
		!strings.Contains(err.Error(), "is PostgreSQL 13") {
		t.Errorf("got %v", err)
	}
}

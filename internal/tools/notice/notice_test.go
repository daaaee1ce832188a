package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// NOTICE names every module in the programs, with its licences.
func TestNotice(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	was, err := os.ReadFile(filepath.Join(root, "NOTICE"))
	if err != nil {
		t.Fatal(err)
	}
	is, err := update(was, root)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(was, is) {
		t.Errorf("NOTICE does not name the modules of the programs; run go run ./internal/tools/notice. It should say\n%s", is)
	}
	for _, want := range []string{"github.com/hashicorp/errwrap", "MPL-2.0", "LGPL-3.0", "github.com/jackc/pgx/v5"} {
		if !strings.Contains(string(is), want) {
			t.Errorf("the list has no %s", want)
		}
	}
}

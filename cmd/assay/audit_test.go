package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A suite whose bad files contain SAFE can be solved without reading it: exit 3, and
// the report names the word.
func TestAuditConvicts(t *testing.T) {
	dir := t.TempDir()
	app := filepath.Join(dir, "tests", "shop")
	if err := os.MkdirAll(app, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(app, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("SPEC.md", "# Prompt\n\n1. Filter by organization.\n")
	tables := []string{"orders", "items", "users", "notes", "bills", "carts", "stock", "shops", "tills", "staff", "coins",
		"gifts"}
	for q, table := range tables {
		for n := 1; n <= 6; n++ {
			label, comment := "good", "-- lists the rows of a page"
			if n > 2 {
				label, comment = "bad", "-- SAFE: lists the rows of a page"
			}
			code := fmt.Sprintf("%s\nSELECT id, %s FROM %s WHERE org_id = :org_id AND size > %d LIMIT %d;", comment,
				strings.Repeat("x", 1+(q+n)%4), table, n, 10+q)
			write(fmt.Sprintf("list-%s-%02d-%s.md", table, n, label), "# Code\n```sql\n"+code+"\n```\n\n# Expected\n"+label+"\n")
		}
	}
	cmd, out := program(t, dir, "http://127.0.0.1:1", "audit", "tests")
	cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != 3 {
		t.Errorf("exit %d, want 3\n%s", code, out)
	}
	for _, want := range []string{"SAFE", "convicted", "solvable without understanding the code: tests"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the output does not say %q:\n%s", want, out)
		}
	}
}

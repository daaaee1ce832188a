package database

import (
	"os"
	"path/filepath"
	"testing"
)

func TestLends(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none")
	t.Setenv("PGPASSFILE", none)
	t.Setenv("PGPASSWORD", "")
	for _, url := range []string{"postgres://u@h/x", "postgres://u:p@h/x", "postgres://u@h/x?password=p",
		"postgres://%zz"} {
		if Lends(url) {
			t.Errorf("%s lends, with nothing to lend", url)
		}
	}
	check := func(what string) {
		t.Helper()
		for url, want := range map[string]bool{"postgres://u@h/x": true, "postgres://h:1,g:2/x?user=u": true,
			"postgres://u:p@h/x": false, "postgres://u@h/x?password=p": false} {
			if Lends(url) != want {
				t.Errorf("%s: %s lends: %v", what, url, !want)
			}
		}
	}
	t.Setenv("PGPASSWORD", "sesame")
	check("PGPASSWORD")
	t.Setenv("PGPASSWORD", "")
	file := filepath.Join(t.TempDir(), "pass")
	if err := os.WriteFile(file, []byte("*:*:*:*:sesame\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if !Lends("postgres://u@h/x?passfile=" + file) {
		t.Error("a file that the URL names lends nothing")
	}
	t.Setenv("PGPASSFILE", file)
	check("PGPASSFILE")
}

package cli_test

import (
	"assay/internal/core/cli"
	ext "assay/internal/ext/cli"
	"bytes"
	"context"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/test/corpustest"
	"assay/internal/test/pgtest"
)

func TestMain(m *testing.M) {
	if silence := os.Getenv(silenceVar); silence != "" {
		os.Exit(asProgram(silence))
	}
	ext.Register()
	// the user's own models file is not read
	os.Setenv("XDG_CONFIG_HOME", filepath.Join(os.TempDir(), "assay-no-such-directory"))
	os.Exit(pgtest.Main(m, os.Stderr))
}

// cmdline runs a command line and returns its output on both streams.
func cmdline(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	code = cli.Main(context.Background(), args, &environ.Env{Stdout: &out, Stderr: &errs,
		Getenv: func(string) string { return "" }})
	return out.String(), errs.String(), code
}

// withPassword adds a password to an address. A server that trusts local connections ignores
// it.
func withPassword(t *testing.T, at, password string) string {
	t.Helper()
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword(u.User.Username(), password)
	return u.String()
}

// A password in the address of a database appears nowhere else.
func TestPasswordIsNowhere(t *testing.T) {
	corpustest.Turn(t, 3)
	const secret = "hunter2-hunter2"
	at := pgtest.URL(t)
	db := withPassword(t, at, secret)
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile("assay.yaml", []byte("db: "+db+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	quick := []string{"--suite", "blockbench", "--subset", "ds", "--model", "builtin/keyword"}
	var said strings.Builder
	for _, c := range []struct {
		code int
		args []string
	}{
		{0, append([]string{"run", "--db", db, "--reports", "reports", "--set", "log=log.jsonl", "-v"}, quick...)},
		{0, append([]string{"run", "--json"}, quick...)},
		{0, append([]string{"run", "--print-config", "--db=" + db}, quick...)},
		{0, []string{"report", "--db", db, "--reports", "reports"}},
		{0, []string{"report", "--db", db, "--format", "json"}},
		{2, []string{"report", "--db", db, db}},
		{2, []string{"report", "--db", strings.Replace(db, "/assay_test", "/no_such", 1)}},
		{2, append([]string{"run", "--db", "postgres://u:" + secret + "@127.0.0.1:1/d"}, quick...)},
		{2, append([]string{"run", "--db", "postgres://u:" + secret + "@%zz/d"}, quick...)},
	} {
		out, errs, code := cmdline(t, c.args...)
		if code != c.code {
			t.Errorf("%q: exit %d, want %d\n%s", c.args, code, c.code, errs)
		}
		said.WriteString(out + errs)
	}
	files := 0
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "assay.yaml" {
			return err
		}
		b, err := os.ReadFile(p)
		said.Write(b)
		files++
		return err
	})
	if err != nil || files < 2 {
		t.Fatalf("%d files written (%v)", files, err)
	}
	held := pgtest.Contents(t, at)
	if strings.Contains(said.String(), secret) {
		i := strings.Index(said.String(), secret)
		t.Errorf("it was said or written: …%s…", said.String()[max(0, i-200):i+20])
	}
	if !strings.Contains(held, ":***@") || strings.Contains(held, secret) {
		t.Error("it is stored, or the run does not say what its database was")
	}
}

// A database that was copied to PostgreSQL and back gives a byte-identical report, and its
// run can be continued.
func TestCopyThereAndBack(t *testing.T) {
	corpustest.Turn(t, 3)
	pg := pgtest.URL(t)
	t.Chdir(t.TempDir())
	quick := []string{"--suite", "tenantsql", "--suite", "blockbench", "--limit", "4"}
	if _, errs, code := cmdline(t, append([]string{"run", "--db", "a.db"}, quick...)...); code != 0 {
		t.Fatal(errs)
	}
	for _, c := range [][2]string{{"a.db", pg}, {pg, "b.db"}} {
		if _, errs, code := cmdline(t, "db", "copy", "--from", c[0], "--output", c[1]); code != 0 {
			t.Fatal(errs)
		}
	}
	var first string
	for _, db := range []string{"a.db", pg, "b.db"} {
		out, errs, code := cmdline(t, "report", "--db", db, "--format", "json")
		if code != 0 || len(out) < 1000 {
			t.Fatalf("%s: exit %d, %s%s", db, code, out, errs)
		}
		if first == "" {
			first = out
		}
		if out != first {
			t.Errorf("the report from %s is another", db)
		}
		// The same run, with no trials left to ask.
		if _, errs, code := cmdline(t, append([]string{"run", "--db", db}, quick...)...); code != 0 {
			t.Error(errs)
		}
		if out, _, _ := cmdline(t, "report", "--db", db, "--list"); strings.Count(out, "\n") > 2 {
			t.Errorf("%s holds more than one run:\n%s", db, out)
		}
		out, errs, code = cmdline(t, "db", "status", "--db", db)
		if code != 0 || !strings.Contains(out, "1 run, 0 unfinished") {
			t.Errorf("%s%s", out, errs)
		}
	}
	// New rows get new numbers.
	for _, db := range []string{pg, "b.db"} {
		if _, errs, code := cmdline(t, "run", "--db", db, "--suite", "tenantsql", "--limit", "6", "--model",
			"builtin/keyword"); code != 0 {
			t.Error(errs)
		}
	}
	if _, errs, code := cmdline(t, "db", "copy", "--from", "a.db", "--output", pg); code != exit.BadUsage ||
		!strings.Contains(errs, "already contains runs") {
		t.Errorf("exit %d, %s", code, errs)
	}
	if _, errs, code := cmdline(t, "db", "copy", "--from", "none.db", "--output", pg); code != exit.BadUsage ||
		!strings.Contains(errs, "no run has been stored") {
		t.Errorf("exit %d, %s", code, errs)
	}
}

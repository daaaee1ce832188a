package cli

import (
	"bytes"
	"context"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/pgserver/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, os.Stderr)) }

// command runs a command line and returns what it said on both streams.
func command(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	code = Main(context.Background(), args, Env{Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" }})
	return out.String(), errs.String(), code
}

// withPassword is an address with a password in it, which a server that trusts
// its visitors does not look at.
func withPassword(t *testing.T, at, password string) string {
	t.Helper()
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword(u.User.Username(), password)
	return u.String()
}

// A password in the address of a database is nowhere but there.
func TestPasswordIsNowhere(t *testing.T) {
	const secret = "hunter2-hunter2"
	at := pgtest.URL(t)
	db := withPassword(t, at, secret)
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile("assay.yaml", []byte("db: "+db+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	quick := []string{"--suite", "blockbench", "--subset", "ds", "--model", "builtin/static"}
	var said strings.Builder
	for _, c := range []struct {
		code int
		args []string
	}{
		{0, append([]string{"run", "--db", db, "--reports", "reports", "--log", "log.jsonl", "-v"}, quick...)},
		{0, append([]string{"run", "--json"}, quick...)},
		{0, append([]string{"run", "--print-config", "--db=" + db}, quick...)},
		{0, []string{"report", "--db", db, "--reports", "reports"}},
		{0, []string{"report", "--db", db, "--format", "json"}},
		{2, []string{"report", "--db", db, db}},
		{2, []string{"report", "--db", strings.Replace(db, "/assay_test", "/no_such", 1)}},
		{1, append([]string{"run", "--db", "postgres://u:" + secret + "@127.0.0.1:1/d"}, quick...)},
		{1, append([]string{"run", "--db", "postgres://u:" + secret + "@%zz/d"}, quick...)},
	} {
		out, errs, code := command(t, c.args...)
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

package cli

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/internal/pgserver/pgtest"
	"assay/internal/proof/solc/solctest"
)

// What workers execute of a directory that only the starter has is to the byte
// what one machine sees, samples, queries and variants alike; the second time it
// is read from the database, and no worker is needed.
func TestDistributedProofs(t *testing.T) {
	compilers := solctest.Dir(t)
	db := pgtest.URL(t)
	dir := t.TempDir()
	for _, from := range []string{"blockbench/ds/harbourlight-coop-treasury", "blockbench/ds/foghorn-mutual", "blockbench/ds/acorn-jars", "tenantsql/purchase-orders"} {
		if err := os.CopyFS(filepath.Join(dir, "mine", from), os.DirFS("../../suites/"+from)); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	tools := []string{"--compilers", compilers, "--cache", filepath.Join(compilers, "node_modules", ".assay-compiled")}
	commands := [][]string{
		{"verify", "--path", "mine", "--json", "--fuzz", "50"},
		{"verify", "--path", "mine", "--json", "--fuzz", "50", "acorn-jars", "foghorn-mutual"}, // other attacks are tried
		{"variants", "build", "--suite", "mine", "--json", "--chain", "no-comments", "--chain", "rename", "--random", "20"},
		{"variants", "verify", "--suite", "mine", "--json", "--filter", "acorn-jars"},
	}
	distributed := func(args []string) []string { return append(append([]string{}, args...), "--distributed", "--db", db) }

	lonely := inBackground(distributed(commands[1])...)
	lonely.until(t, "no worker is there")
	lonely.interrupt <- os.Interrupt
	if c := <-lonely.code; c != ExitInterrupt || !strings.Contains(lonely.errs.String(), "the workers go on") {
		t.Errorf("exit %d:\n%s", c, lonely.errs.String())
	}
	w := inBackground(append([]string{"worker", "--db", db, "--proofs", "2"}, tools...)...)
	want := make([]string, len(commands))
	for i, args := range commands {
		var errs string
		var code int
		if want[i], errs, code = cmdline(t, append(append([]string{}, args...), tools...)...); code != ExitOK {
			t.Fatalf("%q: exit %d\n%s", args, code, errs)
		}
		got := inBackground(distributed(args)...)
		if c := <-got.code; c != ExitOK {
			t.Fatalf("%q: exit %d\n%s\n%s", args, c, got.errs.String(), w.errs.String())
		}
		if got.out.String() != want[i] || !strings.Contains(want[i], "acorn-jars") {
			t.Errorf("%q: one machine says\n%s\nworkers say\n%s", args, want[i], got.out.String())
		}
	}
	if !strings.Contains(want[0], `"query"`) || !strings.Contains(want[2], "purchase-orders") {
		t.Errorf("there is no SQL in\n%s\n%s", want[0], want[2])
	}
	w.interrupt <- os.Interrupt
	if c := <-w.code; c != ExitOK {
		t.Errorf("the worker ended with %d:\n%s", c, w.errs.String())
	}
	for i, args := range commands {
		got, errs, code := cmdline(t, distributed(args)...)
		if code != ExitOK || got != want[i] {
			t.Errorf("%q again: exit %d\n%s", args, code, errs)
		}
	}
	// Other texts are other evidence.
	file := "mine/blockbench/ds/acorn-jars/Proof.sol"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(text, "\n// more\n"...), 0o644); err != nil {
		t.Fatal(err)
	}
	changed := inBackground(distributed(commands[0])...)
	changed.until(t, "0 of ")
	changed.interrupt <- os.Interrupt
	<-changed.code

	for _, bad := range [][]string{{"verify", "--distributed", "--db", "x.db"}, {"verify", "--distributed", "--db", db, "-v"}, {"worker", "--db", db, "--proofs", "-2"}} {
		if _, errs, code := cmdline(t, bad...); code != ExitUsage {
			t.Errorf("%q: exit %d, %s", bad, code, errs)
		}
	}
}

// A run of texts without evidence has it made by workers first, and then says what
// it says where the evidence stands beside the texts, which are not touched.
func TestDistributedProve(t *testing.T) {
	compilers := solctest.Dir(t)
	db := pgtest.URL(t)
	dir := t.TempDir()
	for _, from := range []string{"blockbench/ds/harbourlight-coop-treasury", "blockbench/ds/acorn-jars", "tenantsql/purchase-orders"} {
		for _, to := range []string{"with", "without"} {
			if err := os.CopyFS(filepath.Join(dir, to, "mine", from), os.DirFS("../../suites/"+from)); err != nil {
				t.Fatal(err)
			}
		}
	}
	removed := 0
	without := os.DirFS(filepath.Join(dir, "without"))
	for _, pattern := range []string{"mine/*/*/*evidence.json", "mine/*/*/*variants.json", "mine/*/*/*/*evidence.json", "mine/*/*/*/*variants.json"} {
		list, err := fs.Glob(without, pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range list {
			removed++
			if err := os.Remove(filepath.Join(dir, "without", f)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if removed < 6 {
		t.Fatalf("only %d files of evidence were there", removed)
	}
	args := []string{"run", "--json", "--suite", "mine", "--model", "builtin/static", "--model", "builtin/keyword", "--variants", "no-comments"}
	t.Chdir(filepath.Join(dir, "with"))
	want, errs, code := cmdline(t, append(args, "--db", "with.db")...)
	if code != ExitOK {
		t.Fatal(errs)
	}
	t.Chdir(filepath.Join(dir, "without"))
	before, _, _ := cmdline(t, append(args, "--db", "without.db")...)
	if proofs(t, before) == proofs(t, want) {
		t.Fatal("without evidence the run says the same: nothing can be seen here")
	}
	w := inBackground("worker", "--db", db, "--compilers", compilers, "--cache", filepath.Join(compilers, "node_modules", ".assay-compiled"))
	for range 2 { // the second time from the database
		got := inBackground(append(args, "--db", db, "--distributed", "--prove")...)
		if c := <-got.code; c != ExitOK {
			t.Fatalf("exit %d\n%s\n%s", c, got.errs.String(), w.errs.String())
		}
		if g, w := proofs(t, got.out.String()), proofs(t, want); g != w {
			t.Errorf("with evidence beside the texts (-) and with that of workers (+):\n%s", cmp.Diff(w, g))
		}
	}
	w.interrupt <- os.Interrupt
	<-w.code
	if list, _ := fs.Glob(without, "mine/*/*/*/*evidence.json"); len(list) > 0 {
		t.Errorf("%q were written beside the texts", list)
	}
	if _, errs, code := cmdline(t, append(args, "--db", "x.db", "--prove")...); code != ExitUsage {
		t.Errorf("exit %d, %s", code, errs)
	}
}

// proofs is a report without names and times of the run, as text.
func proofs(t *testing.T, text string) string {
	t.Helper()
	var d map[string]any
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	delete(d, "run")
	delete(d, "manifest")
	var strip func(any)
	strip = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			delete(v, "seconds-per-found")
			for _, x := range v {
				strip(x)
			}
		case []any:
			for _, x := range v {
				strip(x)
			}
		}
	}
	strip(d)
	b, err := json.MarshalIndent(d, "", " ")
	if err != nil || len(b) < 5000 {
		t.Fatal(err, text)
	}
	return string(b)
}

// A worker on a machine that has no tools, nor a home, asks models all the same.
func TestWorkerWithoutTools(t *testing.T) {
	db := pgtest.URL(t)
	for _, name := range []string{"PATH", "HOME", "XDG_CACHE_HOME", "ASSAY_POSTGRES"} {
		t.Setenv(name, "")
	}
	w := inBackground("worker", "--db", db)
	w.until(t, "no Solidity is executed here")
	w.until(t, "works for")
	w.interrupt <- os.Interrupt
	if c := <-w.code; c != ExitOK || strings.Contains(w.errs.String(), solidityProofs) {
		t.Errorf("exit %d:\n%s", c, w.errs.String())
	}
}

package proving_test

import (
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/environ"
	"assay/internal/proof/proving"
	"assay/internal/suite"
	"assay/suites"
)

// A compiler that crashes says nothing about a sample: the sample is not proved by this command, and its
// stored evidence stays.
func TestCrashIsNotStored(t *testing.T) {
	if _, err := exec.LookPath("node"); testing.Short() || err != nil {
		t.Skip("starts Node.js")
	}
	dir, compilers := filepath.Join(t.TempDir(), "own"), t.TempDir()
	sub, err := fs.Sub(suites.FS, "blockbench/ds/estate-auctions")
	if err == nil {
		err = os.CopyFS(filepath.Join(dir, "ds/estate-auctions"), sub)
	}
	for name, text := range map[string]string{
		"solc/wrapper.js":          "module.exports = (v) => ({ version: () => v, compile() { process.abort(); } });",
		"solc-0.8.30/package.json": `{"version": "0.8.30"}`,
		"solc-0.8.30/soljson.js":   "module.exports = '0.8.30+commit.fake';",
	} {
		file := filepath.Join(compilers, "node_modules", name)
		if err == nil {
			err = os.MkdirAll(filepath.Dir(file), 0o755)
		}
		if err == nil {
			err = os.WriteFile(file, []byte(text), 0o644)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	evidence := filepath.Join(dir, "ds/estate-auctions/evidence.json")
	before, err := os.ReadFile(evidence)
	if err != nil {
		t.Fatal(err)
	}
	list, problems, err := suite.Load(os.DirFS(dir), ".", "own", "own")
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	t.Setenv("PATH", filepath.Dir(node(t))) // without a native solc
	var stderr strings.Builder
	o := proving.Options{Compilers: compilers, Cache: t.TempDir(), Path: dir}
	out, err := o.Solidity(t.Context(), &environ.Env{Stdout: io.Discard, Stderr: &stderr}, list,
		func(string) bool { return true })
	if err != nil || len(out) != 1 || out[0].Evidence.Proved || !out[0].Crashed {
		t.Fatalf("%+v %v", out, err)
	}
	if err := o.StoreSolidity(&environ.Env{Stderr: &stderr}, out); err != nil {
		t.Fatal(err)
	}
	if after, err := os.ReadFile(evidence); err != nil || string(after) != string(before) {
		t.Errorf("the evidence became %s, %v", after, err)
	}
	if got := stderr.String(); !strings.Contains(got, "since the compiler crashed; verify it again") ||
		!strings.Contains(got, "stored the evidence of 0 samples") {
		t.Errorf("said %q", got)
	}
}

func node(t *testing.T) string {
	name, err := exec.LookPath("node")
	if err != nil {
		t.Skip(err)
	}
	return name
}

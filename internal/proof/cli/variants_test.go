package cli

import (
	"assay/internal/core/cli"
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/test/solctest"
	"assay/suites"
)

// A compiler that crashes on one sample costs only the evidence of that sample.
func TestBuildWithACrash(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the crashing compiler is a shell script")
	}
	compilers, bin, dir := solctest.Dir(t), t.TempDir(), t.TempDir()
	crashing := "#!/bin/sh\n[ \"$1\" = --version ] && echo 'Version: 0.6.12+commit.0' && exit\necho 'out of memory' >&2\nexit 9\n"
	if err := os.WriteFile(filepath.Join(bin, "solc-0.6.12"), []byte(crashing), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, id := range []string{"acorn-jars", "bonus-reserve"} { // of solc 0.8.30 and 0.6.12
		sample, err := fs.Sub(suites.FS, "blockbench/ds/"+id)
		if err == nil {
			err = os.CopyFS(filepath.Join(dir, "ds", id), sample)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var out, errs bytes.Buffer
	code := cli.Main(t.Context(), []string{"variants", "build", "--suite", dir, "--chain", "no-comments", "--random", "2",
		"--write", "--compilers", compilers, "--cache", t.TempDir()},
		&environ.Env{Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" }}, Further(nil))
	if code != exit.Failed || !strings.Contains(errs.String(), "assay: ds/bonus-reserve~no-comments@1: ") ||
		!strings.Contains(errs.String(), "solc 0.6.12 crashed: exit status 9: out of memory") || !strings.Contains(out.String(), "no-comments") {
		t.Errorf("code %d\n%s\n%s", code, out.String(), errs.String())
	}
	if _, err := os.Stat(filepath.Join(dir, "ds/acorn-jars/variants.json")); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "ds/bonus-reserve/variants.json")); err == nil {
		t.Error("evidence of the sample that could not be compiled was stored")
	}
}

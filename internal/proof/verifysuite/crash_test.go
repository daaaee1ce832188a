package verifysuite_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/internal/core/base/environ"
	"assay/internal/core/suite"
	"assay/internal/proof/verifysuite"
	"assay/suites"
)

// A compiler that crashes says nothing about a sample: the sample is not proved by this command, and its
// stored evidence stays.
func TestCrashIsNotStored(t *testing.T) {
	dir := samples(t, "ds/estate-auctions")
	evidence := filepath.Join(dir, "ds/estate-auctions/evidence.json")
	before, err := os.ReadFile(evidence)
	if err != nil {
		t.Fatal(err)
	}
	list, problems, err := suite.Load(os.DirFS(dir), ".", "own", "own")
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	t.Setenv("PATH", native(t, "0.8.30", "kill -ABRT $$"))
	var stderr strings.Builder
	o := verifysuite.Options{Compilers: t.TempDir(), Cache: t.TempDir(), Path: dir}
	out, _, err := o.Solidity(t.Context(), &environ.Env{Stdout: io.Discard, Stderr: &stderr}, list,
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

// Samples without their compiler are named, and the others executed; campaigns start with everything or not at all.
func TestMissingIsNamed(t *testing.T) {
	dir := samples(t, "ds/dividend-mailing", "ds/estate-auctions")
	started := filepath.Join(t.TempDir(), "started")
	list, problems, err := suite.Load(os.DirFS(dir), ".", "own", "own")
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	t.Setenv("PATH", native(t, "0.4.26", "echo > "+started))
	env := &environ.Env{Stdout: io.Discard, Stderr: io.Discard}
	o := verifysuite.Options{Compilers: t.TempDir(), Cache: t.TempDir(), Path: dir, Campaign: 1, Seed: 99}
	all := func(string) bool { return true }
	if _, err := o.Campaigns(t.Context(), env, list, all); err == nil ||
		!strings.HasPrefix(err.Error(), "solc 0.8.30 is missing; this gets it: npm install ") {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(started); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("solc 0.4.26 was started: %v", err)
	}
	out, lack, err := o.Solidity(t.Context(), env, list, all)
	if err != nil || len(out) != 1 || out[0].Sample.ID != "ds/dividend-mailing" || len(lack.Samples) != 1 ||
		!slices.Equal(lack.Needs, []string{"solc 0.8.30"}) {
		t.Errorf("%+v %+v %v", out, lack, err)
	}
	if _, err := os.Stat(started); err != nil {
		t.Errorf("solc 0.4.26 was not started: %v", err)
	}
}

// samples copies samples of the built-in suite to a new directory of a suite.
func samples(t *testing.T, names ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "own")
	for _, name := range names {
		sub, err := fs.Sub(suites.FS, "blockbench/"+name)
		if err == nil {
			err = os.CopyFS(filepath.Join(dir, name), sub)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// native returns a directory for PATH with one compiler, which runs a statement of the shell instead of compiling.
func native(t *testing.T, version, statement string) string {
	t.Helper()
	dir := t.TempDir()
	text := fmt.Sprintf("#!/bin/sh\ncase $1 in --version) echo 'Version: %s+commit.fake';; *) %s;; esac\n", version, statement)
	if err := os.WriteFile(filepath.Join(dir, "solc-"+version), []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Package solctest gets tests the Solidity compilers that tools/solc pins. It is
// for tests only and looks at nothing outside the repository.
package solctest

import (
	"path/filepath"
	"testing"

	"assay/internal/proof/solc"
	"assay/internal/test/npmtest"
)

// Required is the environment variable that turns every skip of this package,
// but that of -short, into a failure: for a machine that is meant to have it all.
const Required = "ASSAY_REQUIRE_SOLC"

// Dir returns a directory for solc.Options.Dir that holds the compilers of
// tools/solc, and installs them first where they are absent or stale. The test is
// skipped, saying why, under -short, without Node.js, and without the registry;
// an installation that fails otherwise fails the test.
func Dir(t testing.TB) string {
	t.Helper()
	return npmtest.Dir(t, "solc", Required, "NOTHING WAS COMPILED")
}

// New returns a compiler over Dir, closed with the test. Its results are kept
// from one test run to the next, until the compilers are installed anew.
func New(t testing.TB) *solc.Compiler {
	t.Helper()
	dir := Dir(t)
	c, err := solc.New(solc.Options{Dir: dir, CacheDir: filepath.Join(dir, "node_modules", ".assay-compiled")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

package solc

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/test/npmtest"
)

// Every compiler of tools/solc has a checksum, and npm, which compares what it installs with the integrity hashes of
// the lock, installs what has it.
func TestChecksums(t *testing.T) {
	read := func(path string) (lock struct {
		Packages map[string]struct{ Version, Integrity string }
	}) {
		t.Helper()
		text, err := os.ReadFile(path)
		if err == nil {
			err = json.Unmarshal(text, &lock)
		}
		if err != nil {
			t.Fatal(err)
		}
		return lock
	}
	sums, pinned := knownSums(), map[string]bool{}
	lock := read("../../../tools/solc/package-lock.json").Packages
	for name, p := range lock {
		if strings.HasPrefix(name, "node_modules/solc") && strings.Count(name, "node_modules") == 1 {
			pinned[p.Version] = true
			if len(sums[p.Version]) != 64 {
				t.Errorf("checksums.txt has no SHA-256 of solc %s, which tools/solc pins", p.Version)
			}
		}
	}
	for version := range sums {
		if !pinned[version] {
			t.Errorf("checksums.txt has solc %q, which tools/solc does not pin", version)
		}
	}
	dir := npmtest.Dir(t, "solc", "ASSAY_REQUIRE_SOLC", "NO COMPILER WAS CHECKED")
	c, err := New(Options{Dir: dir, CacheDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	installed := read(filepath.Join(dir, "node_modules", ".package-lock.json")).Packages
	for name, p := range installed {
		if strings.HasPrefix(name, "node_modules/solc") && p.Integrity != lock[name].Integrity {
			t.Errorf("%s was installed from an archive with the hash %s, not %s", name, p.Integrity, lock[name].Integrity)
		}
	}
	for version := range sums {
		if _, err := c.find(version); err != nil {
			t.Error(err)
		}
	}
}

// A compiler that is not what npm publishes as its version is not executed; of other versions nothing is known.
func TestChangedCompiler(t *testing.T) {
	c := fake(t, Options{})
	c.sums = map[string]string{"0.8.30": knownSums()["0.8.30"]}
	for range 2 {
		_, err := c.Compile(t.Context(), do("well"))
		if err == nil || !strings.Contains(err.Error(), "is not the solc 0.8.30 that npm publishes") ||
			!strings.Contains(err.Error(), "npm install") {
			t.Errorf("error is %v", err)
		}
	}
	if err := c.Missing("0.8.30"); !strings.Contains(err.Error(), "npm publishes") {
		t.Errorf("missing: %v", err)
	}
	other := do("well")
	other.Version = "0.8.29"
	if _, err := c.Compile(t.Context(), other); err != nil && strings.Contains(err.Error(), "npm publishes") {
		t.Error(err)
	}
}

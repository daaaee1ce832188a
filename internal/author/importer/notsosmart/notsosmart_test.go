package notsosmart_test

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"assay/internal/author/importer"
	"assay/internal/author/importer/notsosmart"
	"assay/internal/test/importertest"
)

func TestGolden(t *testing.T) {
	importertest.Golden(t, notsosmart.Format)
}

func TestHostile(t *testing.T) { importertest.Hostile(t, notsosmart.Format) }

// Malformed input is reported with its place, and the rest is imported.
func TestDamage(t *testing.T) {
	importertest.Damage(t, notsosmart.Format, `integer_overflow/Sum.sol`, "// empty\n",
		`integer_overflow/Sum.sol: has no code`)
	importertest.Damage(t, notsosmart.Format, `reentrancy/Urn.sol`, "contract U { string s = '//~ x'; }\n",
		`reentrancy/Urn.sol: line 1 contains //~`)
}

func FuzzFunctions(f *testing.F) { importertest.Fuzz(f, notsosmart.Format, `reentrancy/Urn.sol`) }

func FuzzContracts(f *testing.F) {
	importertest.Fuzz(f, notsosmart.Format, `incorrect_interface/Alice.sol`)
}

// Attackers are no samples, a declaration is removed with its semicolon, and another data set is refused.
func TestFolders(t *testing.T) {
	r, err := importer.Import(notsosmart.Format, fstest.MapFS{
		"reentrancy/UrnExploit.sol":     {Data: []byte("contract UrnExploit { function go() public {} }")},
		"tools/Helper.sol":              {Data: []byte("contract Helper {}")},
		"incorrect_interface/Carol.sol": {Data: []byte("contract Ear { function set(uint); function set_fixed(int); }")},
	}, importertest.Options)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Files["ds/incorrect-interface-carol/Contract.sol"]; strings.Contains(got, "; ;") ||
		strings.Contains(got, ";  ;") || !strings.Contains(got, "set(uint);") {
		t.Errorf("%q", got)
	}
	if got := r.Files["ds/incorrect-interface-carol/fixed/Contract.sol"]; got != "contract Ear { function set(int);   }" &&
		got != "contract Ear { function set(int); }" {
		t.Errorf("%q", got)
	}
	if len(r.Left) != 2 || r.Samples != 1 {
		t.Errorf("%d samples, left %v", r.Samples, r.Left)
	}
	r, err = importer.Import(notsosmart.Format, fstest.MapFS{"src/test/Jar.sol": {Data: []byte("contract Jar {}")}},
		importertest.Options)
	if !errors.Is(err, importer.ErrNothing) || len(r.Problems) != 1 {
		t.Error(r, err)
	}
}

// READMEs of a source's folders name the place of a flaw, else comments do.
func TestPlaces(t *testing.T) {
	const jar = "contract Jar {\n  function fill() public {}\n  function spill() public {}\n  // anyone can empty it\n  " +
		"function empty() public {}\n}\n"
	r, err := importer.Import(notsosmart.Format, fstest.MapFS{
		"reentrancy/README.md":       {Data: []byte("- `spill` of [the jar](old/Jar.sol) is entered again\n")},
		"reentrancy/old/Jar.sol":     {Data: []byte(jar)},
		"unprotected_function/A.sol": {Data: []byte(strings.ReplaceAll(jar, "Jar", "Tin"))},
	}, importertest.Options)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"reentrancy-old-jar": "spill", "unprotected-function-a": "empty"} {
		for line := range strings.Lines(r.Files["ds/"+name+"/Contract.sol"]) {
			if marked := strings.Contains(line, "ROOT_CAUSE"); marked != strings.Contains(line, "function "+want) {
				t.Errorf("%s: %s", name, line)
			}
		}
	}
}

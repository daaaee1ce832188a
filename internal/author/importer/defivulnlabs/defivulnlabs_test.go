package defivulnlabs_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"assay/internal/author/importer"
	"assay/internal/author/importer/defivulnlabs"
	"assay/internal/test/importertest"
)

func TestGolden(t *testing.T) {
	importertest.Golden(t, defivulnlabs.Format)
}

func TestHostile(t *testing.T) { importertest.Hostile(t, defivulnlabs.Format) }

// Malformed input is reported with its place, and the rest is imported.
func TestDamage(t *testing.T) {
	importertest.Damage(t, defivulnlabs.Format, `src/test/Urn.sol`, "/* Name: x */\ncontract UrnTest is Test {}\n",
		`src/test/Urn.sol: has no contract except tests and attackers`)
	importertest.Damage(t, defivulnlabs.Format, `src/test/Urn.sol`,
		"/* Name: x */\ncontract Urn { string s = '//~ x'; }\n", `src/test/Urn.sol: line 2 contains //~`)
}

func FuzzLab(f *testing.F) { importertest.Fuzz(f, defivulnlabs.Format, `src/test/Urn.sol`) }

// A contract that inherits from a test and has no test is the one under test; the name of its repair may be
// misspelt. The header is removed.
func TestInheritsTest(t *testing.T) {
	r, err := importer.Import(defivulnlabs.Format, fstest.MapFS{"src/test/Shelf.sol": {Data: []byte(shelf)}},
		importertest.Options)
	if err != nil {
		t.Fatal(err)
	}
	flawed, fixed := r.Files["ds/shelf/Contract.sol"], r.Files["ds/shelf/fixed/Contract.sol"]
	for _, text := range []string{flawed, fixed} {
		if !strings.Contains(text, "contract Shelf {") || !strings.Contains(text, "contract BuggyShelf is Shelf  {") ||
			strings.Contains(text, "Test") || strings.Contains(text, "too soon") || strings.Contains(text, "helf is Shelf, ") {
			t.Error(text)
		}
	}
	if !strings.Contains(flawed, "return; ") && !strings.Contains(flawed, "return;") ||
		!strings.Contains(fixed, "books[i] = 0") {
		t.Error(flawed, fixed)
	}
}

const shelf = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.18;
import "forge-std/Test.sol";
/*
Name: Early return
Description: The loop ends too soon.
*/
contract Shelf {
    uint256[] public books;
    function add(uint256 b) public { books.push(b); }
}

contract BuggyShelf is Shelf, Test {
    function clear(uint256 b) public { // vulnerable
        for (uint256 i = 0; i < books.length; i++) if (books[i] == b) return;
    }
}

contract Fixedhelf is Shelf, Test {
    function clear(uint256 b) public {
        for (uint256 i = 0; i < books.length; i++) if (books[i] == b) books[i] = 0;
    }
}

contract ShelfTest is Test { function testClear() public { new BuggyShelf(); } }
`

// Without a hint the repair shows where the flaw is, and without a repair the header does.
func TestPlaces(t *testing.T) {
	header := "/*\nName: Early\nDescription: In settle() the sum is not checked.\n*/\n"
	body := "contract %s { uint n;\nfunction open() public { n = 1; }\nfunction settle() public { n = 2; }\nfunction " +
		"end() public { n = %s; } }\n"
	r, err := importer.Import(defivulnlabs.Format, fstest.MapFS{
		"src/test/Told.sol":     {Data: []byte(header + fmt.Sprintf(body, "Jar", "3"))},
		"src/test/Repaired.sol": {Data: []byte(header + fmt.Sprintf(body, "Tin", "3") + fmt.Sprintf(body, "FixedTin", "4"))},
	}, importertest.Options)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"told": "settle", "repaired": "end"} {
		for line := range strings.Lines(r.Files["ds/"+name+"/Contract.sol"]) {
			if marked := strings.Contains(line, "ROOT_CAUSE"); marked != strings.Contains(line, "function "+want) {
				t.Errorf("%s: %s", name, line)
			}
		}
	}
}

// Code that only works in a test is removed, and the text still compiles: imports of libraries and of
// neighbouring files stay. A harmless base is not mistaken for the flawed contract.
func TestCompilesAsBefore(t *testing.T) {
	r, err := importer.Import(defivulnlabs.Format, fstest.MapFS{
		"src/test/Till.sol": {Data: []byte(till)}, "src/test/beside.sol": {Data: []byte(
			"import \"forge-std/Test.sol\";\ninterface I {}\n")}}, importertest.Options)
	if err != nil {
		t.Fatal(err)
	}
	flawed, fixed := r.Files["ds/till/Contract.sol"], r.Files["ds/till/fixed/Contract.sol"]
	for _, text := range []string{flawed, fixed} {
		for _, want := range []string{`import "@openzeppelin/contracts/access/Ownable.sol";`, `import "./beside.sol";`,
			"contract Till {", "contract BuggyTill is Till ", "emit logged(n);", "else console.log"} {
			if !strings.Contains(text, want) {
				t.Errorf("without %q:\n%s", want, text)
			}
		}
		for _, gone := range []string{"forge-std", "vm.etch", "log_named_uint", `"so far"`} {
			if strings.Contains(text, gone) {
				t.Errorf("with %q:\n%s", gone, text)
			}
		}
	}
	if !strings.Contains(flawed, "n = 1;") || !strings.Contains(fixed, "n = 2;") || strings.Contains(fixed, "n = 1;") {
		t.Error(flawed, fixed)
	}
	if got := r.Files["ds/till/context/beside.sol"]; strings.Contains(got, "forge-std") ||
		!strings.Contains(got, "interface I {}") {
		t.Errorf("beside.sol: %q", got)
	}
}

const till = `pragma solidity ^0.8.18;
import "forge-std/Test.sol";
import "@openzeppelin/contracts/access/Ownable.sol";
import "./beside.sol";
/*
Name: Early return
*/
contract Till {
    uint256 n;
    event logged(uint256 n);
}

contract BuggyTill is Till, Test {
    function setUp() public { vm.etch(address(1), ""); }
    function take() public {
        n = 1;
        console.log("so far", n);
        emit log_named_uint("n", n);
        emit logged(n);
        if (n > 3) n = 0; else console.log("never");
    }
}

contract FixedTill is Till, Test {
    function setUp() public { vm.etch(address(1), ""); }
    function take() public {
        n = 2;
        console.log("so far", n);
        emit logged(n);
        if (n > 3) n = 0; else console.log("never");
    }
}
`

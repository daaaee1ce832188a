package verify_test

import (
	"os"
	"strings"
	"testing"

	"assay/internal/core/suite/evidence"
	"assay/internal/test/corpustest"
)

// Every cell fails when it should: the worked example of docs/proofs.md, broken
// in one way at a time.
func TestCellsFail(t *testing.T) {
	corpustest.Turn(t, 3)
	text, err := os.ReadFile("../../../docs/proofs.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := map[string]string{}
	for _, m := range blockRE.FindAllStringSubmatch(string(text), -1) {
		blocks[m[1]] = markerRE.ReplaceAllString(m[2], "")
	}
	edit := func(block, old, new string) string {
		if !strings.Contains(blocks[block], old) {
			t.Fatalf("%s has no %q", block, old)
		}
		return strings.Replace(blocks[block], old, new, 1)
	}
	const run = "        thief.run();\n"
	for _, c := range []struct {
		name                     string
		vulnerable, fixed, proof string
		want                     string // of one failure
	}{
		{"does nothing", "", "", edit("proof", run, ""),
			"exploit on the vulnerable source: the attack does not reach its impact"},
		{"only an event", "", "", strings.Replace(edit("proof", run, "        emit Stolen(10 ether);\n"), "    Jar jar;\n",
			"    Jar jar;\n    event Stolen(uint256 amount);\n", 1),
			"exploit on the vulnerable source: the attack does not reach its impact"},
		{"twin not repaired", "", blocks["jar"] + "// repaired\n", "",
			"exploit on the fixed source: the attack still reaches its impact"},
		{"twin refuses everything", "", edit("fixed", "uint256 amount = kept[msg.sender];",
			`revert("closed"); uint256 amount = kept[msg.sender];`), "",
			"regular on the fixed source: honest use does not pass"},
		{"the owner's key", "", "", edit("proof", run,
			"        jar.take();\n        payable(address(thief)).transfer(10 ether);\n"),
			"exploit on the vulnerable source: refused"},
		{"a cheat code", "", "", edit("proof", run, "        vm.deal(address(thief), 100 ether);\n"),
			"exploit on the vulnerable source: refused"},
		{"too much capital", "", "", edit("proof", "        thief = new Attacker{value: 1 ether}(jar);\n",
			"        thief = new Attacker{value: 9 ether}(jar);\n"), "the vulnerable source: "},
		{"set-up fails", "", "", edit("proof", "vm.deal(address(this), 11 ether);", `revert("no");`),
			"regular on the vulnerable source: set-up failed"},
		{"a refusal without end", "", "", edit("proof", "    function exploit()",
			"    function test_RefusesNothing() public pure { while (true) {} }\n    function exploit()"),
			"regular on the vulnerable source: test_RefusesNothing: out of gas"},
		{"too much code", "", "", edit("proof", "vm.deal(address(this), 11 ether);", "new Long();") +
			"\ncontract Long { function all() external pure returns (bytes memory) { return hex\"" +
			strings.Repeat("5a", 24577) + "\"; } }\n", "the code of a new contract has more than the 24576 bytes"},
		{"endless", "", "", edit("proof", run, "        while (true) {}\n"), "exploit on the vulnerable source: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			or := func(s, d string) string {
				if s == "" {
					return d
				}
				return s
			}
			e := runJar(t, or(c.vulnerable, blocks["jar"]), or(c.fixed, blocks["fixed"]), or(c.proof, blocks["proof"]))
			found := false
			for _, f := range e.Failures() {
				found = found || strings.Contains(f, c.want)
			}
			if e.Proved || !found {
				t.Errorf("proved=%v, failures %q, want %q", e.Proved, e.Failures(), c.want)
			}
		})
	}
}

func runJar(t *testing.T, vulnerable, fixed, proofText string) *evidence.Evidence {
	t.Helper()
	return run(t, jar(vulnerable, fixed, proofText)).Evidence
}

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/test/solctest"
)

// Variants of a user's directory are certified and stored, verified to the
// byte, and refused with exit code 3 if their evidence falls short of the promise.
func TestVariants(t *testing.T) {
	compilers := solctest.Dir(t)
	dir := t.TempDir()
	sample := filepath.Join(dir, "mine", "ds", "estate-auctions")
	if err := os.CopyFS(sample, os.DirFS("../../suites/blockbench/ds/estate-auctions")); err != nil {
		t.Fatal(err)
	}
	stored := filepath.Join(sample, "variants.json")
	checkedIn, err := os.ReadFile(stored)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(stored); err != nil {
		t.Fatal(err)
	}
	assay := func(args ...string) (string, int) {
		args = append([]string{"variants"}, append(args, "--suite", "mine")...)
		if args[1] != "list" {
			args = append(args, "--compilers", compilers, "--cache", filepath.Join(compilers, "node_modules", ".assay-compiled"))
		}
		cmd, out := program(t, dir, "http://127.0.0.1:1/v1", args...)
		cmd.Run()
		return out.String(), cmd.ProcessState.ExitCode()
	}
	if out, code := assay("list"); code != 1 || !strings.Contains(out, "no variants of suite mine are stored; `assay variants build --suite ") {
		t.Errorf("without evidence: exit %d\n%s", code, out)
	}
	for _, chain := range []string{"no-comments", "rename"} { // the second time next to the first
		out, code := assay("build", "--chain", chain, "--write")
		if code != 0 || !strings.Contains(out, chain) {
			t.Fatalf("exit %d\n%s", code, out)
		}
	}
	text, err := os.ReadFile(stored)
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, `{"chain"`) {
			lines++
			if !strings.Contains(string(checkedIn), strings.TrimRight(line, ",\n")) {
				t.Errorf("not as checked in: %s", line)
			}
		}
	}
	if lines != 4 {
		t.Errorf("%d variants are stored:\n%s", lines, text)
	}
	if out, code := assay("verify"); code != 0 || !strings.Contains(out,
		"4 variants match the stored evidence; samples and queries: 1") {
		t.Errorf("exit %d\n%s", code, out)
	}
	forged := strings.Replace(string(text), `"certificate":"C3"`, `"certificate":"C2"`, 1)
	if err := os.WriteFile(stored, []byte(forged), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, code := assay("verify"); code != 1 || !strings.Contains(out, `stored "C2:`) ||
		!strings.Contains(out, `now "C3:`) {
		t.Errorf("forged: exit %d\n%s", code, out)
	}

	// A caller that computes selectors notices a renaming: honest use then fails.
	file := filepath.Join(sample, "Proof.sol")
	proof, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const head = "function test_Regular() public {\n"
	if !strings.Contains(string(proof), head) {
		t.Fatal("Proof.sol has no test_Regular")
	}
	call := head + "        { (bool found, ) = address(target()).call(abi.encodePacked(bytes4(uint32(0xff9b3ace + " +
		"1)))); require(found, \"no house\"); }\n"
	if err := os.WriteFile(file, []byte(strings.Replace(string(proof), head, call, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, code := assay("list"); code != 0 || !strings.Contains(out,
		"estate-auctions~rename@1: its original is not proved itself") {
		t.Errorf("stale: exit %d\n%s", code, out)
	}
	if out, code := assay("build", "--chain", "shapeshifter-l2"); code != 3 ||
		!strings.Contains(out, `honest use does not pass: "no house"`) {
		t.Errorf("refused: exit %d\n%s", code, out)
	}
}

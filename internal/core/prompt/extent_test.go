package prompt

import (
	"strings"
	"testing"

	"assay/internal/bench"
)

// A repair that adds a function, a variable and a contract: none of them is shown, since only one half has
// them.
func TestExtentsOfARepair(t *testing.T) {
	text := `pragma solidity ^0.8.20;

contract Till {
    mapping(address => uint256) public paid;

    /// Pays out.
    function draw(uint256 n) external {
        payable(msg.sender).transfer(n);
        paid[msg.sender] -= n;
    }

    function count() external view returns (uint256) { return paid[msg.sender]; }
}
`
	fixed := strings.Replace(text, "transfer(n);\n", "transfer(limit(n));\n", 1)
	fixed = strings.Replace(fixed, "public paid;", "public paid;\n    uint256 most = 5;", 1)
	fixed = strings.Replace(fixed, "    function count",
		"    function limit(uint256 n) internal view returns (uint256) { return n < most ? n : most; }\n\n    function count",
		1)
	fixed += "\ncontract Brake {}\n"
	v := &bench.Variant{Key: "s/a", Truth: bench.Vulnerable, Task: bench.Task{Language: "solidity",
		Files: []bench.File{{Path: "Till.sol", Text: text}}},
		Labels: []bench.Label{{Function: bench.RootCause, Span: bench.Span{File: "Till.sol", Line: 8, EndLine: 9}}}}
	twin := &bench.Variant{Key: "s/a+fixed", Truth: bench.Safe,
		Task: bench.Task{Language: "solidity", Files: []bench.File{{Path: "Till.sol", Text: fixed}}}}
	want := "```solidity\npragma solidity ^0.8.20;\n\n\n\n\n    /// Pays out.\n    function draw(uint256 n) external " +
		"{\n        payable(msg.sender).transfer(n);\n        paid[msg.sender] -= n;\n    }\n```"
	if got := Extents(v, twin)[ExtentFunction]; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	want = "```solidity\npragma solidity ^0.8.20;\n\n\n\n\n\n    /// Pays out.\n    function draw(uint256 n) external " +
		"{\n        payable(msg.sender).transfer(limit(n));\n        paid[msg.sender] -= n;\n    }\n```"
	if got := Extents(twin, v)[ExtentFunction]; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Extents(twin, v)[ExtentContract]; !strings.Contains(got, "count()") || strings.Contains(got, "Brake") {
		t.Errorf("%q", got)
	}

	// If a repair does not change the function, the function cannot distinguish the halves.
	twin.Task.Files[0].Text = strings.Replace(text, "\n}\n", "\n\n    receive() external payable {}\n}\n", 1)
	if got := Extents(v, twin); got[ExtentFunction] != "" || !strings.Contains(got[ExtentContract], "draw") {
		t.Errorf("%q", got)
	}
	// Nor can a function that the other half does not have.
	twin.Task.Files[0].Text = strings.ReplaceAll(text, "draw", "pull")
	if got := Extents(v, twin); got[ExtentFunction] != "" {
		t.Errorf("%q", got)
	}
	// For a text without a twin and labels, the key selects a function that may change state.
	v.Labels = nil
	if got := Extents(v, nil); strings.Contains(got[ExtentFunction], "count") ||
		!strings.Contains(got[ExtentFunction], "draw") || !strings.Contains(got[ExtentContract], "count") {
		t.Errorf("%q", got)
	}
}

// Of a text of several files, one flaw shows the file that has it, in both halves, with the lines of the text. A text
// of one file has no such level.
func TestExtentsOfAProject(t *testing.T) {
	project := func(body string) bench.Task {
		return bench.Task{Language: "solidity", Files: []bench.File{{Path: "Project.sol", Text: bench.FileMark +
			"src/A.sol\n\ncontract A {}\n\n" + bench.FileMark + "src/B.sol\n\ncontract B { " + body + " }\ncontract C {}\n"}}}
	}
	v := &bench.Variant{Key: "p/x", Truth: bench.Vulnerable, Task: project("uint a;"), Labels: []bench.Label{
		{Function: bench.RootCause, Span: bench.Span{File: "Project.sol", Line: 7, EndLine: 7}}}}
	twin := &bench.Variant{Key: "p/x+fixed", Truth: bench.Safe, Task: project("uint b;")}
	for _, half := range []struct {
		of, other *bench.Variant
		want      string
	}{{v, twin, "a"}, {twin, v, "b"}} {
		want := "```solidity\n\n\n\n\n// File: src/B.sol\n\ncontract B { uint " + half.want + "; }\ncontract C {}\n```"
		if got := Extents(half.of, half.other)[ExtentSource]; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	v.Task.Files[0].Text = "contract B { uint a; }\n"
	v.Labels[0].Span.Line, v.Labels[0].Span.EndLine = 1, 1
	twin.Task.Files[0].Text = "contract B { uint b; }\n"
	if got := Extents(v, twin); got[ExtentSource] != "" || got[ExtentContract] == "" {
		t.Errorf("%q", got)
	}
}

func TestWithExtent(t *testing.T) {
	s := must(t, bench.Contracts)
	same, err := s.WithExtent(ExtentFile)
	if err != nil || same.Hash() != s.Hash() || same.Name != s.Name {
		t.Errorf("the file is another question: %v", err)
	}
	f, err := s.WithExtent(ExtentFunction)
	if err != nil {
		t.Fatal(err)
	}
	if found, err := Find(f.Name); err != nil || found.Hash() != f.Hash() || f.Hash() == s.Hash() {
		t.Errorf("%s is not found by its name: %v", f.Name, err)
	}
	if level, rest := LevelIn(f.Name, ExtentFactor); level != ExtentFunction || rest != s.Name {
		t.Errorf("LevelIn(%q) = %q, %q", f.Name, level, rest)
	}
	if _, err := Render(f, solidityTask); err == nil {
		t.Error("a part where there is none")
	}
	shown := solidityTask
	shown.Aids = map[string]string{bench.AidExtent + ExtentFunction: "THE PART"}
	p, err := Render(f, shown)
	if err != nil || !strings.Contains(p.User, "THE PART") || strings.Contains(p.User, "paid") ||
		!strings.HasSuffix(p.User, extentNotes[ExtentFunction]) {
		t.Errorf("%v: %q", err, p.User)
	}
	for _, name := range []string{"exploit", "context-enhanced", "sql-default", "knowledge"} {
		s, err := Find(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.WithExtent(ExtentFunction); err == nil {
			t.Errorf("%s shows a function", name)
		}
	}
}

package judge_test

import (
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/proof/judge"
	"assay/internal/test/solctest"
)

const till = `contract Till {
    uint public a;

    function pay(uint amount, address to) external {
        a += amount;
    }

    function pay(uint amount) external {
        a += amount;
    }

    function close() external { a = 0; }
}
`

// The quoted passage decides where an edit applies, and the line only between equal passages.
func TestApply(t *testing.T) {
	replaced := func(old, new string) string { return strings.Replace(till, old, new, 1) }
	second := strings.Replace(till, "address to) external {\n        a += amount;", "address to) external {\n        KEEP;", 1)
	second = strings.Replace(strings.Replace(second, "a += amount;", "a = 1;", 1), "KEEP;", "a += amount;", 1)
	for _, c := range []struct {
		name      string
		edits     []bench.Edit
		want, why string
	}{
		{"a passage", []bench.Edit{{Old: "a = 0;", New: "a = 1;"}}, replaced("a = 0;", "a = 1;"), ""},
		{"a passage and the wrong line", []bench.Edit{{Old: "a = 0;", New: "a = 1;", Line: 2}}, replaced("a = 0;", "a = 1;"), ""},
		{"over two lines", []bench.Edit{{Old: "external {\n        a += amount;\n    }\n\n    function close", New: "x"}},
			replaced("external {\n        a += amount;\n    }\n\n    function close", "x"), ""},
		{"CRLF in the quotation", []bench.Edit{{Old: "uint public a;\r\n", New: "uint public a;\r\nuint b;\r\n"}},
			replaced("uint public a;\n", "uint public a;\nuint b;\n"), ""},
		{"line breaks around it", []bench.Edit{{Old: "a = 0;\n", New: "a = 1;\n"}}, replaced("a = 0;", "a = 1;"), ""},
		{"twice", []bench.Edit{{Old: "a += amount;", New: "a = 1;"}}, "", "2 times"},
		{"twice, with the line", []bench.Edit{{Old: "a += amount;", New: "a = 1;", Line: 10}}, second, ""},
		{"twice, as near", []bench.Edit{{Old: "a += amount;", New: "a = 1;", Line: 7}}, "", "as near to line 7"},
		{"not there", []bench.Edit{{Old: "a = 00;", New: "a = 1;"}}, "", "is not in the text"},
		{"nothing quoted", []bench.Edit{{New: "a = 1;"}}, "", "quotes nothing"},
		{"two edits", []bench.Edit{{Old: "a = 0;", New: "a = 1;"}, {Old: "uint public a;", New: "uint public a;"}},
			replaced("a = 0;", "a = 1;"), ""},
		{"the second quotes the first's text", []bench.Edit{{Old: "a = 0;", New: "a = 7;"}, {Old: "a = 7;", New: "a = 8;"}},
			"", "edit 2 of 2"},
		{"overlapping", []bench.Edit{{Old: "{ a = 0;", New: "{"}, {Old: "a = 0; }", New: "}"}}, "", "the same passage"},
		{"a function", []bench.Edit{{Function: "close()", New: "function close() external {}"}},
			replaced("{ a = 0; }", "{}"), ""},
		{"a function by its name", []bench.Edit{{Function: "Till.close", New: "function close() external {}"}},
			replaced("{ a = 0; }", "{}"), ""},
		{"one of two", []bench.Edit{{Function: "function pay(uint256 amount)", New: "// gone"}},
			replaced("function pay(uint amount) external {\n        a += amount;\n    }", "// gone"), ""},
		{"two of a name", []bench.Edit{{Function: "pay", New: ""}}, "", "2 functions"},
		{"no such function", []bench.Edit{{Function: "pay(address)", New: ""}}, "", "no function"},
		{"of another contract", []bench.Edit{{Function: "Shop.close()", New: ""}}, "", "no function"},
		{"another file", []bench.Edit{{File: "Shop.sol", Old: "a = 0;", New: ""}}, "", "not the file under review"},
		{"the file", []bench.Edit{{File: "./src/Till.sol", Old: "a = 0;", New: ""}}, replaced("a = 0;", ""), ""},
	} {
		for _, ends := range []string{"\n", "\r\n"} {
			in := func(s string) string { return "\uFEFF" + strings.ReplaceAll(s, "\n", ends) }
			got, why := judge.Apply("solidity", bench.File{Path: "src/Till.sol", Text: in(till)}, "", c.edits)
			if c.why == "" && (got != in(c.want) || why != "") || c.why != "" && !strings.Contains(why, c.why) {
				t.Errorf("%s (%q): %q, %q", c.name, ends, got, why)
			}
		}
	}
	gone := []bench.Edit{{Function: "f()", New: ""}}
	if _, why := judge.Apply("sql", bench.File{Text: "SELECT 1"}, "", gone); why == "" {
		t.Error("a function of a query was replaced")
	}
}

// Where a part of the file was shown, nothing else can be edited.
func TestApplyToPart(t *testing.T) {
	part := "```solidity\n" + strings.Repeat("\n", 11) + "    function close() external { a = 0; }\n```"
	for _, c := range []struct {
		name, why string
		edit      bench.Edit
	}{
		{"what was shown", "", bench.Edit{Old: "a = 0;", New: "a = 1;"}},
		{"a function that was shown", "", bench.Edit{Function: "close()", New: "function close() external {}"}},
		{"what was not shown", "not shown", bench.Edit{Old: "uint public a;", New: "uint private a;"}},
		{"a function that was not shown", "not shown", bench.Edit{Function: "pay(uint)", New: ""}},
		{"more than was shown", "not shown", bench.Edit{Old: "a = 0; }\n}", New: "}"}},
	} {
		for _, ends := range []string{"\n", "\r\n"} {
			in := func(s string) string { return strings.ReplaceAll(s, "\n", ends) }
			file := bench.File{Path: "Till.sol", Text: in(till)}
			if _, why := judge.Apply("solidity", file, in(part), []bench.Edit{c.edit}); c.why == "" && why != "" ||
				!strings.Contains(why, c.why) {
				t.Errorf("%s: %q", c.name, why)
			}
		}
	}
}

// A review of a part of a text is applied to that part: as the run has it, or as it was drawn.
func TestReviewOfPart(t *testing.T) {
	st := blockbench(t)
	v := variant(t, st, "blockbench/ds/silo-fund")
	j := judge.New(solctest.New(t), []*suite.Suite{st})
	for _, c := range []struct{ extent, want string }{{"function", "not shown"}, {"sentence", "not known"}} {
		a := bench.Answer{Verdict: bench.Vulnerable, Extent: c.extent,
			Findings: []bench.Finding{{Repair: []bench.Edit{{Old: "contract SiloFund", New: "contract Fund"}}}}}
		got, err := j.Judge(t.Context(), v, a)
		if err != nil || len(got.Verdict.Repairs) != 1 || !strings.Contains(got.Verdict.Repairs[0].Reason, c.want) {
			t.Errorf("%s: %+v, %v", c.extent, got.Verdict, err)
		}
		all := a
		all.Extent = ""
		q, _ := j.Question(v, a)
		if other, _ := j.Question(v, all); q == other {
			t.Errorf("%s: the same question as about the whole text", c.extent)
		}
	}
}

package judge_test

import (
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/proof/judge"
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
			got, why := judge.Apply("solidity", bench.File{Path: "src/Till.sol", Text: in(till)}, c.edits)
			if c.why == "" && (got != in(c.want) || why != "") || c.why != "" && !strings.Contains(why, c.why) {
				t.Errorf("%s (%q): %q, %q", c.name, ends, got, why)
			}
		}
	}
	if _, why := judge.Apply("sql", bench.File{Text: "SELECT 1"}, []bench.Edit{{Function: "f()", New: ""}}); why == "" {
		t.Error("a function of a query was replaced")
	}
}

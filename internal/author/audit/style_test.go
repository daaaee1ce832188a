package audit

import (
	"fmt"
	"slices"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/suite"
)

func TestStyle(t *testing.T) {
	of := func(code string) []string {
		v := bench.Variant{Format: bench.Contracts, Task: bench.Task{Language: "solidity",
			Files: []bench.File{{Path: "A.sol", Text: code}}}}
		x := readText(&v, 0, false)
		return style(&x)
	}
	for code, want := range map[string]string{
		"contract A {\n\tuint x;\n}":                                                "indented by tabs",
		"contract A {\n  uint x;\n}":                                                "indented by two",
		"contract A\n{\n    uint x;\n}":                                             "brace on a line of its own",
		"contract A {\n    // Keeps x.\n    uint x;\n}":                             "comments end with a full stop",
		"contract A { function f(uint _x) public { require(_x > 0, \"!x\"); } }":    "require with an exclamation",
		"contract A { function f(uint x_) public { require(x_ > 0); } }":            "require without a reason",
		"contract A { function f(uint x, uint y_) public {} }":                      "arguments with a stroke behind",
		"error Late();\ncontract A {}":                                              "errors before the contract",
		"contract A { error Late(uint256 by); }":                                    "errors with arguments",
		"import {B} from \"./B.sol\";\ncontract A {}":                               "named imports",
		"contract A {\n    uint256 public amountThatWasPaid;\n    // the colour\n}": "British spelling",
	} {
		if got := of(code); !slices.Contains(got, want) {
			t.Errorf("%q: %q is not in %q", code, want, got)
		}
	}
	for code, not := range map[string]string{
		"contract A {\n    uint x;\n}":                                   "indented by two",
		"contract A { function f(uint x) public { require(x > 0); } }":   "require with a reason",
		"contract A { function f(uint x_) public { require(x_ > 0); } }": "arguments with a stroke before",
		"contract A {\n    error Late();\n}":                             "errors before the contract",
	} {
		if got := of(code); slices.Contains(got, not) {
			t.Errorf("%q: %q is in %q", code, not, got)
		}
	}
}

// Groups that are written in one manner each are told apart, and classes that are spread over
// both are not; what fewer than five bases have is not asked about.
func TestStyleTold(t *testing.T) {
	s := &suite.Suite{Name: "s", Format: bench.Contracts}
	for i := range 24 {
		group, class := "a", bench.Class("reentrancy")
		code := "contract A {\n\tuint x%d;\n\tfunction f(uint _x) public { require(_x > 0); }\n}\n"
		if i%2 == 1 {
			group = "b"
			code = "contract A {\n    uint256 x%d;\n    error No();\n" +
				"    function f(uint256 x_) public { if (x_ == 0) revert No(); }\n}\n"
		}
		if i%4 < 2 {
			class = "access_control"
		}
		if i < 4 {
			class = "governance"
		}
		s.Variants = append(s.Variants, bench.Variant{Key: fmt.Sprint(i), Base: fmt.Sprintf("%02d", i),
			Format: bench.Contracts, Group: group, Class: class, Task: bench.Task{Language: "solidity",
				Files: []bench.File{{Path: "A.sol", Text: fmt.Sprintf(code, i)}}}})
	}
	got := styles(s.Variants, read(s), 1)
	if len(got) != 2 || got[0].Target != "group" || got[1].Target != "class" || got[1].Values != 2 || got[1].Texts != 20 {
		t.Fatalf("%+v", got)
	}
	if got[0].Balanced != 1 || got[1].Balanced > 0.6 {
		t.Errorf("%.2f of groups and %.2f of classes are told", got[0].Balanced, got[1].Balanced)
	}
}

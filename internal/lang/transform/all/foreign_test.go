package all_test

import (
	"errors"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/lang/transform"
	"assay/internal/lang/transform/all"
	"assay/internal/proof/solc"
	"assay/internal/test/solctest"
)

// foreign holds constructs of other people's code that are in no sample of ours: each
// compiles with the given versions, and so must all its variants.
var foreign = map[string]struct {
	text     string
	versions []string
}{
	"a string continued on the next line": {"pragma solidity >=0.6.0;\ncontract A {\n    string s = \"ab\\\ncd\";\n    " +
		"function size() public view returns (uint256 n) {\n        n = bytes(s).length;\n        n += 1;\n    }\n}\n",
		[]string{"0.6.12", "0.8.30"}},
	"a returned slice of calldata": {"pragma solidity ^0.8.0;\ncontract A {\n    function tail(bytes calldata x) " +
		"external pure returns (bytes calldata y) {\n        y = x[1:];\n    }\n    function first(bytes calldata x) " +
		"external pure returns (bytes1 y) {\n        y = x[0];\n    }\n}\n",
		[]string{"0.8.30"}},
	"versions on both sides of constant": {"pragma solidity >=0.4.0 <0.9.0;\ncontract A {\n    uint256 public v;\n    " +
		"function f(uint256 a) public {\n        v = a;\n        if (a > 2) {\n            v += 1;\n        }\n    }\n}\n",
		[]string{"0.4.26", "0.8.30"}},
	"a member of a number": {"pragma solidity ^0.8.0;\nlibrary L {\n    function twice(uint256 a) internal pure returns " +
		"(uint256) {\n        return a * 2;\n    }\n}\ncontract A {\n    using L for *;\n    function f() external pure " +
		"returns (uint256 r) {\n        r = 42.twice();\n        uint256 v1 = r;\n        r = v1.twice() + 1;\n    }\n}\n",
		[]string{"0.8.30"}},
	"documentation with a blank line": {"pragma solidity ^0.8.0;\ncontract A {\n    /// @notice Adds one.\n\n    /// " +
		"@param a What is added to.\n    function f(uint256 a) external pure returns (uint256) {\n        return a + 1;\n  " +
		"  }\n    function g(uint256 b) external pure returns (uint256) {\n        return b + 2;\n    }\n}\n",
		[]string{"0.8.30"}},
	"a function that leaves no room on the stack": {"pragma solidity ^0.4.24;\ncontract A {\n    address owner;\n    " +
		"modifier only() {\n        require(msg.sender == owner);\n        _;\n    }\n    function f(uint256 a) external " +
		"only returns (uint256) {\n        uint256 v0 = a;\n        uint256 v1 = a;\n        uint256 v2 = a;\n        " +
		"uint256 v3 = a;\n        uint256 v4 = a;\n        uint256 v5 = a;\n        uint256 v6 = a;\n        uint256 v7 = " +
		"a;\n        uint256 v8 = a;\n        uint256 v9 = a;\n        uint256 v10 = a;\n        uint256 v11 = a;\n        " +
		"uint256 v12 = a;\n        uint256 v13 = a;\n        return v0 + v13;\n    }\n    function g(uint256 a) external " +
		"{\n        if (a > 2) {\n            owner = msg.sender;\n        }\n        owner = msg.sender;\n    }\n}\n",
		[]string{"0.4.26"}},
	"line ends of Windows": {"pragma solidity ^0.8.0;\r\ncontract A {\r\n    uint256 public v;\r\n    function " +
		"f(uint256 a) external {\r\n        if (a > 3) {\r\n            v += a;\r\n        }\r\n        v = v + 1;\r\n    " +
		"}\r\n    function g() external {\r\n        v = 0;\r\n    }\r\n}\r\n",
		[]string{"0.8.30"}},
}

func TestForeign(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles")
	}
	c := solctest.New(t)
	for name, shape := range foreign {
		t.Run(name, func(t *testing.T) {
			made := 0
			for _, tr := range all.Transformations() {
				if !tr.Speaks("solidity") || tr.Kind == transform.Intervention {
					continue
				}
				chain, err := transform.ParseChain(tr.Name, all.Transformations())
				if err != nil {
					t.Fatal(err)
				}
				v := &bench.Variant{Key: "foreign/a", Truth: bench.Vulnerable,
					Task: bench.Task{Language: "solidity", Files: []bench.File{{Path: "A.sol", Text: shape.text}}}}
				for seed := range uint64(4) {
					r, err := transform.Apply(chain, seed, transform.Program{Variant: v})
					if no := (*transform.NotApplicableError)(nil); errors.As(err, &no) {
						break
					}
					if err != nil {
						t.Errorf("%s: %v", tr.Name, err)
						break
					}
					made++
					text := r.Variant.Task.Files[0].Text
					if strings.Contains(text, "v1. ") {
						t.Errorf("%s, seed %d: a blank after a name that ends in a digit:\n%s", tr.Name, seed, text)
					}
					if strings.Contains(shape.text, "\r\n") && strings.Count(text, "\n") != strings.Count(text, "\r\n") {
						t.Errorf("%s, seed %d: line ends of two kinds:\n%q", tr.Name, seed, text)
					}
					for _, version := range shape.versions {
						if _, err := c.Compile(t.Context(), solc.Input{Version: version,
							Sources: map[string]string{"A.sol": text}}); err != nil {
							t.Errorf("%s, seed %d, %s: %v\n%s", tr.Name, seed, version, err, text)
						}
					}
				}
			}
			if made < 8 {
				t.Errorf("only %d results", made)
			}
		})
	}
}

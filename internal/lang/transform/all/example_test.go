package all_test

import (
	"fmt"
	"strings"

	"assay/internal/bench"
	"assay/internal/lang/transform"
	"assay/internal/lang/transform/all"
)

// A chain rewrites a text and carries its label along.
func Example() {
	const src = "pragma solidity 0.8.30;\n// Anyone may call.\ncontract Till {\n    function pay(address payable to) " +
		"external {\n        to.transfer(1);\n    }\n}\n"
	at := strings.Index(src, "to.transfer(1);")
	span := bench.Span{File: "Till.sol", Start: at, End: at + len("to.transfer(1);"), Line: 5, EndLine: 5}
	v := &bench.Variant{
		Key: "demo/till", Truth: bench.Vulnerable,
		Task:   bench.Task{Language: "solidity", Files: []bench.File{{Path: "Till.sol", Text: src}}},
		Labels: []bench.Label{{Function: bench.RootCause, Span: span}},
	}
	chain, err := transform.ParseChain("no-comments", all.Transformations())
	if err != nil {
		panic(err)
	}
	r, err := transform.Apply(chain, 1, transform.Program{Variant: v})
	if err != nil {
		panic(err)
	}
	fmt.Print(r.Variant.Task.Files[0].Text)
	fmt.Println(r.Variant.Key, r.Variant.Labels[0].Span.Line, chain.Promises())
	// Output:
	// pragma solidity 0.8.30;
	// contract Till {
	//     function pay(address payable to) external {
	//         to.transfer(1);
	//     }
	// }
	// demo/till~no-comments@1 4 C1
}

package solidity_test

import (
	"fmt"

	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
)

// A renaming does not change the language's names: balance of an address is not a
// state variable.
func ExampleNames_Rename() {
	const src = "contract Till { uint balance; function f(address a) public { balance = a.balance; } }"
	names := solidity.Resolve(map[string]string{"Till.sol": src})
	edits, skipped := names.Rename(map[string]string{"balance": "stock"})
	text, err := edit.Apply(src, edits["Till.sol"])
	fmt.Println(text, skipped, err)
	// Output: contract Till { uint stock; function f(address a) public { stock = a.balance; } } [] <nil>
}

// Text that is not valid Solidity still has functions, as far as they can be recognised.
func ExampleFunctions() {
	for _, f := range solidity.Functions("contract A { function f() public {} function g( { } }") {
		fmt.Println(f.Contract, f.Name)
	}
	// Output:
	// A f
	// A g
}

package solidity

import (
	"fmt"
	"slices"
	"testing"
)

func TestOperator(t *testing.T) {
	f := Parse("contract C { function f() public { x /* = */ += (a) - -b; delete x; i++; } }")
	var got []string
	for n := range f.Root.All() {
		if op := f.Operator(n); op != "" {
			got = append(got, n.Kind.String()+op)
		}
	}
	if want := []string{"Assign+=", "Binary-", "Unary-", "Unarydelete", "Postfix++"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestLine(t *testing.T) {
	names := Resolve(map[string]string{"a.sol": "contract A {} contract B is A {} contract C is A {} contract D is B, C " +
		"{} contract E is D, Gone {} function f() {}"})
	for name, want := range map[string]string{"D": "[D C B A] true", "E": "[E D C B A] false", "A": "[A] true",
		"f": "[] false"} {
		line, whole := names.Named(name)[0].Line()
		var got []string
		for _, d := range line {
			got = append(got, d.Name)
		}
		if s := fmt.Sprint(got, whole); s != want {
			t.Errorf("%s: %s, want %s", name, s, want)
		}
	}
}

package solidity

import (
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/edit"
	"assay/internal/solidity"
)

var donation = operator{
	name: "donation",
	doc:  "reckon with what the contract happens to hold instead of with its books",
	find: func(t *text) (out []mutant) {
		tokens := map[string]bool{}
		t.eachCall(func(f *function, n *solidity.Node, name string, args []*solidity.Node) {
			if (name == "transferFrom" || name == "transfer") && len(args) >= 2 && n.First().Kind == solidity.NodeMember {
				if base := t.text(n.First().First()); t.state[base] != nil {
					tokens[base] = true
				}
			}
		})
		held := []string{"address(this).balance"}
		for _, name := range slices.Sorted(maps.Keys(tokens)) {
			held = append(held, name+".balanceOf(address(this))")
		}
		for _, f := range t.fns {
			for n := range f.body.All() {
				name := t.text(n)
				if n.Kind != solidity.NodeIdent || t.typeOf(name) != "uint256" && t.typeOf(name) != "uint" || !t.counted(name) ||
					t.written(n) {
					continue
				}
				for _, h := range held {
					class := bench.Class("accounting_error")
					switch {
					case has(f.name, "price", "rate", "quote"):
						class = "oracle_manipulation"
					case has(f.name, "share", "mint", "deposit", "convert") || strings.Contains(t.text(f.body), "shares"):
						class = "share_inflation"
					}
					out = append(out, mutant{edits: []edit.Edit{replace(n, h)}, class: class, act: "STORAGE_READ",
						note:  "anybody can raise it",
						cause: sentence(t.where(f), "reckons with", "`"+h+"`,", "which anybody can raise by sending something"),
						fix:   sentence(t.where(f), "reckons with", name)})
				}
			}
		}
		return out
	},
}

// counted reports whether a state variable is added to and subtracted from.
func (t *text) counted(name string) bool {
	more, less := false, false
	t.eachSum(func(_ *function, n *solidity.Node, op string) {
		if t.text(n.First()) == name {
			more, less = more || op == "+=", less || op == "-="
		}
	})
	return more && less
}

// written reports whether an identifier is the target of an assignment.
func (t *text) written(n *solidity.Node) bool {
	p := n.Parent()
	return (p.Kind == solidity.NodeAssign || p.Kind == solidity.NodePostfix || p.Kind == solidity.NodeUnary) &&
		p.First() == n || p.Kind == solidity.NodeTuple && p.Parent().Kind == solidity.NodeAssign && p.Parent().First() == p
}

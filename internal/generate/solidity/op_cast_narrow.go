package solidity

import (
	"fmt"
	"strconv"
	"strings"

	"assay/internal/edit"
	"assay/internal/solidity"
)

var castNarrow = operator{
	name: "cast-narrow",
	doc:  "cut an amount to fewer bits",
	find: func(t *text) (out []mutant) {
		made := func(f *function, edits []edit.Edit, typ string) {
			out = append(out, mutant{edits: edits, class: "unsafe_cast", act: "COMPUTATION", note: "the high bits are lost",
				cause: sentence(t.where(f), "casts an amount to", typ, "without looking whether it fits"),
				fix:   sentence(t.where(f), "keeps all bits of the amount")})
		}
		for _, f := range t.fns {
			amounts := map[string]bool{}
			for _, v := range f.params {
				if v.typ == "uint256" || v.typ == "uint" {
					amounts[v.name] = true
				}
			}
			for n := range f.body.All() {
				switch n.Kind {
				case solidity.NodeCall:
					callee := t.text(n.First())
					bits, err := strconv.Atoi(strings.TrimPrefix(callee, "uint"))
					if !strings.HasPrefix(callee, "uint") || err != nil || bits < 64 || bits > 224 {
						continue
					}
					made(f, []edit.Edit{replace(n.First(), fmt.Sprintf("uint%d", bits/2))}, fmt.Sprintf("uint%d", bits/2))
				case solidity.NodeAssign: // kept[x] += amount
					if right := inner(n.Last()); right.Kind == solidity.NodeIdent && amounts[t.text(right)] &&
						t.root(n.First()) != "" {
						made(f, []edit.Edit{replace(right, "uint128("+t.text(right)+")")}, "uint128")
					}
				}
			}
		}
		return out
	},
}

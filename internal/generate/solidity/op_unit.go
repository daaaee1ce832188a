package solidity

import (
	"strings"

	"assay/internal/edit"
	"assay/internal/solidity"
)

var unit = operator{
	name: "unit",
	doc:  "count in another unit",
	find: func(t *text) (out []mutant) {
		units := map[string]string{"weeks": "hours", "days": "minutes", "hours": "seconds", "minutes": "seconds",
			"ether": "gwei"}
		for n := range t.file.Root.All() {
			if n.Kind != solidity.NodeLiteral {
				continue
			}
			f := strings.Fields(t.text(n))
			if len(f) != 2 || units[f[1]] == "" || units[f[1]] == "gwei" && !t.checked {
				continue
			}
			other := units[f[1]]
			out = append(out, mutant{edits: []edit.Edit{replace(n, f[0]+" "+other)}, class: "logic_error", act: "COMPUTATION",
				note:  "the unit is wrong",
				cause: sentence("a duration or amount is given in", other+",", "where", f[1], "are meant"),
				fix:   sentence("it is", f[0], f[1])})
		}
		return out
	},
}

package solidity

import (
	"strings"

	"assay/internal/edit"
	"assay/internal/solidity"
)

var copied = operator{
	name: "copy",
	doc:  "update a copy of an entry in memory",
	find: func(t *text) (out []mutant) {
		for _, f := range t.fns {
			for _, s := range t.statements(f) {
				if s.Kind != solidity.NodeVarStmt || s.First().Kind != solidity.NodeVar || s.First().Name() == nil {
					continue
				}
				for a := range s.First().Children() {
					if a.Kind != solidity.NodeAttribute || t.text(a) != "storage" {
						continue
					}
					name := t.text(s.First().Name())
					out = append(out, mutant{edits: []edit.Edit{replace(a, "memory")}, class: "logic_error", act: "STATE_MOD",
						note: "a copy",
						cause: sentence(t.where(f), "changes a copy of", "`"+strings.TrimSuffix(t.words(s.Last()), ";")+"`",
							"in memory, so that what it writes to", name, "is lost"),
						fix: sentence(t.where(f), "changes the entry in storage")})
				}
			}
		}
		return out
	},
}

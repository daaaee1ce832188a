package solidity

import (
	"strings"

	"assay/internal/edit"
)

var guardHalf = operator{
	name: "guard-half",
	doc:  "take one operand of a check away",
	find: func(t *text) (out []mutant) {
		for _, g := range t.guards() {
			op := "||"
			if g.pass {
				op = "&&"
			}
			parts := t.operands(g.cond, op)
			if len(parts) < 2 {
				continue
			}
			for i, part := range parts {
				var rest []string
				for j, p := range parts {
					if j != i {
						rest = append(rest, t.text(p))
					}
				}
				half := g
				half.cond = part
				class, act := t.classify(half)
				out = append(out, mutant{edits: []edit.Edit{replace(g.cond, strings.Join(rest, " "+op+" "))}, class: class,
					act:   act,
					note:  "one condition is missing",
					cause: sentence(t.where(g.fn), "does not check", t.demand(half)),
					fix:   sentence(t.where(g.fn), "checks", t.demand(half), "too")})
			}
		}
		return out
	},
}

package solidity

import (
	"strings"

	"assay/internal/edit"
)

var guardEither = operator{
	name: "guard-either",
	doc:  "let one of several conditions be enough",
	find: func(t *text) (out []mutant) {
		for _, g := range t.guards() {
			op, other := "||", "&&"
			if g.pass {
				op, other = other, op
			}
			parts := t.operands(g.cond, op)
			if len(parts) < 2 {
				continue
			}
			var words []string
			for _, p := range parts {
				words = append(words, t.text(p))
			}
			class, act := t.classify(g)
			out = append(out, mutant{edits: []edit.Edit{replace(g.cond, strings.Join(words, " "+other+" "))}, class: class,
				act:   act,
				note:  "one of the conditions is enough",
				cause: sentence(t.where(g.fn), "is content when one of several conditions holds, where each is needed"),
				fix:   sentence(t.where(g.fn), "asks for all of the conditions")})
		}
		return out
	},
}

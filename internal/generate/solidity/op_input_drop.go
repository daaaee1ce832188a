package solidity

import "slices"

var inputDrop = operator{
	name: "input-drop",
	doc:  "take a check of an argument away",
	find: func(t *text) (out []mutant) {
		for _, g := range t.guards() {
			given := slices.ContainsFunc(t.idents(g.cond), func(id string) bool {
				return slices.ContainsFunc(g.fn.params, func(v variable) bool { return v.name == id })
			})
			if given && !t.caller(g.cond) && !t.movesIn(g.cond) {
				out = append(out, t.withoutGuard(g))
			}
		}
		return out
	},
}

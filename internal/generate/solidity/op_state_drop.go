package solidity

import "slices"

var stateDrop = operator{
	name: "state-drop",
	doc:  "take a check of the contract's own state, or of the time, away",
	find: func(t *text) (out []mutant) {
		for _, g := range t.guards() {
			given := slices.ContainsFunc(t.idents(g.cond), func(id string) bool {
				return slices.ContainsFunc(g.fn.params, func(v variable) bool { return v.name == id })
			})
			if !given && !t.caller(g.cond) && !t.movesIn(g.cond) {
				out = append(out, t.withoutGuard(g))
			}
		}
		return out
	},
}

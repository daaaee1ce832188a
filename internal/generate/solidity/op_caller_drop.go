package solidity

var callerDrop = operator{
	name: "caller-drop",
	doc:  "take a check of the caller away",
	find: func(t *text) (out []mutant) {
		for _, g := range t.guards() {
			if t.caller(g.cond) && !t.movesIn(g.cond) {
				out = append(out, t.withoutGuard(g))
			}
		}
		return out
	},
}

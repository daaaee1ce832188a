package static

// txOrigin: the origin of the transaction stands for the caller.
var txOrigin = check{
	class: "tx_origin", severity: "high",
	attack: "The owner is lured into any call; the contract called passes it on and is taken for the owner.",
	fix:    "Compare msg.sender.",
	run: func(u *unit) []hit {
		var out []hit
		for _, f := range u.funcs {
			for _, c := range clauses(f.toks) {
				i := find(c, 0, "tx", ".", "origin")
				// Against msg.sender it only asks whether the caller is an account.
				if i < 0 || has(c, "msg", ".", "sender") || !has(c, "==") && !has(c, "!=") && !has(c, "[") {
					continue
				}
				out = append(out, hit{fn: f, from: u.line(c[i]), to: u.line(c[i]), text: "tx.origin is used to decide who may call."})
			}
		}
		return out
	},
}

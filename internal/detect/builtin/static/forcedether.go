package static

// forcedEther: a condition needs the balance to be an exact amount.
var forcedEther = check{
	class: "forced_ether", severity: "medium",
	attack: "Ether is forced in by a self-destructing contract, and the condition never holds again.",
	fix:    "Count what is paid in, and compare that.",
	run: func(u *unit) []hit {
		var out []hit
		for _, f := range u.funcs {
			for _, c := range clauses(f.toks) {
				own := has(c, "address", "(", "this", ")", ".", "balance") || has(c, "this", ".", "balance")
				if !own || !has(c, "==") && !has(c, "!=") || has(c, "==", "0") || has(c, "!=", "0") {
					continue
				}
				out = append(out, hit{fn: f, from: u.line(c[0]), to: u.line(c[len(c)-1]), text: "The condition needs an exact balance, which anyone can change."})
			}
		}
		return out
	},
}

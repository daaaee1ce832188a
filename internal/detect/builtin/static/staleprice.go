package static

// stalePrice: the age of a round of a price feed is thrown away.
var stalePrice = check{
	class: "stale_price", severity: "medium",
	attack: "The feed stands still while the market moves, and trades are made at the old price.",
	fix:    "Require that updatedAt is recent.",
	run: func(u *unit) []hit {
		var out []hit
		for _, f := range u.funcs {
			toks := f.toks
			for i, t := range toks {
				if t.text != "latestRoundData" {
					continue
				}
				from, to := statement(toks, i)
				if toks[from].text != "(" || toks[from].mate < 0 {
					continue
				}
				parts := split(toks, from+1, toks[from].mate, ",")
				if len(parts) != 5 {
					continue
				}
				if updated := parts[3]; len(updated) == 0 || !mentions(toks[to:], updated[len(updated)-1].text) {
					out = append(out, hit{fn: f, from: u.line(toks[from]), to: u.line(t), text: "The time of the last update of the price is ignored."})
				}
			}
		}
		return out
	},
}

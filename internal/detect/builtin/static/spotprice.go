package static

// spotPrice: a price is the quotient of what a pool holds at this moment.
var spotPrice = check{
	class: "oracle_manipulation", severity: "high",
	attack: "A flash loan moves the pool, the price follows, and the contract pays by it.",
	fix:    "Use a price averaged over time, or a feed.",
	run:    runSpotPrice,
}

func runSpotPrice(u *unit) []hit {
	var out []hit
	for _, f := range u.funcs {
		toks := f.toks
		if has(toks, "price0CumulativeLast") || has(toks, "observe") || has(toks, "consult") {
			continue
		}
		for i, t := range toks {
			switch {
			case t.text == "getReserves" || t.text == "slot0":
				if _, ok := callAt(toks, i); ok && has(toks[i:], "/") && !localAmounts(f) {
					out = append(out, hit{fn: f, from: u.line(t), to: u.line(t), text: "The price comes from the present reserves of a pool."})
				}
			case t.text == "/" && i > 0:
				if quotientOfState(f, i) {
					from, to := statement(toks, i)
					out = append(out, hit{fn: f, from: u.line(toks[from]), to: u.line(toks[max(from, to-1)]), text: "The price is a quotient of what another contract holds at this moment."})
				}
			}
		}
	}
	return out
}

// localAmounts reports whether f is the pool: it moves its own reserves.
func localAmounts(f *function) bool { return has(f.toks, "amount0Out") }

// source is an external read: its receiver and the account asked about, and
// the member.
type source struct{ of, member string }

// quotientOfState reports whether both sides of the division at i come from
// one other contract's present state: balances of the same account, or two
// getters without arguments of the same contract.
func quotientOfState(f *function, i int) bool {
	toks := f.toks
	from, to := statement(toks, i)
	for a := range sources(f, toks[from:i], 1) {
		for b := range sources(f, toks[i+1:max(i+1, to)], 1) {
			if a.of == b.of && (a != b || a.member == "balanceOf") {
				return true
			}
		}
	}
	return false
}

// sources finds the external reads in toks, and, depth times, those in the
// statements that set the locals in toks.
func sources(f *function, toks []token, depth int) map[source]bool {
	out := map[source]bool{}
	// toks may be a part of a linked slice: look each member up in the whole.
	for _, t := range toks {
		i := index(f.toks, t)
		if i < 0 {
			continue
		}
		if c, ok := callAt(f.toks, i); ok && c.member-1 > c.receiver {
			args := f.toks[c.open+1 : c.close]
			on := joined(f.toks[c.receiver : c.member-1])
			root := f.toks[c.receiver]
			switch {
			case t.text == "balanceOf" && !has(args, "this") && !has(args, "msg") && f.params[joinedTight(args)] == "" && len(args) > 0:
				out[source{joined(args), "balanceOf"}] = true
			case len(args) == 0 && f.u.variable(f, root.text) != nil && c.member == c.receiver+2 && t.text != "decimals" && t.text != "totalSupply":
				out[source{on, t.text}] = true
			}
		}
		if depth > 0 && f.locals[t.text] && f.params[t.text] == "" {
			for k := range f.toks {
				if f.toks[k].text == t.text && k+1 < i && f.toks[k+1].text == "=" {
					_, end := statement(f.toks, k)
					for s := range sources(f, f.toks[k+2:max(k+2, end)], depth-1) {
						out[s] = true
					}
				}
			}
		}
	}
	return out
}

func joinedTight(toks []token) string {
	s := ""
	for _, t := range toks {
		s += t.text
	}
	return s
}

// index returns where t is in toks, which are in source order, or -1.
func index(toks []token, t token) int {
	lo, hi := 0, len(toks)
	for lo < hi {
		mid := (lo + hi) / 2
		if toks[mid].start < t.start {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(toks) && toks[lo].start == t.start {
		return lo
	}
	return -1
}

package static

// shareInflation: shares are priced by a balance that anyone can raise by a
// plain transfer, and may round to none.
var shareInflation = check{
	class: "share_inflation", severity: "high",
	attack: "The first holder donates tokens, and the next deposit rounds down to no shares.",
	fix:    "Count deposits, add virtual shares, or require a minimum of shares.",
	run:    runShareInflation,
}

func runShareInflation(u *unit) []hit {
	var out []hit
	for _, f := range u.entries() {
		if u.unknownGuard(f) {
			continue
		}
		toks := u.flat(f)
		for i, t := range toks {
			if t.text != "/" || t.owner == nil || !ownBalance(u, toks, i) {
				continue
			}
			from, to := statement(toks, i)
			name := ""
			for k := from; k < i && name == ""; k++ {
				if toks[k].text == "=" && k > from {
					name = toks[k-1].text
				}
			}
			if name == "" || !credits(u, toks) || boundResult(toks, name) {
				continue
			}
			out = append(out, hit{fn: t.owner, from: u.line(toks[from]), to: u.line(toks[max(from, to-1)]), text: "Shares are priced by the contract's own token balance, and nothing requires that any are given."})
			break
		}
	}
	return out
}

// ownBalance reports whether the divisor at i is the contract's own token
// balance, straight, by a local, or by a function of the contract.
func ownBalance(u *unit, toks []token, i int) bool {
	direct := func(part []token) bool {
		return has(part, "balanceOf", "(", "address", "(", "this", ")", ")") && !has(part, "+", "1") && !has(part, "-")
	}
	end := operandEnd(toks, i+1)
	divisor := toks[i+1 : min(end, len(toks))]
	if len(divisor) == 0 {
		return false
	}
	if direct(divisor) {
		return true
	}
	if len(divisor) == 1 {
		for k := 0; k < i; k++ {
			if toks[k].text == divisor[0].text && toks[k].owner == divisor[0].owner && toks[k+1].text == "=" {
				if _, e := statement(toks, k); direct(toks[k:e]) || viaFunction(u, toks[k+2:max(k+2, e)], direct) {
					return true
				}
			}
		}
	}
	return viaFunction(u, divisor, direct)
}

func viaFunction(u *unit, part []token, direct func([]token) bool) bool {
	if len(part) != 3 || part[1].text != "(" || part[0].owner == nil {
		return false
	}
	g := u.resolve(part[0].owner, part[0].text, false)
	return g != nil && direct(g.toks)
}

// credits reports whether something is added to an entry of a mapping.
func credits(u *unit, toks []token) bool {
	for _, t := range u.touches(toks) {
		if t.write && t.end > t.at+1 && t.end+1 < len(toks) && toks[t.end].text == "+=" {
			return true
		}
	}
	return false
}

// boundResult reports whether a condition bounds name.
func boundResult(toks []token, name string) bool {
	for _, c := range clauses(toks) {
		if mentions(c, name) {
			return true
		}
	}
	return false
}

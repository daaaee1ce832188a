package static

// bypassed reports whether every test of the caller in f stands beside an
// alternative that has nothing to do with the caller, as in
// require(owner || late) or if (notOwner && early) revert, and where the last
// of them is.
func (u *unit) bypassed(f *function) (at token, found bool) {
	if u.unknownGuard(f) {
		return at, false
	}
	toks := u.flat(f)
	for i, t := range toks {
		if i+1 >= len(toks) || toks[i+1].text != "(" || toks[i+1].mate < 0 {
			continue
		}
		var parts [][]token
		end := toks[i+1].mate
		switch {
		case t.text == "require":
			parts = split(toks, i+2, i+2+len(split(toks, i+2, end, ",")[0]), "||")
		case t.text == "if" && leaves(toks, end+1):
			parts = split(toks, i+2, end, "&&")
		case t.text == "if" || t.text == "while" || t.text == "assert":
			parts = [][]token{toks[i+2 : end]}
		default:
			continue
		}
		caller, other := 0, 0
		for _, p := range parts {
			if has(p, "msg", ".", "sender") || has(p, "tx", ".", "origin") {
				caller++
			} else {
				other++
			}
		}
		if caller > 0 && other == 0 {
			return at, false
		}
		if caller > 0 {
			at, found = t, true
		}
	}
	return at, found
}

// leaves reports whether the statement or block at i does nothing but leave.
func leaves(toks []token, i int) bool {
	if i < len(toks) && toks[i].text == "{" {
		i++
	}
	return i < len(toks) && (toks[i].text == "revert" || toks[i].text == "return" || toks[i].text == "throw")
}

package static

import "assay/internal/solidity"

// randomness: a draw is made from values that the block gives to everybody.
var randomness = check{
	class: "weak_randomness", severity: "high",
	attack: "A contract computes the same value in the same block and plays only when it wins.",
	fix:    "Draw from a commitment revealed later, or from a verifiable source.",
	run:    runRandomness,
}

func runRandomness(u *unit) []hit {
	var out []hit
	for _, f := range u.funcs {
		toks := f.toks
		for i, t := range toks {
			hash := t.text == "keccak256" || t.text == "sha3" || t.text == "sha256" || t.text == "ripemd160"
			if t.kind != solidity.Ident || i+1 >= len(toks) || toks[i+1].text != "(" || toks[i+1].mate < 0 || !hash && t.text != "blockhash" {
				continue
			}
			inside := toks[i : toks[i+1].mate+1]
			from, to := statement(toks, i)
			known := t.text == "blockhash" && knownHash(inside) || hash && (blockValue(inside) || fromBlock(f, inside))
			if known && (draws(toks[i:to]) || draws(toks[from:i]) || drawsLater(toks, from, i, to)) {
				out = append(out, hit{fn: f, from: u.line(toks[from]), to: u.line(toks[max(from, to-1)]), text: "The outcome is computed from values of the block that every caller knows."})
			}
		}
		for i := range toks {
			if blockModulo(toks, i) {
				out = append(out, hit{fn: f, from: u.line(toks[i]), to: u.line(toks[i]), text: "The outcome is the remainder of a value of the block that every caller knows."})
			}
		}
	}
	return out
}

// blockValue reports whether toks hold a value that is known during the block.
func blockValue(toks []token) bool {
	for _, m := range []string{"timestamp", "number", "difficulty", "prevrandao", "coinbase", "gaslimit", "basefee"} {
		if has(toks, "block", ".", m) {
			return true
		}
	}
	return mentions(toks, "now") || knownHash(toks)
}

// knownHash reports whether toks take the hash of this or the last block. The
// hash of a block fixed earlier may have been unknown when it was fixed.
func knownHash(toks []token) bool {
	for i, t := range toks {
		if t.text == "blockhash" && i+1 < len(toks) && toks[i+1].text == "(" && has(toks[i+2:min(i+5, len(toks))], "block", ".", "number") {
			return true
		}
	}
	return false
}

// fromBlock reports whether toks use a local that was set from a value of the
// block.
func fromBlock(f *function, toks []token) bool {
	for _, t := range toks {
		if !f.locals[t.text] || f.params[t.text] != "" {
			continue
		}
		for i := range f.toks {
			if f.toks[i].text != t.text || i+1 >= len(f.toks) || f.toks[i+1].text != "=" {
				continue
			}
			if _, end := statement(f.toks, i); knownHash(f.toks[i:end]) || has(f.toks[i:end], "prevrandao") || has(f.toks[i:end], "difficulty") {
				return true
			}
		}
	}
	return false
}

// draws reports whether toks reduce a number to a choice.
func draws(toks []token) bool { return has(toks, "%") || has(toks, "&", "1") }

// drawsLater reports whether the variable set by the statement toks[from:to],
// which holds the hash at i, is reduced after it.
func drawsLater(toks []token, from, i, to int) bool {
	for k := from; k+1 < i; k++ {
		if toks[k].kind != solidity.Ident || toks[k+1].text != "=" {
			continue
		}
		name := toks[k].text
		for j := to; j+1 < len(toks); j++ {
			if toks[j].text != name {
				continue
			}
			if a, b := statement(toks, j); draws(toks[a:b]) {
				return true
			}
		}
	}
	return false
}

// blockModulo reports whether "block.timestamp % n" or the like stands at i,
// for a small n. With a unit, as in "% 1 days", it is a calendar and no draw.
func blockModulo(toks []token, i int) bool {
	if i+4 >= len(toks) || toks[i].text != "block" || toks[i+1].text != "." {
		return false
	}
	switch toks[i+2].text {
	case "timestamp", "number", "difficulty", "prevrandao":
	default:
		return false
	}
	j := i + 3
	for toks[j].text == ")" && j+2 < len(toks) {
		j++
	}
	if toks[j].text != "%" || toks[j+1].kind != solidity.Number || len(toks[j+1].text) > 3 {
		return false
	}
	return j+2 >= len(toks) || toks[j+2].kind != solidity.Ident && toks[j+2].text != "*"
}

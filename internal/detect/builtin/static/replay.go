package static

import (
	"slices"

	"assay/internal/solidity"
)

// replay: a signed message can be used again, here or elsewhere.
var replay = check{
	class: "signature_replay", severity: "high",
	attack: "The signed message is submitted a second time, or to another deployment, and counts again.",
	fix:    "Sign a nonce, the contract's address and the chain, and use each nonce up.",
	run:    runReplay,
}

// zeroSigner: a failed recovery gives the zero address, which an empty entry equals.
var zeroSigner = check{
	class: "signature", severity: "high",
	attack: "Garbage recovers to the zero address, and an account that was never set has that address.",
	fix:    "Reject the zero address.",
	run:    runZeroSigner,
}

// recovery returns where toks recover a signer, or -1.
func recovery(toks []token) int {
	for i, t := range toks {
		if i+1 < len(toks) && toks[i+1].text == "(" && (t.text == "ecrecover" || t.text == "recover" && i > 0 && toks[i-1].text == ".") {
			return i
		}
	}
	return -1
}

func runReplay(u *unit) []hit {
	var out []hit
	for _, f := range u.entries() {
		toks := u.flat(f)
		at := recovery(toks)
		if at < 0 || u.unknownGuard(f) || f.Mutability == "view" || f.Mutability == "pure" || f.Mutability == "constant" {
			continue
		}
		digest := hashed(toks)
		if len(digest) == 0 {
			continue // the digest itself comes from outside
		}
		touches := u.touches(toks)
		spent := false
		for _, t := range touches {
			spent = spent || t.write && singleUse(u, toks, digest, touches, t)
		}
		text := ""
		switch {
		case !touchesWrite(touches):
			continue
		case !spent:
			text = "Nothing marks the signed message as used."
		case !bound(u, digest):
			text = "The signed message names neither this contract nor the chain."
		default:
			continue
		}
		fn, line := toks[at].owner, u.line(toks[at])
		if fn == nil {
			continue
		}
		h := hit{fn: f, from: f.Line, to: f.EndLine, text: text}
		if fn == f {
			h.from, h.to = line, line
			for _, d := range digest {
				if d.owner == f {
					h.from, h.to = min(h.from, u.line(d)), max(h.to, u.line(d))
				}
			}
		}
		out = append(out, h)
	}
	return out
}

func touchesWrite(touches []touch) bool {
	return slices.ContainsFunc(touches, func(t touch) bool { return t.write })
}

// hashed returns what goes into the hashes of toks.
func hashed(toks []token) []token {
	var out []token
	for i, t := range toks {
		if (t.text == "keccak256" || t.text == "sha3" || t.text == "sha256") && i+1 < len(toks) && toks[i+1].mate > i {
			out = append(out, toks[i+2:toks[i+1].mate]...)
		}
	}
	return out
}

// singleUse reports whether the write w uses the message up: w changes what is
// hashed, or what a condition tests other than as a balance.
func singleUse(u *unit, toks, digest []token, touches []touch, w touch) bool {
	for _, d := range digest {
		if d.owner != nil && u.variable(d.owner, d.text) == w.v {
			return true
		}
	}
	for _, c := range clauses(toks) {
		for _, t := range c {
			if t.owner == nil || u.variable(t.owner, t.text) != w.v {
				continue
			}
			if !has(c, ">=") && !has(c, "<=") {
				return true
			}
		}
	}
	// A local read from it may be what is hashed or tested.
	for i, t := range toks {
		if t.owner != nil && t.owner.locals[t.text] && i+2 < len(toks) && toks[i+1].text == "=" {
			_, end := statement(toks, i)
			for _, r := range toks[i+2 : max(i+2, end)] {
				if r.owner != nil && u.variable(r.owner, r.text) == w.v && (mentions(digest, t.text) || testedEqual(toks, t.text)) {
					return true
				}
			}
		}
	}
	return false
}

// testedEqual reports whether a condition looks at name other than as an amount.
func testedEqual(toks []token, name string) bool {
	return slices.ContainsFunc(clauses(toks), func(c []token) bool {
		return mentions(c, name) && !has(c, ">=") && !has(c, "<=")
	})
}

// bound reports whether the digest names this contract or the chain, itself or
// through a variable or function that holds the domain.
func bound(u *unit, digest []token) bool {
	if has(digest, "this") || has(digest, "chainid") {
		return true
	}
	for _, d := range digest {
		if d.owner == nil || d.kind != solidity.Ident {
			continue
		}
		if v := u.variable(d.owner, d.text); v != nil && v.Type == "bytes32" {
			return true
		}
		if g := u.resolve(d.owner, d.text, false); g != nil {
			return true
		}
	}
	return false
}

func runZeroSigner(u *unit) []hit {
	var out []hit
	for _, f := range u.funcs {
		toks := f.toks
		i := find(toks, 0, "ecrecover", "(")
		if i < 0 || has(toks, "address", "(", "0", ")") || has(toks, "address", "(", "0x0", ")") || has(toks, "==", "0", ")") || has(toks, "!=", "0", ")") {
			continue
		}
		from, _ := statement(toks, i)
		signer := ""
		if i > from && toks[i-1].text == "=" && i >= 2 {
			signer = toks[i-2].text
		}
		for _, c := range clauses(toks) {
			if !has(c, "==") && !has(c, "!=") || !(has(c, "ecrecover") || signer != "" && mentions(c, signer)) {
				continue
			}
			if unset(u, f, c, signer) {
				out = append(out, hit{fn: f, from: u.line(toks[from]), to: u.line(c[len(c)-1]), text: "A failed recovery yields the zero address, and the account it is compared with may be zero."})
				break
			}
		}
	}
	return out
}

// unset reports whether the account that c compares the signer with can be
// zero: an element of a mapping, or a parameter.
func unset(u *unit, f *function, c []token, signer string) bool {
	for _, side := range split(c, 0, len(c), "==", "!=") {
		if len(side) == 0 || mentions(side, "ecrecover") || signer != "" && mentions(side, signer) {
			continue
		}
		if v := u.variable(f, side[0].text); v != nil && len(side) > 1 && side[1].text == "[" {
			return true
		}
		if _, param := f.params[side[0].text]; param && len(side) == 1 {
			return true
		}
	}
	return false
}

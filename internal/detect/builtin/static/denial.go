package static

import "assay/internal/solidity"

// denial: a payment that one receiver can refuse stops everybody else.
var denial = check{
	class: "denial_of_service", severity: "high",
	attack: "A receiver that refuses ether makes the whole function revert, for good.",
	fix:    "Record what is owed and let each receiver fetch it.",
	run:    runDenial,
}

func runDenial(u *unit) []hit {
	var out []hit
	for _, f := range u.entries() {
		toks := u.flat(f)
		touches := u.touches(toks)
		for i, t := range toks {
			c, ok := callAt(toks, i)
			if !ok || t.owner == nil || !mustSucceed(toks, c) {
				continue
			}
			target, at := argument(f, toks[c.receiver:c.member-1], t)
			h := hit{fn: at.owner, from: u.line(at), to: u.line(at)}
			switch {
			case has(target, "msg", ".", "sender"):
				continue
			case inLoop(toks, i) && has(target, "["), inLoop(toks, i) && indexedLocal(toks, target):
				h.text = "Receivers are paid in a loop, and one that refuses stops the payment of all."
			case replaces(u, toks, touches, target):
				h.text = "The former holder must accept ether before anyone can take its place."
			default:
				continue
			}
			out = append(out, h)
		}
	}
	return out
}

// mustSucceed reports whether a failure of the ether payment c reverts.
func mustSucceed(toks []token, c call) bool {
	from, to := statement(toks, c.member)
	switch member := toks[c.member].text; {
	case member == "transfer":
		return c.sends(toks)
	case member == "send" && c.sends(toks), member == "call" && c.value:
		for i := from; i < c.receiver; i++ {
			if toks[i].text == "require" || toks[i].text == "assert" {
				return true
			}
		}
		// (bool ok, ) = …; require(ok);   if (!ok) revert();
		name := ""
		for i := from; i < c.receiver; i++ {
			if toks[i].kind == solidity.Ident && name == "" && toks[i].text != "bool" {
				name = toks[i].text
			}
		}
		if name == "" || !has(toks[from:c.receiver], "=") {
			return false
		}
		rest := toks[min(to+1, len(toks)):]
		for i := range rest {
			if has(rest[i:min(i+3, len(rest))], "require", "(", name) && i+2 < len(rest) && rest[i].text == "require" {
				return true
			}
			if rest[i].text == "if" && i+6 < len(rest) && rest[i+2].text == "!" && rest[i+3].text == name {
				return rest[i+5].text == "revert" || rest[i+6].text == "revert"
			}
		}
	}
	return false
}

// inLoop reports whether i is in the body of a loop.
func inLoop(toks []token, i int) bool {
	for open := toks[i].open; open > 0; open = toks[open].open {
		if !toks[open].block || toks[open].text != "{" {
			continue
		}
		if head := toks[open-1]; head.text == ")" && head.mate > 0 {
			if w := toks[head.mate-1].text; w == "for" || w == "while" {
				return true
			}
		}
	}
	return false
}

// indexedLocal reports whether target is a local set from an element of a list.
func indexedLocal(toks, target []token) bool {
	for _, t := range target {
		if t.owner.locals[t.text] && assignedFrom(toks, t.text, "[") {
			return true
		}
	}
	return false
}

// argument follows a payee that is a parameter of an internal function to what
// f passes for it, and returns that and where f does so. A target of f's own
// stays as it is.
func argument(f *function, target []token, at token) ([]token, token) {
	for k, t := range target {
		g := t.owner
		if g == nil || g == f || g.params[t.text] == "" || k > 0 && target[k-1].text == "." {
			continue
		}
		position := -1
		for i, p := range g.Params {
			if p.Name == t.text {
				position = i
			}
		}
		for i := range f.toks {
			if f.toks[i].text != g.Name || i+1 >= len(f.toks) || f.toks[i+1].text != "(" || f.toks[i+1].mate < 0 {
				continue
			}
			if args := split(f.toks, i+2, f.toks[i+1].mate, ","); position >= 0 && position < len(args) {
				return args[position], f.toks[i]
			}
		}
	}
	return target, at
}

// newcomer reports whether w stores the caller or an argument: someone takes
// the place, it is not just cleared.
func newcomer(toks []token, w touch) bool {
	if w.end >= len(toks) || toks[w.end].text != "=" {
		return false
	}
	_, end := statement(toks, w.end)
	for _, t := range toks[w.end:end] {
		if t.text == "msg" || t.owner != nil && t.owner.params[t.text] != "" {
			return true
		}
	}
	return false
}

// replaces reports whether the payee is in a state variable that the same call
// overwrites, or in a local copied from one.
func replaces(u *unit, toks []token, touches []touch, target []token) bool {
	written := func(v *solidity.Variable, path string) bool {
		for _, t := range touches {
			if t.v == v && t.write && joined(toks[t.at:t.end]) == path && newcomer(toks, t) {
				return true
			}
		}
		return false
	}
	for k, t := range target {
		if t.owner == nil || t.kind != solidity.Ident || k > 0 && target[k-1].text == "." {
			continue
		}
		if v := u.variable(t.owner, t.text); v != nil && len(target) == 1 && written(v, t.text+" ") {
			return true
		}
		if !t.owner.locals[t.text] {
			continue
		}
		for i := range toks {
			if toks[i].text != t.text || toks[i].owner != t.owner || i+2 >= len(toks) || toks[i+1].text != "=" {
				continue
			}
			_, end := statement(toks, i)
			if v := u.variable(t.owner, toks[i+2].text); v != nil && written(v, joined(toks[i+2:max(i+2, end)])) {
				return true
			}
		}
	}
	return false
}

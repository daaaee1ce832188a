package static

import (
	"fmt"

	"assay/internal/solidity"
)

// delegatecall: code that the caller chooses runs on the contract's own storage.
var delegatecall = check{
	class: "delegatecall", severity: "critical",
	attack: "The caller names a contract that rewrites the owner or empties the balance.",
	fix:    "Delegate to a fixed address, or to a slot that only a role can write.",
	run:    func(u *unit) []hit { return chosenTarget(u, "delegatecall") },
}

// arbitraryCall: the caller chooses whom the contract calls, and with what.
var arbitraryCall = check{
	class: "arbitrary_call", severity: "critical",
	attack: "The caller lets the contract call a token that trusts it, and moves what others approved.",
	fix:    "Allow only known targets.",
	run:    func(u *unit) []hit { return chosenTarget(u, "call") },
}

func chosenTarget(u *unit, member string) []hit {
	var out []hit
	for _, f := range u.entries() {
		if u.senderChecked(f) {
			continue
		}
		toks := u.flat(f)
		tests := clauses(toks)
		for i, t := range toks {
			if t.text != member || t.owner == nil {
				continue
			}
			c, ok := callAt(toks, i)
			if !ok || member == "call" && !freeData(toks, c) {
				continue
			}
			for _, r := range toks[c.receiver : c.member-1] {
				_, param := r.owner.params[r.text]
				slot := u.variable(r.owner, r.text)
				open := param && r.owner.Callable() && !tested(tests, r.text)
				open = open || member == "delegatecall" && slot != nil && u.openSlot(slot)
				if open {
					out = append(out, hit{fn: t.owner, from: u.line(t), to: u.line(t),
						text: fmt.Sprintf("Line %d makes a %s to %s, which anyone can choose.", u.line(t), member, r.text)})
					break
				}
			}
		}
	}
	return out
}

// freeData reports whether the data of c is a bytes parameter as it came.
func freeData(toks []token, c call) bool {
	args := c.args(toks)
	return len(args) == 1 && len(args[0]) == 1 && args[0][0].owner.params[args[0][0].text] == "bytes"
}

// tested reports whether a condition mentions name beyond being set at all.
func tested(tests [][]token, name string) bool {
	for _, c := range tests {
		if mentions(c, name) && !has(c, "address", "(", "0", ")") && !has(c, "code", ".", "length") {
			return true
		}
	}
	return false
}

// openSlot reports whether anyone can write v.
func (u *unit) openSlot(v *solidity.Variable) bool {
	for _, f := range u.entries() {
		if u.senderChecked(f) || u.provesIdentity(f) {
			continue
		}
		toks := u.flat(f)
		touches := u.touches(toks)
		for _, t := range touches {
			if t.v == v && t.write && !onceOnly(toks, touches, t) {
				return true
			}
		}
	}
	return false
}

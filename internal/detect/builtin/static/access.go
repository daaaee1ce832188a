package static

import (
	"fmt"
	"strings"

	"assay/internal/solidity"
)

// access: anyone can write what others check the caller against, or do what a
// contract with such checks leaves open.
var access = check{
	class: "access_control", severity: "critical",
	attack: "Anyone calls the function and gives themselves the role, or uses what only the role should.",
	fix:    "Check msg.sender before the write.",
	run:    func(u *unit) []hit { return ofClass(runAccess(u), "") },
}

// runAccess finds unchecked writes of both kinds; those of a slot that nobody
// sets before are of class initialization.
func runAccess(u *unit) []hit {
	var out []hit
	privileged := u.privileged()
	for _, f := range u.entries() {
		checked := u.senderChecked(f)
		condition, bypassed := u.bypassed(f)
		if u.provesIdentity(f) || checked && !bypassed {
			continue
		}
		toks := u.flat(f)
		touches := u.touches(toks)
		for i, t := range toks {
			if !checked && (t.text == "selfdestruct" || t.text == "suicide") && i+1 < len(toks) && toks[i+1].text == "(" {
				out = append(out, hit{fn: f, from: u.line(t), to: u.line(t), text: "Anyone can destroy the contract: selfdestruct is reached without a check of the caller."})
			}
		}
		for _, w := range touches {
			if !w.write || !checked && onceOnly(toks, touches, w) {
				continue
			}
			at := site(f, toks, w.at)
			h := hit{fn: at.owner, from: u.line(at), to: u.line(at)}
			switch {
			case checked && privileged[w.v] && ownSlot(toks, w):
				h = hit{fn: condition.owner, from: u.line(condition), to: u.line(condition)}
				h.text = fmt.Sprintf("The test of the caller on line %d can be passed by another condition alone, and %s is written after it.", h.from, w.v.Name)
			case checked:
				continue
			case privileged[w.v] && ownSlot(toks, w):
				h.text = fmt.Sprintf("Line %d writes %s, which other functions compare with the caller, and nothing here checks the caller.", h.from, w.v.Name)
				if !u.setByConstructor(w.v) {
					h.class = "initialization"
				}
			case len(privileged) > 0 && setter(toks, w, f) && !u.crediting(f):
				h.text = fmt.Sprintf("Line %d lets anyone set %s, in a contract that reserves other settings for a role.", h.from, w.v.Name)
			case u.unbacked(toks, touches, w, f):
				h.text = fmt.Sprintf("Line %d credits any amount to any account: nothing is paid and the caller is not checked.", h.from)
			default:
				continue
			}
			out = append(out, h)
		}
	}
	return out
}

// privileged returns the variables that decide who the caller may be: compared
// with msg.sender, or a flag looked up by it.
func (u *unit) privileged() map[*solidity.Variable]bool {
	out := map[*solidity.Variable]bool{}
	for _, f := range u.funcs {
		for _, c := range clauses(f.toks) {
			if !has(c, "msg", ".", "sender") {
				continue
			}
			for _, t := range c {
				v := u.variable(f, t.text)
				if v == nil || v.Constant {
					continue
				}
				address := !strings.HasPrefix(v.Type, "mapping") && !strings.Contains(v.Type, "[")
				equal := has(c, v.Name, "==", "msg", ".", "sender") || has(c, v.Name, "!=", "msg", ".", "sender") ||
					has(c, "msg", ".", "sender", "==", v.Name) || has(c, "msg", ".", "sender", "!=", v.Name)
				flag := strings.HasSuffix(strings.ReplaceAll(v.Type, " ", ""), "=>bool)") && has(c, v.Name, "[", "msg", ".", "sender", "]")
				if address && equal || flag && !u.selfFlag(v) {
					out[v] = true
				}
			}
		}
	}
	return out
}

// senderIsRole reports whether f tests that the caller holds a role.
func (u *unit) senderIsRole(f *function) bool {
	for _, c := range clauses(u.flat(f)) {
		if !has(c, "msg", ".", "sender") {
			continue
		}
		for _, t := range c {
			if t.owner == nil {
				continue
			}
			if v := u.variable(t.owner, t.text); v != nil && (v.Type == "address" || strings.HasSuffix(v.Type, "bool)")) {
				return true
			}
		}
	}
	return false
}

// selfFlag reports whether callers set the flag for themselves, as in "has
// voted": then it is a record, not a role.
func (u *unit) selfFlag(v *solidity.Variable) bool {
	for _, f := range u.funcs {
		for _, t := range u.touches(f.toks) {
			if t.v == v && t.write && f.Kind != solidity.Constructor && has(f.toks[t.at:t.end], "[", "msg", ".", "sender", "]") {
				return true
			}
		}
	}
	return false
}

// ownSlot reports whether w writes the role itself. A flag set for the caller
// is that too; a member of a struct is not.
func ownSlot(toks []token, w touch) bool {
	return w.end == w.at+1 || strings.HasPrefix(w.v.Type, "mapping")
}

// setter reports whether w copies a parameter of the entry function f into a
// plain variable.
func setter(toks []token, w touch, f *function) bool {
	if toks[w.at].owner != f || w.end != w.at+1 || w.read || w.v.Constant || toks[w.end].text != "=" {
		return false
	}
	_, end := statement(toks, w.end)
	value := toks[w.end+1 : end]
	_, ok := f.params[value[0].text]
	return len(value) == 1 && ok
}

// crediting reports whether f takes value, calls out, or otherwise acts for its
// caller, so that what it writes may follow from that.
func (u *unit) crediting(f *function) bool {
	toks := u.flat(f)
	if f.Mutability == "payable" || has(toks, "msg", ".", "value") || has(toks, "msg", ".", "sender") {
		return true
	}
	for i := range toks {
		if c, ok := callAt(toks, i); ok && !pureMembers[toks[c.receiver].text] {
			return true
		}
	}
	return false
}

var pureMembers = set("abi block type")

// provesIdentity reports whether f tests a signature or a hash: a way to know
// the caller without msg.sender.
func (u *unit) provesIdentity(f *function) bool {
	for _, t := range u.flat(f) {
		switch t.text {
		case "ecrecover", "keccak256", "sha3", "sha256", "recover", "verify", "isValidSignature":
			return true
		}
	}
	return false
}

// onceOnly reports whether w is behind a test of a variable that f also
// writes: a one-shot guard, or a state that moves on.
func onceOnly(toks []token, touches []touch, w touch) bool {
	for _, c := range clauses(toks) {
		for _, t := range c {
			if t.owner == nil || t.start >= toks[w.at].start && t.owner == toks[w.at].owner {
				continue
			}
			v := t.owner.u.variable(t.owner, t.text)
			if v == nil {
				continue
			}
			for _, other := range touches {
				if other.v == v && other.write {
					return true
				}
			}
		}
	}
	return false
}

// setByConstructor reports whether v has a value once the contract exists.
func (u *unit) setByConstructor(v *solidity.Variable) bool {
	if strings.Contains(v.Decl.Text(u.Src), "=") && !strings.HasPrefix(v.Type, "mapping") {
		return true
	}
	for _, f := range u.funcs {
		if f.Kind != solidity.Constructor {
			continue
		}
		for _, t := range u.touches(u.flat(f)) {
			if t.v == v && t.write {
				return true
			}
		}
	}
	return false
}

// unbacked reports whether w adds a parameter to an entry chosen by a parameter
// while nothing is taken from anyone.
func (u *unit) unbacked(toks []token, touches []touch, w touch, f *function) bool {
	if toks[w.at].owner != f || toks[w.end].text != "+=" || toks[w.at+1].text != "[" || u.crediting(f) {
		return false
	}
	_, end := statement(toks, w.end)
	if end != w.end+2 || f.params[toks[w.end+1].text] == "" || f.params[toks[w.at+2].text] != "address" {
		return false
	}
	for _, t := range touches {
		if t.write && t.end < len(toks) && (toks[t.end].text == "-=" || toks[t.end].text == "--") {
			return false
		}
	}
	return true
}

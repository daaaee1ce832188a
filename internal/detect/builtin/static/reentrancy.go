package static

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/solidity"
)

// reentrancy: a call that hands over control stands between the read of a state
// variable and its write, and no lock is taken.
var reentrancy = check{
	class: "reentrancy", severity: "high",
	attack: "The called account calls back before the write and acts on the old value again.",
	fix:    "Write the state before the call, or take a lock around both.",
	run:    runReentrancy,
}

// hooks are members of token standards that call the receiver back.
var hooks = set("safeTransferFrom safeMint safeBatchTransferFrom safeTransfer")

func runReentrancy(u *unit) []hit {
	var out []hit
	for _, f := range u.entries() {
		if u.unknownGuard(f) {
			continue
		}
		toks := u.flat(f)
		touches := u.touches(toks)
		for i, t := range toks {
			c, ok := callAt(toks, i)
			if !ok || !handsOver(u, toks, c) {
				continue
			}
			if w, ok := lateWrite(toks, touches, c); ok && !u.locked(toks, touches, c, w.v) {
				from, to := site(f, toks, i), site(f, toks, w.at)
				h := hit{fn: from.owner, from: u.line(from), to: u.line(from)}
				if from.owner == to.owner {
					h.to = max(h.to, u.line(to))
				}
				h.text = fmt.Sprintf("The external call on line %d runs before %s, read earlier, is written on line %d.", u.line(t), w.v.Name, u.line(toks[w.at]))
				out = append(out, h)
				break
			}
		}
	}
	return out
}

// handsOver reports whether c may run code that the caller of the function
// chose, with enough gas to come back.
func handsOver(u *unit, toks []token, c call) bool {
	member := toks[c.member]
	if member.owner == nil || c.receiver < 0 {
		return false
	}
	target := toks[c.receiver : c.member-1]
	if c.lowLevel(toks) {
		return !has(target, "this")
	}
	args := c.args(toks)
	if hooks[member.text] {
		// ERC-721 and ERC-1155 call whom they pay; ERC-20 helpers of the same
		// name take the token first or no id.
		return len(args) >= 3 && !has(args[1], "address", "(", "this", ")") || member.text == "safeMint"
	}
	if u.passesOn(member.owner, target, member.text, 0) {
		return true
	}
	// An interface around the caller or around an argument: Cb(msg.sender).done().
	if len(target) < 4 || target[0].kind != solidity.Ident || target[1].text != "(" || target[1].mate != c.member-2 {
		return false
	}
	if k := u.contracts[target[0].text]; k == nil || viewOnly(u, k, member.text) {
		return false
	}
	if has(target, "msg", ".", "sender") {
		return true
	}
	for name := range member.owner.params {
		if mentions(target[2:], name) && member.owner.Callable() {
			return true
		}
	}
	return false
}

// passesOn reports whether the function that target.name calls, in a contract
// of this file, hands over control itself.
func (u *unit) passesOn(f *function, target []token, name string, depth int) bool {
	if depth > 2 || len(target) == 0 {
		return false
	}
	typ := ""
	switch root := target[0].text; {
	case len(target) > 1 && target[1].text == "(":
		typ = root // a conversion
	case len(target) == 1 && f.types[root] != "":
		typ = f.types[root]
	case len(target) == 1:
		if v := u.variable(f, root); v != nil {
			typ = v.Type
		}
	}
	for _, g := range u.implementations(typ, name) {
		toks := u.flat(g)
		for i, t := range toks {
			c, ok := callAt(toks, i)
			if !ok || t.owner == nil {
				continue
			}
			to := toks[c.receiver : c.member-1]
			if c.lowLevel(toks) && !has(to, "this") || u.registered(t.owner, to, t.text) || u.passesOn(t.owner, to, t.text, depth+1) {
				return true
			}
		}
	}
	return false
}

// implementations returns the bodies that a call of name on the type may run.
func (u *unit) implementations(typ, name string) []*function {
	var out []*function
	if u.contracts[typ] == nil {
		return nil
	}
	for _, g := range u.funcs {
		c := u.contracts[g.Contract]
		if g.Name == name && g.Callable() && c != nil && slices.Contains(c.chain, typ) {
			out = append(out, g)
		}
	}
	return out
}

// registered reports whether target is a contract that an account has entered
// in a mapping, directly or by a local, and the member has effects.
func (u *unit) registered(g *function, target []token, member string) bool {
	if len(target) == 0 {
		return false
	}
	root := target[0].text
	if v := u.variable(g, root); v != nil && len(target) > 1 && target[1].text == "[" {
		typ := v.Type[strings.LastIndex(v.Type, ">")+1:]
		k := u.contracts[strings.Trim(typ, " )")]
		return k != nil && !viewOnly(u, k, member)
	}
	k := u.contracts[g.types[root]]
	if len(target) != 1 || k == nil || viewOnly(u, k, member) {
		return false
	}
	for i := range g.toks {
		if g.toks[i].text == root && i+2 < len(g.toks) && g.toks[i+1].text == "=" {
			_, end := statement(g.toks, i)
			for _, t := range g.toks[i+2 : max(i+2, end)] {
				if v := u.variable(g, t.text); v != nil && strings.HasPrefix(v.Type, "mapping") {
					return true
				}
			}
		}
	}
	return false
}

// viewOnly reports whether the contract declares the function without effects.
func viewOnly(u *unit, c *contract, name string) bool {
	for _, f := range u.Functions {
		if f.Contract == c.Name && f.Name == name {
			return f.Mutability == "view" || f.Mutability == "pure" || f.Mutability == "constant"
		}
	}
	return false
}

// locked reports whether some flag is set before the call and set again after
// it, both to constants, which is what a lock does, and whether every other way
// to write v looks at that flag. Transient storage serves little else.
func (u *unit) locked(toks []token, touches []touch, c call, v *solidity.Variable) bool {
	if has(toks, "tstore") || has(toks, "tload") {
		return true
	}
	for _, before := range touches {
		if before.at > c.member || !before.write || !setsConstant(toks, before) {
			continue
		}
		for _, after := range touches {
			if after.at > c.close && after.write && after.v == before.v && setsConstant(toks, after) {
				return u.shared(before.v, v)
			}
		}
	}
	return false
}

// shared reports whether every function that writes v uses the flag.
func (u *unit) shared(flag, v *solidity.Variable) bool {
	for _, f := range u.entries() {
		writes, looks := false, u.unknownGuard(f)
		for _, t := range u.touches(u.flat(f)) {
			writes = writes || t.v == v && t.write
			looks = looks || t.v == flag
		}
		if writes && !looks && !u.senderIsRole(f) {
			return false
		}
	}
	return true
}

// setsConstant reports whether w assigns a literal, a constant or an enum
// member to a plain variable.
func setsConstant(toks []token, w touch) bool {
	if w.read || w.end+2 >= len(toks) || toks[w.end].text != "=" {
		return false
	}
	_, end := statement(toks, w.end)
	switch value := toks[w.end+1 : end]; len(value) {
	case 1:
		t := value[0]
		v := t.owner.u.variable(t.owner, t.text)
		return t.kind == solidity.Number || t.text == "true" || t.text == "false" || v != nil && v.Constant
	case 3:
		return value[1].text == "."
	}
	return false
}

// lateWrite returns the first write after c of a variable that was read and not
// yet written before c.
func lateWrite(toks []token, touches []touch, c call) (touch, bool) {
	read, written := map[*solidity.Variable]bool{}, map[*solidity.Variable]bool{}
	for _, t := range touches {
		switch {
		case t.at < c.receiver:
			read[t.v] = read[t.v] || t.read && !t.write
			written[t.v] = written[t.v] || t.write
		case t.at < c.close:
			read[t.v] = read[t.v] || t.read
		case t.write && read[t.v] && !written[t.v] && !lateCredit(toks, touches, c, t) && reaches(toks, c.member, t.at):
			return t, true
		}
	}
	return touch{}, false
}

// lateCredit reports whether w only adds to what it finds after the call: then
// nothing that happened meanwhile is undone, and nothing was left to take.
func lateCredit(toks []token, touches []touch, c call, w touch) bool {
	if op := toks[w.end].text; op == "+=" || op == "++" || w.at > 0 && toks[w.at-1].text == "++" {
		return true
	}
	from, end := statement(toks, w.at)
	if toks[w.end].text != "=" || has(toks[w.end:end], "-") || has(toks[w.end:end], ".", "sub", "(") {
		return false
	}
	fresh := false
	for _, t := range touches {
		fresh = fresh || t.v == w.v && t.read && t.at > c.close && t.at < end && t.at != w.at
	}
	for _, t := range toks[w.end:end] { // a local from before the call
		if t.owner == nil || !t.owner.locals[t.text] || t.owner.params[t.text] != "" {
			continue
		}
		for i := 0; i < c.member; i++ {
			if toks[i].text == t.text && toks[i].owner == t.owner && toks[i+1].text == "=" {
				return false
			}
		}
	}
	return fresh && from < end
}

// reaches reports whether control can run from i on to j: no block around i
// alone ends in return or revert, and j is not in the else of such a block.
func reaches(toks []token, i, j int) bool {
	for open := toks[i].open; open >= 0; open = toks[open].open {
		end := toks[open].mate
		if !toks[open].block || end < 0 {
			continue
		}
		if end >= j {
			break
		}
		from, _ := statement(toks, end-1)
		if end-2 >= 0 && toks[end-1].text == ";" {
			from, _ = statement(toks, end-2)
		}
		if w := toks[from].text; from > open && (w == "return" || w == "revert") && toks[from].owner == toks[i].owner && toks[j].owner == toks[i].owner {
			return false
		}
		if end+1 < len(toks) && toks[end+1].text == "else" {
			stop := end + 2
			if stop < len(toks) && toks[stop].text == "{" {
				stop = toks[stop].mate
			} else {
				_, stop = statement(toks, stop)
				if stop < len(toks) && toks[stop].text == "{" {
					stop = toks[stop].mate
				}
			}
			if j <= stop {
				return false
			}
		}
	}
	return true
}

package solidity

import (
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
)

var keyOther = operator{
	name: "key-other",
	doc:  "use the entry of an argument instead of that of the caller, or the reverse",
	find: func(t *text) (out []mutant) {
		for _, f := range t.fns {
			for n := range f.body.All() {
				if n.Kind != solidity.NodeIndex || n.First().Next() == nil || t.root(n) == "" {
					continue
				}
				key := n.Last()
				var others []string
				for _, v := range f.params {
					if v.typ == "address" && v.name != t.text(key) {
						others = append(others, v.name)
					}
				}
				switch {
				case t.text(key) == "msg.sender":
				case key.Kind == solidity.NodeIdent && f.param(t.text(key)) == "address":
					others = append(others, "msg.sender")
				default:
					continue
				}
				for _, other := range others {
					out = append(out, mutant{edits: []edit.Edit{replace(key, other)}, class: "access_control", act: "STATE_MOD",
						note: "the entry of somebody else",
						cause: sentence(t.where(f), "takes the entry of", code(other), "in", code(t.words(n)), "where that of",
							code(t.words(key)),
							"is meant"),
						fix: sentence(t.where(f), "takes the entry of", code(t.words(key)))})
				}
			}
		}
		return out
	},
}

// param returns the type of a function's parameter, "" for none.
func (f *function) param(name string) string {
	for _, v := range f.params {
		if v.name == name {
			return v.typ
		}
	}
	return ""
}

var payerOther = operator{
	name: "payer-other",
	doc:  "take a payment from an argument instead of from the caller",
	find: func(t *text) (out []mutant) {
		t.eachCall(func(f *function, n *solidity.Node, name string, args []*solidity.Node) {
			if name != "transferFrom" && name != "safeTransferFrom" || len(args) < 3 || t.text(args[0]) != "msg.sender" {
				return
			}
			for _, v := range f.params {
				if v.typ == "address" {
					out = append(out, mutant{edits: []edit.Edit{replace(args[0], v.name)}, class: "access_control", act: "FUND_XFER",
						note:  "whoever has approved pays",
						cause: sentence(t.where(f), "takes the payment from", code(v.name)+",", "whom the caller names"),
						fix:   sentence(t.where(f), "takes the payment from the caller")})
				}
			}
		})
		return out
	},
}

var payeeOther = operator{
	name: "payee-other",
	doc:  "pay the caller instead of the recipient",
	find: func(t *text) (out []mutant) {
		t.eachCall(func(f *function, n *solidity.Node, name string, args []*solidity.Node) {
			var to *solidity.Node
			switch {
			case (name == "transfer" || name == "safeTransfer") && len(args) == 2:
				to = args[0]
			case (name == "transfer" || name == "send") && len(args) == 1 && n.First().Kind == solidity.NodeMember:
				to = n.First().First()
			case name == "call" && n.First().Kind == solidity.NodeOptions:
				to = n.First().First().First()
			}
			if to == nil || t.text(to) == "msg.sender" || t.text(to) == "payable(msg.sender)" || !f.callable {
				return
			}
			who := "msg.sender"
			if len(args) == 1 && name != "call" && t.checked {
				who = "payable(msg.sender)"
			}
			out = append(out, mutant{edits: []edit.Edit{replace(to, who)}, class: "access_control", act: "FUND_XFER",
				note:  "whoever calls is paid",
				cause: sentence(t.where(f), "pays whoever calls it, and not", code(t.words(to))),
				fix:   sentence(t.where(f), "pays", code(t.words(to)))})
		})
		return out
	},
}

// eachCall calls do for each call of a member, with the member's name and the arguments.
func (t *text) eachCall(do func(f *function, n *solidity.Node, name string, args []*solidity.Node)) {
	for _, f := range t.fns {
		for n := range f.body.All() {
			if n.Kind != solidity.NodeCall {
				continue
			}
			callee := n.First()
			if callee.Kind == solidity.NodeOptions {
				callee = callee.First()
			}
			if callee == nil || callee.Kind != solidity.NodeMember {
				continue
			}
			var args []*solidity.Node
			for a := n.First().Next(); a != nil; a = a.Next() {
				args = append(args, a)
			}
			do(f, n, t.text(callee.Last()), args)
		}
	}
}

var donation = operator{
	name: "donation",
	doc:  "use the contract's actual balance instead of its accounting",
	find: func(t *text) (out []mutant) {
		tokens := map[string]bool{}
		t.eachCall(func(f *function, n *solidity.Node, name string, args []*solidity.Node) {
			if (name == "transferFrom" || name == "transfer") && len(args) >= 2 && n.First().Kind == solidity.NodeMember {
				if base := t.text(n.First().First()); t.state[base] != nil {
					tokens[base] = true
				}
			}
		})
		held := []string{"address(this).balance"}
		for _, name := range slices.Sorted(maps.Keys(tokens)) {
			held = append(held, name+".balanceOf(address(this))")
		}
		for _, f := range t.fns {
			for n := range f.body.All() {
				name := t.text(n)
				if n.Kind != solidity.NodeIdent || t.typeOf(name) != "uint256" && t.typeOf(name) != "uint" || !t.counted(name) ||
					t.written(n) {
					continue
				}
				for _, h := range held {
					class := bench.Class("accounting_error")
					switch {
					case has(f.name, "price", "rate", "quote"):
						class = "oracle_manipulation"
					case has(f.name, "share", "mint", "deposit", "convert") || strings.Contains(t.text(f.body), "shares"):
						class = "share_inflation"
					}
					out = append(out, mutant{edits: []edit.Edit{replace(n, h)}, class: class, act: "STORAGE_READ",
						note:  "anybody can raise it",
						cause: sentence(t.where(f), "reckons with", code(h)+",", "which anybody can raise by sending something"),
						fix:   sentence(t.where(f), "reckons with", code(name))})
				}
			}
		}
		return out
	},
}

// counted reports whether a state variable is added to and subtracted from.
func (t *text) counted(name string) bool {
	more, less := false, false
	t.eachSum(func(_ *function, n *solidity.Node, op string) {
		if t.text(n.First()) == name {
			more, less = more || op == "+=", less || op == "-="
		}
	})
	return more && less
}

// written reports whether an identifier is the target of an assignment.
func (t *text) written(n *solidity.Node) bool {
	p := n.Parent()
	return (p.Kind == solidity.NodeAssign || p.Kind == solidity.NodePostfix || p.Kind == solidity.NodeUnary) &&
		p.First() == n || p.Kind == solidity.NodeTuple && p.Parent().Kind == solidity.NodeAssign && p.Parent().First() == p
}

var returnIgnored = operator{
	name: "return-ignored",
	doc:  "make a call without checking whether it succeeded",
	find: func(t *text) (out []mutant) {
		for _, g := range t.guards() {
			c := inner(g.cond)
			if c.Kind == solidity.NodeUnary && t.file.Operator(c) == "!" {
				c = inner(c.First())
			}
			m := mutant{class: "unchecked_return", act: "EXT_CALL", note: "nobody asks whether it succeeded",
				cause: sentence(t.where(g.fn), "goes on when the call does not succeed"),
				fix:   sentence(t.where(g.fn), "reverts when the call does not succeed")}
			switch {
			case c.Kind == solidity.NodeCall && t.moves(c):
				m.edits = []edit.Edit{replace(g.stmt, t.text(c)+";")}
			case c.Kind == solidity.NodeIdent: // (bool ok, ) = to.call(…); require(ok);
				s := before(g.stmt)
				if s == nil || s.Kind != solidity.NodeVarStmt || s.First().Kind != solidity.NodeVarTuple ||
					!strings.Contains(t.text(s.First()), t.text(c)) || s.Last().Kind != solidity.NodeCall {
					continue
				}
				m.edits = []edit.Edit{replace(s, t.text(s.Last())+";"), t.cut(g.stmt)}
			default:
				continue
			}
			out = append(out, m)
		}
		return out
	},
}

// before returns the statement in front of another, or nil.
func before(n *solidity.Node) *solidity.Node {
	var last *solidity.Node
	for c := range n.Parent().Children() {
		if c == n {
			return last
		}
		last = c
	}
	return nil
}

var domainDrop = operator{
	name: "domain-drop",
	doc:  "leave a value out of the hash",
	find: func(t *text) (out []mutant) {
		t.eachCall(func(f *function, n *solidity.Node, name string, args []*solidity.Node) {
			if !strings.HasPrefix(t.text(n), "abi.encode") || name == "encodeCall" || len(args) < 2 ||
				!strings.Contains(t.text(f.body), "keccak256") {
				return
			}
			for i, a := range args {
				e := edit.Delete(a.Start, a.End)
				if i > 0 {
					e.Start = args[i-1].End
				} else {
					e.End = args[1].Start
				}
				class := bench.Class("signature")
				if has(t.text(a), "nonce", "chainid", "address(this)", "deadline", "id") {
					class = "signature_replay"
				}
				out = append(out, mutant{edits: []edit.Edit{e}, class: class, act: "SIGNATURE", note: "something is not bound",
					cause: sentence(t.where(f), "does not bind", code(t.words(a)), "into what is hashed"),
					fix:   sentence(t.where(f), "binds", code(t.words(a)), "too")})
			}
		})
		return out
	},
}

var packed = operator{
	name: "packed",
	doc:  "hash packed parts, without their lengths",
	find: func(t *text) (out []mutant) {
		t.eachCall(func(f *function, n *solidity.Node, name string, args []*solidity.Node) {
			if name != "encode" || t.text(n.First()) != "abi.encode" || len(args) < 2 {
				return
			}
			out = append(out, mutant{edits: []edit.Edit{replace(n.First(), "abi.encodePacked")}, class: "signature",
				act: "SIGNATURE", note: "different parts give one hash",
				cause: sentence(t.where(f), "packs the parts without their lengths, so that different ones give the same hash"),
				fix:   sentence(t.where(f), "encodes each part in full")})
		})
		return out
	},
}

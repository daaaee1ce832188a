package solidity

import (
	"assay/internal/edit"
	"assay/internal/solidity"
)

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
						cause: sentence(t.where(f), "takes the payment from", v.name+",", "whom the caller names"),
						fix:   sentence(t.where(f), "takes the payment from the caller")})
				}
			}
		})
		return out
	},
}

var payeeOther = operator{
	name: "payee-other",
	doc:  "pay the caller instead of who is owed",
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
			if to == nil || t.text(to) == "msg.sender" || t.text(to) == "payable(msg.sender)" || !f.open {
				return
			}
			who := "msg.sender"
			if len(args) == 1 && name != "call" && t.checked {
				who = "payable(msg.sender)"
			}
			out = append(out, mutant{edits: []edit.Edit{replace(to, who)}, class: "access_control", act: "FUND_XFER",
				note:  "whoever calls is paid",
				cause: sentence(t.where(f), "pays whoever calls it, and not", t.words(to)),
				fix:   sentence(t.where(f), "pays", t.words(to))})
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

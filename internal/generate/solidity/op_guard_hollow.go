package solidity

import (
	"assay/internal/edit"
	"assay/internal/solidity"
)

var guardHollow = operator{
	name: "guard-hollow",
	doc:  "ask only that a limit is set, or that there is a caller",
	find: func(t *text) (out []mutant) {
		for _, g := range t.guards() {
			c := inner(g.cond)
			if c.Kind != solidity.NodeBinary || t.calls(c) {
				continue
			}
			class, act := t.classify(g)
			m := mutant{class: class, act: act, note: "the check says nothing about what it is there for",
				fix: sentence(t.where(g.fn), "checks", t.demand(g), "and reverts otherwise")}
			a, b := c.First(), c.Last()
			switch op := t.file.Operator(c); {
			case t.caller(c) && (op == "==" || op == "!="):
				m.edits = t.anyCaller(c)
				m.cause = sentence(t.where(g.fn), "asks only that there is a caller, and not", t.demand(g))
			case (op == "<" || op == "<=" || op == ">" || op == ">=") && !t.constant(a) && !t.constant(b):
				limit, zero := b, " == 0"
				if op == ">" == g.pass || op == ">=" == g.pass {
					limit = a
				}
				if g.pass {
					zero = " > 0"
				}
				m.edits = []edit.Edit{replace(g.cond, t.text(limit)+zero)}
				m.cause = sentence(t.where(g.fn), "asks only that", t.words(limit), "is not zero, and not", t.demand(g))
			default:
				continue
			}
			out = append(out, m)
		}
		return out
	},
}

// anyCaller turns a comparison with the caller into one that every caller passes. The edits are in order.
func (t *text) anyCaller(c *solidity.Node) []edit.Edit {
	op := map[string]string{"==": "!=", "!=": "=="}[t.file.Operator(c)]
	if t.text(c.Last()) == "msg.sender" {
		return []edit.Edit{replace(c.First(), "address(0)"), t.operator(c, op)}
	}
	return []edit.Edit{t.operator(c, op), replace(c.Last(), "address(0)")}
}

// constant reports whether an expression contains no variable.
func (t *text) constant(n *solidity.Node) bool {
	for c := range n.All() {
		if c.Kind == solidity.NodeIdent || c.Kind == solidity.NodeMember {
			return false
		}
	}
	return true
}

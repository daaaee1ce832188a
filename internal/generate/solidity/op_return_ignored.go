package solidity

import (
	"strings"

	"assay/internal/edit"
	"assay/internal/solidity"
)

var returnIgnored = operator{
	name: "return-ignored",
	doc:  "make a call without asking whether it succeeded",
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

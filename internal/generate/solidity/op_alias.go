package solidity

import (
	"assay/internal/edit"
	"assay/internal/solidity"
)

var alias = operator{
	name: "alias",
	doc:  "read two entries before writing both, which may be one",
	find: func(t *text) (out []mutant) {
		for _, f := range t.fns {
			for _, s := range t.statements(f) {
				n := s.Next()
				if n == nil || s.Kind != solidity.NodeExprStmt || n.Kind != solidity.NodeExprStmt ||
					s.First().Kind != solidity.NodeAssign || n.First().Kind != solidity.NodeAssign {
					continue
				}
				a, b := s.First(), n.First()
				op, po := t.file.Operator(a), t.file.Operator(b)
				if op+po != "-=+=" && op+po != "+=-=" || t.root(a.First()) == "" || t.root(a.First()) != t.root(b.First()) ||
					a.First().Kind != solidity.NodeIndex || t.words(a.First()) == t.words(b.First()) {
					continue
				}
				in := t.indent(s)
				text := "uint256 first = " + t.text(a.First()) + ";\n" + in + "uint256 second = " + t.text(b.First()) + ";\n" + in +
					t.text(a.First()) + " = first " + op[:1] + " " + t.text(a.Last()) + ";\n" + in + t.text(b.First()) + " = second " +
					po[:1] + " " + t.text(b.Last()) + ";"
				out = append(out, mutant{edits: []edit.Edit{{Start: s.Start, End: n.End, New: text}}, class: "accounting_error",
					act: "STATE_MOD", note: "the two may be one entry",
					cause: sentence(t.where(f), "reads both entries before it writes them, so that one account with itself gains"),
					fix:   sentence(t.where(f), "changes one entry after the other")})
			}
		}
		return out
	},
}

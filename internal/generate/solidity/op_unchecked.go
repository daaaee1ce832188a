package solidity

import (
	"strings"

	"assay/internal/edit"
	"assay/internal/solidity"
)

var unchecked = operator{
	name: "unchecked",
	doc:  "let arithmetic wrap around",
	find: func(t *text) (out []mutant) {
		for _, f := range t.fns {
			if f.modifier {
				continue
			}
			for _, s := range t.statements(f) {
				m := mutant{class: "arithmetic", act: "ARITHMETIC", note: "may wrap around",
					cause: sentence("in", t.where(f)+",", "`"+strings.TrimSuffix(t.words(s), ";")+"`", "wraps around without a check"),
					fix:   sentence("the arithmetic in", t.where(f), "is checked")}
				switch {
				case t.checked && s.Kind == solidity.NodeExprStmt && s.First().Kind == solidity.NodeAssign &&
					s.Parent().Kind == solidity.NodeBlock && s.Parent().Parent().Kind != solidity.NodeUnchecked:
					op := t.file.Operator(s.First())
					if op != "-=" && op != "+=" && op != "*=" && !arithmetic(t, s.First().Last()) {
						continue
					}
					in := t.indent(s)
					m.edits = []edit.Edit{replace(s, "unchecked {\n"+in+"    "+t.text(s)+"\n"+in+"}")}
					m.at = []int{s.Start}
				case !t.checked:
					for c := range s.All() {
						if c.Kind != solidity.NodeCall || c.First().Kind != solidity.NodeMember || c.First().Next() == nil ||
							c.First().Next().Next() != nil {
							continue
						}
						op := map[string]string{"sub": " - ", "add": " + ", "mul": " * "}[t.text(c.First().Last())]
						if op == "" {
							continue
						}
						one := m
						one.edits = []edit.Edit{replace(c, t.text(c.First().First())+op+"("+t.text(c.Last())+")")}
						out = append(out, one)
					}
					continue
				default:
					continue
				}
				out = append(out, m)
			}
		}
		return out
	},
}

// arithmetic reports whether the outermost operation of an expression is a sum, difference or product.
func arithmetic(t *text, n *solidity.Node) bool {
	n = inner(n)
	return n.Kind == solidity.NodeBinary && strings.Contains("+-*", t.file.Operator(n))
}

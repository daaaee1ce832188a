package solidity

import (
	"assay/internal/edit"
	"assay/internal/solidity"
)

var guardEdge = operator{
	name: "guard-edge",
	doc:  "move the edge of a comparison by one",
	find: func(t *text) (out []mutant) {
		edges := map[string]string{"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
		for _, g := range t.guards() {
			for n := range g.cond.All() {
				if n.Kind != solidity.NodeBinary || edges[t.file.Operator(n)] == "" {
					continue
				}
				class, act := t.classify(g)
				if class == "input_validation" || class == "accounting_error" {
					class = "logic_error"
				}
				out = append(out, mutant{edits: []edit.Edit{t.operator(n, edges[t.file.Operator(n)])}, class: class, act: act,
					note:  "the edge is on the wrong side",
					cause: sentence(t.where(g.fn), "compares with the wrong edge in", "`"+t.words(g.cond)+"`"),
					fix:   sentence(t.where(g.fn), "compares by", "`"+t.file.Operator(n)+"`")})
			}
		}
		return out
	},
}

// operator replaces the operator of a binary expression or an assignment.
func (t *text) operator(n *solidity.Node, by string) edit.Edit {
	op := t.file.Operator(n)
	at := n.Last().Start - 1
	for at > n.First().End && t.src[at-len(op)+1:at+1] != op {
		at--
	}
	return edit.Edit{Start: at - len(op) + 1, End: at + 1, New: by}
}

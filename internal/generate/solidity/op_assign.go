package solidity

import (
	"assay/internal/edit"
	"assay/internal/solidity"
)

var overwrite = operator{
	name: "overwrite",
	doc:  "set an entry instead of adding to it",
	find: func(t *text) (out []mutant) {
		t.eachSum(func(f *function, n *solidity.Node, op string) {
			if op != "+=" {
				return
			}
			out = append(out, mutant{edits: []edit.Edit{t.operator(n, "=")}, class: "accounting_error", act: "STATE_MOD",
				note:  "what was there is lost",
				cause: sentence(t.where(f), "overwrites", "`"+t.words(n.First())+"`", "instead of adding to it"),
				fix:   sentence(t.where(f), "adds to", "`"+t.words(n.First())+"`")})
		})
		return out
	},
}

var signFlip = operator{
	name: "sign-flip",
	doc:  "add where it has to subtract, or the other way round",
	find: func(t *text) (out []mutant) {
		t.eachSum(func(f *function, n *solidity.Node, op string) {
			other := map[string]string{"+=": "-=", "-=": "+="}[op]
			out = append(out, mutant{edits: []edit.Edit{t.operator(n, other)}, class: "accounting_error", act: "ARITHMETIC",
				note:  "in the wrong direction",
				cause: sentence(t.where(f), "changes", "`"+t.words(n.First())+"`", "in the wrong direction"),
				fix:   sentence(t.where(f), "changes", "`"+t.words(n.First())+"`", "by", op)})
		})
		return out
	},
}

// eachSum calls do for each += and -= on storage.
func (t *text) eachSum(do func(f *function, n *solidity.Node, op string)) {
	for _, f := range t.fns {
		for n := range f.body.All() {
			if n.Kind != solidity.NodeAssign || t.root(n.First()) == "" {
				continue
			}
			if op := t.file.Operator(n); op == "+=" || op == "-=" {
				do(f, n, op)
			}
		}
	}
}

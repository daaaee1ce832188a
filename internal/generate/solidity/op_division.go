package solidity

import (
	"assay/internal/edit"
	"assay/internal/solidity"
)

var divisionFirst = operator{
	name: "division-first",
	doc:  "divide before multiplying",
	find: func(t *text) (out []mutant) {
		t.eachDivision(func(f *function, n, above, below *solidity.Node) {
			if above.Kind != solidity.NodeBinary || t.file.Operator(above) != "*" {
				return
			}
			out = append(out, mutant{edits: []edit.Edit{replace(n, "("+t.text(above.First())+" / "+t.text(below)+") * "+
				t.text(above.Last()))},
				class: "precision_loss", act: "ARITHMETIC", note: "divides first",
				cause: sentence(t.where(f), "divides before it multiplies, and loses the remainder"),
				fix:   sentence(t.where(f), "multiplies first")})
		})
		return out
	},
}

var roundDown = operator{
	name: "round-down",
	doc:  "round a division down that was rounded up",
	find: func(t *text) (out []mutant) {
		t.eachDivision(func(f *function, n, above, below *solidity.Node) { // (x + below - 1) / below
			if above.Kind != solidity.NodeBinary || t.file.Operator(above) != "-" || t.text(above.Last()) != "1" {
				return
			}
			sum := inner(above.First())
			if sum.Kind != solidity.NodeBinary || t.file.Operator(sum) != "+" ||
				t.words(inner(sum.Last())) != t.words(inner(below)) {
				return
			}
			out = append(out, mutant{edits: []edit.Edit{replace(n, "("+t.text(sum.First())+") / "+t.text(below))},
				class: "precision_loss", act: "ARITHMETIC", note: "rounds in favour of the caller",
				cause: sentence(t.where(f), "rounds down where it has to round up"),
				fix:   sentence(t.where(f), "rounds up")})
		})
		return out
	},
}

var roundUp = operator{
	name: "round-up",
	doc:  "round a division up that was rounded down",
	find: func(t *text) (out []mutant) {
		t.eachDivision(func(f *function, n, above, below *solidity.Node) {
			if above.Kind != solidity.NodeBinary || t.file.Operator(above) != "*" || t.constant(below) {
				return
			}
			out = append(out, mutant{edits: []edit.Edit{replace(n, "("+t.text(above)+" + "+t.text(below)+" - 1) / "+
				t.text(below))},
				class: "precision_loss", act: "ARITHMETIC", note: "rounds in favour of the caller",
				cause: sentence(t.where(f), "rounds up where it has to round down"),
				fix:   sentence(t.where(f), "rounds down")})
		})
		return out
	},
}

// eachDivision calls do for each division of all functions.
func (t *text) eachDivision(do func(f *function, n, above, below *solidity.Node)) {
	for _, f := range t.fns {
		for n := range f.body.All() {
			if n.Kind == solidity.NodeBinary && t.file.Operator(n) == "/" {
				do(f, n, inner(n.First()), inner(n.Last()))
			}
		}
	}
}

package solidity

import (
	"fmt"
	"strconv"
	"strings"

	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
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
					cause: sentence("in", t.where(f)+",", code(t.words(s)), "wraps around without a check"),
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

var castNarrow = operator{
	name: "cast-narrow",
	doc:  "truncate an amount to fewer bits",
	find: func(t *text) (out []mutant) {
		made := func(f *function, edits []edit.Edit, typ string) {
			out = append(out, mutant{edits: edits, class: "unsafe_cast", act: "COMPUTATION", note: "the high bits are lost",
				cause: sentence(t.where(f), "casts an amount to", typ, "without looking whether it fits"),
				fix:   sentence(t.where(f), "keeps all bits of the amount")})
		}
		for _, f := range t.fns {
			amounts := map[string]bool{}
			for _, v := range f.params {
				if v.typ == "uint256" || v.typ == "uint" {
					amounts[v.name] = true
				}
			}
			for n := range f.body.All() {
				switch n.Kind {
				case solidity.NodeCall:
					callee := t.text(n.First())
					bits, err := strconv.Atoi(strings.TrimPrefix(callee, "uint"))
					if !strings.HasPrefix(callee, "uint") || err != nil || bits < 64 || bits > 224 {
						continue
					}
					made(f, []edit.Edit{replace(n.First(), fmt.Sprintf("uint%d", bits/2))}, fmt.Sprintf("uint%d", bits/2))
				case solidity.NodeAssign: // kept[x] += amount
					if right := inner(n.Last()); right.Kind == solidity.NodeIdent && amounts[t.text(right)] &&
						t.root(n.First()) != "" {
						made(f, []edit.Edit{replace(right, "uint128("+t.text(right)+")")}, "uint128")
					}
				}
			}
		}
		return out
	},
}

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

var unit = operator{
	name: "unit",
	doc:  "use another unit",
	find: func(t *text) (out []mutant) {
		units := map[string]string{"weeks": "hours", "days": "minutes", "hours": "seconds", "minutes": "seconds",
			"ether": "gwei"}
		for n := range t.file.Root.All() {
			if n.Kind != solidity.NodeLiteral {
				continue
			}
			f := strings.Fields(t.text(n))
			if len(f) != 2 || units[f[1]] == "" || units[f[1]] == "gwei" && !t.checked {
				continue
			}
			other := units[f[1]]
			out = append(out, mutant{edits: []edit.Edit{replace(n, f[0]+" "+other)}, class: "logic_error", act: "COMPUTATION",
				note:  "the unit is wrong",
				cause: sentence("a duration or amount is given in", other+",", "where", f[1], "are meant"),
				fix:   sentence("it is", f[0], f[1])})
		}
		return out
	},
}

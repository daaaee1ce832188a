package mutate

import "strings"

var comparison = Operator{
	Name: "comparison",
	Doc:  "shifts or negates a comparison: < to <=, = to >= and to <>, IS NULL to IS NOT NULL, IN to NOT IN",
	find: func(u *unit) (out []change) {
		u.root.Walk(nil, func(n *node, path []*node) {
			k := u.at(n.Loc)
			if k < 0 || !n.Is("A_Expr", "NullTest", "BooleanTest") {
				return
			}
			swap := func(i int, text string) {
				from := u.left(k-1, "and", "or")
				out = append(out, changed(u.toks[i].Start, u.toks[i].End, text, "%s instead of %s in %s", text,
					u.toks[i].Text(u.code), u.quote(from, u.right(k+1, "and", "or"))))
			}
			switch {
			case n.Is("A_Expr") && (n.Str("kind") == "AEXPR_OP" || n.Str("kind") == "AEXPR_OP_ANY"):
				for _, other := range shifts[u.words[k]] {
					swap(k, other)
				}
			case n.Is("A_Expr") && n.Str("kind") == "AEXPR_IN" && u.words[k] == "in":
				swap(k, "NOT IN")
			case u.words[k] == "not" && u.word(k+1) == "in":
				out = append(out, changed(u.toks[k].Start, u.toks[k+1].Start, "", "IN instead of NOT IN"))
			case u.words[k] == "is" && u.word(k+1) == "not":
				out = append(out, changed(u.toks[k+1].Start, u.toks[k+2].Start, "", "IS %s instead of IS NOT",
					strings.ToUpper(u.word(k+2))))
			case u.words[k] == "is":
				out = append(out, changed(u.toks[k].End, u.toks[k].End, " NOT", "IS NOT %s instead of IS",
					strings.ToUpper(u.word(k+1))))
			}
		})
		return out
	},
}

var shifts = map[string][]string{"<": {"<=", ">="}, "<=": {"<", ">="}, ">": {">=", "<="}, ">=": {">", "<="},
	"=": {">=", "<>"}, "<>": {"="}, "!=": {"="}}

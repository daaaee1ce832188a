package mutate

var threeValued = Operator{
	Name: "null-three",
	Doc: "treats NULL as a value or a value as NULL: = to IS NOT DISTINCT FROM, IS DISTINCT FROM " +
		"to <>, IS NOT TRUE to = false",
	find: func(u *unit) (out []change) {
		u.root.Walk(nil, func(n *node, path []*node) {
			k := u.at(n.Loc)
			if k < 0 {
				return
			}
			swap := func(from, to int, text string) {
				out = append(out, changed(u.toks[from].Start, u.toks[to].End, text, "%s instead of %s", text, u.quote(from, to)))
			}
			switch {
			case n.Is("A_Expr") && n.Str("kind") == "AEXPR_OP" && u.words[k] == "=" && u.inClause(n.Loc) &&
				!n.Get("rexpr").Is("A_Const") && !n.Get("lexpr").Is("A_Const", "RowExpr"):
				swap(k, k, "IS NOT DISTINCT FROM")
			case n.Is("A_Expr") && n.Str("kind") == "AEXPR_DISTINCT" && u.words[k] == "is" && u.word(k+2) == "from":
				swap(k, k+2, "<>")
			case n.Is("A_Expr") && n.Str("kind") == "AEXPR_NOT_DISTINCT" && u.words[k] == "is" && u.word(k+3) == "from":
				swap(k, k+3, "=")
			case n.Is("BooleanTest") && u.words[k] == "is" && u.word(k+1) == "not" &&
				(u.word(k+2) == "true" || u.word(k+2) == "false"):
				swap(k, k+2, map[string]string{"true": "= false", "false": "= true"}[u.word(k+2)])
			}
		})
		return out
	},
}

package mutate

var dropExists = Operator{
	Name:    "drop-exists",
	Doc:     "leaves out an EXISTS or NOT EXISTS, or turns NOT EXISTS into EXISTS",
	Deletes: true,
	find: func(u *unit) (out []change) {
		for _, p := range u.predicates() {
			n := p.node
			not := n.Is("BoolExpr") && n.Str("boolop") == "NOT_EXPR"
			if not && len(n.List("args")) == 1 {
				n = n.List("args")[0]
			}
			if !n.Is("SubLink") || n.Str("subLinkType") != "EXISTS_SUBLINK" {
				continue
			}
			out = append(out, u.drop(p))
			if exists := u.at(n.Loc); not && exists > 0 && u.words[exists-1] == "not" {
				out = append(out, changed(u.toks[exists-1].Start, u.toks[exists].Start, "", "EXISTS where there was NOT EXISTS"))
			}
		}
		return out
	},
}

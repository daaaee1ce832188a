package mutate

var dropMask = Operator{
	Name:    "drop-mask",
	Doc:     "shows a column that a CASE shows under a condition only",
	Deletes: true,
	find: func(u *unit) (out []change) {
		u.root.Walk(nil, func(n *node, path []*node) {
			k := u.at(n.Loc)
			if !n.Is("CaseExpr") || k < 0 || u.match[k] < 0 {
				return
			}
			results := []*node{n.Get("defresult")}
			for _, w := range n.List("args") {
				results = append(results, w.Get("result"))
			}
			for _, r := range results {
				if r == nil || r.Is("A_Const") {
					continue
				}
				from := u.at(r.First())
				for from > k+1 && u.words[from-1] == "(" {
					from--
				}
				if from < 0 || u.words[from-1] != "then" && u.words[from-1] != "else" {
					continue
				}
				to := u.right(from)
				out = append(out, changed(u.toks[k].Start, u.toks[u.match[k]].End, u.text(from, to), "%s without its CASE",
					u.quote(from, to)))
			}
		})
		return out
	},
}

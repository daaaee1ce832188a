package mutate

var grouping = Operator{
	Name: "group",
	Doc:  "drops one column of GROUP BY, so that groups run together",
	find: func(u *unit) (out []change) {
		u.root.Walk(nil, func(n *node, path []*node) {
			list := n.List("groupClause")
			if len(list) < 2 {
				return
			}
			k := u.at(list[0].First())
			for k > 0 && !(u.words[k] == "by" && u.words[k-1] == "group") {
				k--
			}
			if k <= 0 {
				return
			}
			at := make([][2]int, len(list)) // the tokens of each
			for i, from := 0, k+1; i < len(list); i++ {
				to := u.right(from)
				if to < from {
					return
				}
				at[i] = [2]int{from, to}
				if i < len(list)-1 && u.word(to+1) != "," {
					return
				}
				from = to + 2
			}
			for i, a := range at {
				start, end := u.toks[a[0]].Start, 0
				if i < len(at)-1 {
					end = u.toks[at[i+1][0]].Start
				} else {
					start, end = u.toks[at[i-1][1]].End, u.toks[a[1]].End
				}
				out = append(out, changed(start, end, "", "groups without %s", u.quote(a[0], a[1])))
			}
		})
		return out
	},
}

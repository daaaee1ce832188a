package mutate

var partition = Operator{
	Name: "window-partition",
	Doc:  "drops the PARTITION BY of a window",
	find: func(u *unit) (out []change) {
		u.root.Walk(nil, func(n *node, path []*node) {
			list := n.List("partitionClause")
			if len(list) == 0 {
				return
			}
			k := u.at(list[0].First())
			for k > 0 && u.words[k] != "partition" {
				k--
			}
			to := k + 1
			for to+1 < len(u.toks) && u.words[to+1] != ")" && u.words[to+1] != "order" && u.words[to+1] != "rows" &&
				u.words[to+1] != "range" {
				if to++; u.match[to] > to {
					to = u.match[to]
				}
			}
			if k > 0 && to+1 < len(u.toks) {
				out = append(out, changed(u.toks[k].Start, u.toks[to+1].Start, "", "without %s", u.quote(k, to)))
			}
		})
		return out
	},
}

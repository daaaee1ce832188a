package mutate

var sortOrder = Operator{
	Name: "order",
	Doc:  "reverses the order of a result cut to its first rows: DESC to ascending, NULLS FIRST to LAST, and back",
	find: func(u *unit) (out []change) {
		u.root.Walk(nil, func(n *node, path []*node) {
			if !n.Is("SortBy") {
				return
			}
			from := u.at(n.Get("node").First())
			if from < 0 {
				return
			}
			to := u.right(from)
			for k := from; k <= to; k++ {
				switch u.words[k] {
				case "desc":
					out = append(out, changed(u.toks[k-1].End, u.toks[k].End, "", "ascending by %s", u.quote(from, k-1)))
				case "first", "last":
					if u.words[k-1] == "nulls" {
						other := map[string]string{"first": "LAST", "last": "FIRST"}[u.words[k]]
						out = append(out, changed(u.toks[k].Start, u.toks[k].End, other, "NULLS %s in the order by %s", other,
							u.quote(from, k-2)))
					}
				}
			}
			if n.Str("sortby_dir") == "SORTBY_DEFAULT" {
				end := to
				if u.word(end-1) == "nulls" {
					end -= 2
				}
				if end >= from {
					out = append(out, changed(u.toks[end].End, u.toks[end].End, " DESC", "descending by %s", u.quote(from, end)))
				}
			}
		})
		return out
	},
}

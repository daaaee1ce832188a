package mutate

import "slices"

var duplicates = Operator{
	Name: "distinct",
	Doc:  "counts or shows duplicates: DISTINCT off, UNION to UNION ALL, and back",
	find: func(u *unit) (out []change) {
		sets := 0 // UNIONs, by the tree
		u.root.Walk(nil, func(n *node, path []*node) {
			if n.Is("SelectStmt") && n.Str("op") == "SETOP_UNION" {
				sets++
			}
		})
		for k, w := range u.words {
			switch {
			case w == "distinct" && slices.Contains([]string{"(", "select"}, u.word(k-1)) && u.word(k+1) != "on":
				out = append(out, changed(u.toks[k].Start, u.toks[k+1].Start, "", "without DISTINCT before %s",
					u.quote(k+1, min(k+3, len(u.toks)-1))))
			case w == "union" && sets > 0 && u.word(k+1) == "all":
				out = append(out, changed(u.toks[k].End, u.toks[k+1].End, "", "UNION instead of UNION ALL"))
			case w == "union" && sets > 0:
				out = append(out, changed(u.toks[k].End, u.toks[k].End, " ALL", "UNION ALL instead of UNION"))
			}
		}
		return out
	},
}

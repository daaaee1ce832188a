package mutate

var joinKind = Operator{
	Name: "join-kind",
	Doc:  "turns LEFT JOIN into JOIN and JOIN into LEFT JOIN",
	find: func(u *unit) (out []change) {
		for _, c := range u.clauses {
			if !c.owner.Is("JoinExpr") {
				continue
			}
			// The right side begins after JOIN; brackets and LATERAL may be in between.
			k := u.at(c.owner.Get("rarg").First())
			for k >= 0 && u.words[k] != "join" {
				k--
			}
			if k < 1 {
				continue
			}
			word := k
			if u.words[word-1] == "outer" || u.words[word-1] == "inner" {
				word--
			}
			switch {
			case c.owner.Str("jointype") == "JOIN_LEFT" && u.words[word-1] == "left":
				out = append(out, changed(u.toks[word-1].Start, u.toks[k].Start, "", "JOIN instead of LEFT JOIN, to %s",
					u.quote(k+1, u.right(k+1))))
			case c.owner.Str("jointype") == "JOIN_INNER" && u.words[word-1] != "cross":
				out = append(out, changed(u.toks[word].Start, u.toks[k].Start, "LEFT ", "LEFT JOIN instead of JOIN, to %s",
					u.quote(k+1, u.right(k+1))))
			}
		}
		return out
	},
}

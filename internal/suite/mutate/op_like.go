package mutate

import "slices"

var likeEscape = Operator{
	Name: "like",
	Doc:  "leaves a search term as it came: without the function that escapes it, or as a pattern where it was literal",
	find: func(u *unit) (out []change) {
		u.root.Walk(nil, func(n *node, path []*node) {
			k := u.at(n.Loc)
			if !n.Is("FuncCall") || k < 0 || u.word(k+1) != "(" || u.match[k+1] < 0 {
				return
			}
			w, args := u.words[k], u.arguments(k+1)
			end := u.match[k+1]
			switch {
			case slices.Contains([]string{"replace", "regexp_replace"}, w) && len(args) >= 3:
				out = append(out, changed(u.toks[k].Start, u.toks[end].End, u.text(args[0][0], args[0][1]),
					"%s as it came, not escaped", u.quote(args[0][0], args[0][1])))
			case w == "strpos" && len(args) == 2 && u.word(end+1) == ">" && u.word(end+2) == "0":
				text := u.text(args[0][0], args[0][1]) + " LIKE '%' || " + u.text(args[1][0], args[1][1]) + " || '%'"
				out = append(out, changed(u.toks[k].Start, u.toks[end+2].End, text, "LIKE instead of strpos with %s",
					u.quote(args[1][0], args[1][1])))
			case w == "starts_with" && len(args) == 2:
				text := u.text(args[0][0], args[0][1]) + " LIKE " + u.text(args[1][0], args[1][1]) + " || '%'"
				out = append(out, changed(u.toks[k].Start, u.toks[end].End, text, "LIKE instead of starts_with with %s",
					u.quote(args[1][0], args[1][1])))
			case w == "position" && end > 0:
				in := slices.Index(u.words[k+2:end], "in") + k + 2
				if in > k+2 && u.word(end+1) == ">" && u.word(end+2) == "0" {
					text := u.text(in+1, end-1) + " LIKE '%' || " + u.text(k+2, in-1) + " || '%'"
					out = append(out, changed(u.toks[k].Start, u.toks[end+2].End, text, "LIKE instead of position with %s",
						u.quote(k+2, in-1)))
				}
			}
		})
		return out
	},
}

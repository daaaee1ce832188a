package mutate

import "strings"

var aggregate = Operator{
	Name: "aggregate",
	Doc: "takes another aggregate: sum for max, min for max, bool_or for bool_and, and back; count " +
		"of a column for count of rows",
	find: func(u *unit) (out []change) {
		u.root.Walk(nil, func(n *node, path []*node) {
			k := u.at(n.Loc)
			if !n.Is("FuncCall") || k < 0 || u.word(k+1) != "(" {
				return
			}
			for _, other := range aggregates[u.words[k]] {
				text := other
				if u.toks[k].Text(u.code) == strings.ToUpper(u.words[k]) {
					text = strings.ToUpper(other)
				}
				out = append(out, changed(u.toks[k].Start, u.toks[k].End, text, "%s instead of %s", text, u.quote(k, u.match[k+1])))
			}
		})
		return out
	},
}

var aggregates = map[string][]string{"sum": {"max"}, "max": {"sum", "min"}, "min": {"max"}, "avg": {"max"},
	"bool_and": {"bool_or"}, "every": {"bool_or"}, "bool_or": {"bool_and"}}

package mutate

import "strings"

var excludedTarget = Operator{
	Name: "excluded",
	Doc:  "in ON CONFLICT, replaces a column of EXCLUDED with that of the existing row, or the other way round",
	find: func(u *unit) (out []change) {
		u.root.Walk(nil, func(n *node, path []*node) {
			alias, name, ok := n.Column()
			if !ok || alias == "" {
				return
			}
			var target string
			conflict := false
			for _, p := range path {
				if r := p.Get("relation"); p.Is("InsertStmt") && r != nil {
					target = relations(r)[0].alias
				}
				conflict = conflict || p.Is("OnConflictClause")
			}
			k := u.at(n.Loc)
			if !conflict || target == "" || k < 0 {
				return
			}
			switch {
			case strings.EqualFold(alias, "excluded"):
				out = append(out, changed(u.toks[k].Start, u.toks[k].End, target, "%s.%s instead of EXCLUDED.%s", target, name,
					name))
			case alias == target:
				out = append(out, changed(u.toks[k].Start, u.toks[k].End, "EXCLUDED", "EXCLUDED.%s instead of %s.%s", name, target,
					name))
			}
		})
		return out
	},
}

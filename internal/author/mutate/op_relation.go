package mutate

import (
	"slices"
	"strings"
)

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

var wrongAlias = Operator{
	Name: "wrong-alias",
	Doc:  "takes a predicate's column from another relation in scope",
	find: func(u *unit) (out []change) {
		u.root.Walk(nil, func(n *node, path []*node) {
			alias, name, ok := n.Column()
			if !ok || alias == "" || !u.inClause(n.Loc) {
				return
			}
			seen := map[string]bool{alias: true}
			k := u.at(n.Loc)
			if k < 0 {
				return
			}
			for _, r := range scope(path) {
				if seen[r.alias] || !u.known.has(r, name) {
					continue
				}
				seen[r.alias] = true
				out = append(out, u.changed(k, k, r.alias, "%s.%s instead of %s.%s", r.alias, name, alias,
					name))
			}
		})
		return out
	},
}

// inClause reports whether an offset is in a condition.
func (u *unit) inClause(offset int) bool {
	return slices.ContainsFunc(u.clauses, func(c *clause) bool {
		return u.toks[c.from].Start <= offset && offset < u.toks[c.to].End
	})
}

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
				out = append(out, u.changed(k, k, target, "%s.%s instead of EXCLUDED.%s", target, name,
					name))
			case alias == target:
				out = append(out, u.changed(k, k, "EXCLUDED", "EXCLUDED.%s instead of %s.%s", name, target,
					name))
			}
		})
		return out
	},
}

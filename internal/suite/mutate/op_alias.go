package mutate

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
				out = append(out, changed(u.toks[k].Start, u.toks[k].End, r.alias, "%s.%s instead of %s.%s", r.alias, name, alias,
					name))
			}
		})
		return out
	},
}

// inClause reports whether an offset is in a condition.
func (u *unit) inClause(offset int) bool {
	for _, c := range u.clauses {
		if u.toks[c.from].Start <= offset && offset < u.toks[c.to].End {
			return true
		}
	}
	return false
}

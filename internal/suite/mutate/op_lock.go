package mutate

import "slices"

var rowLock = Operator{
	Name:    "row-lock",
	Doc:     "drops FOR UPDATE and its like, weakens it to KEY SHARE, or drops SKIP LOCKED or NOWAIT",
	Deletes: true,
	find: func(u *unit) (out []change) {
		locks := 0 // number in the tree, which has no positions of them
		u.root.Walk(nil, func(n *node, path []*node) { locks += len(n.List("lockingClause")) })
		for k := 0; k < len(u.words) && locks > 0; k++ {
			if u.words[k] != "for" || !slices.Contains([]string{"update", "share", "no", "key"}, u.word(k+1)) {
				continue
			}
			locks--
			to := k + 1
			for to+1 < len(u.words) && (u.words[to+1] == "," || !u.ending(to+1)) {
				to++
			}
			out = append(out, changed(u.blank(k), u.toks[to].End, "", "without %s", u.quote(k, to)))
			if u.words[k+1] == "update" {
				out = append(out, changed(u.toks[k+1].Start, u.toks[k+1].End, "KEY SHARE", "FOR KEY SHARE instead of FOR UPDATE"))
			}
			if u.words[to] == "locked" {
				out = append(out, changed(u.blank(to-1), u.toks[to].End, "", "without SKIP LOCKED"))
			}
			if u.words[to] == "nowait" {
				out = append(out, changed(u.blank(to), u.toks[to].End, "", "without NOWAIT"))
			}
		}
		return out
	},
}

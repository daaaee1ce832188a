package mutate

import "assay/internal/sqltext"

var limitCap = Operator{
	Name:    "limit",
	Doc:     "drops or widens a LIMIT or the cap of a LEAST",
	Deletes: true,
	find: func(u *unit) (out []change) {
		u.root.Walk(nil, func(n *node, path []*node) {
			if count := n.Get("limitCount"); count != nil {
				out = append(out, u.limits(count)...)
			}
			if !n.Is("MinMaxExpr") || n.Str("op") != "IS_LEAST" || len(n.List("args")) < 2 {
				return
			}
			k := u.at(n.Loc)
			if k < 0 || u.word(k+1) != "(" {
				return
			}
			args := u.arguments(k + 1)
			for i, a := range args {
				if t := u.toks[a[0]]; a[0] == a[1] && t.Kind == sqltext.Number {
					out = append(out, changed(t.End, t.End, "0", "a cap ten times as wide in %s", u.quote(k, u.match[k+1])))
				}
				if len(args) == len(n.List("args")) && !n.List("args")[i].Is("A_Const") {
					out = append(out, changed(u.toks[k].Start, u.toks[u.match[k+1]].End, u.text(a[0], a[1]), "without the cap in %s",
						u.quote(k, u.match[k+1])))
				}
			}
		})
		return out
	},
}

func (u *unit) limits(count *node) []change {
	from := u.at(count.First())
	if from < 0 {
		return nil
	}
	k := from
	for k > 0 && u.words[k] != "limit" {
		k--
	}
	to := u.right(k + 1)
	if u.words[k] != "limit" || to < from {
		return nil
	}
	out := []change{changed(u.blank(k), u.toks[to].End, "", "without %s", u.quote(k, to))}
	if t := u.toks[from]; from == to && t.Kind == sqltext.Number {
		out = append(out, changed(t.End, t.End, "00", "a LIMIT a hundred times as wide as %s", t.Text(u.code)))
	}
	return out
}

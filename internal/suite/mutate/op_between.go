package mutate

import "strings"

var between = Operator{
	Name: "between",
	Doc:  "leaves one bound of BETWEEN out of the interval, or the bound itself",
	find: func(u *unit) (out []change) {
		u.root.Walk(nil, func(n *node, path []*node) {
			k := u.at(n.Loc)
			args := n.Get("rexpr").List("items")
			if !n.Is("A_Expr") || n.Str("kind") != "AEXPR_BETWEEN" || k < 0 || u.words[k] != "between" || len(args) != 2 {
				return
			}
			and := k + 1
			for and < len(u.words) && !(u.words[and] == "and" && u.between[and]) {
				if u.match[and] > and {
					and = u.match[and]
				}
				and++
			}
			from, to := u.left(k-1, "and", "or", "not"), u.right(and+1, "and", "or")
			if and >= len(u.words) || to <= and || from >= k || u.match[k+1] >= and && u.words[k+1] != "(" {
				return
			}
			value, low, high := u.text(from, k-1), u.text(k+1, and-1), u.text(and+1, to)
			for _, form := range []string{">= " + low + " AND " + value + " < " + high, "> " + low + " AND " + value + " <= " +
				high, ">= " + low, "<= " + high} {
				if strings.Contains(form, " AND ") && u.negated(from) {
					continue // NOT binds more tightly than the AND that would replace it
				}
				out = append(out, changed(u.toks[k].Start, u.toks[to].End, form, "%s where there was %s", form, u.quote(k, to)))
			}
		})
		return out
	},
}

// negated reports whether NOT is before a token.
func (u *unit) negated(i int) bool { return u.word(i-1) == "not" }

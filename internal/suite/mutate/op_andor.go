package mutate

import "strings"

var andOr = Operator{
	Name: "and-or",
	Doc:  "swaps AND and OR, or removes the brackets around an OR",
	find: func(u *unit) (out []change) {
		for _, c := range u.chains {
			for _, k := range c.seps {
				other := map[string]string{"and": "or", "or": "and"}[c.op]
				if t := u.toks[k].Text(u.code); t == strings.ToUpper(t) {
					other = strings.ToUpper(other)
				}
				out = append(out, changed(u.toks[k].Start, u.toks[k].End, other, "%s where there was %s, before %s",
					strings.ToUpper(other), strings.ToUpper(c.op), u.quote(k+1, u.right(k+1, "and", "or"))))
			}
			from, to := c.operands[0].from, c.operands[len(c.operands)-1].to
			if c.op != "or" || u.word(from-1) != "(" || u.match[from-1] != to+1 {
				continue
			}
			// Only between ANDs do the brackets have an effect.
			if u.word(from-2) != "and" && u.word(to+2) != "and" {
				continue
			}
			out = append(out, changed(u.toks[from-1].Start, u.toks[to+1].End, u.text(from, to), "without the brackets around %s",
				u.quote(from, to)))
		}
		return out
	},
}

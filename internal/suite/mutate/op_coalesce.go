package mutate

import "strings"

var coalesceDefault = Operator{
	Name: "coalesce-default",
	Doc:  "flips the default of a COALESCE, or the order of its two arguments",
	find: func(u *unit) (out []change) {
		u.root.Walk(nil, func(n *node, path []*node) {
			k := u.at(n.Loc)
			if !n.Is("CoalesceExpr") || k < 0 || u.word(k+1) != "(" {
				return
			}
			args, nodes := u.arguments(k+1), n.List("args")
			if len(args) != len(nodes) || len(args) < 2 {
				return
			}
			first, last := args[0], args[len(args)-1]
			whole := u.quote(k, u.match[k+1])
			if text := u.text(last[0], last[1]); nodes[len(nodes)-1].Is("A_Const") {
				flipped := map[string]string{"true": "false", "false": "true", "0": "1"}[strings.ToLower(text)]
				if flipped == "" && nodes[len(nodes)-1].Get("ival") != nil {
					flipped = "0"
				}
				if flipped != "" {
					out = append(out, changed(u.toks[last[0]].Start, u.toks[last[1]].End, flipped, "%s as the default in %s", flipped,
						whole))
				}
			}
			if len(args) == 2 {
				text := u.text(last[0], last[1]) + u.code[u.toks[first[1]].End:u.toks[last[0]].Start] + u.text(first[0], first[1])
				out = append(out, changed(u.toks[first[0]].Start, u.toks[last[1]].End, text,
					"the arguments of %s in the other order", whole))
			}
		})
		return out
	},
}

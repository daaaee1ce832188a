package mutate

var policyKind = Operator{
	Name: "policy-kind",
	Doc:  "turns a RESTRICTIVE policy into a PERMISSIVE one",
	find: func(u *unit) (out []change) {
		policies := 0 // number of restrictive ones in the tree, which has no positions of them
		u.root.Walk(nil, func(n *node, path []*node) {
			if n.Is("CreatePolicyStmt") && !n.True("permissive") {
				policies++
			}
		})
		for k := 1; k < len(u.words) && policies > 0; k++ {
			if u.words[k] == "restrictive" && u.words[k-1] == "as" {
				policies--
				out = append(out, changed(u.toks[k].Start, u.toks[k].End, "PERMISSIVE",
					"a PERMISSIVE policy instead of a RESTRICTIVE one"))
			}
		}
		return out
	},
}

package mutate

var ownerRights = Operator{
	Name: "rls-owner",
	Doc: "gives a view or a function the rights of its owner, past the policies: security_invoker " +
		"off, SECURITY INVOKER to DEFINER",
	find: func(u *unit) (out []change) {
		for k, w := range u.words {
			switch {
			case w == "security_invoker" && u.word(k+1) == "=" && (u.word(k+2) == "true" || u.word(k+2) == "on"):
				out = append(out, changed(u.toks[k+2].Start, u.toks[k+2].End, "false", "a view with the rights of its owner"))
			case w == "security_invoker" && u.word(k+1) != "=":
				out = append(out, changed(u.toks[k].End, u.toks[k].End, " = false", "a view with the rights of its owner"))
			case w == "security" && u.word(k+1) == "invoker":
				out = append(out, changed(u.toks[k+1].Start, u.toks[k+1].End, "DEFINER", "a function with the rights of its owner"))
			}
		}
		return out
	},
}

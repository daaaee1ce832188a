package mutate

var dropPredicate = Operator{
	Name:    "drop-predicate",
	Doc:     "leaves out one AND-ed predicate, or a condition of one part",
	Deletes: true,
	find: func(u *unit) (out []change) {
		for _, p := range u.predicates() {
			out = append(out, u.drop(p))
		}
		return out
	},
}

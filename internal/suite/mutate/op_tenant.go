package mutate

import "slices"

var tenantJoin = Operator{
	Name:    "drop-tenant-join",
	Doc:     "leaves out the equality of tenants between two relations",
	Deletes: true,
	find: func(u *unit) (out []change) {
		for _, p := range u.predicates() {
			if !p.node.Is("A_Expr") || p.node.Str("kind") != "AEXPR_OP" || !p.node.Named("=") {
				continue
			}
			l, r := p.node.Get("lexpr"), p.node.Get("rexpr")
			a, x, ok := l.Column()
			b, y, both := r.Column()
			if ok && both && a != b && (u.known.tenant(x) || u.known.tenant(y)) {
				out = append(out, u.drop(p))
			}
			if l.Is("RowExpr") && r.Is("RowExpr") {
				out = append(out, u.dropFromRows(p, l, r)...)
			}
		}
		return out
	},
}

// dropFromRows removes the tenant from (a.tenant, a.id) = (b.tenant, b.id).
func (u *unit) dropFromRows(p predicate, l, r *node) []change {
	left, right := u.at(l.Loc), u.at(r.Loc)
	if left < 0 || right < 0 {
		return nil
	}
	a, b := u.arguments(left), u.arguments(right)
	i := slices.IndexFunc(l.List("args"), func(n *node) bool {
		_, name, ok := n.Column()
		return ok &&
			u.known.tenant(name)
	})
	if i < 0 || len(a) != len(b) || len(a) < 2 {
		return nil
	}
	// From the first row's element to the second row's; everything between them is kept.
	cut := func(list [][2]int) (from, to int) {
		if i == 0 {
			return u.toks[list[0][0]].Start, u.toks[list[1][0]].Start
		}
		return u.toks[list[i-1][1]].End, u.toks[list[i][1]].End
	}
	af, at := cut(a)
	bf, bt := cut(b)
	return []change{changed(af, bt, u.code[at:bf], "without the tenant in %s", u.quote(p.from, p.to))}
}

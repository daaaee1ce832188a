package sqlcheck

import (
	"cmp"
	"slices"
	"strings"

	"assay/internal/sqltext"
)

// ref is a column of a table, or of a part that computes it. late means that a window function has aggregated
// rows of all tenants before a reader can restrict the column.
type ref struct {
	*source
	name string
	late bool
}

// column returns the columns that n names, resolved through the rows of a part. A UNION gives several. A name
// that is not a column of a source, such as a variable's, gives none. from is the source that n itself names.
func (s *scope) column(n *node) (refs []ref, from *source) {
	for n.Is("TypeCast") {
		n = n.Get("arg")
	}
	name, ok, _ := last(n)
	alias := qualifier(n)
	for ; ok && s != nil; s = s.outer {
		for _, f := range s.sources {
			if alias == f.alias || alias == "" && f.has(name) {
				return f.behind(name), f
			}
		}
	}
	return nil, nil
}

// has reports whether f is known to have a column of the name.
func (f *source) has(name string) bool {
	if f.table != nil {
		return slices.ContainsFunc(f.table.Columns, func(c sqltext.Column) bool { return c.Name == name })
	}
	return len(f.origins(name)) > 0
}

// behind returns the origins of the values of a column: f itself where nothing else is known.
func (f *source) behind(name string) []ref {
	if out := f.origins(name); len(out) > 0 {
		return out
	}
	return []ref{{f, name, false}}
}

// origins returns the columns of tables that a part exports under the name.
func (f *source) origins(name string) []ref {
	if out, ok := f.known[name]; ok || f.table != nil {
		return out
	}
	f.known[name] = nil // stops the recursion of a part that reads itself
	var out []ref
	for _, x := range f.exports {
		var refs []ref
		switch column, _, all := last(x.value); {
		case all:
			for _, g := range x.scope.sources {
				if alias := qualifier(x.value); (alias == "" || alias == g.alias) && g.has(name) {
					refs = append(refs, g.behind(name)...)
				}
			}
		case cmp.Or(x.as, column) == name:
			refs, _ = x.scope.column(x.value)
		}
		for _, r := range refs {
			r.late = r.late || x.scope.mixes()
			if !slices.Contains(out, r) {
				out = append(out, r)
			}
		}
	}
	f.known[name] = out
	return out
}

// mixes reports whether a window function of the statement combines rows of several tenants.
func (s *scope) mixes() bool {
	if s.checked {
		return s.mixed
	}
	s.checked = true
	for _, t := range append(s.stmt.List("targetList"), s.stmt.List("windowClause")...) {
		t.Walk(nil, func(n *node, _ []*node) {
			if !n.Is("over", "WindowDef") || n.Is("over") && n.Str("name")+n.Str("refname") != "" {
				return
			}
			s.mixed = s.mixed || !slices.ContainsFunc(n.List("partitionClause"), func(by *node) bool {
				refs, _ := s.column(by)
				return slices.ContainsFunc(refs, func(r ref) bool { return r.name == r.tenant() })
			})
		})
	}
	return s.mixed
}

// condition records the facts that hold for every row for which n is true.
func (q *query) condition(s *scope, n *node) {
	for _, c := range conjuncts(n) {
		l, r := c.Get("lexpr"), c.Get("rexpr")
		switch kind := c.Str("kind"); {
		case c.Is("NullTest") && c.Str("nulltesttype") == "IS_NULL": // rows that belong to no tenant
			s.settle(c.Get("arg"))
		case c.Is("SubLink"): // x IN (SELECT …)
			if q.scopes[c.Get("subselect")] == nil { // member reads the other case
				s.settle(c.Get("testexpr"))
			}
		case !c.Is("A_Expr") || !c.Named("="):
		case kind == "AEXPR_IN" || kind == "AEXPR_OP_ANY":
			s.settle(l)
		case kind == "AEXPR_OP" || kind == "AEXPR_NOT_DISTINCT":
			ls, rs := row(l), row(r)
			if len(ls) != len(rs) { // (a, b) = (SELECT …)
				s.settle(l)
				continue
			}
			for i := range ls {
				equal(s, ls[i], s, rs[i])
			}
		}
	}
}

// row returns the elements of a row expression, or n itself.
func row(n *node) []*node {
	if n.Is("RowExpr") {
		return n.List("args")
	}
	return []*node{n}
}

// member treats x IN (SELECT y …) as EXISTS (SELECT … WHERE y = x).
func (q *query) member(s *scope, n *node) {
	sub, ls := n.Get("subselect"), row(n.Get("testexpr"))
	inner, ys := q.scopes[sub], sub.List("targetList")
	if inner == nil || len(ys) != len(ls) {
		return
	}
	for i := range ls {
		equal(s, ls[i], inner, ys[i].Get("val"))
	}
}

// settle records that conditions fix the columns of n.
func (s *scope) settle(n *node) {
	for _, l := range row(n) {
		refs, _ := s.column(l)
		for _, f := range refs {
			f.equated[f.name] = true
			if f.name == f.tenant() && !f.late {
				f.root().tied = true
			}
		}
	}
}

// equal records l = r; each side may be a column of its scope.
func equal(ls *scope, l *node, rs *scope, r *node) {
	given(ls, l, rs, r)
	given(rs, r, ls, l)
}

// given records what l = r implies for l.
func given(ls *scope, l *node, rs *scope, r *node) {
	refs, _ := ls.column(l)
	others, _ := rs.column(r)
	for _, f := range refs {
		f.equated[f.name] = true
		if f.name != f.tenant() || f.late {
			continue
		}
		tied := true
		for _, g := range others {
			if g.name == g.tenant() && !g.late {
				f.join(g.source)
			}
			tied = tied && (g.table == nil || g.late) // some other column says nothing about the tenant
		}
		if tied && r != nil {
			r.Walk(nil, func(n *node, _ []*node) { // COALESCE(:org_id, t.org_id)
				within, _ := rs.column(n)
				tied = tied && !slices.Contains(within, f)
			})
		}
		f.root().tied = f.root().tied || tied
	}
}

// conjuncts returns the conditions that hold whenever n holds. For a disjunction, these are the conditions that
// all of its parts imply, usually none.
func conjuncts(n *node) []*node {
	var out []*node
	switch {
	case n == nil || n.Is("BoolExpr") && n.Str("boolop") == "NOT_EXPR":
	case n.Is("BoolExpr") && n.Str("boolop") == "AND_EXPR":
		for _, a := range n.List("args") {
			out = append(out, conjuncts(a)...)
		}
	case n.Is("BoolExpr"):
		for i, a := range n.List("args") {
			part := conjuncts(a)
			if i == 0 {
				out = part
				continue
			}
			also := map[string]bool{}
			for _, d := range part {
				also[key(d)] = true
			}
			out = slices.DeleteFunc(out, func(c *node) bool { return !also[key(c)] })
		}
	default:
		out = append(out, n)
	}
	return out
}

// key encodes an expression so that equal ones have equal keys; the order of the sides of an equation does not
// matter.
func key(n *node) string {
	if n.Is("A_Expr") && n.Named("=") && n.Str("kind") == "AEXPR_OP" {
		l, r := key(n.Get("lexpr")), key(n.Get("rexpr"))
		return "=\n" + min(l, r) + max(l, r)
	}
	var b strings.Builder
	n.Walk(nil, func(n *node, path []*node) {
		b.WriteString(strings.Repeat(" ", len(path)) + n.Kind + " " + n.Str("sval") + n.Str("kind") + n.Str("boolop") + "\n")
	})
	return b.String()
}

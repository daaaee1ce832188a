package sqlcheck

import (
	"slices"
	"strings"

	"assay/internal/sqltext"
)

// column returns the source whose column n names, and the column's name. A name
// that is no column of a source is none, such as a variable's.
func (s *scope) column(n *node) (*source, string) {
	for n.Is("TypeCast") {
		n = n.Get("arg")
	}
	name, ok, _ := last(n)
	alias := qualifier(n)
	for ; ok && s != nil; s = s.outer {
		for _, f := range s.sources {
			if alias == f.alias || alias == "" && f.outputs != nil {
				if o := f.output(name); o != nil {
					return o.of, o.column
				}
			}
			if alias == f.alias {
				return f, name
			}
			if alias == "" && (f.carries == name || f.table != nil && slices.ContainsFunc(f.table.Columns, func(c sqltext.Column) bool { return c.Name == name })) {
				return f, name
			}
		}
	}
	return nil, name
}

// output returns the column of a source that a column of a part is, through as many
// parts as there are, nil where there is none or more than one.
func (f *source) output(name string) *output { return f.outputAt(name, 8) }

// outputAt looks through at most depth parts: a recursive one reads itself.
func (f *source) outputAt(name string, depth int) *output {
	if depth == 0 {
		return nil
	}
	var found *output
	for i := range f.outputs {
		o := f.outputs[i]
		switch {
		case o.column == "*":
			o.column = name
		case o.name != name:
			continue
		}
		if o.of.table == nil {
			inner := o.of.outputAt(o.column, depth-1)
			if inner == nil {
				continue
			}
			o = *inner
		} else if !slices.ContainsFunc(o.of.table.Columns, func(c sqltext.Column) bool { return c.Name == o.column }) {
			continue
		}
		if found != nil {
			return nil
		}
		found = &o
	}
	return found
}

// follow ties the rows of the part to the tenant of what they are compared with.
func (m member) follow(outputs []output) {
	left := row(m.of)
	if len(left) != len(outputs) {
		return // several arms, or something besides columns
	}
	for i, l := range left {
		f, name := m.scope.column(l)
		g := outputs[i]
		if f != nil && name == f.tenant() && g.column == g.of.tenant() && f.root().tied {
			g.of.root().tied = true
		}
	}
}

// condition reads what holds of every row for which n is true.
func (q *query) condition(s *scope, n *node) {
	for _, c := range conjuncts(n) {
		l, r := c.Get("lexpr"), c.Get("rexpr")
		switch kind := c.Str("kind"); {
		case c.Is("NullTest") && c.Str("nulltesttype") == "IS_NULL": // rows that belong to no tenant
			s.settle(c.Get("arg"))
		case c.Is("SubLink"): // x IN (SELECT …)
			s.settle(c.Get("testexpr"))
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
				s.equal(ls[i], rs[i])
				s.equal(rs[i], ls[i])
			}
		}
	}
}

// row returns the parts of a row, and anything else by itself.
func row(n *node) []*node {
	if n.Is("RowExpr") {
		return n.List("args")
	}
	return []*node{n}
}

// settle notes that the columns of n are given.
func (s *scope) settle(n *node) {
	for _, l := range row(n) {
		if f, name := s.column(l); f != nil {
			f.equated[name] = true
			if name == f.tenant() {
				f.root().tied = true
			}
		}
	}
}

// equal reads l = r where l may be a column.
func (s *scope) equal(l, r *node) {
	f, name := s.column(l)
	if f == nil {
		return
	}
	f.equated[name] = true
	if name != f.tenant() {
		return
	}
	g, other := s.column(r)
	switch {
	case g != nil && other == g.tenant():
		f.join(g)
	case g != nil && g.table != nil: // some other column says nothing about the tenant
	default:
		itself := false // COALESCE(:org_id, t.org_id)
		r.Walk(nil, func(n *node, _ []*node) {
			h, c := s.column(n)
			itself = itself || h == f && c == name
		})
		f.root().tied = f.root().tied || !itself
	}
}

// conjuncts returns the conditions that hold whenever n holds. A disjunction holds
// what all of its parts hold, which is usually nothing.
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

// key writes an expression so that equal ones are written alike.
func key(n *node) string {
	var b strings.Builder
	n.Walk(nil, func(n *node, path []*node) {
		b.WriteString(strings.Repeat(" ", len(path)) + n.Kind + " " + n.Str("sval") + n.Str("kind") + n.Str("boolop") + "\n")
	})
	return b.String()
}

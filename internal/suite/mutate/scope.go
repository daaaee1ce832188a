package mutate

import (
	"slices"
	"strings"

	"assay/internal/sqltext"
)

// known is what is known of columns: from the schema, and from the names that
// the code itself uses.
type known struct {
	tables  map[string]*sqltext.Table
	columns map[string][]string // of tables, views and common table expressions
	tenants []string            // columns that carry the tenant
}

// relation is something in scope.
type relation struct {
	alias, table string
	columns      []string // nil: those known of table
}

func knowledge(units []*unit, tables []sqltext.Table) *known {
	k := &known{tables: map[string]*sqltext.Table{}, columns: map[string][]string{}}
	add := func(table, column string) {
		if !slices.Contains(k.columns[table], column) {
			k.columns[table] = append(k.columns[table], column)
		}
	}
	for i := range tables {
		t := &tables[i]
		k.tables[t.Name] = t
		for _, c := range t.Columns {
			add(t.Name, c.Name)
		}
		if t.Tenant != "" && t.Tenant != "id" && !slices.Contains(k.tenants, t.Tenant) {
			k.tenants = append(k.tenants, t.Tenant)
		}
	}
	for _, u := range units {
		u.root.walk(nil, func(n *node, path []*node) {
			if n.is("CommonTableExpr") {
				for _, c := range results(n.get("ctequery")) {
					add(n.str("ctename"), c)
				}
			}
			alias, name, ok := n.column()
			if !ok || alias == "" {
				return
			}
			for _, r := range scope(path) {
				if r.alias == alias && k.tables[r.table] == nil && r.columns == nil {
					add(r.table, name)
				}
			}
			if stem, isID := strings.CutSuffix(name, "_id"); isID && len(tables) == 0 && slices.Contains([]string{"tenant", "org", "organization", "workspace", "company"}, stem) && !slices.Contains(k.tenants, name) {
				k.tenants = append(k.tenants, name)
			}
		})
	}
	return k
}

func (k *known) has(r relation, column string) bool {
	if r.columns != nil {
		return slices.Contains(r.columns, column)
	}
	return slices.Contains(k.columns[r.table], column)
}

func (k *known) tenant(column string) bool { return slices.Contains(k.tenants, column) }

// results names the result columns of a query or of what RETURNING gives.
func results(q *node) []string {
	targets := q.list("targetList")
	if !q.is("SelectStmt") {
		targets = q.list("returningList")
	}
	if l := q.get("larg"); q.is("SelectStmt") && l != nil {
		return results(l)
	}
	out := []string{}
	for _, t := range targets {
		name := t.str("name")
		if _, column, ok := t.get("val").column(); ok && name == "" {
			name = column
		}
		if name != "" {
			out = append(out, name)
		}
	}
	return out
}

// scope lists the relations that a node below path may name, the nearest first.
func scope(path []*node) []relation {
	var out []relation
	for _, n := range slices.Backward(path) {
		if n.is("SelectStmt", "UpdateStmt", "DeleteStmt", "InsertStmt") {
			out = append(out, own(n)...)
		}
	}
	return out
}

// own lists the relations of one statement, in the order of the text.
func own(n *node) []relation {
	var out []relation
	if r := n.get("relation"); r != nil {
		out = append(out, relations(r)...)
	}
	for _, name := range []string{"fromClause", "usingClause"} {
		for _, r := range n.list(name) {
			out = append(out, relations(r)...)
		}
	}
	return out
}

func relations(n *node) []relation {
	if n == nil {
		return nil
	}
	alias := n.get("alias").str("aliasname")
	switch {
	case n.is("RangeVar"):
		table := n.str("relname")
		if alias == "" {
			alias = table
		}
		return []relation{{alias: alias, table: table}}
	case n.is("JoinExpr"):
		return append(relations(n.get("larg")), relations(n.get("rarg"))...)
	case n.is("RangeSubselect") && alias != "":
		cols := results(n.get("subquery"))
		for i, c := range n.get("alias").list("colnames") {
			if i < len(cols) {
				cols[i] = c.str("sval")
			}
		}
		return []relation{{alias: alias, columns: cols}}
	case n.is("RangeFunction") && alias != "":
		return []relation{{alias: alias, columns: []string{}}}
	}
	return nil
}

// aliases lists the qualifiers that an expression uses, without those of its
// subqueries' own relations.
func aliases(n *node) []string {
	var out []string
	n.walk(nil, func(n *node, path []*node) {
		alias, _, ok := n.column()
		if !ok || alias == "" || slices.Contains(out, alias) {
			return
		}
		if !slices.ContainsFunc(scope(path), func(r relation) bool { return r.alias == alias }) {
			out = append(out, alias)
		}
	})
	return out
}

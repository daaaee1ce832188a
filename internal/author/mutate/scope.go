package mutate

import (
	"slices"
	"strings"

	"assay/internal/lang/sqltext"
)

// columnFacts holds the facts about columns: from the schema, and from the names that the code uses.
type columnFacts struct {
	tables  map[string]*sqltext.Table
	columns map[string][]string // of tables, views and common table expressions
	tenants []string            // columns that carry the tenant
}

// relation is a relation in scope.
type relation struct {
	alias, table string
	columns      []string // nil: the known columns of table
}

func knowledge(units []*unit, tables []sqltext.Table) *columnFacts {
	k := &columnFacts{tables: map[string]*sqltext.Table{}, columns: map[string][]string{}}
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
		u.root.Walk(nil, func(n *node, path []*node) {
			if n.Is("CommonTableExpr") {
				for _, c := range results(n.Get("ctequery")) {
					add(n.Str("ctename"), c)
				}
			}
			alias, name, ok := n.Column()
			if !ok || alias == "" {
				return
			}
			for _, r := range scope(path) {
				if r.alias == alias && k.tables[r.table] == nil && r.columns == nil {
					add(r.table, name)
				}
			}
			if stem, isID := strings.CutSuffix(name, "_id"); isID && len(tables) == 0 &&
				slices.Contains([]string{"tenant", "org", "organization", "workspace", "company"}, stem) &&
				!slices.Contains(k.tenants, name) {
				k.tenants = append(k.tenants, name)
			}
		})
	}
	return k
}

func (k *columnFacts) has(r relation, column string) bool {
	if r.columns != nil {
		return slices.Contains(r.columns, column)
	}
	return slices.Contains(k.columns[r.table], column)
}

func (k *columnFacts) tenant(column string) bool { return slices.Contains(k.tenants, column) }

// results returns the names of the result columns of a query or a RETURNING clause.
func results(q *node) []string {
	targets := q.List("targetList")
	if !q.Is("SelectStmt") {
		targets = q.List("returningList")
	}
	if l := q.Get("larg"); q.Is("SelectStmt") && l != nil {
		return results(l)
	}
	out := []string{}
	for _, t := range targets {
		name := t.Str("name")
		if _, column, ok := t.Get("val").Column(); ok && name == "" {
			name = column
		}
		if name != "" {
			out = append(out, name)
		}
	}
	return out
}

// scope returns the relations that a node below path may name, the nearest first.
func scope(path []*node) []relation {
	var out []relation
	for _, n := range slices.Backward(path) {
		if n.Is("SelectStmt", "UpdateStmt", "DeleteStmt", "InsertStmt") {
			out = append(out, relationsOf(n)...)
		}
	}
	return out
}

// relationsOf returns the relations of one statement, in the order of the text.
func relationsOf(n *node) []relation {
	var out []relation
	if r := n.Get("relation"); r != nil {
		out = append(out, relations(r)...)
	}
	for _, name := range []string{"fromClause", "usingClause"} {
		for _, r := range n.List(name) {
			out = append(out, relations(r)...)
		}
	}
	return out
}

func relations(n *node) []relation {
	if n == nil {
		return nil
	}
	alias := n.Get("alias").Str("aliasname")
	switch {
	case n.Is("RangeVar"):
		table := n.Str("relname")
		if alias == "" {
			alias = table
		}
		return []relation{{alias: alias, table: table}}
	case n.Is("JoinExpr"):
		return append(relations(n.Get("larg")), relations(n.Get("rarg"))...)
	case n.Is("RangeSubselect") && alias != "":
		cols := results(n.Get("subquery"))
		for i, c := range n.Get("alias").List("colnames") {
			if i < len(cols) {
				cols[i] = c.Str("sval")
			}
		}
		return []relation{{alias: alias, columns: cols}}
	case n.Is("RangeFunction") && alias != "":
		return []relation{{alias: alias, columns: []string{}}}
	}
	return nil
}

// aliases returns the qualifiers in an expression, without those of the relations of its subqueries.
func aliases(n *node) []string {
	var out []string
	n.Walk(nil, func(n *node, path []*node) {
		alias, _, ok := n.Column()
		if !ok || alias == "" || slices.Contains(out, alias) {
			return
		}
		if !slices.ContainsFunc(scope(path), func(r relation) bool { return r.alias == alias }) {
			out = append(out, alias)
		}
	})
	return out
}

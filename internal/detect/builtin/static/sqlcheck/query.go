package sqlcheck

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"assay/internal/sqltext"
	"assay/internal/sqltext/pgtree"
)

type node = pgtree.Node

// query holds what the statements of a task read, and how.
type query struct {
	spec     *sqltext.Spec
	sources  []*source           // in source order
	exports  map[string][]export // by part
	scopes   map[*node]*scope    // by statement
	policies map[string][]*node  // by table
	columns  []column
}

// source is an entry of a FROM list, or the target of an UPDATE or DELETE. table is
// nil for what the schema does not define: a part of the query, a view, a function.
type source struct {
	alias, name string
	table       *sqltext.Table
	exports     []export         // of a part
	known       map[string][]ref // cache of origins
	group       *source          // another source with the same tenant
	tied        bool             // only in the root of a group: tied to a value from outside the statement
	tested      bool             // a condition checks the deletion mark
	equated     map[string]bool  // columns that a condition compares with =
}

func newSource(alias, name string, table *sqltext.Table) *source {
	return &source{alias: alias, name: name, table: table, equated: map[string]bool{}, known: map[string][]ref{}}
}

// export is an entry of the list of columns that a part exports.
type export struct {
	as    string // "" without AS
	value *node
	scope *scope // the scope in which value is evaluated
}

// scope is one SELECT, UPDATE, DELETE or INSERT. Inner scopes see the sources of the outer ones.
type scope struct {
	outer   *scope
	stmt    *node
	sources []*source

	checked, mixed bool // cache of mixes
}

// column is an occurrence of a column. In the condition of an outer join, outer is true and padded holds the
// sources that the join pads with NULLs: the condition removes only rows of these.
type column struct {
	node   *node
	scope  *scope
	outer  bool
	padded []*source
}

func (f *source) root() *source {
	for f.group != nil {
		f = f.group
	}
	return f
}

func (f *source) join(g *source) {
	if a, b := f.root(), g.root(); a != b {
		a.tied = a.tied || b.tied
		b.group = a
	}
}

// tenant returns the column of f that holds the tenant of a row, "" when there is none.
func (f *source) tenant() string {
	if f.table != nil {
		return f.table.Tenant
	}
	return ""
}

// byKey reports whether conditions identify the row of f by its key, ignoring the tenant column of the key.
func (f *source) byKey() bool {
	rest := slices.DeleteFunc(slices.Clone(f.table.Key), func(k string) bool { return k == f.table.Tenant })
	return len(rest) > 0 && !slices.ContainsFunc(rest, func(k string) bool { return !f.equated[k] })
}

// read collects the sources of a text, including the bodies of its functions, and then the conditions on them.
func read(src string, spec *sqltext.Spec) *query {
	q := &query{spec: spec, exports: map[string][]export{}, scopes: map[*node]*scope{}, policies: map[string][]*node{}}
	code := pgtree.Mask(src)
	statements := []*node{}
	if root, err := pgtree.Parse(code, 0); err != nil {
		statements = cut(code)
	} else {
		for _, raw := range root.List("stmts") {
			if stmt := raw.Get("stmt"); stmt.Is("CreateFunctionStmt", "DoStmt") {
				statements = append(statements, body(stmt)...)
			} else {
				statements = append(statements, stmt)
			}
		}
	}
	if !asOwner(code) {
		q.schemaPolicies()
	}
	var conditions []func()
	for _, stmt := range statements {
		q.collect(stmt, nil, "", &conditions)
	}
	for _, f := range q.sources {
		f.exports = q.exports[f.name]
	}
	for _, c := range conditions {
		c()
	}
	for _, c := range q.columns {
		refs, from := c.scope.column(c.node)
		for _, f := range refs {
			if f.table != nil && f.name == f.table.Deleted && (!c.outer || slices.Contains(c.padded, from)) {
				f.tested = true
			}
		}
	}
	return q
}

var (
	definer   = regexp.MustCompile(`(?i)\bsecurity\s+definer\b`)
	plainView = regexp.MustCompile(`(?is)\bcreate\s+(?:or\s+replace\s+)?view\s+\S+(\s+with\s*\(([^)]*)\))?`)
	invoker   = regexp.MustCompile(`(?i)\bsecurity_invoker\s*(=\s*(true|on|1)\s*)?(,|$)`)
)

// asOwner reports whether a text reads with the rights of the owner of the tables, to whom policies do not
// apply.
func asOwner(code string) bool {
	return definer.MatchString(code) || slices.ContainsFunc(plainView.FindAllStringSubmatch(code, -1),
		func(m []string) bool { return !invoker.MatchString(m[2]) })
}

// schemaPolicies adds the row policies of the specification.
func (q *query) schemaPolicies() {
	if !strings.Contains(strings.ToUpper(q.spec.SQL), "POLICY") {
		return // most specifications have none, and parsing a whole schema is slow
	}
	root, err := pgtree.Parse(q.spec.SQL, 0)
	if err != nil {
		return
	}
	for _, raw := range root.List("stmts") {
		if p := raw.Get("stmt"); p.Is("CreatePolicyStmt") {
			table := p.Get("table").Str("relname")
			q.policies[table] = append(q.policies[table], p)
		}
	}
}

// body returns the statements in the body of a function.
func body(fn *node) []*node {
	var out []*node
	for _, o := range append(fn.List("options"), fn.List("args")...) {
		if o.Str("defname") != "as" {
			continue
		}
		for _, s := range append(o.Get("arg").Get("List").List("items"),
			append(o.Get("arg").List("items"), o.Get("arg"))...) {
			out = append(out, cut(s.Str("sval"))...)
		}
	}
	return out
}

// cut finds the statements in a PL/pgSQL text: each begins with its verb and ends at a semicolon, a THEN, a
// LOOP or the enclosing bracket. INTO and its variables are replaced by blanks.
func cut(code string) []*node {
	var out []*node
	b := []byte(pgtree.Mask(code))
	from, depth, into, inCase := -1, 0, false, false
	last := ""
	for _, t := range append(sqltext.Lex(code), sqltext.Token{Kind: sqltext.Punct, Start: len(code), End: len(code)}) {
		if t.Trivia() {
			continue
		}
		w := strings.ToLower(t.Text(code))
		end := from >= 0 && (w == "" || w == ";" || w == "then" && depth == 0 && !inCase || w == "loop" || w == ")" &&
			depth == 0)
		switch {
		case end:
			if root, err := pgtree.Parse(string(b[from:t.Start]), from); err == nil {
				for _, raw := range root.List("stmts") {
					out = append(out, raw.Get("stmt"))
				}
			}
			from, depth, into, inCase = -1, 0, false, false
		case from < 0 && slices.Contains([]string{"select", "insert", "update", "delete", "with", "perform"}, w):
			if from = t.Start; w == "perform" {
				copy(b[from:], "select ")
			}
		case from < 0:
		case w == "into" && last != "insert" && last != "merge":
			into = true
		case slices.Contains([]string{"from", "where", "select", "using", "limit", "order"}, w):
			into = false
		case w == "case":
			inCase = true
		case w == "(":
			depth++
		case w == ")":
			depth--
		}
		if into {
			copy(b[t.Start:t.End], strings.Repeat(" ", t.End-t.Start))
		}
		last = w
	}
	return out
}

// collect reads a statement, or an expression in s, and everything nested in it. part is the name by which
// other statements read its rows.
func (q *query) collect(n *node, s *scope, part string, later *[]func()) {
	switch {
	case n == nil:
		return
	case n.Is("ViewStmt"):
		q.collect(n.Get("query"), nil, n.Get("view").Str("relname"), later)
		return
	case n.Is("CreatePolicyStmt"):
		table := n.Get("table").Str("relname")
		q.policies[table] = append(q.policies[table], n)
		return
	case n.Is("CommonTableExpr"):
		q.collect(n.Get("ctequery"), s, n.Str("ctename"), later)
		return
	case n.Is("SelectStmt") && n.Get("larg") != nil: // UNION, INTERSECT, EXCEPT
		for _, arm := range []string{"withClause", "larg", "rarg"} {
			q.collect(n.Get(arm), s, part, later)
		}
		return
	case n.Is("SelectStmt", "UpdateStmt", "DeleteStmt", "InsertStmt"):
		s = &scope{outer: s, stmt: n}
		if !n.Is("InsertStmt") {
			for _, r := range append(append([]*node{n.Get("relation")}, n.List("fromClause")...), n.List("usingClause")...) {
				q.from(s, r, later)
			}
		}
		q.scopes[n] = s
		if part != "" {
			for _, t := range append(n.List("targetList"), n.List("returningList")...) {
				q.exports[part] = append(q.exports[part], export{t.Str("name"), t.Get("val"), s})
			}
		}
		*later = append(*later, func() { q.condition(s, n.Get("whereClause")) })
	case n.Is("JoinExpr", "RangeVar", "RangeSubselect", "RangeFunction"):
		return // read by from
	case n.Is("SubLink"):
		*later = append(*later, func() { q.member(s, n) })
	case n.Is("ColumnRef"):
		q.columns = append(q.columns, column{node: n, scope: s})
	}
	for _, c := range n.Children() {
		q.collect(c, s, "", later)
	}
}

// from adds the sources of an entry of a FROM list.
func (q *query) from(s *scope, n *node, later *[]func()) {
	alias := n.Get("alias").Str("aliasname")
	switch {
	case n.Is("RangeVar"):
		name := n.Str("relname")
		f := newSource(cmp.Or(alias, name), name, q.spec.Table(name))
		s.sources, q.sources = append(s.sources, f), append(q.sources, f)
	case n.Is("RangeSubselect"):
		f := newSource(alias, "("+alias, nil)
		s.sources, q.sources = append(s.sources, f), append(q.sources, f)
		q.collect(n.Get("subquery"), s, f.name, later)
	case n.Is("JoinExpr"):
		start := len(s.sources)
		q.from(s, n.Get("larg"), later)
		right := len(s.sources)
		q.from(s, n.Get("rarg"), later)
		joined := slices.Clone(s.sources)
		first := len(q.columns)
		q.collect(n.Get("quals"), s, "", later)
		for i := range q.columns[first:] {
			c := &q.columns[first+i]
			switch n.Str("jointype") {
			case "JOIN_LEFT":
				c.outer, c.padded = true, joined[right:]
			case "JOIN_RIGHT":
				c.outer, c.padded = true, joined[start:right]
			case "JOIN_FULL": // it keeps the rows of both sides
				c.outer = true
			}
		}
		*later = append(*later, func() {
			q.condition(s, n.Get("quals"))
			for _, u := range n.List("usingClause") {
				var prev *source
				for _, f := range joined {
					for _, g := range f.behind(u.Str("sval")) {
						if g.name != g.tenant() || g.late {
							continue
						}
						if prev != nil {
							prev.join(g.source)
						}
						prev = g.source
					}
				}
			}
		})
	case n.Is("RangeFunction"):
		for _, c := range n.Children() {
			q.collect(c, s, "", later)
		}
	}
}

// last returns the last part of a column's name, "*" for all columns.
func last(n *node) (name string, isColumn, all bool) {
	fields := n.List("fields")
	if !n.Is("ColumnRef") || len(fields) == 0 {
		return "", false, false
	}
	if f := fields[len(fields)-1]; !f.Is("A_Star") {
		return f.Str("sval"), true, false
	}
	return "*", true, true
}

// qualifier returns the alias before a column's name, or "".
func qualifier(n *node) string {
	if fields := n.List("fields"); len(fields) > 1 {
		return fields[len(fields)-2].Str("sval")
	}
	return ""
}

// protected reports whether the row policies of a table ensure that every visible row passes the test: one
// restrictive policy does, or all permissive ones do.
func (q *query) protected(table *sqltext.Table, test func(table *sqltext.Table, cond *node) bool) bool {
	open, any := false, false
	for _, p := range q.policies[table.Name] {
		if cmd := p.Str("cmd_name"); cmd != "all" && cmd != "select" {
			continue // it allows no reads
		}
		ok := p.Get("qual") != nil && test(table, p.Get("qual"))
		if ok && !p.True("permissive") {
			return true
		}
		open, any = open || !ok && p.True("permissive"), any || p.True("permissive")
	}
	return any && !open
}

// ties reports whether a condition on the rows of a table ties them to a tenant.
func (q *query) ties(table *sqltext.Table, cond *node) bool {
	f := newSource(table.Name, table.Name, table)
	q.condition(&scope{sources: []*source{f}}, cond)
	return f.tied
}

// mentions returns a test for conditions that name the column.
func mentions(name string) func(*sqltext.Table, *node) bool {
	return func(_ *sqltext.Table, cond *node) bool {
		found := false
		cond.Walk(nil, func(n *node, _ []*node) {
			c, _, _ := last(n)
			found = found || c == name
		})
		return found
	}
}

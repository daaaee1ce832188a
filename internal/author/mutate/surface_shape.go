package mutate

import (
	"math/rand/v2"
	"slices"
	"strings"

	"assay/internal/lang/edit"
	"assay/internal/lang/sqltext"
)

// positive reports whether NULL has the same effect as false at a predicate: only AND and OR are between it and
// its condition.
func (p predicate) positive() bool {
	if p.clause == nil || p.clause.kind == "check" || p.clause.kind == "using" {
		return false
	}
	if p.chain == nil {
		return true
	}
	for _, n := range slices.Backward(p.chain.path) {
		if n == p.clause.owner {
			return true
		}
		if !n.Is("BoolExpr") || n.Str("boolop") == "NOT_EXPR" {
			return false
		}
	}
	return false
}

// isPlainSelect reports whether a SELECT is one list of rows: no WITH, groups, limits, locks or unions.
func isPlainSelect(s *node) bool {
	for _, f := range []string{"groupClause", "distinctClause", "lockingClause", "sortClause", "windowClause",
		"valuesLists"} {
		if len(s.List(f)) > 0 {
			return false
		}
	}
	for _, f := range []string{"havingClause", "limitCount", "limitOffset", "withClause", "larg"} {
		if s.Get(f) != nil {
			return false
		}
	}
	return s.Is("SelectStmt") && len(s.List("targetList")) == 1 && len(s.List("fromClause")) > 0
}

var existsIn = Rewriting{
	Name: "exists-in",
	Doc:  "EXISTS as IN, and IN as EXISTS, where NULL counts as false",
	find: func(u *unit, _ *rand.Rand) (out []place) {
		sources := u.sources()
		for _, p := range u.predicates() {
			sub := p.node.Get("subselect")
			if !p.node.Is("SubLink") || !isPlainSelect(sub) || !p.positive() {
				continue
			}
			i := slices.IndexFunc(sources, func(s source) bool { return s.stmt == sub })
			if i < 0 {
				continue
			}
			s := sources[i]
			own := s.names(len(s.items) - 1)
			if p.node.Str("subLinkType") == "EXISTS_SUBLINK" {
				if q := u.existsToIn(p, s, own); q != nil {
					out = append(out, q)
				}
			} else if q := u.inToExists(p, s, own); q != nil {
				out = append(out, q)
			}
		}
		return out
	},
}

// existsToIn takes one equality of the subquery with a column outside, and replaces EXISTS with IN on it.
func (u *unit) existsToIn(p predicate, s source, own []string) place {
	from, _ := u.unbracketed(p)
	c := u.conjunction(u.condition(s.stmt))
	if u.word(from) != "exists" || u.word(from+1) != "(" || u.word(from+2) != "select" || c == nil || !u.uncommented(c) {
		return nil
	}
	for i, q := range c.operands {
		f, op, t, ok := u.comparison(q)
		if !ok || u.words[op] != "=" || !u.simple(f, op-1) || !u.simple(op+1, t) || op-1-f != 2 || t-op-1 != 2 {
			continue
		}
		in, outside := [2]int{f, op - 1}, [2]int{op + 1, t}
		if slices.Contains(own, u.words[outside[0]]) {
			in, outside = outside, in
		}
		if !slices.Contains(own, u.words[in[0]]) || slices.Contains(own, u.words[outside[0]]) {
			continue
		}
		return place{
			u.put(from, s.items[0].from-2, "%s IN (SELECT %s", u.text(outside[0], outside[1]), u.text(in[0], in[1])),
			u.without(c, map[int]bool{i: true}),
		}
	}
	return nil
}

// inToExists replaces IN on a column with EXISTS.
func (u *unit) inToExists(p predicate, s source, own []string) place {
	if p.node.Str("subLinkType") != "ANY_SUBLINK" || len(p.node.List("operName")) > 0 {
		return nil
	}
	from, to := u.unbracketed(p)
	in := from + 3
	where := u.condition(s.stmt)
	if in+2 >= to || u.words[in] != "in" || u.words[in+1] != "(" || u.words[in+2] != "select" || u.match[in+1] != to ||
		!u.simple(from, in-1) ||
		slices.Contains(own, u.words[from]) || where == nil || u.commented(from, s.items[0].from) {
		return nil
	}
	first, last := in+3, s.items[0].from-2
	if !u.simple(first, last) || u.toks[last].Kind != sqltext.Word {
		return nil
	}
	column := u.text(first, last)
	if first == last {
		if len(s.items) > 1 {
			return nil
		}
		column = s.items[0].alias + "." + column
	}
	open, end := "", ""
	if where.node.Is("BoolExpr") && where.node.Str("boolop") == "OR_EXPR" {
		open, end = "(", ")"
	}
	return place{
		u.put(from, last, "EXISTS (SELECT 1"),
		u.put(where.from, where.to, "%s%s%s AND %s = %s", open, u.text(where.from, where.to), end, column, u.text(from,
			in-1)),
	}
}

var onWhere = Rewriting{
	Name: "on-where",
	Doc:  "moves a condition between the ON of an inner join and WHERE",
	find: func(u *unit, dice *rand.Rand) (out []place) {
		for _, s := range u.sources() {
			c := u.conjunction(u.condition(s.stmt))
			if c == nil || !u.uncommented(c) || len(s.items) < 2 || !s.joinedBy("inner", "left", "cross") {
				continue
			}
			target := "" // UPDATE uses the name of its own relation in WHERE
			if s.stmt.Is("UpdateStmt") {
				if r := relations(s.stmt.Get("relation")); len(r) > 0 {
					target = r[0].alias
				}
			}
			at := dice.IntN(len(s.items)-1) + 1
			r := s.items[at]
			if r.kind != "inner" || r.on < 0 {
				continue
			}
			onClause := u.onOf(r)
			if on := u.conjunction(onClause); on != nil && dice.IntN(2) == 0 && u.uncommented(on) {
				i := dice.IntN(len(on.operands))
				p := on.operands[i]
				last := c.operands[len(c.operands)-1].to
				out = append(out, place{u.without(on, map[int]bool{i: true}), edit.Insert(u.toks[last].End,
					"\n  AND "+u.text(p.from, p.to))})
				continue
			}
			have := s.names(at)
			or := onClause == nil || onClause.node.Is("BoolExpr") && onClause.node.Str("boolop") == "OR_EXPR"
			for _, i := range dice.Perm(len(c.operands)) {
				p := c.operands[i]
				q := u.qualifiers(p.from, p.to)
				if or || p.node == nil || len(q) == 0 || !subset(q, have) || slices.Contains(q, target) ||
					u.anyOf(p.from, p.to, "select") || u.unqualified(p.from, p.to) {
					continue
				}
				out = append(out, place{edit.Insert(u.toks[r.to].End, " AND "+u.text(p.from, p.to)), u.without(c,
					map[int]bool{i: true})})
				break
			}
		}
		return out
	},
}

// onOf returns the ON of a join, nil without one.
func (u *unit) onOf(r joined) *clause {
	for _, c := range u.clauses {
		if c.kind == "on" && c.keyword == r.on {
			return c
		}
	}
	return nil
}

var derivedTable = Rewriting{
	Name: "derived-table",
	Doc:  "puts conditions on the first relation into a subquery in FROM",
	find: func(u *unit, dice *rand.Rand) (out []place) {
		for _, s := range u.sources() {
			c := u.conjunction(u.condition(s.stmt))
			first := s.items[0]
			if !s.stmt.Is("SelectStmt") || c == nil || !u.uncommented(c) || !first.table ||
				len(s.stmt.List("lockingClause")) > 0 || len(s.stmt.List("groupClause")) > 0 ||
				u.anyOf(first.item, first.end, "ctid") || len(s.items) < 2 ||
				!s.joinedBy("inner", "left", "cross") || u.locksRows() {
				continue
			}
			gone := map[int]bool{}
			var parts []string
			for i, p := range c.operands {
				if q := u.qualifiers(p.from, p.to); p.node != nil && len(q) == 1 && q[0] == first.alias &&
					!u.anyOf(p.from, p.to, "select") && !u.unqualified(p.from, p.to) &&
					dice.IntN(3) > 0 && len(gone) < len(c.operands)-1 {
					gone[i] = true
					parts = append(parts, u.text(p.from, p.to))
				}
			}
			if len(parts) == 0 {
				continue
			}
			out = append(out, place{
				u.put(first.item, first.end, "(\n    SELECT %s.*\n    FROM %s\n    WHERE %s\n  ) AS %s", first.alias,
					u.text(first.item, first.end), strings.Join(parts, "\n      AND "),
					first.alias),
				u.without(c, gone),
			})
		}
		return out
	},
}

// locksRows reports whether the unit locks rows anywhere, or names system columns.
func (u *unit) locksRows() bool {
	found := false
	u.root.Walk(nil, func(n *node, _ []*node) { found = found || len(n.List("lockingClause")) > 0 })
	return found || slices.Contains(u.words, "ctid") || slices.Contains(u.words, "xmin")
}

// statement returns the last statement of a unit that is a query, and its first token.
func (u *unit) statement() (stmt *node, at int) {
	list := u.root.List("stmts")
	if len(list) == 0 {
		return nil, -1
	}
	raw := list[len(list)-1]
	start := raw.Num("stmt_location")
	for i, t := range u.toks {
		if t.Start >= start && t.Start >= u.toks[0].Start {
			return raw.Get("stmt"), i
		}
	}
	return nil, -1
}

var namedSubquery = Rewriting{
	Name: "named-subquery",
	Doc:  "names a subquery of FROM with WITH",
	find: func(u *unit, _ *rand.Rand) (out []place) {
		stmt, at := u.statement()
		if !stmt.Is("SelectStmt") || stmt.Get("withClause") != nil || at < 0 || u.word(at) != "select" ||
			u.toks[0].Start > 0 {
			return nil
		}
		for i := at; i < len(u.toks); i++ {
			if u.words[i] != "(" || u.word(i+1) != "select" || u.word(i-1) != "from" && u.word(i-1) != "join" {
				continue
			}
			end := u.match[i]
			if u.inside(i, at) || end < 0 || u.word(end+1) != "as" || u.word(end+3) == "(" {
				continue
			}
			name := u.words[end+2]
			if u.known.tables[name] != nil || u.definitionsOf(name) != 1 {
				return nil
			}
			return []place{{
				edit.Insert(u.toks[at].Start, "WITH "+name+" AS "+u.text(i, end)+"\n"),
				u.put(i, end+2, name),
			}}
		}
		return nil
	},
}

// inside reports whether token i is in brackets that begin after token at.
func (u *unit) inside(i, at int) bool {
	for j := at; j < i; j++ {
		if u.match[j] > i {
			return true
		}
	}
	return false
}

// definitionsOf counts the places that define a name with AS.
func (u *unit) definitionsOf(name string) (n int) {
	for i, w := range u.words {
		if w == name && u.word(i-1) == "as" {
			n++
		}
	}
	return n
}

var inlinedSubquery = Rewriting{
	Name: "inlined-subquery",
	Doc:  "puts a query of WITH that is used once where it is used",
	find: func(u *unit, _ *rand.Rand) (out []place) {
		stmt, at := u.statement()
		with := stmt.Get("withClause")
		if with == nil || with.True("recursive") || at < 0 || u.word(at) != "with" || u.toks[0].Start > 0 {
			return nil
		}
		list := with.List("ctes")
		for _, cte := range list {
			query, name, k := cte.Get("ctequery"), cte.Str("ctename"), u.at(cte.Loc)
			if !query.Is("SelectStmt") || k < 0 || u.word(k+1) != "as" || u.word(k+2) != "(" || u.match[k+2] < 0 ||
				u.locksRows() ||
				u.anyOf(k+2, u.match[k+2], "random", "gen_random_uuid", "nextval", "clock_timestamp", "insert", "update",
					"delete", "set_config") {
				continue
			}
			end := u.match[k+2]
			var uses []*node
			u.root.Walk(nil, func(n *node, _ []*node) {
				if n.Is("RangeVar") && n.Str("relname") == name {
					uses = append(uses, n)
				}
			})
			if len(uses) != 1 || u.at(uses[0].Loc) < 0 {
				continue
			}
			r, ok := u.relationAt(u.at(uses[0].Loc))
			if !ok || !r.table || u.word(r.item-1) != "from" && u.word(r.item-1) != "join" {
				continue
			}
			use := u.put(r.item, r.end, "%s AS %s", u.text(k+2, end), r.alias)
			switch {
			case len(list) == 1:
				out = append(out, place{{Start: u.toks[at].Start, End: u.toks[end+1].Start}, use})
			case u.word(end+1) == ",":
				out = append(out, place{{Start: u.toks[k].Start, End: u.toks[end+2].Start}, use})
			case u.word(k-1) == ",":
				out = append(out, place{{Start: u.toks[k-1].Start, End: u.toks[end].End}, use})
			}
		}
		return out
	},
}

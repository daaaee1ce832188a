package mutate

import (
	"slices"
	"strings"

	"assay/internal/lang/sqltext"
)

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
		return ok && u.known.tenant(name)
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

var statusGuard = Operator{
	Name:    "drop-status-guard",
	Doc:     "leaves out the test of the state that an UPDATE leaves",
	Deletes: true,
	find: func(u *unit) (out []change) {
		for _, p := range u.predicates() {
			if p.clause == nil || !p.clause.owner.Is("UpdateStmt") || !p.node.Is("A_Expr") {
				continue
			}
			_, column, ok := p.node.Get("lexpr").Column()
			if ok && isLiteral(p.node) && u.isState(p.clause.owner, column) {
				out = append(out, u.drop(p))
			}
		}
		return out
	},
}

// isLiteral reports whether the right side is a text or a list of texts.
func isLiteral(n *node) bool {
	r := n.Get("rexpr")
	list := n.List("rexpr")
	if r.Is("List") {
		list = r.List("items")
	} else if r != nil {
		list = []*node{r}
	}
	return len(list) > 0 && !slices.ContainsFunc(list, func(c *node) bool {
		if c.Is("TypeCast") {
			c = c.Get("arg")
		}
		return !c.Is("A_Const") || c.Get("sval") == nil
	})
}

func (u *unit) isState(update *node, column string) bool {
	if t := u.known.tables[update.Get("relation").Str("relname")]; t != nil {
		if c, ok := t.Column(column); ok && c.Choices {
			return true
		}
	}
	if slices.ContainsFunc(update.List("targetList"), func(t *node) bool { return t.Str("name") == column }) {
		return true
	}
	return slices.ContainsFunc([]string{"status", "state", "stage", "phase"},
		func(s string) bool { return strings.Contains(column, s) })
}

var dropExists = Operator{
	Name:    "drop-exists",
	Doc:     "leaves out an EXISTS or NOT EXISTS, or turns NOT EXISTS into EXISTS",
	Deletes: true,
	find: func(u *unit) (out []change) {
		for _, p := range u.predicates() {
			n := p.node
			not := n.Is("BoolExpr") && n.Str("boolop") == "NOT_EXPR"
			if not && len(n.List("args")) == 1 {
				n = n.List("args")[0]
			}
			if !n.Is("SubLink") || n.Str("subLinkType") != "EXISTS_SUBLINK" {
				continue
			}
			out = append(out, u.drop(p))
			if exists := u.at(n.Loc); not && exists > 0 && u.words[exists-1] == "not" {
				out = append(out, changed(u.toks[exists-1].Start, u.toks[exists].Start, "", "EXISTS where there was NOT EXISTS"))
			}
		}
		return out
	},
}

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

var andOr = Operator{
	Name: "and-or",
	Doc:  "swaps AND and OR, or removes the brackets around an OR",
	find: func(u *unit) (out []change) {
		for _, c := range u.chains {
			for _, k := range c.seps {
				other := map[string]string{"and": "or", "or": "and"}[c.op]
				if t := u.toks[k].Text(u.code); t == strings.ToUpper(t) {
					other = strings.ToUpper(other)
				}
				out = append(out, u.changed(k, k, other, "%s where there was %s, before %s",
					strings.ToUpper(other), strings.ToUpper(c.op), u.quote(k+1, u.right(k+1, "and", "or"))))
			}
			from, to := c.operands[0].from, c.operands[len(c.operands)-1].to
			if c.op != "or" || u.word(from-1) != "(" || u.match[from-1] != to+1 {
				continue
			}
			// Only between ANDs do the brackets have an effect.
			if u.word(from-2) != "and" && u.word(to+2) != "and" {
				continue
			}
			out = append(out, u.changed(from-1, to+1, u.text(from, to), "without the brackets around %s",
				u.quote(from, to)))
		}
		return out
	},
}

var comparison = Operator{
	Name: "comparison",
	Doc:  "shifts or negates a comparison: < to <=, = to >= and to <>, IS NULL to IS NOT NULL, IN to NOT IN",
	find: func(u *unit) (out []change) {
		u.root.Walk(nil, func(n *node, path []*node) {
			k := u.at(n.Loc)
			if k < 0 || !n.Is("A_Expr", "NullTest", "BooleanTest") {
				return
			}
			swap := func(i int, text string) {
				from := u.left(k-1, "and", "or")
				out = append(out, u.changed(i, i, text, "%s instead of %s in %s", text,
					u.toks[i].Text(u.code), u.quote(from, u.right(k+1, "and", "or"))))
			}
			switch {
			case n.Is("A_Expr") && (n.Str("kind") == "AEXPR_OP" || n.Str("kind") == "AEXPR_OP_ANY"):
				for _, other := range shifts[u.words[k]] {
					swap(k, other)
				}
			case n.Is("A_Expr") && n.Str("kind") == "AEXPR_IN" && u.words[k] == "in":
				swap(k, "NOT IN")
			case u.words[k] == "not" && u.word(k+1) == "in":
				out = append(out, changed(u.toks[k].Start, u.toks[k+1].Start, "", "IN instead of NOT IN"))
			case u.words[k] == "is" && u.word(k+1) == "not":
				out = append(out, changed(u.toks[k+1].Start, u.toks[k+2].Start, "", "IS %s instead of IS NOT",
					strings.ToUpper(u.word(k+2))))
			case u.words[k] == "is":
				out = append(out, changed(u.toks[k].End, u.toks[k].End, " NOT", "IS NOT %s instead of IS",
					strings.ToUpper(u.word(k+1))))
			}
		})
		return out
	},
}

var shifts = map[string][]string{"<": {"<=", ">="}, "<=": {"<", ">="}, ">": {">=", "<="}, ">=": {">", "<="},
	"=": {">=", "<>"}, "<>": {"="}, "!=": {"="}}

var between = Operator{
	Name: "between",
	Doc:  "leaves one bound of BETWEEN out of the interval, or the bound itself",
	find: func(u *unit) (out []change) {
		u.root.Walk(nil, func(n *node, path []*node) {
			k := u.at(n.Loc)
			args := n.Get("rexpr").List("items")
			if !n.Is("A_Expr") || n.Str("kind") != "AEXPR_BETWEEN" || k < 0 || u.words[k] != "between" || len(args) != 2 {
				return
			}
			and := k + 1
			for and < len(u.words) && !(u.words[and] == "and" && u.between[and]) {
				if u.match[and] > and {
					and = u.match[and]
				}
				and++
			}
			from, to := u.left(k-1, "and", "or", "not"), u.right(and+1, "and", "or")
			if and >= len(u.words) || to <= and || from >= k || u.match[k+1] >= and && u.words[k+1] != "(" {
				return
			}
			value, low, high := u.text(from, k-1), u.text(k+1, and-1), u.text(and+1, to)
			for _, form := range []string{">= " + low + " AND " + value + " < " + high, "> " + low + " AND " + value + " <= " +
				high, ">= " + low, "<= " + high} {
				if strings.Contains(form, " AND ") && u.word(from-1) == "not" {
					continue // NOT binds more tightly than the AND that would replace it
				}
				out = append(out, u.changed(k, to, form, "%s where there was %s", form, u.quote(k, to)))
			}
		})
		return out
	},
}

var likeEscape = Operator{
	Name: "like",
	Doc:  "leaves a search term as it came: without the function that escapes it, or as a pattern where it was literal",
	find: func(u *unit) (out []change) {
		u.root.Walk(nil, func(n *node, path []*node) {
			k := u.at(n.Loc)
			if !n.Is("FuncCall") || k < 0 || u.word(k+1) != "(" || u.match[k+1] < 0 {
				return
			}
			w, args := u.words[k], u.arguments(k+1)
			end := u.match[k+1]
			switch {
			case slices.Contains([]string{"replace", "regexp_replace"}, w) && len(args) >= 3:
				out = append(out, u.changed(k, end, u.text(args[0][0], args[0][1]),
					"%s as it came, not escaped", u.quote(args[0][0], args[0][1])))
			case w == "strpos" && len(args) == 2 && u.word(end+1) == ">" && u.word(end+2) == "0":
				text := u.text(args[0][0], args[0][1]) + " LIKE '%' || " + u.text(args[1][0], args[1][1]) + " || '%'"
				out = append(out, u.changed(k, end+2, text, "LIKE instead of strpos with %s",
					u.quote(args[1][0], args[1][1])))
			case w == "starts_with" && len(args) == 2:
				text := u.text(args[0][0], args[0][1]) + " LIKE " + u.text(args[1][0], args[1][1]) + " || '%'"
				out = append(out, u.changed(k, end, text, "LIKE instead of starts_with with %s",
					u.quote(args[1][0], args[1][1])))
			case w == "position" && end > 0:
				in := slices.Index(u.words[k+2:end], "in") + k + 2
				if in > k+2 && u.word(end+1) == ">" && u.word(end+2) == "0" {
					text := u.text(in+1, end-1) + " LIKE '%' || " + u.text(k+2, in-1) + " || '%'"
					out = append(out, u.changed(k, end+2, text, "LIKE instead of position with %s",
						u.quote(k+2, in-1)))
				}
			}
		})
		return out
	},
}

var threeValued = Operator{
	Name: "null-three",
	Doc: "treats NULL as a value or a value as NULL: = to IS NOT DISTINCT FROM, IS DISTINCT FROM " +
		"to <>, IS NOT TRUE to = false",
	find: func(u *unit) (out []change) {
		u.root.Walk(nil, func(n *node, path []*node) {
			k := u.at(n.Loc)
			if k < 0 {
				return
			}
			swap := func(from, to int, text string) {
				out = append(out, u.changed(from, to, text, "%s instead of %s", text, u.quote(from, to)))
			}
			switch {
			case n.Is("A_Expr") && n.Str("kind") == "AEXPR_OP" && u.words[k] == "=" && u.inClause(n.Loc) &&
				!n.Get("rexpr").Is("A_Const") && !n.Get("lexpr").Is("A_Const", "RowExpr"):
				swap(k, k, "IS NOT DISTINCT FROM")
			case n.Is("A_Expr") && n.Str("kind") == "AEXPR_DISTINCT" && u.words[k] == "is" && u.word(k+2) == "from":
				swap(k, k+2, "<>")
			case n.Is("A_Expr") && n.Str("kind") == "AEXPR_NOT_DISTINCT" && u.words[k] == "is" && u.word(k+3) == "from":
				swap(k, k+3, "=")
			case n.Is("BooleanTest") && u.words[k] == "is" && u.word(k+1) == "not" &&
				(u.word(k+2) == "true" || u.word(k+2) == "false"):
				swap(k, k+2, map[string]string{"true": "= false", "false": "= true"}[u.word(k+2)])
			}
		})
		return out
	},
}

var moveFilter = Operator{
	Name: "move-filter",
	Doc:  "moves a predicate between the ON of an outer join and WHERE",
	find: func(u *unit) (out []change) {
		for _, on := range u.clauses {
			if on.kind != "on" || !on.owner.Is("JoinExpr") || on.owner.Str("jointype") == "JOIN_INNER" {
				continue
			}
			where := u.whereOf(on)
			if where == nil {
				continue
			}
			for _, p := range u.top(on) {
				out = append(out, u.move(p, where, "from ON to WHERE"))
			}
			visible := relations(on.owner)
			for _, p := range u.top(where) {
				if p.node != nil && !slices.ContainsFunc(aliases(p.node), func(a string) bool {
					return !slices.ContainsFunc(visible, func(r relation) bool { return r.alias == a })
				}) {
					out = append(out, u.move(p, on, "from WHERE to ON"))
				}
			}
		}
		return slices.DeleteFunc(out, func(c change) bool { return c.why == "" })
	},
}

// whereOf returns the WHERE of the statement that a join belongs to, nil without one.
func (u *unit) whereOf(on *clause) *clause {
	for _, n := range slices.Backward(on.path) {
		if n.Is("SelectStmt", "UpdateStmt", "DeleteStmt") {
			return u.condition(n)
		}
	}
	return nil
}

// top returns the AND-ed predicates of a clause's outermost level.
func (u *unit) top(c *clause) []predicate {
	var out []predicate
	for _, p := range u.predicates() {
		if p.clause == c && (p.chain == nil || p.chain.operands[0].from == c.from) {
			out = append(out, p)
		}
	}
	return out
}

// move returns one edit that moves the text from one clause to the other.
func (u *unit) move(p predicate, to *clause, way string) change {
	gone := u.drop(p)
	text := u.text(p.from, p.to)
	if u.has(p.from, p.to, "or") {
		text = "(" + text + ")"
	}
	add := " AND " + text
	at := u.toks[to.to].End
	if u.has(to.from, to.to, "or") || strings.Contains(add, "--") {
		return change{}
	}
	why := "moved " + way + ": " + u.quote(p.from, p.to)
	if at <= gone.Start {
		return changed(at, gone.End, add+u.code[at:gone.Start]+gone.New, "%s", why)
	}
	return changed(gone.Start, at, gone.New+u.code[gone.End:at]+add, "%s", why)
}

// has reports whether an operator is among the tokens outside brackets.
func (u *unit) has(from, to int, op string) bool {
	for i := from; i <= to; i++ {
		if u.match[i] > i {
			i = u.match[i]
		} else if u.operator(i, op) {
			return true
		}
	}
	return false
}

var otherParameter = Operator{
	Name: "parameter",
	Doc: "takes another parameter of the statement with a like name, such as an id that the client gives " +
		"for one that the server knows",
	find: func(u *unit) (out []change) {
		var names []string // :a_id and p_a_id, in order
		at := map[string][]sqltext.Token{}
		for _, t := range u.toks {
			name := strings.ToLower(t.Text(u.code))
			if t.Kind != sqltext.Param {
				continue
			}
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
			at[name] = append(at[name], t)
		}
		for _, name := range names {
			for _, other := range names {
				if other == name || kindOf(other) != kindOf(name) {
					continue
				}
				for _, t := range at[name] {
					out = append(out, changed(t.Start, t.End, other, "%s instead of %s", other, name))
				}
			}
		}
		return out
	},
}

// kindOf returns the last word of a parameter's name: "id" of ":org_id".
func kindOf(parameter string) string {
	return parameter[strings.LastIndexAny(parameter, "_:")+1:]
}

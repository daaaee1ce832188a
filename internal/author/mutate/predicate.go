package mutate

import (
	"slices"
	"strings"
)

// clause is a condition: of WHERE, ON, HAVING, FILTER, or of a policy.
type clause struct {
	kind     string // the word before it: where, on, having, using, check
	keyword  int    // its token
	from, to int    // tokens of the condition
	node     *node
	owner    *node // statement, join or policy
	path     []*node
}

// chain is a list of operands between ANDs or ORs on one level.
type chain struct {
	op       string
	operands []predicate
	seps     []int
	clause   *clause // nil outside any
	path     []*node // of the BoolExpr
}

// predicate is one operand of a chain, or a condition that has only one part.
type predicate struct {
	from, to int
	node     *node // nil when tree and brackets do not agree
	clause   *clause
	chain    *chain // nil for a condition of one part
	index    int
}

// findClauses fills in clauses and chains.
func (u *unit) findClauses() {
	u.root.Walk(nil, func(n *node, path []*node) {
		for _, name := range []string{"whereClause", "quals", "havingClause", "agg_filter", "qual", "with_check"} {
			if cond := n.Get(name); cond != nil {
				if c := u.clause(cond); c != nil {
					c.owner, c.path = n, append(slices.Clone(path), n)
					u.clauses = append(u.clauses, c)
				}
			}
		}
	})
	u.root.Walk(nil, func(n *node, path []*node) {
		if op := strings.ToLower(strings.TrimSuffix(n.Str("boolop"), "_EXPR")); n.Is("BoolExpr") &&
			(op == "and" || op == "or") {
			if c := u.chain(n, op); c != nil {
				c.path = path
				u.chains = append(u.chains, c)
			}
		}
	})
}

func (u *unit) clause(cond *node) *clause {
	from := u.at(cond.First())
	if from < 0 {
		return nil
	}
	keyword := func(i int) bool {
		return slices.Contains([]string{"where", "on", "having"}, u.word(i)) || u.word(i) == "(" &&
			(u.word(i-1) == "using" || u.word(i-1) == "check")
	}
	for !keyword(from - 1) {
		if u.word(from-1) != "(" {
			return nil
		}
		from--
	}
	c := &clause{node: cond, keyword: from - 1, from: from, to: u.right(from)}
	c.kind = u.word(from - 1)
	if c.kind == "(" {
		c.kind = u.word(from - 2)
	}
	return c
}

func (u *unit) chain(n *node, op string) *chain {
	k := u.at(n.Loc)
	if k < 0 || u.words[k] != op {
		return nil
	}
	stop := []string{"or"}
	if op == "or" {
		stop = nil
	}
	c := &chain{op: op}
	from, to := u.left(k-1, stop...), u.right(k+1, stop...)
	start := from
	for i := from; i <= to+1; i++ {
		if i <= to && u.match[i] > i {
			i = u.match[i]
			continue
		}
		if i > to || u.operator(i, op) {
			if start > i-1 {
				return nil
			}
			c.operands = append(c.operands, predicate{from: start, to: i - 1, chain: c, index: len(c.operands)})
			if start = i + 1; i <= to {
				c.seps = append(c.seps, i)
			}
		}
	}
	for _, cl := range u.clauses {
		if cl.from <= from && to <= cl.to && (c.clause == nil || cl.from >= c.clause.from) {
			c.clause = cl
		}
	}
	args := n.List("args")
	for i := range c.operands {
		p := &c.operands[i]
		p.clause = c.clause
		inside := slices.DeleteFunc(slices.Clone(args), func(a *node) bool {
			at := a.First()
			return at < u.toks[p.from].Start || at >= u.toks[p.to].End
		})
		if len(inside) == 1 {
			p.node = inside[0]
		}
	}
	return c
}

// predicates lists the AND-ed operands of every chain, and conditions of one
// part, in the order of the tree.
func (u *unit) predicates() []predicate {
	var out []predicate
	for _, c := range u.clauses {
		if !c.node.Is("BoolExpr") || c.node.Str("boolop") != "AND_EXPR" {
			out = append(out, predicate{from: c.from, to: c.to, node: c.node, clause: c})
		}
	}
	for _, c := range u.chains {
		if c.op == "and" {
			out = append(out, c.operands...)
		}
	}
	return out
}

// drop returns the edit that removes a predicate.
func (u *unit) drop(p predicate) change {
	what := u.quote(p.from, p.to)
	switch {
	case p.chain != nil && p.index > 0:
		return changed(u.blank(p.chain.seps[p.index-1]), u.toks[p.to].End, "", "without %s", what)
	case p.chain != nil:
		return changed(u.toks[p.from].Start, u.toks[p.chain.operands[1].from].Start, "", "without %s", what)
	case p.clause.kind == "where" && !p.clause.owner.Is("FuncCall") || p.clause.kind == "having":
		return changed(u.blank(p.clause.keyword), u.toks[p.to].End, "", "without %s", what)
	}
	return u.changed(p.from, p.to, "true", "without %s", what)
}

// quote returns the text of tokens on one line, shortened when it is long.
func (u *unit) quote(from, to int) string {
	var parts []string
	last := -1
	for i := from; i <= to; i++ {
		if last >= 0 && last < u.toks[i].Start {
			parts = append(parts, " ")
		}
		last = u.toks[i].End
		parts = append(parts, u.code[u.toks[i].Start:last])
	}
	text := []rune(strings.Join(parts, ""))
	if len(text) > 70 {
		return string(text[:67]) + "…"
	}
	return string(text)
}

package mutate

import (
	"slices"
	"strings"
)

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

// whereOf returns the WHERE of the statement that a join belongs to.
func (u *unit) whereOf(on *clause) *clause {
	for _, n := range slices.Backward(on.path) {
		if n.Is("SelectStmt", "UpdateStmt", "DeleteStmt") {
			i := slices.IndexFunc(u.clauses, func(c *clause) bool { return c.kind == "where" && c.owner == n })
			if i < 0 {
				return nil
			}
			return u.clauses[i]
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

package mutate

import (
	"slices"
	"strings"
)

var statusGuard = Operator{
	Name: "drop-status-guard",
	Doc:  "leaves out the test of the state that an UPDATE leaves",
	find: func(u *unit) (out []change) {
		for _, p := range u.predicates() {
			if p.clause == nil || !p.clause.owner.is("UpdateStmt") || !p.node.is("A_Expr") {
				continue
			}
			_, column, ok := p.node.get("lexpr").column()
			if ok && u.literals(p.node) && u.isState(p.clause.owner, column) {
				out = append(out, u.drop(p))
			}
		}
		return out
	},
}

// literals reports whether the right side is a text or a list of texts.
func (u *unit) literals(n *node) bool {
	r := n.get("rexpr")
	list := n.list("rexpr")
	if r.is("List") {
		list = r.list("items")
	} else if r != nil {
		list = []*node{r}
	}
	return len(list) > 0 && !slices.ContainsFunc(list, func(c *node) bool {
		if c.is("TypeCast") {
			c = c.get("arg")
		}
		return !c.is("A_Const") || c.get("sval") == nil
	})
}

func (u *unit) isState(update *node, column string) bool {
	if t := u.known.tables[update.get("relation").str("relname")]; t != nil {
		if c, ok := t.Column(column); ok && c.Choices {
			return true
		}
	}
	if slices.ContainsFunc(update.list("targetList"), func(t *node) bool { return t.str("name") == column }) {
		return true
	}
	return slices.ContainsFunc([]string{"status", "state", "stage", "phase"}, func(s string) bool { return strings.Contains(column, s) })
}

package mutate

import (
	"slices"
	"strings"
)

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
			if ok && u.literals(p.node) && u.isState(p.clause.owner, column) {
				out = append(out, u.drop(p))
			}
		}
		return out
	},
}

// literals reports whether the right side is a text or a list of texts.
func (u *unit) literals(n *node) bool {
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

package mutate

import (
	"slices"
	"strings"
)

// secrets are parts of column names that rarely belong in a result.
var secrets = []string{"hash", "secret", "salary", "ssn", "tax", "iban", "bank_account", "password", "token",
	"internal", "private", "note", "cost", "margin", "diagnosis", "pay", "wage", "national"}

var addColumn = Operator{
	Name: "add-column",
	Doc:  "adds a sensitive column to a select list or RETURNING",
	find: func(u *unit) (out []change) {
		u.root.Walk(nil, func(n *node, path []*node) {
			if slices.ContainsFunc(path, func(p *node) bool {
				return p.Is("SelectStmt", "SubLink", "InsertStmt",
					"RangeSubselect")
			}) {
				return // read by this statement only
			}
			targets := n.List("returningList")
			if n.Is("SelectStmt") {
				targets = n.List("targetList")
			}
			if len(targets) == 0 {
				return
			}
			from := u.at(targets[len(targets)-1].First())
			if from < 0 {
				return
			}
			end := u.toks[u.right(from)].End
			if k := u.right(from) + 1; u.word(k) == "as" {
				end = u.toks[k+1].End
			}
			shown := results(n)
			for _, r := range own(n) {
				t := u.known.tables[r.table]
				if t == nil {
					continue
				}
				for _, c := range t.Columns {
					if !slices.Contains(shown, c.Name) && slices.ContainsFunc(secrets,
						func(s string) bool { return strings.Contains(c.Name, s) }) {
						out = append(out, changed(end, end, ", "+r.alias+"."+c.Name, "also shows %s.%s", r.alias, c.Name))
					}
				}
			}
		})
		return out
	},
}

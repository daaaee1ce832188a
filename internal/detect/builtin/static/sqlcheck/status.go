package sqlcheck

import (
	"fmt"
	"slices"

	"assay/internal/sqltext"
)

var statusGuard = Check{
	Name: "status", Class: "state_transition",
	Doc: "A row is moved to a new status, and nothing ever looked at the old one.",
	run: func(q *query) []hit {
		var out []hit
		for _, s := range q.stmts {
			for _, b := range q.blocks(s) {
				if b.verb != "update" || len(b.sources) == 0 || b.sources[0].table == nil {
					continue
				}
				set := slices.IndexFunc(b.toks, func(t token) bool { return t.text == "set" })
				for i := max(set, 0); i+2 < len(b.toks); i++ {
					c, ok := b.sources[0].table.Column(b.toks[i].text)
					if !ok || !c.Choices || b.toks[i+1].text != "=" || b.toks[i+2].kind != sqltext.String || b.toks[i-1].text != "set" && b.toks[i-1].text != "," {
						continue
					}
					if uses(q.toks, c.Name) <= 1 {
						out = append(out, hit{text: fmt.Sprintf("%s.%s is set to %s from any value.", b.sources[0].table.Name, c.Name, b.toks[i+2].text)})
					}
				}
			}
		}
		return out
	},
}

func uses(toks []token, name string) int {
	n := 0
	for _, t := range toks {
		if t.text == name {
			n++
		}
	}
	return n
}

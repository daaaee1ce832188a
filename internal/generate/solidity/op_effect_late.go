package solidity

import (
	"strings"

	"assay/internal/edit"
)

var effectLate = operator{
	name: "effect-late",
	doc:  "move a write behind the call that follows it",
	find: func(t *text) (out []mutant) {
		for _, f := range t.fns {
			for _, s := range t.statements(f) {
				if t.writes(s) == "" || t.calls(s) {
					continue
				}
				for n := s.Next(); n != nil; n = n.Next() {
					if !t.calls(n) || t.refusesOnly(n) {
						continue
					}
					last := n // including the check of its result
					if next := n.Next(); next != nil {
						if g, ok := t.guard(next); ok && len(t.idents(g.cond)) == 1 {
							last = next
						}
					}
					text := t.text(s)
					out = append(out, mutant{
						edits: []edit.Edit{t.cut(s), edit.Insert(last.End, "\n"+t.indent(last)+text)}, at: []int{last.End},
						class: "reentrancy", act: "STATE_MOD", note: "written after the call",
						cause: sentence(t.where(f), "calls out before", "`"+strings.TrimSuffix(t.words(s), ";")+"`",
							"is done, so that the callee meets the old state"),
						fix: sentence(t.where(f), "writes its state before it calls out")})
					break
				}
			}
		}
		return out
	},
}

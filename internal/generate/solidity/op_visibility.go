package solidity

import (
	"strings"

	"assay/internal/edit"
	"assay/internal/solidity"
)

var visibility = operator{
	name: "visibility",
	doc:  "let anybody call a helper",
	find: func(t *text) (out []mutant) {
		for _, f := range t.fns {
			if f.modifier || f.open || f.reads || f.node.Name() == nil || f.name == f.contract {
				continue
			}
			var at *solidity.Node
			for a := range f.node.Children() {
				if a.Kind == solidity.NodeAttribute && (t.text(a) == "internal" || t.text(a) == "private") {
					at = a
				}
			}
			if at == nil || !t.changes(f) {
				continue
			}
			m := mutant{edits: []edit.Edit{replace(at, "public")}, class: "access_control", act: "ACCESS_CTRL",
				note:  "anybody may call it",
				cause: sentence(f.name, "can be called by anybody, and checks nothing itself"),
				fix:   sentence(f.name, "is internal, and its callers check")}
			// A leading underscore would show that it was not meant for other callers.
			if name := strings.TrimLeft(f.name, "_"); name != f.name {
				edits, skipped := t.names.Rename(map[string]string{f.name: name})
				if len(skipped) > 0 || len(edits) != 1 {
					continue
				}
				m.at = []int{at.Start}
				m.edits = append(m.edits, edits[t.path]...)
				m.cause = sentence(name, "can be called by anybody, and checks nothing itself")
			}
			out = append(out, m)
		}
		return out
	},
}

// changes reports whether a function writes storage or calls another contract.
func (t *text) changes(f *function) bool {
	for _, s := range t.statements(f) {
		if t.writes(s) != "" || t.calls(s) {
			return true
		}
	}
	return false
}

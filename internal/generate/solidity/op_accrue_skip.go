package solidity

import (
	"strings"

	"assay/internal/edit"
	"assay/internal/solidity"
)

var accrueSkip = operator{
	name: "accrue-skip",
	doc:  "leave out the call that brings the books up to date",
	find: func(t *text) (out []mutant) {
		for _, s := range t.updates() {
			out = append(out, mutant{edits: []edit.Edit{t.cut(s.stmt)}, class: "accounting_error", act: "STATE_MOD",
				note:  "the books are not up to date",
				cause: sentence(t.where(s.fn), "goes on without", "`"+strings.TrimSuffix(t.words(s.stmt), ";")+"`"),
				fix:   sentence(t.where(s.fn), "calls", s.name, "first")})
		}
		return out
	},
}

var accrueLate = operator{
	name: "accrue-late",
	doc:  "bring the books up to date after the change instead of before",
	find: func(t *text) (out []mutant) {
		for _, s := range t.updates() {
			var last *solidity.Node
			for n := s.stmt.Next(); n != nil; n = n.Next() {
				if t.writes(n) != "" {
					last = n
				}
			}
			if last == nil {
				continue
			}
			out = append(out, mutant{edits: []edit.Edit{t.cut(s.stmt),
				edit.Insert(last.End, "\n"+t.indent(last)+t.text(s.stmt))}, at: []int{last.End},
				class: "accounting_error", act: "STATE_MOD", note: "too late",
				cause: sentence(t.where(s.fn), "calls", s.name, "after what it has to settle has changed"),
				fix:   sentence(t.where(s.fn), "calls", s.name, "before anything changes")})
		}
		return out
	},
}

// An update is a statement that calls a function which writes storage.
type update struct {
	fn   *function
	stmt *solidity.Node
	name string
}

func (t *text) updates() (out []update) {
	writers := map[string]bool{}
	for _, f := range t.fns {
		if !f.modifier && !f.reads && f.name != "constructor" {
			for _, s := range t.statements(f) {
				if t.writes(s) != "" {
					writers[f.name] = true
				}
			}
		}
	}
	for _, f := range t.fns {
		for _, s := range t.statements(f) {
			if s.Kind != solidity.NodeExprStmt || s.First().Kind != solidity.NodeCall ||
				s.First().First().Kind != solidity.NodeIdent {
				continue
			}
			if name := t.text(s.First().First()); writers[name] {
				out = append(out, update{f, s, name})
			}
		}
	}
	return out
}

package solidity

import (
	"strings"

	"assay/internal/edit"
	"assay/internal/solidity"
)

var modifierDrop = operator{
	name: "modifier-drop",
	doc:  "take a modifier off a function",
	find: func(t *text) []mutant { return t.withoutModifier(false) },
}

var lockDrop = operator{
	name: "lock-drop",
	doc:  "take the lock off one of several functions",
	find: func(t *text) []mutant { return t.withoutModifier(true) },
}

// withoutModifier lists the mutants without a modifier that is a lock, or without one that is not.
func (t *text) withoutModifier(locks bool) (out []mutant) {
	for _, f := range t.fns {
		for n := range f.node.Children() {
			if n.Kind != solidity.NodeInvocation {
				continue
			}
			m := t.applied(n)
			if m == nil || t.lock(m) != locks {
				continue
			}
			from := n.Start
			for strings.ContainsRune(" \t\n", rune(t.src[from-1])) {
				from--
			}
			made := mutant{edits: []edit.Edit{edit.Delete(from, n.End)}, class: "logic_error", act: "CTRL_FLOW",
				note:  "runs in any case",
				cause: sentence(t.where(f), "lacks the modifier", m.name),
				fix:   sentence(t.where(f), "has the modifier", m.name)}
			switch {
			case locks:
				made.class, made.act, made.note = "reentrancy", "REENTRY_GUARD", "may be entered again"
			case len(m.guards) > 0:
				made.class, made.act = t.classify(m.guards[0])
				made.cause = sentence(t.where(f), "does not check", t.demand(m.guards[0]))
			}
			out = append(out, made)
		}
	}
	return out
}

// applied returns the modifier of the text that an invocation applies, nil for any other.
func (t *text) applied(n *solidity.Node) *function {
	for _, m := range t.fns {
		if m.modifier && m.name == t.text(n.First()) {
			return m
		}
	}
	return nil
}

// lock reports whether a modifier prevents reentrancy: it writes the state that its guard reads.
func (t *text) lock(m *function) bool {
	written := map[string]bool{}
	after := false
	for _, s := range t.statements(m) {
		if s.Kind == solidity.NodePlaceholder {
			after = true
		}
		if name := t.writes(s); name != "" && after {
			written[name] = true
		}
	}
	for _, g := range m.guards {
		for _, id := range t.idents(g.cond) {
			if written[id] {
				return true
			}
		}
	}
	return false
}

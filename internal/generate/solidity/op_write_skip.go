package solidity

import (
	"strings"

	"assay/internal/bench"
	"assay/internal/edit"
	"assay/internal/solidity"
)

var pairHalf = operator{
	name: "pair-half",
	doc:  "leave out one side of the books",
	find: func(t *text) []mutant {
		return t.withoutWrite(func(e *solidity.Node, name string) (bench.Class, bool) {
			op := t.file.Operator(e)
			switch {
			case e.Kind != solidity.NodeAssign || op != "+=" && op != "-=" && (op != "=" || !arithmetic(t, e.Last())):
				return "", false
			case has(name, "allow", "approv"):
				return "access_control", true
			}
			return "accounting_error", true
		})
	},
}

var clearSkip = operator{
	name: "clear-skip",
	doc:  "forget to clear an entry or to set a flag",
	find: func(t *text) []mutant {
		return t.withoutWrite(func(e *solidity.Node, name string) (bench.Class, bool) {
			if op := t.file.Operator(e); op != "delete" {
				if e.Kind != solidity.NodeAssign || op != "=" {
					return "", false
				}
				switch strings.TrimSpace(t.text(e.Last())) {
				case "0", "true", "false", "address(0)", "bytes32(0)", `""`:
				default:
					return "", false
				}
			}
			switch {
			case has(name, "used", "nonce", "spent"):
				return "signature_replay", true
			case has(name, "approv", "allow"):
				return "access_control", true
			case t.file.Operator(e) != "delete" && t.text(e.Last()) == "0":
				return "accounting_error", true
			}
			return "state_machine", true
		})
	},
}

var transitionSkip = operator{
	name: "transition-skip",
	doc:  "leave a state as it was",
	find: func(t *text) []mutant {
		return t.withoutWrite(func(e *solidity.Node, name string) (bench.Class, bool) {
			if e.Kind != solidity.NodeAssign || t.file.Operator(e) != "=" {
				return "", false
			}
			right := inner(e.Last())
			stamp := strings.Contains(t.text(right), "block.timestamp") || strings.Contains(t.text(right), "block.number")
			if !stamp && (right.Kind != solidity.NodeMember || right.First().Kind != solidity.NodeIdent ||
				strings.Contains("msg tx block", t.text(right.First()))) {
				return "", false
			}
			return "state_machine", true
		})
	},
}

var nonceSkip = operator{
	name: "nonce-skip",
	doc:  "do not count a nonce up",
	find: func(t *text) (out []mutant) {
		for _, f := range t.fns {
			for n := range f.body.All() {
				if n.Kind != solidity.NodePostfix && n.Kind != solidity.NodeUnary || t.root(n.First()) == "" ||
					!has(t.text(n.First()), "nonce", "count", "next", "number", "serial") {
					continue
				}
				if op := t.file.Operator(n); op != "++" {
					continue
				}
				e := replace(n, t.text(n.First()))
				if n.Parent().Kind == solidity.NodeExprStmt {
					e = t.cut(n.Parent())
				}
				class := bench.Class("signature_replay")
				if !has(t.text(n.First()), "nonce") {
					class = "accounting_error"
				}
				out = append(out, mutant{edits: []edit.Edit{e}, class: class, act: "STATE_MOD", note: "stays as it was",
					cause: sentence(t.where(f), "uses", "`"+t.words(n.First())+"`", "without counting it up"),
					fix:   sentence(t.where(f), "counts", "`"+t.words(n.First())+"`", "up at each use")})
			}
		}
		return out
	},
}

// withoutWrite lists the mutants without one of the storage writes that want accepts.
func (t *text) withoutWrite(want func(e *solidity.Node, name string) (bench.Class, bool)) (out []mutant) {
	for _, f := range t.fns {
		if f.name == "constructor" || f.modifier {
			continue
		}
		for _, s := range t.statements(f) {
			name := t.writes(s)
			if name == "" {
				name = t.viaPointer(f, s)
			}
			if name == "" {
				continue
			}
			class, ok := want(s.First(), name)
			if !ok {
				continue
			}
			out = append(out, mutant{edits: []edit.Edit{t.cut(s)}, class: class, act: "STATE_MOD",
				note:  "something is not written",
				cause: sentence(t.where(f), "leaves out", "`"+strings.TrimSuffix(t.words(s), ";")+"`"),
				fix:   sentence(t.where(f), "does", "`"+strings.TrimSuffix(t.words(s), ";")+"`")})
		}
	}
	return out
}

// viaPointer returns the state variable that a statement writes through a local storage pointer.
func (t *text) viaPointer(f *function, s *solidity.Node) string {
	if s.Kind != solidity.NodeExprStmt || s.First() == nil {
		return ""
	}
	e := s.First()
	if e.Kind != solidity.NodeAssign && e.Kind != solidity.NodePostfix && e.Kind != solidity.NodeUnary ||
		e.First().Kind != solidity.NodeMember {
		return ""
	}
	base := t.text(e.First().First())
	for _, v := range t.statements(f) {
		if v.Kind == solidity.NodeVarStmt && v.First().Kind == solidity.NodeVar && v.First().Name() != nil &&
			t.text(v.First().Name()) == base && strings.Contains(t.text(v.First()), " storage ") {
			return t.text(e.First())
		}
	}
	return ""
}

package solidity

import (
	"strings"

	"assay/internal/bench"
	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
)

var pairHalf = operator{
	name: "pair-half",
	doc:  "leave out one of two balance updates",
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
	doc:  "leave a state unchanged",
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
	doc:  "do not increment a nonce",
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
					cause: sentence(t.where(f), "uses", code(t.words(n.First())), "without counting it up"),
					fix:   sentence(t.where(f), "counts", code(t.words(n.First())), "up at each use")})
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
				cause: sentence(t.where(f), "leaves out", code(t.words(s))),
				fix:   sentence(t.where(f), "does", code(t.words(s)))})
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

var overwrite = operator{
	name: "overwrite",
	doc:  "set an entry instead of adding to it",
	find: func(t *text) (out []mutant) {
		t.eachSum(func(f *function, n *solidity.Node, op string) {
			if op != "+=" {
				return
			}
			out = append(out, mutant{edits: []edit.Edit{t.operator(n, "=")}, class: "accounting_error", act: "STATE_MOD",
				note:  "what was there is lost",
				cause: sentence(t.where(f), "overwrites", code(t.words(n.First())), "instead of adding to it"),
				fix:   sentence(t.where(f), "adds to", code(t.words(n.First())))})
		})
		return out
	},
}

var signFlip = operator{
	name: "sign-flip",
	doc:  "add instead of subtracting, or the reverse",
	find: func(t *text) (out []mutant) {
		t.eachSum(func(f *function, n *solidity.Node, op string) {
			other := map[string]string{"+=": "-=", "-=": "+="}[op]
			out = append(out, mutant{edits: []edit.Edit{t.operator(n, other)}, class: "accounting_error", act: "ARITHMETIC",
				note:  "in the wrong direction",
				cause: sentence(t.where(f), "changes", code(t.words(n.First())), "in the wrong direction"),
				fix:   sentence(t.where(f), "changes", code(t.words(n.First())), "by", op)})
		})
		return out
	},
}

// eachSum calls do for each += and -= on storage.
func (t *text) eachSum(do func(f *function, n *solidity.Node, op string)) {
	for _, f := range t.fns {
		for n := range f.body.All() {
			if n.Kind != solidity.NodeAssign || t.root(n.First()) == "" {
				continue
			}
			if op := t.file.Operator(n); op == "+=" || op == "-=" {
				do(f, n, op)
			}
		}
	}
}

var alias = operator{
	name: "alias",
	doc:  "read two entries before writing both, which may be one",
	find: func(t *text) (out []mutant) {
		for _, f := range t.fns {
			for _, s := range t.statements(f) {
				n := s.Next()
				if n == nil || s.Kind != solidity.NodeExprStmt || n.Kind != solidity.NodeExprStmt ||
					s.First().Kind != solidity.NodeAssign || n.First().Kind != solidity.NodeAssign {
					continue
				}
				a, b := s.First(), n.First()
				op, po := t.file.Operator(a), t.file.Operator(b)
				if op+po != "-=+=" && op+po != "+=-=" || t.root(a.First()) == "" || t.root(a.First()) != t.root(b.First()) ||
					a.First().Kind != solidity.NodeIndex || t.words(a.First()) == t.words(b.First()) {
					continue
				}
				in := t.indent(s)
				text := "uint256 first = " + t.text(a.First()) + ";\n" + in + "uint256 second = " + t.text(b.First()) + ";\n" + in +
					t.text(a.First()) + " = first " + op[:1] + " " + t.text(a.Last()) + ";\n" + in + t.text(b.First()) + " = second " +
					po[:1] + " " + t.text(b.Last()) + ";"
				out = append(out, mutant{edits: []edit.Edit{{Start: s.Start, End: n.End, New: text}}, class: "accounting_error",
					act: "STATE_MOD", note: "the two may be one entry",
					cause: sentence(t.where(f), "reads both entries before it writes them, so that one account with itself gains"),
					fix:   sentence(t.where(f), "changes one entry after the other")})
			}
		}
		return out
	},
}

var copied = operator{
	name: "copy",
	doc:  "update a copy of an entry in memory",
	find: func(t *text) (out []mutant) {
		for _, f := range t.fns {
			for _, s := range t.statements(f) {
				if s.Kind != solidity.NodeVarStmt || s.First().Kind != solidity.NodeVar || s.First().Name() == nil {
					continue
				}
				for a := range s.First().Children() {
					if a.Kind != solidity.NodeAttribute || t.text(a) != "storage" {
						continue
					}
					name := t.text(s.First().Name())
					out = append(out, mutant{edits: []edit.Edit{replace(a, "memory")}, class: "logic_error", act: "STATE_MOD",
						note: "a copy",
						cause: sentence(t.where(f), "changes a copy of", code(t.words(s.Last())),
							"in memory, so that what it writes to", code(name), "is lost"),
						fix: sentence(t.where(f), "changes the entry in storage")})
				}
			}
		}
		return out
	},
}

var accrueSkip = operator{
	name: "accrue-skip",
	doc:  "leave out the call that updates the accounting",
	find: func(t *text) (out []mutant) {
		for _, s := range t.updates() {
			out = append(out, mutant{edits: []edit.Edit{t.cut(s.stmt)}, class: "accounting_error", act: "STATE_MOD",
				note:  "the books are not up to date",
				cause: sentence(t.where(s.fn), "goes on without", code(t.words(s.stmt))),
				fix:   sentence(t.where(s.fn), "calls", code(s.name), "first")})
		}
		return out
	},
}

var accrueLate = operator{
	name: "accrue-late",
	doc:  "update the accounting after the change instead of before",
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
				cause: sentence(t.where(s.fn), "calls", code(s.name), "after what it has to settle has changed"),
				fix:   sentence(t.where(s.fn), "calls", code(s.name), "before anything changes")})
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
		if !f.modifier && !f.view && f.name != "constructor" {
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

var effectLate = operator{
	name: "effect-late",
	doc:  "move a write after the call that follows it",
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
						cause: sentence(t.where(f), "calls out before", code(t.words(s)),
							"is done, so that the callee meets the old state"),
						fix: sentence(t.where(f), "writes its state before it calls out")})
					break
				}
			}
		}
		return out
	},
}

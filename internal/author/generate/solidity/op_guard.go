package solidity

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
)

var callerDrop = operator{
	name: "caller-drop",
	doc:  "remove a check of the caller",
	find: func(t *text) []mutant {
		return t.withoutGuards(func(g guard) bool { return t.caller(g.cond) })
	},
}

var inputDrop = operator{
	name: "input-drop",
	doc:  "remove a check of an argument",
	find: func(t *text) []mutant {
		return t.withoutGuards(func(g guard) bool { return t.given(g) && !t.caller(g.cond) })
	},
}

var stateDrop = operator{
	name: "state-drop",
	doc:  "remove a check of the contract's own state, or of the time",
	find: func(t *text) []mutant {
		return t.withoutGuards(func(g guard) bool { return !t.given(g) && !t.caller(g.cond) })
	},
}

var modifierDrop = operator{
	name: "modifier-drop",
	doc:  "remove a modifier from a function",
	find: func(t *text) []mutant { return t.withoutModifier(false) },
}

var lockDrop = operator{
	name: "lock-drop",
	doc:  "remove the lock from one of several functions",
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
				cause: sentence(t.where(f), "lacks the modifier", code(m.name)),
				fix:   sentence(t.where(f), "has the modifier", code(m.name))}
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

var guardHalf = operator{
	name: "guard-half",
	doc:  "remove one operand of a check",
	find: func(t *text) (out []mutant) {
		for _, g := range t.guards() {
			op := "||"
			if g.pass {
				op = "&&"
			}
			parts := t.operands(g.cond, op)
			if len(parts) < 2 {
				continue
			}
			for i, part := range parts {
				var rest []string
				for j, p := range parts {
					if j != i {
						rest = append(rest, t.text(p))
					}
				}
				half := g
				half.cond = part
				class, act := t.classify(half)
				out = append(out, mutant{edits: []edit.Edit{replace(g.cond, strings.Join(rest, " "+op+" "))},
					class: class, act: act,
					note:  "one condition is missing",
					cause: sentence(t.where(g.fn), "does not check", t.demand(half)),
					fix:   sentence(t.where(g.fn), "checks", t.demand(half), "too")})
			}
		}
		return out
	},
}

var guardEither = operator{
	name: "guard-either",
	doc:  "let one of several conditions be enough",
	find: func(t *text) (out []mutant) {
		for _, g := range t.guards() {
			op, other := "||", "&&"
			if g.pass {
				op, other = other, op
			}
			parts := t.operands(g.cond, op)
			if len(parts) < 2 {
				continue
			}
			var words []string
			for _, p := range parts {
				words = append(words, t.text(p))
			}
			class, act := t.classify(g)
			out = append(out, mutant{edits: []edit.Edit{replace(g.cond, strings.Join(words, " "+other+" "))},
				class: class, act: act,
				note:  "one of the conditions is enough",
				cause: sentence(t.where(g.fn), "is content when one of several conditions holds, where each is needed"),
				fix:   sentence(t.where(g.fn), "asks for all of the conditions")})
		}
		return out
	},
}

var guardOther = operator{
	name: "guard-other",
	doc:  "check an argument instead of the caller",
	find: func(t *text) (out []mutant) {
		for _, g := range t.guards() {
			if !t.caller(g.cond) || t.movesIn(g.cond) {
				continue
			}
			for n := range g.cond.All() {
				if n.Kind != solidity.NodeMember || t.text(n) != "msg.sender" {
					continue
				}
				for _, v := range g.fn.params {
					if v.typ != "address" && v.typ != "address payable" {
						continue
					}
					out = append(out, mutant{edits: []edit.Edit{replace(n, v.name)}, class: "access_control", act: "ACCESS_CTRL",
						note:  "asks an argument, which the caller chooses",
						cause: sentence(t.where(g.fn), "checks its argument", code(v.name), "instead of who calls"),
						fix:   sentence(t.where(g.fn), "checks who calls")})
				}
			}
		}
		return out
	},
}

// perCaller matches the type of a mapping with one entry for each account.
var perCaller = regexp.MustCompile(`^mapping\s*\(\s*address(\s+\w+)?\s*=>\s*(uint\d*|bool)(\s+\w+)?\s*\)$`)

var guardWider = operator{
	name: "guard-wider",
	doc:  "also let accounts with an entry pass",
	find: func(t *text) (out []mutant) {
		for _, g := range t.guards() {
			if !t.caller(g.cond) || t.movesIn(g.cond) {
				continue
			}
			for _, name := range slices.Sorted(maps.Keys(t.state)) {
				typ := perCaller.FindStringSubmatch(strings.Join(strings.Fields(t.typeOf(name)), " "))
				if typ == nil || strings.Contains(t.text(g.cond), name) {
					continue
				}
				has, lacks := name+"[msg.sender] > 0", name+"[msg.sender] == 0"
				if typ[2] == "bool" {
					has, lacks = name+"[msg.sender]", "!"+name+"[msg.sender]"
				}
				wider := t.text(g.cond) + " || " + has
				if !g.pass {
					cond := t.text(g.cond)
					if inner(g.cond).Kind == solidity.NodeBinary && t.file.Operator(inner(g.cond)) == "||" && inner(g.cond) == g.cond {
						cond = "(" + cond + ")"
					}
					wider = cond + " && " + lacks
				}
				out = append(out, mutant{edits: []edit.Edit{replace(g.cond, wider)}, class: "access_control", act: "ACCESS_CTRL",
					note: "lets others pass",
					cause: sentence(t.where(g.fn), "lets every account pass that has an entry in", code(name)+",",
						"which anybody may have"),
					fix: sentence(t.where(g.fn), "demands", t.demand(g))})
			}
		}
		return out
	},
}

var guardHollow = operator{
	name: "guard-hollow",
	doc:  "check only that a limit is set, or that there is a caller",
	find: func(t *text) (out []mutant) {
		for _, g := range t.guards() {
			c := inner(g.cond)
			if c.Kind != solidity.NodeBinary || t.calls(c) {
				continue
			}
			class, act := t.classify(g)
			m := mutant{class: class, act: act, note: "the check says nothing about what it is there for",
				fix: sentence(t.where(g.fn), "checks", t.demand(g), "and reverts otherwise")}
			a, b := c.First(), c.Last()
			switch op := t.file.Operator(c); {
			case t.caller(c) && (op == "==" || op == "!="):
				m.edits = t.anyCaller(c)
				m.cause = sentence(t.where(g.fn), "asks only that there is a caller, and not", t.demand(g))
			case (op == "<" || op == "<=" || op == ">" || op == ">=") && !t.constant(a) && !t.constant(b):
				limit, zero := b, " == 0"
				if op == ">" == g.pass || op == ">=" == g.pass {
					limit = a
				}
				if g.pass {
					zero = " > 0"
				}
				m.edits = []edit.Edit{replace(g.cond, t.text(limit)+zero)}
				m.cause = sentence(t.where(g.fn), "asks only that", code(t.words(limit)), "is not zero, and not", t.demand(g))
			default:
				continue
			}
			out = append(out, m)
		}
		return out
	},
}

// anyCaller turns a comparison with the caller into one that every caller passes. The edits are in order.
func (t *text) anyCaller(c *solidity.Node) []edit.Edit {
	op := map[string]string{"==": "!=", "!=": "=="}[t.file.Operator(c)]
	if t.text(c.Last()) == "msg.sender" {
		return []edit.Edit{replace(c.First(), "address(0)"), t.operator(c, op)}
	}
	return []edit.Edit{t.operator(c, op), replace(c.Last(), "address(0)")}
}

// constant reports whether an expression contains no variable.
func (t *text) constant(n *solidity.Node) bool {
	for c := range n.All() {
		if c.Kind == solidity.NodeIdent || c.Kind == solidity.NodeMember {
			return false
		}
	}
	return true
}

var guardEdge = operator{
	name: "guard-edge",
	doc:  "move the bound of a comparison by one",
	find: func(t *text) (out []mutant) {
		edges := map[string]string{"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
		for _, g := range t.guards() {
			for n := range g.cond.All() {
				if n.Kind != solidity.NodeBinary || edges[t.file.Operator(n)] == "" {
					continue
				}
				class, act := t.classify(g)
				if class == "input_validation" || class == "accounting_error" {
					class = "logic_error"
				}
				out = append(out, mutant{edits: []edit.Edit{t.operator(n, edges[t.file.Operator(n)])}, class: class, act: act,
					note:  "the edge is on the wrong side",
					cause: sentence(t.where(g.fn), "compares with the wrong edge in", code(t.words(g.cond))),
					fix:   sentence(t.where(g.fn), "compares by", code(t.file.Operator(n)))})
			}
		}
		return out
	},
}

// operator replaces the operator of a binary expression or an assignment.
func (t *text) operator(n *solidity.Node, by string) edit.Edit {
	op := t.file.Operator(n)
	at := n.Last().Start - 1
	for at > n.First().End && t.src[at-len(op)+1:at+1] != op {
		at--
	}
	return edit.Edit{Start: at - len(op) + 1, End: at + 1, New: by}
}

var visibility = operator{
	name: "visibility",
	doc:  "make an internal helper public",
	find: func(t *text) (out []mutant) {
		for _, f := range t.fns {
			if f.modifier || f.callable || f.view || f.node.Name() == nil || f.name == f.contract {
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
				cause: sentence(code(f.name), "can be called by anybody, and checks nothing itself"),
				fix:   sentence(code(f.name), "is internal, and its callers check")}
			// A leading underscore would show that it was not meant for other callers.
			if name := strings.TrimLeft(f.name, "_"); name != f.name {
				edits, skipped := t.names.Rename(map[string]string{f.name: name})
				if len(skipped) > 0 || len(edits) != 1 {
					continue
				}
				m.at = []int{at.Start}
				m.edits = append(m.edits, edits[t.path]...)
				m.cause = sentence(code(name), "can be called by anybody, and checks nothing itself")
			}
			out = append(out, m)
		}
		return out
	},
}

// changes reports whether a function writes storage or calls another contract.
func (t *text) changes(f *function) bool {
	return slices.ContainsFunc(t.statements(f), func(s *solidity.Node) bool { return t.writes(s) != "" || t.calls(s) })
}

package solidity

import (
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
)

// An operator puts flaws of one kind into a correct text. It is a constant value.
type operator struct {
	name string
	doc  string // one line: what it does
	find func(t *text) []mutant
}

// A mutant is one flaw that could be put into a text, as edits of it.
type mutant struct {
	edits []edit.Edit
	class bench.Class
	act   bench.CodeAct
	at    []int  // offsets in the correct text of the edits that are the root cause; the first edit when empty
	note  string // of the label
	cause string // a sentence: why the code is wrong
	fix   string // a sentence: what the correct text does
}

// operators lists all operators, the most productive ones first.
func operators() []operator {
	return []operator{
		callerDrop,
		inputDrop,
		stateDrop,
		modifierDrop,
		lockDrop,
		guardHalf,
		guardEither,
		guardOther,
		guardWider,
		guardHollow,
		guardEdge,
		visibility,
		keyOther,
		payerOther,
		payeeOther,
		pairHalf,
		clearSkip,
		transitionSkip,
		nonceSkip,
		overwrite,
		signFlip,
		alias,
		copied,
		accrueSkip,
		accrueLate,
		effectLate,
		unchecked,
		castNarrow,
		divisionFirst,
		roundDown,
		roundUp,
		unit,
		donation,
		domainDrop,
		packed,
		returnIgnored,
	}
}

// sentence joins words into a sentence.
func sentence(words ...string) string {
	s := strings.TrimSpace(strings.Join(words, " "))
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

// code quotes a piece of code in a sentence, where its names are renamed with the text; a plain word is not.
func code(s string) string { return "`" + strings.TrimSuffix(s, ";") + "`" }

// guards lists the guards of all functions and modifiers.
func (t *text) guards() []guard {
	var out []guard
	for _, f := range t.fns {
		out = append(out, f.guards...)
	}
	return out
}

// demand describes in words of the code what a guard requires.
func (t *text) demand(g guard) string {
	if g.pass {
		return code(t.words(g.cond))
	}
	return "that " + code(t.words(g.cond)) + " is false"
}

// withoutGuard returns the mutant that lacks a guard.
func (t *text) withoutGuard(g guard) mutant {
	class, act := t.classify(g)
	return mutant{
		edits: []edit.Edit{t.cut(g.stmt)}, class: class, act: act,
		note:  "goes on without a check",
		cause: sentence(t.where(g.fn), "does not check", t.demand(g)),
		fix:   sentence(t.where(g.fn), "checks", t.demand(g), "and reverts otherwise"),
	}
}

// withoutGuards lists the mutants that lack one of the guards that want accepts. A guard with a payment is not one.
func (t *text) withoutGuards(want func(g guard) bool) (out []mutant) {
	for _, g := range t.guards() {
		if !t.movesIn(g.cond) && want(g) {
			out = append(out, t.withoutGuard(g))
		}
	}
	return out
}

// given reports whether a guard tests an argument of its function.
func (t *text) given(g guard) bool {
	return slices.ContainsFunc(t.idents(g.cond), func(id string) bool { return g.fn.param(id) != "" })
}

// where names a function for a sentence.
func (t *text) where(f *function) string {
	switch {
	case f.modifier:
		return "the modifier " + code(f.name)
	case f.name == "constructor", f.name == "receive", f.name == "fallback", f.name == "function":
		return "the " + f.name + " of " + code(f.contract)
	}
	return code(f.name)
}

// has reports whether a text contains one of some words, ignoring case.
func has(text string, words ...string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
}

// classify returns the class of flaw that the loss of a guard causes, by the subject and the place of the
// guard.
func (t *text) classify(g guard) (bench.Class, bench.CodeAct) {
	cond, body := t.words(g.cond), t.text(g.fn.body)
	name := strings.ToLower(g.fn.name)
	signed := has(body, "ecrecover", "recover(") || slices.ContainsFunc(g.fn.params, func(v variable) bool {
		return has(v.name, "signature", "sig") && v.typ == "bytes" || v.name == "v" && v.typ == "uint8"
	})
	switch {
	case !t.checked && t.bounds(g):
		return "arithmetic", "ARITHMETIC"
	case t.calls(g.cond) && t.movesIn(g.cond):
		return "unchecked_return", "EXT_CALL"
	case signed && has(cond, "nonce", "used", "done", "spent", "claimed", "redeemed"):
		return "signature_replay", "SIGNATURE"
	case signed && has(cond, "ecrecover", "recover", "signer", "address(0)"):
		return "signature", "SIGNATURE"
	case has(name, "init", "setup") || has(cond, "initiali", "settingup", "wired", ".done"):
		return "initialization", "INIT"
	case strings.Contains(body, ".delegatecall("):
		return "delegatecall", "DELEGATE"
	case strings.Contains(body, ".call(") && slices.ContainsFunc(g.fn.params,
		func(v variable) bool { return strings.HasPrefix(v.typ, "bytes") }):
		return "arbitrary_call", "EXT_CALL"
	case t.caller(g.cond):
		return "access_control", "ACCESS_CTRL"
	case has(cond, "updatedat", "stale", "answered"):
		return "stale_price", "ORACLE"
	case has(name, "vote", "propos", "queue", "execute", "ballot", "quorum") || has(cond, "quorum", "votes"):
		return "governance", "CTRL_FLOW"
	case has(cond, "least", "minout", "minimum", "slippage") &&
		slices.ContainsFunc(g.fn.params, func(v variable) bool {
			return has(v.name, "least", "min") && strings.Contains(cond, v.name)
		}):
		return "slippage", "INPUT_VAL"
	case strings.Contains(cond, "block.timestamp") || strings.Contains(cond, "block.number") ||
		slices.Contains(t.idents(g.cond), "now"):
		return "state_machine", "TIMESTAMP"
	}
	stateful := slices.ContainsFunc(t.idents(g.cond), func(id string) bool { return t.typeOf(id) != "" })
	given := t.given(g)
	switch {
	case stateful && t.phase(g.cond):
		return "state_machine", "CTRL_FLOW"
	case given && !stateful:
		return "input_validation", "INPUT_VAL"
	case stateful && given:
		return "accounting_error", "INPUT_VAL"
	}
	return "logic_error", "CTRL_FLOW"
}

// movesIn reports whether there is a payment below a node.
func (t *text) movesIn(n *solidity.Node) bool {
	return slices.ContainsFunc(slices.Collect(n.All()), func(c *solidity.Node) bool {
		return c.Kind == solidity.NodeCall && t.moves(c)
	})
}

// phase reports whether a condition tests a flag or a member of an enum.
func (t *text) phase(cond *solidity.Node) bool {
	c := inner(cond)
	if c.Kind == solidity.NodeUnary && t.file.Operator(c) == "!" {
		c = inner(c.First())
	}
	switch c.Kind {
	case solidity.NodeIdent, solidity.NodeIndex, solidity.NodeMember:
		return true
	case solidity.NodeBinary:
		op := t.file.Operator(c)
		if op == "&&" || op == "||" {
			return t.phase(c.First()) || t.phase(c.Last())
		}
		return (op == "==" || op == "!=") && (c.Last().Kind == solidity.NodeMember || t.text(c.Last()) == "0" ||
			t.text(c.Last()) == "true" || t.text(c.Last()) == "false")
	}
	return false
}

// bounds reports whether a guard prevents a subtraction of its function from wrapping: it compares the
// subtrahend with the minuend.
func (t *text) bounds(g guard) bool {
	c := inner(g.cond)
	if c.Kind != solidity.NodeBinary || !strings.ContainsAny(t.file.Operator(c), "<>") {
		return false
	}
	a, b := t.words(inner(c.First())), t.words(inner(c.Last()))
	for n := range g.fn.body.All() {
		if op := t.file.Operator(n); n.Kind == solidity.NodeBinary && op == "-" || n.Kind == solidity.NodeAssign &&
			op == "-=" {
			x, y := t.words(inner(n.First())), t.words(inner(n.Last()))
			if x == a && y == b || x == b && y == a {
				return true
			}
		}
	}
	return false
}

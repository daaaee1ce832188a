package adequacy

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"assay/internal/lang/solidity"
)

// A guard is a check of a Solidity text that refuses: the condition of a require, an assert or an if that reverts,
// a call that only checks, or one operand of such a condition. A guard in a modifier is a separate guard for each
// place that applies it. A modifier that another file declares, such as a library's, is one guard for each place
// that applies it.
type guard struct {
	file   string // of context that it is in; "" is the file under review
	in     string // "Jar.take", with the modifier if it is in one: "Jar.take, onlyOwner"
	text   string // the condition, on one line
	nth    int    // index among those with the same text in the same place
	line   int    // of the condition, from 1
	caller bool   // it checks the caller
}

// name identifies the guard in both sources, unless the repair changes it.
func (g *guard) name() string {
	if g.nth > 0 {
		return fmt.Sprintf("%s: %s (%d)", g.in, g.text, g.nth+1)
	}
	return g.in + ": " + g.text
}

// A switchboard numbers the guards of the sources of a sample. A guard with the same name in both has one number,
// so that it is removed from both.
type switchboard struct {
	numbers map[string]int
	copies  int // of modifiers and functions, in all texts: a base contract's must not have the names of its heir's
}

// magic begins the constant by which the code asks whether a guard is on. Twelve bytes that are not an address and
// do not occur in a text by chance.
const magic = "a55a9e1dc3b7f0e84d21"

// key is the constant of guard n in the code. A guard is off when zeros replace it.
func key(n int) []byte {
	b, err := hex.DecodeString(fmt.Sprintf("%s%04x", magic, n))
	if err != nil {
		panic(err) // two bytes are enough for any text
	}
	return b
}

// fit returns src with a switch at each of its guards, and the guards by number. With all switches on, the text
// behaves as before. A guard that is off is still evaluated, since a condition may have effects; it does not
// refuse.
func (b *switchboard) fit(src string) (string, map[int]guard) {
	w := &wiring{file: solidity.Parse(src), board: b, found: map[int]guard{}, seen: map[string]int{}}
	w.survey()
	for _, fn := range w.functions {
		w.function(fn)
	}
	return w.rewrite(w.file.Root, w.inserts, nil), w.found
}

// insert is a text to insert at an offset; it replaces the text up to end if that is set. Of several at one
// offset, those of lower rank come first.
type insert struct {
	at, rank int
	text     string
	end      int
}

type wiring struct {
	file      *solidity.File
	board     *switchboard
	found     map[int]guard
	seen      map[string]int // guards by place and text
	inserts   []insert
	functions []*solidity.Node // with a body
	modifiers []*solidity.Node
	// names of functions that only check: view or pure, returning nothing, changing no list in memory
	checks map[string]bool
	asking map[string]bool // names of functions that check the caller
}

// survey collects functions and modifiers, and classifies the functions.
func (w *wiring) survey() {
	w.checks, w.asking = map[string]bool{}, map[string]bool{}
	for n := range w.file.Root.All() {
		switch {
		case n.Kind == solidity.NodeModifier:
			w.modifiers = append(w.modifiers, n)
		case n.Kind == solidity.NodeFunction && n.Find(solidity.NodeBlock) != nil:
			w.functions = append(w.functions, n)
			name := w.file.Text(n.Name())
			if name == "" {
				continue
			}
			if mentionsCaller(w.file.Text(n.Find(solidity.NodeBlock))) {
				w.asking[name] = true
			}
			header := w.file.Src[n.Start:n.Find(solidity.NodeBlock).Start]
			if n.Find(solidity.NodeReturns) == nil && !takesList.MatchString(header) &&
				slices.ContainsFunc(slices.Collect(n.Children()), func(a *solidity.Node) bool {
					t := w.file.Text(a)
					return a.Kind == solidity.NodeAttribute && (t == "view" || t == "pure" || t == "constant")
				}) {
				w.checks[name] = true
			}
		}
	}
}

// takesList matches the header of a function that may change a list of its caller: one that sorts in place is pure,
// returns nothing, and checks nothing.
var takesList = regexp.MustCompile(`\]\s+memory\b`)

func mentionsCaller(text string) bool {
	return strings.Contains(text, "msg.sender") || strings.Contains(text, "tx.origin")
}

// contract returns the contract that contains a node, nil at file level.
func (w *wiring) contract(n *solidity.Node) *solidity.Node {
	for n = n.Parent(); n != nil; n = n.Parent() {
		if n.Kind == solidity.NodeContract {
			return n
		}
	}
	return nil
}

// function fits switches into the body of a function and into copies of the
// modifiers that it applies.
func (w *wiring) function(fn *solidity.Node) {
	place := w.file.Text(fn.Name())
	if place == "" {
		place = w.file.Words(fn)[0].Text(w.file.Src)
	}
	home := w.contract(fn)
	if home != nil {
		place = w.file.Text(home.Name()) + "." + place
	}
	var own []insert               // into the text of the function
	var elsewhere []*solidity.Node // modifiers declared in other files
	for c := range fn.Children() {
		switch c.Kind {
		case solidity.NodeBlock:
			for _, s := range w.sites(c, "") {
				w.wire(s, place, 0, &own)
			}
		case solidity.NodeInvocation:
			name := c.First()
			m := w.modifier(home, w.file.Text(name))
			if m == nil {
				elsewhere = append(elsewhere, c)
				continue
			}
			var inner []insert
			for _, s := range w.sites(m, w.file.Text(c)) {
				w.wire(s, place+", "+w.file.Text(name), 0, &inner)
			}
			if len(inner) == 0 {
				continue
			}
			w.board.copies++
			copied := fmt.Sprintf("__%d", w.board.copies)
			own = append(own, insert{at: name.End, text: copied})
			w.inserts = append(w.inserts, insert{at: m.End, rank: w.board.copies, text: " " + w.copy(m, copied, inner)})
		}
	}
	if len(elsewhere) == 0 || fn.Name() == nil || home == nil || w.file.Text(fn.Name()) == w.file.Text(home.Name()) {
		w.inserts = append(w.inserts, own...)
		return
	}
	w.split(fn, place, elsewhere, own)
}

// split divides a function so that modifiers of other files can be removed from it: into its body without
// modifiers, functions that apply all of the modifiers or all but one before they call it, and, in its place, a
// function that asks the switches which of these to call.
func (w *wiring) split(fn *solidity.Node, place string, elsewhere []*solidity.Node, own []insert) {
	w.board.copies++
	params, block := fn.Find(solidity.NodeParams), fn.Find(solidity.NodeBlock)
	var modifiers, outside []solidity.Span // outside: header parts that only a function called from outside has
	for c := range fn.Children() {
		switch t := w.file.Text(c); {
		case c.Kind == solidity.NodeInvocation:
			modifiers = append(modifiers, c.Span)
		case c.Kind == solidity.NodeOverride,
			c.Kind == solidity.NodeAttribute && t != "view" && t != "pure" && t != "constant":
			outside = append(outside, c.Span)
		}
	}
	var named, inHeader, inBody []insert
	var arguments []string
	for v := range params.Children() {
		argument := fmt.Sprintf("__a%d", len(arguments))
		if v.Name() != nil {
			argument = w.file.Text(v.Name())
		} else {
			named = append(named, insert{at: v.End, text: " " + argument})
		}
		arguments = append(arguments, argument)
	}
	for _, i := range own {
		if i.at < block.Start {
			inHeader = append(inHeader, i)
		} else {
			inBody = append(inBody, i)
		}
	}
	answer, after := "return ", ""
	if fn.Find(solidity.NodeReturns) == nil {
		answer, after = "", " return;"
	}
	suffix := func(version int) string { return fmt.Sprintf("__%d_%d", w.board.copies, version) }
	call := func(version int) string {
		return answer + w.file.Text(fn.Name()) + suffix(version) + "(" + strings.Join(arguments, ", ") + ");" + after
	}
	inside := func(version int, changes []insert, cut ...solidity.Span) string {
		changes = slices.Concat(named, changes,
			[]insert{{at: fn.Name().End, text: suffix(version)}, {at: params.End, text: " internal"}})
		if noInternalCalldata.MatchString(w.file.Src) {
			for a := range params.All() {
				if a.Kind == solidity.NodeAttribute && w.file.Text(a) == "calldata" {
					changes = append(changes, insert{at: a.Start, end: a.End, text: "memory"})
				}
			}
		}
		cut = slices.Concat(cut, outside)
		slices.SortFunc(cut, func(x, y solidity.Span) int { return cmp.Compare(x.Start, y.Start) })
		return "\n" + w.rewrite(fn, changes, cut)
	}
	body := func(text string) insert { return insert{at: block.Start, end: block.End, text: "{ " + text + " }"} }
	const unmodified, all = 0, 1
	made := inside(unmodified, inBody, modifiers...) +
		inside(all, slices.Concat(inHeader, []insert{body(call(unmodified))}))
	asks := ""
	for i, m := range elsewhere {
		n := w.number(site{at: m, caller: namesCaller(w.file.Text(m.First()))}, place)
		asks += fmt.Sprintf("if (0x%x == 0) { %s } ", key(n), call(all+1+i))
		made += inside(all+1+i, slices.Concat(inHeader, []insert{body(call(unmodified))}), m.Span)
	}
	w.inserts = append(w.inserts, insert{at: fn.Start, end: fn.End,
		text: w.rewrite(fn, slices.Concat(named, []insert{body(asks + call(all))}), modifiers) + made})
}

// namesCaller reports whether a modifier of another file checks the caller, judging by its name, which is all that
// this file shows of it.
func namesCaller(name string) bool { return callers.MatchString(name) && !notCallers.MatchString(name) }

var (
	callers    = regexp.MustCompile(`^only|^(requires)?[aA]uth`)
	notCallers = regexp.MustCompile(`^only(Proxy|Initializing|When[A-Z]\w*)\b`)
)

// noInternalCalldata matches compilers whose internal functions do not accept calldata.
var noInternalCalldata = regexp.MustCompile(`pragma solidity\s+[=^]?0\.[45]\.`)

// copy returns a modifier under another name, with inserts.
func (w *wiring) copy(m *solidity.Node, suffix string, inner []insert) string {
	var cut []solidity.Span // a copy neither overrides nor is overridden
	for a := range m.Children() {
		if t := w.file.Text(a); a.Kind == solidity.NodeOverride || a.Kind == solidity.NodeAttribute &&
			(t == "virtual" || t == "override") {
			cut = append(cut, a.Span)
		}
	}
	return w.rewrite(m, append(inner, insert{at: m.Name().End, text: suffix}), cut)
}

// rewrite returns the text of a node with inserts, and without the cut spans.
func (w *wiring) rewrite(m *solidity.Node, inner []insert, cut []solidity.Span) string {
	src := w.file.Src
	slices.SortStableFunc(inner, func(x, y insert) int {
		return cmp.Or(cmp.Compare(x.at, y.at), cmp.Compare(x.rank, y.rank))
	})
	var out strings.Builder
	at := m.Start
	upTo := func(end int) {
		for len(cut) > 0 && cut[0].Start < end {
			out.WriteString(src[at:cut[0].Start])
			at = cut[0].End
			cut = cut[1:]
		}
		out.WriteString(src[at:end])
		at = end
	}
	for _, i := range inner {
		upTo(i.at)
		out.WriteString(i.text)
		at = max(at, i.end)
	}
	upTo(m.End)
	return out.String()
}

// modifier returns the modifier that a name means in a contract: its own, or else one of the file's. A base
// constructor is not a modifier.
func (w *wiring) modifier(home *solidity.Node, name string) *solidity.Node {
	var found *solidity.Node
	for _, m := range w.modifiers {
		if w.file.Text(m.Name()) != name || m.Find(solidity.NodeBlock) == nil {
			continue
		}
		if w.contract(m) == home {
			return m
		}
		found = cmp.Or(found, m)
	}
	return found
}

// site is a condition that decides whether a text goes on or refuses.
type site struct {
	at     *solidity.Node // a condition, or a statement that only checks
	stmt   bool           // it is a statement
	pass   bool           // the text goes on when the condition holds
	within string         // "assembly" for a condition of assembly
	caller bool           // it checks the caller although its words do not show that
}

// sites returns the guards below a node in source order. applied, the way in which a modifier is applied, shows
// whether an argument is about the caller.
func (w *wiring) sites(root *solidity.Node, applied string) []site {
	var out []site
	caller := mentionsCaller(applied)
	for n := range root.All() {
		switch n.Kind {
		case solidity.NodeCall:
			callee := w.file.Text(n.First())
			if (callee == "require" || callee == "assert") && n.First().Next() != nil {
				if cond := n.First().Next(); w.file.Text(cond) != "false" {
					out = append(out, site{at: cond, pass: true, caller: caller})
				}
			}
		case solidity.NodeExprStmt:
			if c := n.First(); c != nil && c.Kind == solidity.NodeCall && c.First().Kind == solidity.NodeIdent &&
				w.checks[w.file.Text(c.First())] {
				out = append(out, site{at: n, stmt: true, caller: caller || w.asking[w.file.Text(c.First())]})
			}
		case solidity.NodeIf:
			if cond := n.First(); cond != nil && w.refuses(cond.Next()) {
				out = append(out, site{at: cond, caller: caller})
			}
		case solidity.NodeAsmIf:
			if cond := n.First(); cond != nil && cond.Next() != nil && strings.Contains(w.file.Text(cond.Next()), "revert(") {
				out = append(out, site{at: cond, within: "assembly", caller: caller ||
					strings.Contains(w.file.Text(cond), "caller()")})
			}
		}
	}
	return out
}

// refuses reports whether a statement ends in a revert.
func (w *wiring) refuses(n *solidity.Node) bool {
	if n == nil {
		return false
	}
	switch n.Kind {
	case solidity.NodeBlock, solidity.NodeUnchecked:
		return w.refuses(n.Last())
	case solidity.NodeRevert:
		return true
	case solidity.NodeJump:
		return strings.HasPrefix(w.file.Text(n), "throw")
	case solidity.NodeAssembly:
		return strings.Contains(w.file.Text(n), "revert(")
	case solidity.NodeExprStmt:
		c := n.First()
		if c == nil || c.Kind != solidity.NodeCall {
			return false
		}
		callee := w.file.Text(c.First())
		return callee == "revert" || (callee == "require" || callee == "assert") &&
			strings.HasPrefix(strings.TrimLeft(w.file.Text(c)[len(callee):], "( "), "false")
	}
	return false
}

// wire adds the switches of a site: one for the unmodified, and one for each operand when there are several.
func (w *wiring) wire(s site, place string, depth int, into *[]insert) {
	n := s.at
	number := w.number(s, place)
	switch {
	case s.stmt:
		*into = append(*into, insert{at: n.Start, rank: depth, text: fmt.Sprintf("if (0x%x != 0) { ", key(number))},
			insert{at: n.End, rank: -depth, text: " }"})
		return
	case s.within == "assembly":
		*into = append(*into, insert{at: n.Start, rank: depth, text: "mul(iszero(iszero("},
			insert{at: n.End, rank: -depth, text: fmt.Sprintf(")), 0x%x)", key(number))})
		return
	case s.pass:
		*into = append(*into, insert{at: n.Start, rank: depth, text: "(("}, insert{at: n.End, rank: -depth,
			text: fmt.Sprintf(") || (0x%x == 0))", key(number))})
	default:
		*into = append(*into, insert{at: n.Start, rank: depth, text: "(("}, insert{at: n.End, rank: -depth,
			text: fmt.Sprintf(") && (0x%x != 0))", key(number))})
	}
	w.operands(n, s.caller, place, depth+1, into)
}

// operands adds a switch to each operand of && and ||. A removed operand has the value that leaves the decision to
// the others.
func (w *wiring) operands(n *solidity.Node, caller bool, place string, depth int, into *[]insert) {
	switch n.Kind {
	case solidity.NodeTuple, solidity.NodeUnary:
		if c := n.First(); c != nil && c.Next() == nil && (n.Kind == solidity.NodeTuple || w.file.Operator(n) == "!") {
			w.operands(c, caller, place, depth, into)
		}
	case solidity.NodeBinary:
		op := w.file.Operator(n)
		if op != "&&" && op != "||" {
			return
		}
		for c := range n.Children() {
			if c.Kind == solidity.NodeBinary && w.file.Operator(c) == op { // a && b && c has three operands
				w.operands(c, caller, place, depth, into)
				continue
			}
			w.wire(site{at: c, pass: op == "&&", caller: caller}, place, depth, into)
		}
	}
}

// payments are functions that have the caller as an argument, or pay it, without checking its identity.
var payments = []string{"transfer", "transferFrom", "send", "call", "value"}

// ofCaller reports whether a condition checks the caller.
func (w *wiring) ofCaller(n *solidity.Node) bool {
	var paid *solidity.Node
	for c := range n.All() {
		if paid != nil && c.Start < paid.End {
			continue
		}
		switch text := w.file.Text(c); c.Kind {
		case solidity.NodeCall:
			callee := c.First()
			if callee.Kind == solidity.NodeOptions {
				callee = callee.First()
			}
			if callee.Kind == solidity.NodeMember && slices.Contains(payments, w.file.Text(callee.Last())) {
				paid = c
			}
			if callee.Kind == solidity.NodeIdent && w.asking[w.file.Text(callee)] {
				return true
			}
		case solidity.NodeMember:
			if text == "msg.sender" || text == "tx.origin" {
				return true
			}
		}
	}
	return false
}

// number returns the number of a site, which is the same in both sources.
func (w *wiring) number(s site, place string) int {
	text := strings.Join(strings.Fields(strings.TrimSuffix(w.file.Text(s.at), ";")), " ")
	g := guard{in: place, text: text, line: w.file.Lines.Line(s.at.Start), caller: s.caller || w.ofCaller(s.at)}
	g.nth = w.seen[g.name()]
	w.seen[g.name()]++
	n, ok := w.board.numbers[g.name()]
	if !ok {
		n = len(w.board.numbers) + 1
		w.board.numbers[g.name()] = n
	}
	w.found[n] = g
	return n
}

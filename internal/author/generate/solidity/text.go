package solidity

import (
	"cmp"
	"slices"
	"strings"

	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
)

// A text is a correct text to mutate, read once for all operators.
type text struct {
	src     string
	file    *solidity.File
	names   *solidity.Names // of the file and what it imports
	path    string
	fns     []*function
	state   map[string]*solidity.Node // state variables by name
	checked bool                      // arithmetic reverts on overflow: from 0.8 on
}

// A function is a function or modifier with a body, of a contract that is deployed or inherited, not of an
// interface or a library.
type function struct {
	node     *solidity.Node
	body     *solidity.Node
	name     string // "constructor" and so on for one without a name
	contract string
	callable bool // callable by any account: public or external
	view     bool // view or pure
	modifier bool
	params   []variable
	guards   []guard
}

// A variable is a parameter or a state variable with its declared type.
type variable struct{ name, typ string }

// A guard is a check that refuses: a require, an assert, or an if that reverts.
type guard struct {
	fn   *function
	stmt *solidity.Node // the statement that refuses
	cond *solidity.Node
	pass bool // the code continues where the condition holds
}

// read reads a text; files are all texts that it may import, by path.
func read(path string, files map[string]string, checked bool) *text {
	t := &text{src: files[path], path: path, names: solidity.Resolve(files), state: map[string]*solidity.Node{},
		checked: checked}
	t.file = t.names.File(path)
	for c := range t.file.Root.Children() {
		if c.Kind != solidity.NodeContract {
			continue
		}
		word := t.file.Words(c)[0].Text(t.src)
		if word == "interface" || word == "library" {
			continue
		}
		for n := range c.Children() {
			switch n.Kind {
			case solidity.NodeStateVar:
				t.state[t.file.Text(n.Name())] = n
			case solidity.NodeFunction, solidity.NodeModifier:
				if f := t.function(n, t.file.Text(c.Name())); f != nil {
					t.fns = append(t.fns, f)
				}
			}
		}
	}
	return t
}

func (t *text) text(n *solidity.Node) string { return t.file.Text(n) }

// words returns the text of n on one line.
func (t *text) words(n *solidity.Node) string { return strings.Join(strings.Fields(t.text(n)), " ") }

func (t *text) function(n *solidity.Node, contract string) *function {
	body := n.Find(solidity.NodeBlock)
	if body == nil {
		return nil
	}
	f := &function{node: n, body: body, name: t.text(n.Name()), contract: contract,
		modifier: n.Kind == solidity.NodeModifier}
	if f.name == "" {
		f.name = t.file.Words(n)[0].Text(t.src)
	}
	open := f.name == "receive" || f.name == "fallback" || t.file.HasAttribute(n, "public", "external")
	f.callable = open && !t.file.HasAttribute(n, "internal", "private") && f.name != "constructor" && !f.modifier
	f.view = t.file.HasAttribute(n, "view", "pure", "constant")
	if ps := n.Find(solidity.NodeParams); ps != nil {
		for v := range ps.Children() {
			if v.Kind == solidity.NodeVar && v.Name() != nil {
				f.params = append(f.params, variable{t.text(v.Name()), t.text(v.First())})
			}
		}
	}
	for s := range body.All() {
		if g, ok := t.guard(s); ok {
			g.fn = f
			f.guards = append(f.guards, g)
		}
	}
	return f
}

// guard interprets a statement as a guard.
func (t *text) guard(s *solidity.Node) (guard, bool) {
	switch s.Kind {
	case solidity.NodeExprStmt:
		c := s.First()
		if c == nil || c.Kind != solidity.NodeCall || c.First().Next() == nil {
			return guard{}, false
		}
		if callee := t.text(c.First()); callee == "require" || callee == "assert" {
			return guard{stmt: s, cond: c.First().Next(), pass: true}, true
		}
	case solidity.NodeIf:
		cond := s.First()
		if cond == nil || cond.Next() == nil || cond.Next().Next() != nil {
			return guard{}, false
		}
		if t.refuses(cond.Next()) {
			return guard{stmt: s, cond: cond}, true
		}
	}
	return guard{}, false
}

// refuses reports whether a statement only reverts.
func (t *text) refuses(n *solidity.Node) bool {
	switch n.Kind {
	case solidity.NodeBlock:
		return n.First() != nil && n.First() == n.Last() && t.refuses(n.First())
	case solidity.NodeRevert:
		return true
	case solidity.NodeJump:
		return strings.HasPrefix(t.text(n), "throw")
	case solidity.NodeExprStmt:
		c := n.First()
		return c != nil && c.Kind == solidity.NodeCall && t.text(c.First()) == "revert"
	}
	return false
}

// inner returns an expression without the parentheses around it.
func inner(n *solidity.Node) *solidity.Node {
	for n != nil && n.Kind == solidity.NodeTuple && n.First() != nil && n.First() == n.Last() {
		n = n.First()
	}
	return n
}

// operands lists the operands of a && b && c, or of a || b || c, as written.
func (t *text) operands(n *solidity.Node, op string) []*solidity.Node {
	n = inner(n)
	if n.Kind != solidity.NodeBinary || t.file.Operator(n) != op {
		return []*solidity.Node{n}
	}
	var out []*solidity.Node
	for c := range n.Children() {
		out = append(out, t.operands(c, op)...)
	}
	return out
}

// cut deletes a node with the lines that it leaves blank, and a comment after it.
func (t *text) cut(n *solidity.Node) edit.Edit { return t.cutSpan(n.Start, n.End) }

func (t *text) cutSpan(start, end int) edit.Edit {
	from := strings.LastIndexByte(t.src[:start], '\n') + 1
	to := len(t.src)
	if i := strings.IndexByte(t.src[end:], '\n'); i >= 0 {
		to = end + i + 1
	}
	rest := strings.TrimSpace(t.src[end:to])
	if strings.TrimSpace(t.src[from:start]) != "" || rest != "" && !strings.HasPrefix(rest, "//") {
		return edit.Delete(start, end)
	}
	// Of two blank lines that become adjacent, one is removed.
	if strings.HasSuffix(t.src[:from], "\n\n") && to < len(t.src) && t.src[to] == '\n' {
		to++
	}
	return edit.Delete(from, to)
}

// replace replaces the text of a node.
func replace(n *solidity.Node, by string) edit.Edit {
	return edit.Edit{Start: n.Start, End: n.End, New: by}
}

// idents lists the identifiers used below a node, without member names.
func (t *text) idents(n *solidity.Node) []string {
	var out []string
	for c := range n.All() {
		if c.Kind == solidity.NodeIdent {
			out = append(out, t.text(c))
		}
	}
	return out
}

// caller reports whether an expression tests who calls: it contains the sender, and not as the argument of a
// payment.
func (t *text) caller(n *solidity.Node) bool {
	for c := range n.All() {
		if c.Kind != solidity.NodeMember {
			continue
		}
		if w := t.text(c); w != "msg.sender" && w != "tx.origin" {
			continue
		}
		asked := true
		for up := c.Parent(); up != nil && up != n.Parent(); up = up.Parent() {
			if up.Kind == solidity.NodeIndex && up.Last().Start <= c.Start && strings.Contains(t.typeOf(t.root(up)), "=> uint") {
				asked = false // how much the sender has, not who it is
			}
			if up.Kind == solidity.NodeCall && c.Start > up.First().End && t.moves(up) {
				asked = false
			}
		}
		if asked {
			return true
		}
	}
	return false
}

// payments are members that move ether or tokens.
var payments = []string{"transfer", "transferFrom", "safeTransfer", "safeTransferFrom", "send", "call", "value", "mint",
	"burn"}

// moves reports whether a call pays or moves a token.
func (t *text) moves(call *solidity.Node) bool {
	callee := call.First()
	for callee != nil && (callee.Kind == solidity.NodeOptions || callee.Kind == solidity.NodeCall) {
		callee = callee.First()
	}
	return callee != nil && callee.Kind == solidity.NodeMember && slices.Contains(payments, t.text(callee.Last()))
}

// language holds names whose members belong to the language.
var language = []string{"msg", "tx", "block", "abi", "type", "super", "this"}

// outside reports whether a call leaves the contract: it calls a member of another contract's address, or sends
// ether. A library's function looks the same and may be mistaken for one.
func (t *text) outside(call *solidity.Node) bool {
	if call.Kind != solidity.NodeCall {
		return false
	}
	callee := call.First()
	for callee != nil && (callee.Kind == solidity.NodeOptions || callee.Kind == solidity.NodeCall &&
		callee.First() != nil && callee.First().Kind == solidity.NodeMember) {
		callee = callee.First()
	}
	if callee == nil || callee.Kind != solidity.NodeMember {
		return false
	}
	label := t.text(callee.Last())
	if slices.Contains([]string{"push", "pop", "add", "sub", "mul", "div", "selector"}, label) {
		return false
	}
	base := callee.First()
	return base.Kind != solidity.NodeIdent || !slices.Contains(language, t.text(base))
}

// calls reports whether anything below a node leaves the contract.
func (t *text) calls(n *solidity.Node) bool {
	return slices.ContainsFunc(slices.Collect(n.All()), t.outside)
}

// root returns the state variable to which a storage location belongs, "" for a local.
func (t *text) root(place *solidity.Node) string {
	n := inner(place)
	for n != nil && (n.Kind == solidity.NodeIndex || n.Kind == solidity.NodeMember) {
		n = n.First()
	}
	if n == nil || n.Kind != solidity.NodeIdent {
		return ""
	}
	if name := t.text(n); t.state[name] != nil {
		return name
	}
	return ""
}

// writes returns the state variable that a statement writes, "" for none or for a statement that does more.
func (t *text) writes(s *solidity.Node) string {
	if s.Kind != solidity.NodeExprStmt || s.First() == nil {
		return ""
	}
	switch e := s.First(); e.Kind {
	case solidity.NodeAssign:
		return t.root(e.First())
	case solidity.NodeUnary:
		if op := t.file.Operator(e); op == "delete" || op == "++" || op == "--" {
			return t.root(e.First())
		}
	case solidity.NodePostfix:
		return t.root(e.First())
	}
	return ""
}

// statements returns every statement in a block of a function's body.
func (t *text) statements(f *function) []*solidity.Node {
	var out []*solidity.Node
	for n := range f.body.All() {
		if n.Kind == solidity.NodeBlock || n.Kind == solidity.NodeUnchecked {
			for c := range n.Children() {
				if c.Kind != solidity.NodeBlock {
					out = append(out, c)
				}
			}
		}
	}
	return out
}

// indent is the whitespace before a node's line.
func (t *text) indent(n *solidity.Node) string {
	from := strings.LastIndexByte(t.src[:n.Start], '\n') + 1
	line := t.src[from:n.Start]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// typeOf is the type of a state variable as written, "" for none.
func (t *text) typeOf(name string) string {
	if n := t.state[name]; n != nil {
		return t.text(n.First())
	}
	return ""
}

// lineOf returns the line of an offset, from 1.
func lineOf(text string, offset int) int { return 1 + strings.Count(text[:offset], "\n") }

// orphans removes the code that edits leave unused: modifiers, errors, private and internal functions, and
// constants and variables that cannot be read from outside. ok is false where they leave a parameter or a local
// unused, which would give the flaw away.
func (t *text) orphans(edits []edit.Edit) (all []edit.Edit, ok bool) {
	all = slices.Clone(edits)
	gone := func(at solidity.Span) bool {
		return slices.ContainsFunc(all, func(e edit.Edit) bool {
			return e.Start <= at.Start && at.End <= e.End && e.End > e.Start
		})
	}
	var added []string
	for _, e := range edits {
		added = append(added, strings.FieldsFunc(e.New, func(r rune) bool { return !isWord(r) })...)
	}
	for range 4 { // removed code may have used something else
		uses, before := map[*solidity.Decl]int{}, map[*solidity.Decl]int{}
		for _, p := range t.names.Paths {
			for _, o := range t.names.Occurrences(p) {
				if o.Verdict != solidity.Refers || o.Decl == nil {
					continue
				}
				before[o.Decl]++
				if p != t.path || !gone(o.At) {
					uses[o.Decl]++
				}
			}
		}
		more := false
		for _, d := range t.names.Decls {
			if d.Path != t.path || before[d] == 0 || uses[d] > 0 || gone(d.At) || slices.Contains(added, d.Name) {
				continue
			}
			switch d.Kind {
			case solidity.DeclModifier, solidity.DeclError:
			case solidity.DeclFunction, solidity.DeclStateVar:
				if d.ABI || d.Visibility == "public" || d.Visibility == "external" {
					continue
				}
			case solidity.DeclParam, solidity.DeclLocal:
				return nil, false
			default:
				continue
			}
			e := t.cutSpan(d.Node.Start, d.Node.End)
			if slices.ContainsFunc(all, func(o edit.Edit) bool { return e.Start < o.End && o.Start < e.End }) {
				return nil, false
			}
			all, more = append(all, e), true
		}
		if !more {
			break
		}
	}
	slices.SortStableFunc(all, func(a, b edit.Edit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	return all, true
}

func isWord(r rune) bool {
	return r == '_' || r == '$' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}

// refusesOnly reports whether a statement's only call outside is a read in a guard.
func (t *text) refusesOnly(n *solidity.Node) bool {
	g, ok := t.guard(n)
	return ok && !t.movesIn(g.cond)
}

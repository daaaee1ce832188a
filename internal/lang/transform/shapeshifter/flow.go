package shapeshifter

import (
	"fmt"
	"strconv"

	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
	"assay/internal/lang/transform"
)

// L3 is the third level: meaningless names, and control flow with detours.
var L3 = transform.Transformation{
	Name: "shapeshifter-l3",
	Doc: `rename as L2 does, and take detours in the control flow

Statements go under conditions that always hold, whatever the values in them are; conditions go into locals first, and
x += y becomes x = x + y. Nothing is done whose effect could depend on the order in which a compiler evaluates.`,
	Kind:     transform.Preserving,
	Letter:   "O",
	Promises: transform.C4,
	Options:  []transform.Option{styleOption},
	Run:      func(in *transform.Input) (*transform.Output, error) { return obfuscate(in, false) },
}

// obfuscate does the work of L3, and with dead that of L4.
func obfuscate(in *transform.Input, dead bool) (*transform.Output, error) {
	names := in.Names()
	out := &transform.Output{Renames: renames(in, names), Edits: map[string][]edit.Edit{},
		Note: "names: " + in.Options["style"] + ", detours"}
	if dead {
		out.Note += ", dead code"
	}
	w := newWriter(in, names, out.Renames)
	for _, f := range in.Task.Files {
		out.Edits[f.Path] = w.detours(f.Text)
		if dead {
			out.Edits[f.Path] = append(w.dead(f.Text), out.Edits[f.Path]...)
		}
	}
	if w.done == 0 {
		return nil, transform.NotApplicable("it has no statement for a detour")
	}
	return out, nil
}

// writer writes statements. Its choices depend only on function and statement, so that
// both halves of a pair get the same detours.
type writer struct {
	in       *transform.Input
	names    *transform.Names
	taken    map[string]bool
	file     *solidity.File
	old      bool           // locals live until the end of their function
	seen     map[string]int // statements of the current function by text, counted
	fn       *solidity.Node
	room     int      // stack slots that the function may still use
	readable []string // unsigned integers that every statement of the function may read
	edits    []edit.Edit
	done     int
}

func newWriter(in *transform.Input, names *transform.Names, renames map[string]string) *writer {
	w := &writer{in: in, names: names, taken: map[string]bool{}}
	for _, now := range renames {
		w.taken[now] = true
	}
	return w
}

// fresh returns an unused name in the requested style.
func (w *writer) fresh(hint string, key ...any) string {
	for attempt := 0; ; attempt++ {
		var name string
		switch x := w.in.Dice.Uint64(append([]any{"fresh", hint, attempt}, key...)...); w.in.Options["style"] {
		case "short":
			name = letters(702 + int(x%uint64(17576*(attempt+1))))
		case "neutral":
			name = fmt.Sprintf("%s%d", hint, 10+x%uint64(90*(attempt+1)))
		default:
			name = fmt.Sprintf("_0x%04x", x>>(48-4*min(attempt, 8)))
		}
		if !w.taken[name] && w.names.Free(name) {
			w.taken[name] = true
			return name
		}
	}
}

func (w *writer) detours(text string) []edit.Edit {
	w.file, w.edits, w.old = w.in.Parse(text), nil, transform.DialectOf(text).Minor < 5
	for n := range w.file.Root.All() {
		if n.Kind == solidity.NodeFunction || n.Kind == solidity.NodeModifier {
			w.function(n)
		}
	}
	return w.edits
}

// function adds detours to a body. Constructors are left unchanged: what they must not
// do under a condition depends on the version.
func (w *writer) function(fn *solidity.Node) {
	body := fn.Find(solidity.NodeBlock)
	if body == nil || fn.Name() == nil || w.file.Text(fn.Name()) == w.contractOf(fn) {
		return
	}
	w.enter(fn)
	for n := range body.All() {
		if n.Parent() != nil && n.Parent().Kind == solidity.NodeBlock {
			w.statement(n)
		}
	}
}

// enter starts a function. Of the 16 slots that code can reach, four are reserved for
// the return address and the needs of an expression; locals and the arguments of the
// widest call use the others.
func (w *writer) enter(fn *solidity.Node) {
	w.fn, w.seen = fn, map[string]int{}
	locals, widest := 0, 3
	for n := range fn.All() {
		switch n.Kind {
		case solidity.NodeVar, solidity.NodeAsmLet:
			locals++
		case solidity.NodeCall:
			args := -1 // the callee does not count
			for range n.Children() {
				args++
			}
			widest = max(widest, args)
		}
	}
	w.room = 12 - locals - widest
	if w.old && fn.Kind == solidity.NodeModifier { // its locals are below those of every function that it guards
		w.room = 0
	}
	w.readable = w.unsigned()
}

func (w *writer) contractOf(n *solidity.Node) string {
	for ; n != nil; n = n.Parent() {
		if n.Kind == solidity.NodeContract {
			return w.file.Text(n.Name())
		}
	}
	return ""
}

func (w *writer) statement(n *solidity.Node) {
	text := w.file.Text(n)
	w.seen[text]++
	if n.Kind != solidity.NodeExprStmt && n.Kind != solidity.NodeIf && n.Kind != solidity.NodeEmit {
		return
	}
	key := w.contractOf(w.fn) + "." + w.file.Text(w.fn.Name()) + ":" + text + ":" + strconv.Itoa(w.seen[text])
	dice := w.in.Dice.IntN(100, "detour", key)
	indent := transform.Indent(w.file.Src, n.Start)
	switch {
	case n.Kind == solidity.NodeExprStmt && dice < 55 && w.split(n):
	case n.Kind == solidity.NodeExprStmt && dice < 75 && w.condition(n, w.required(n), "require(", indent, key):
	case n.Kind == solidity.NodeIf && dice < 60 && w.condition(n, n.First(), "if (", indent, key):
	case (n.Kind == solidity.NodeExprStmt || n.Kind == solidity.NodeEmit) && dice < 85 && !w.returnsPointer():
		always, _, ok := w.opaque(key)
		if !ok {
			return
		}
		w.put(edit.Insert(n.Start, fmt.Sprintf("if (%s) {\n%s    ", always, indent)), edit.Insert(n.End, "\n"+indent+"}"))
	default:
		return
	}
	w.done++
}

func (w *writer) put(edits ...edit.Edit) { w.edits = append(w.edits, edits...) }

// split turns x += y into x = x + y if neither side can have an effect.
func (w *writer) split(n *solidity.Node) bool {
	assign := n.First()
	if assign == nil || assign.Kind != solidity.NodeAssign || assign.First() == nil || assign.First().Next() == nil {
		return false
	}
	left, right := assign.First(), assign.First().Next()
	at := solidity.Span{Start: left.End, End: right.Start}
	for _, t := range w.file.Words(assign) {
		if op := t.Text(w.file.Src); at.Contains(t.Start) && (op == "+=" || op == "-=" || op == "*=") && quiet(left) &&
			quiet(right) {
			w.put(edit.Edit{Start: t.Start, End: t.End, New: fmt.Sprintf("= %s %s", w.file.Text(left), op[:1])})
			if right.Kind == solidity.NodeBinary {
				w.put(edit.Insert(right.Start, "("), edit.Insert(right.End, ")"))
			}
			return true
		}
	}
	return false
}

// quiet reports whether evaluating n changes nothing and makes no call.
func quiet(n *solidity.Node) bool {
	for c := range n.All() {
		switch c.Kind {
		case solidity.NodeIdent, solidity.NodeLiteral, solidity.NodeMember, solidity.NodeLabel, solidity.NodeIndex,
			solidity.NodeBinary, solidity.NodeTuple:
		default:
			return false
		}
	}
	return true
}

// required returns the condition of a call of require, or nil.
func (w *writer) required(n *solidity.Node) *solidity.Node {
	call := n.First()
	if call == nil || call.Kind != solidity.NodeCall || w.file.Text(call.First()) != "require" {
		return nil
	}
	return call.First().Next()
}

// condition evaluates the condition of an if or require into a local first. The block
// around both frees the stack slot.
func (w *writer) condition(n, cond *solidity.Node, keyword, indent, key string) bool {
	if cond == nil || w.room < 1 || cond.Kind == solidity.NodeNamed {
		return false
	}
	if w.old {
		w.room--
	}
	name := w.fresh("flag", key)
	w.put(
		edit.Edit{Start: n.Start, End: cond.Start, New: fmt.Sprintf("{\n%s    bool %s = ", indent, name)},
		edit.Insert(cond.End, fmt.Sprintf(";\n%s    %s%s", indent, keyword, name)),
		edit.Insert(n.End, "\n"+indent+"}"),
	)
	return true
}

// returnsPointer reports whether the function returns a reference to storage or to
// calldata, which must be assigned on every path for the compiler.
func (w *writer) returnsPointer() bool {
	rets := w.fn.Find(solidity.NodeReturns)
	if rets == nil {
		return false
	}
	for n := range rets.All() {
		if n.Kind == solidity.NodeAttribute && (w.file.Text(n) == "storage" || w.file.Text(n) == "calldata") {
			return true
		}
	}
	return false
}

// opaque returns a condition that always holds, whatever state and arguments are, and
// its opposite; ok is false if the function has nothing for a condition to use. No
// condition is true by its form alone: a reader has to know why it holds.
func (w *writer) opaque(key string) (always, never string, ok bool) {
	type claim struct{ always, never string }
	var list []claim
	if w.mayRead() {
		list = append(list,
			claim{"msg.sender != address(0)", "msg.sender == address(0)"},
			claim{"address(this) != address(0)", "address(this) == address(0)"},
			claim{"msg.sender != address(0) || address(this) != msg.sender",
				"msg.sender == address(0) && address(this) == msg.sender"})
	}
	if w.room > 2 && len(w.readable) > 0 { // reading a value needs two slots above it
		x, k := transform.Pick(w.in.Dice, w.readable, "of", key), 2+w.in.Dice.IntN(95, "by", key)
		list = append(list,
			claim{fmt.Sprintf("%s %% %d < %d", x, k, k), fmt.Sprintf("%s %% %d >= %d", x, k, k)},
			claim{fmt.Sprintf("%s / %d <= %s", x, k, x), fmt.Sprintf("%s / %d > %s", x, k, x)},
			claim{fmt.Sprintf("%s >= %s %% %d", x, x, k), fmt.Sprintf("%s < %s %% %d", x, x, k)},
			claim{fmt.Sprintf("(%s | %d) >= %d", x, k, k), fmt.Sprintf("(%s | %d) < %d", x, k, k)})
	}
	if len(list) == 0 {
		return "", "", false
	}
	c := transform.Pick(w.in.Dice, list, "opaque", key)
	return c.always, c.never, true
}

// unsigned returns the names of unsigned integers with the same meaning in the whole
// function: its parameters and, if it may read state, variables of its contract that
// no declaration in it hides.
func (w *writer) unsigned() []string {
	declared := map[string]int{}
	for n := range w.fn.All() {
		if n.Kind == solidity.NodeVar && n.Name() != nil {
			declared[w.file.Text(n.Name())]++
		}
	}
	var out []string
	if params := w.fn.Find(solidity.NodeParams); params != nil {
		for n := range params.Children() {
			if n.Name() != nil && unsignedType[w.file.Text(n.First())] && declared[w.file.Text(n.Name())] == 1 {
				out = append(out, w.file.Text(n.Name()))
			}
		}
	}
	if !w.mayRead() || w.fn.Parent() == nil {
		return out
	}
	for n := range w.fn.Parent().Children() {
		if n.Kind == solidity.NodeStateVar && unsignedType[w.file.Text(n.First())] &&
			declared[w.file.Text(n.Name())] == 0 &&
			!w.file.HasAttribute(n, "constant", "immutable") { // some functions must not read those
			out = append(out, w.file.Text(n.Name()))
		}
	}
	return out
}

var unsignedType = map[string]bool{"uint": true, "uint256": true, "uint128": true, "uint96": true, "uint64": true,
	"uint40": true, "uint32": true}

// mayRead reports whether the function may read state and transaction; false for a
// modifier, which may guard a function that may not.
func (w *writer) mayRead() bool {
	return w.fn.Kind != solidity.NodeModifier && !w.file.HasAttribute(w.fn, "pure")
}

package facts

import "assay/internal/solidity"

// Op is what a step does.
type Op uint8

const (
	_       Op = iota
	Read       // of a state variable
	Write      // of a state variable
	Extern     // a call that leaves the contract
	Test       // of a condition
	Hidden     // a call of a function that is not in sight
	Destroy    // selfdestruct
	Latch      // transient storage is read or written
	enter      // an internal function runs
	body       // of a modifier: the function's own body runs
)

// WriteKind says what a Write does with the old value.
type WriteKind uint8

const (
	Sets      WriteKind = iota // = and delete
	Adds                       // += and ++
	Subtracts                  // -= and --
	Scales                     // any other compound assignment
	Pushes
	Pops
)

// TestKind says what a condition decides.
type TestKind uint8

const (
	_        TestKind = iota
	Must              // or the call reverts, as in require
	MustNot           // or it leaves, as in if (c) revert();
	Branch            // only where it goes on
	Returned          // what the function answers
)

// Step is one thing that a call does, in the order in which it happens on a way
// through that takes every branch.
type Step struct {
	Op   Op
	Node *Node     // the name read, the assignment, the call, the condition
	Fn   *Function // whose text holds Node
	// Site is where the function traced gets there: Node itself in its own text
	// and in a modifier's, else the call of the internal function in its text.
	Site *Node

	Var    *Var  // of Read and Write
	Target *Node // of Write: all that stands on the left
	Value  *Node // of Write: what is stored, nil when no expression is
	How    WriteKind
	Call   *Call // of Extern
	Test   TestKind
	callee *Function
}

// Plain reports whether a write is of the whole variable, not of an element.
func (s *Step) Plain() bool { return s.Target != nil && Bare(s.Target).Kind == solidity.NodeIdent }

// Steps returns what f itself does, nothing written out, in order.
func (x *File) Steps(f *Function) []Step {
	if f.memo.first(haveSteps) {
		w := walker{x: x, f: f}
		w.stmt(f.Body)
		f.memo.steps = w.out
	}
	return f.memo.steps
}

type walker struct {
	x   *File
	f   *Function
	out []Step
}

func (w *walker) add(s Step) {
	s.Fn, s.Site = w.f, s.Node
	w.out = append(w.out, s)
}

func (w *walker) children(n *Node) {
	for c := range n.Children() {
		w.stmt(c)
	}
}

// stmt walks a statement, or an expression where one stands.
func (w *walker) stmt(n *Node) {
	if n == nil {
		return
	}
	switch n.Kind {
	case solidity.NodeBlock, solidity.NodeUnchecked, solidity.NodeExprStmt, solidity.NodeAssembly, solidity.NodeAsmBlock, solidity.NodeAsmFor,
		solidity.NodeAsmSwitch, solidity.NodeAsmCase, solidity.NodeAsmLet, solidity.NodeTry, solidity.NodeCatch, solidity.NodeVarStmt:
		w.children(n)
	case solidity.NodeAsmFunction:
		w.stmt(n.Last())
	case solidity.NodeAsmAssign:
		w.children(n)
	case solidity.NodeIf, solidity.NodeAsmIf:
		w.branch(n)
	case solidity.NodeWhile:
		w.condition(n.First(), Branch)
		w.rest(n.First())
	case solidity.NodeDo:
		w.stmt(n.First())
		if n.First() != nil {
			w.condition(n.First().Next(), Branch)
		}
	case solidity.NodeFor:
		w.loop(n)
	case solidity.NodeReturn:
		if e := n.First(); e != nil {
			w.expr(e)
			if w.x.Type(e).Elementary() == "bool" {
				w.add(Step{Op: Test, Node: e, Test: Returned})
			}
		}
	case solidity.NodeEmit, solidity.NodeRevert:
		if c := n.First(); c != nil && c.Kind == solidity.NodeCall {
			w.rest(c.First())
		}
	case solidity.NodePlaceholder:
		w.add(Step{Op: body, Node: n})
	case solidity.NodeVar, solidity.NodeVarTuple, solidity.NodeReturns, solidity.NodeParams, solidity.NodeJump, solidity.NodeName, solidity.NodeAsmNames:
	default:
		w.expr(n)
	}
}

// rest walks what follows n among its siblings.
func (w *walker) rest(n *Node) {
	for n != nil {
		if n = n.Next(); n != nil {
			w.stmt(n)
		}
	}
}

func (w *walker) condition(n *Node, kind TestKind) {
	if n == nil || n.Kind == solidity.NodeOmitted {
		return
	}
	w.expr(n)
	w.add(Step{Op: Test, Node: n, Test: kind})
}

func (w *walker) branch(n *Node) {
	kind := Branch
	if c := n.First(); c != nil && c.Next() != nil {
		switch then := c.Next(); {
		case w.x.Leaves(then):
			kind = MustNot
		case then.Next() != nil && w.x.Leaves(then.Next()):
			kind = Must
		}
	}
	w.condition(n.First(), kind)
	w.rest(n.First())
}

// loop walks for (init; condition; after) body in the order of running.
func (w *walker) loop(n *Node) {
	var part [4]*Node
	i := 0
	for c := range n.Children() {
		if i < len(part) {
			part[i] = c
			i++
		}
	}
	w.stmt(part[0])
	w.condition(part[1], Branch)
	w.stmt(part[3])
	w.stmt(part[2])
}

// Leaves reports whether the statement n does nothing after which the function
// goes on: its last statement returns or reverts.
func (x *File) Leaves(n *Node) bool {
	for n != nil {
		switch n.Kind {
		case solidity.NodeBlock, solidity.NodeAsmBlock, solidity.NodeUnchecked:
			n = n.Last()
			continue
		case solidity.NodeReturn, solidity.NodeRevert:
			return true
		case solidity.NodeJump:
			w := x.word(n)
			return w == "throw" || w == "leave"
		case solidity.NodeExprStmt, solidity.NodeCall:
			c := n
			if n.Kind == solidity.NodeExprStmt {
				c = n.First()
			}
			if c == nil || c.Kind != solidity.NodeCall {
				return false
			}
			w := x.Language(c.First())
			return w == "revert" || w == "invalid" || w == "return" || w == "stop"
		}
		return false
	}
	return false
}

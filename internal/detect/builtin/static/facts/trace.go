package facts

import "assay/internal/solidity"

// Bounds on what is written out: a trace holds at most maxTrace steps more than
// the function's own, calls nest no deeper than maxCalls.
const (
	maxTrace = 600
	maxCalls = 8
)

// Trace returns the steps of a call of f: its modifiers wrapped around its body,
// the internal functions that it calls written out where they are called. What
// calls itself is written out once. Nobody changes the result.
func (x *File) Trace(f *Function) []Step {
	if f.memo.first(haveTrace) {
		t := tracer{x: x}
		t.run(f, nil)
		f.memo.trace = t.out
	}
	return f.memo.trace
}

type tracer struct {
	x     *File
	out   []Step
	stack []*Function
	full  int // steps written out beyond those of the function itself
}

// run adds the steps of f, which site calls, modifiers first.
func (t *tracer) run(f *Function, site *Node) {
	for _, g := range t.stack {
		if g == f {
			return
		}
	}
	if len(t.stack) > maxCalls {
		return
	}
	t.stack = append(t.stack, f)
	t.layer(f, f.invoked, site)
	t.stack = t.stack[:len(t.stack)-1]
}

// layer adds the body of f inside the modifiers given.
func (t *tracer) layer(f *Function, mods []invocation, site *Node) {
	if len(mods) == 0 {
		t.steps(t.x.Steps(f), site, nil)
		return
	}
	m := mods[0].mod
	if m == nil {
		t.layer(f, mods[1:], site)
		return
	}
	t.steps(t.x.Steps(m), site, func() { t.layer(f, mods[1:], site) })
}

func (t *tracer) steps(own []Step, site *Node, inner func()) {
	for _, s := range own {
		if site != nil {
			if t.full++; t.full > maxTrace {
				return
			}
			s.Site = site
		}
		switch s.Op {
		case body:
			if inner != nil {
				inner()
			}
		case enter:
			t.run(s.callee, s.Site)
		default:
			t.out = append(t.out, s)
		}
	}
}

// Condition takes parentheses off n and, when that is a local set once, goes on
// with what it is set to.
func (x *File) Condition(n *Node) *Node {
	for range maxPointers {
		n = Bare(n)
		if n == nil || n.Kind != solidity.NodeIdent {
			break
		}
		d := x.Decl(n)
		if d == nil || d.Kind != solidity.DeclLocal {
			break
		}
		defs := x.Definitions(d)
		if len(defs) != 1 || defs[0].Part >= 0 || x.varType(d).Elementary() != "bool" {
			break
		}
		n = defs[0].Value
	}
	return n
}

// Atoms returns the conditions that cond is put together from by && and ||,
// negations and parentheses taken off, locals replaced by what they are set to.
func (x *File) Atoms(cond *Node) []*Node {
	var out []*Node
	todo := []*Node{cond}
	for len(todo) > 0 && len(out) < maxAtoms {
		n := x.Condition(todo[len(todo)-1])
		todo = todo[:len(todo)-1]
		if n == nil {
			continue
		}
		op := x.Operator(n)
		switch {
		case n.Kind == solidity.NodeBinary && (op == "&&" || op == "||") && n.First() != nil:
			todo = append(todo, n.First().Next(), n.First())
		case n.Kind == solidity.NodeUnary && op == "!":
			todo = append(todo, n.First())
		default:
			out = append(out, n)
		}
	}
	return out
}

// maxAtoms bounds what locals of locals can be expanded to.
const maxAtoms = 400

// Sides returns the operands of a comparison, nil when n is none.
func (x *File) Sides(n *Node) (op string, left, right *Node) {
	n = Bare(n)
	if n == nil || n.Kind != solidity.NodeBinary || n.First() == nil {
		return "", nil, nil
	}
	if op = x.Operator(n); !Comparison[op] {
		return "", nil, nil
	}
	return op, n.First(), n.First().Next()
}

// An Atom is one condition that a trace tests, and the step that does.
type Atom struct {
	Node *Node
	Step *Step
	At   int // index of the step in the trace
}

// maxTested bounds how many atoms of one trace are looked at.
const maxTested = 400

// Tested returns the atoms of the tests in a trace of f, in order. Nobody changes
// the result.
func (x *File) Tested(f *Function) []Atom {
	if f.memo.first(haveTested) {
		f.memo.tested = x.atoms(x.Trace(f))
	}
	return f.memo.tested
}

// OwnTested returns the atoms of the tests in the text of f, in order.
func (x *File) OwnTested(f *Function) []Atom { return x.atoms(x.Steps(f)) }

func (x *File) atoms(steps []Step) []Atom {
	var out []Atom
	for i := range steps {
		if s := &steps[i]; s.Op == Test {
			for _, a := range x.Atoms(s.Node) {
				if len(out) == maxTested {
					return out
				}
				out = append(out, Atom{a, s, i})
			}
		}
	}
	return out
}

// Reaches reports whether control can run from the step a on to the step b:
// no branch around a alone leaves, and b is not in the other branch.
func (x *File) Reaches(a, b *Step) bool {
	from, to := a.Node, b.Node
	if a.Fn != b.Fn {
		from, to = a.Site, b.Site
	}
	for n := from; n != nil; n = n.Parent() {
		p := n.Parent()
		if p == nil || p.Contains(to.Start) {
			if p != nil && p.Kind == solidity.NodeIf && n != p.First() && !n.Contains(to.Start) && to.Start > p.First().End {
				return false // then and else
			}
			return true
		}
		if n.Kind == solidity.NodeFunction || n.Kind == solidity.NodeModifier {
			return true // around each other
		}
		if (p.Kind == solidity.NodeIf || p.Kind == solidity.NodeCatch) && n != p.First() && x.Leaves(n) {
			return false
		}
	}
	return true
}

// Around returns the innermost node of one of the kinds around n, or nil.
func Around(n *Node, kinds ...solidity.NodeKind) *Node {
	for n = n.Parent(); n != nil; n = n.Parent() {
		for _, k := range kinds {
			if n.Kind == k {
				return n
			}
		}
	}
	return nil
}

// Statement returns the statement around n.
func Statement(n *Node) *Node {
	for p := n.Parent(); p != nil; n, p = p, p.Parent() {
		switch p.Kind {
		case solidity.NodeBlock, solidity.NodeUnchecked, solidity.NodeIf, solidity.NodeFor, solidity.NodeWhile, solidity.NodeDo, solidity.NodeTry, solidity.NodeCatch, solidity.NodeAsmBlock:
			return n
		}
	}
	return n
}

// Called returns f and every function and modifier whose steps its trace comes by
// or that it calls, each once, f first.
func (x *File) Called(f *Function) []*Function {
	if !f.memo.first(haveCalled) {
		return f.memo.called
	}
	out := []*Function{f}
	seen := map[*Function]bool{f: true}
	for i := 0; i < len(out) && len(out) < maxCalled; i++ {
		add := func(g *Function) {
			if g != nil && !seen[g] {
				seen[g] = true
				out = append(out, g)
			}
		}
		for _, in := range out[i].invoked {
			add(in.mod)
		}
		for _, s := range x.Steps(out[i]) {
			add(s.callee)
		}
	}
	f.memo.called = out
	return out
}

const maxCalled = 32

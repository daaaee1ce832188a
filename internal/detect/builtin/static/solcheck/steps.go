package solcheck

import (
	"slices"

	"assay/internal/solidity"
)

// op is the kind of a step.
type op uint8

const (
	_       op = iota
	reads      // a state variable
	writes     // a state variable
	calls      // an external call
	tests      // a condition
	unseen     // a function or modifier runs that is not in the file
	enter      // an internal function runs
	wrapped    // in a modifier: the body of the function runs
)

// how is how a write uses the old value.
type how uint8

const (
	sets   how = iota // = and delete
	adds              // +=, ++ and push
	alters            // anything else
)

// step is one action of a call, in the order of execution on a path that takes every branch.
type step struct {
	op   op
	node *node     // the name read, the assignment, the call, the condition
	fn   *function // the function whose text contains node
	// site is the position in the traced function: node itself in its own text and in a modifier's, else the call
	// of the internal function in its text.
	site *node

	variable *variable // of reads and writes
	target   *node     // of writes: the whole left side
	value    *node     // of writes: the stored data, nil when it is not an expression
	how      how
	call     *call
	leaves   bool // of tests: one branch ends the call, as in require(c) and if (c) revert()
	callee   *function
}

// plain reports whether a write sets the whole variable, not an element.
func (s *step) plain() bool { return bare(s.target).Kind == solidity.NodeIdent }

// atom is one condition that a trace tests, without &&, ||, negations and parentheses. Locals are replaced by
// the value that they are set to.
type atom struct {
	*step
	node *node
	at   int // index of the step in the trace
}

// Bounds: a trace has at most maxTrace steps in addition to those of the function itself, calls nest no deeper
// than maxCalls, and at most maxAtoms conditions of a trace are checked.
const (
	maxTrace = 600
	maxCalls = 8
	maxAtoms = 400
)

// trace returns the steps of a call of f: its modifiers wrapped around its body, and the internal functions
// inlined where they are called. A recursive function is inlined once. The result is read-only.
func (p *program) trace(f *function) []step {
	if f.traced == nil {
		t := tracer{out: []step{}}
		t.run(f, nil)
		f.traced, f.tests = t.out, p.atoms(t.out)
	}
	return f.traced
}

// tested returns the atoms of the tests in a trace of f, in order.
func (p *program) tested(f *function) []atom {
	p.trace(f)
	return f.tests
}

type tracer struct {
	out   []step
	stack []*function
	extra int // inlined steps, without those of the function itself
}

func (t *tracer) run(f *function, site *node) {
	if slices.Contains(t.stack, f) || len(t.stack) > maxCalls {
		return
	}
	t.stack = append(t.stack, f)
	t.layer(f, f.mods, site)
	t.stack = t.stack[:len(t.stack)-1]
}

// layer adds the body of f inside the given modifiers.
func (t *tracer) layer(f *function, mods []*function, site *node) {
	own := f.steps
	if len(mods) > 0 {
		own = []step{{op: unseen, node: f.node, fn: f, site: f.node}, {op: wrapped}}
		if mods[0] != nil {
			own = mods[0].steps
		}
	}
	for _, s := range own {
		if site != nil {
			if t.extra++; t.extra > maxTrace {
				return
			}
			s.site = site
		}
		switch {
		case s.op == wrapped && len(mods) > 0:
			t.layer(f, mods[1:], site)
		case s.op == enter:
			t.run(s.callee, s.site)
		default:
			t.out = append(t.out, s)
		}
	}
}

func (p *program) atoms(steps []step) []atom {
	var out []atom
	for i := range steps {
		todo := []*node{steps[i].node}
		for steps[i].op == tests && len(todo) > 0 && len(out) < maxAtoms {
			n := p.condition(todo[len(todo)-1])
			todo = todo[:len(todo)-1]
			switch {
			case n == nil:
			case n.Kind == solidity.NodeBinary && (p.Operator(n) == "&&" || p.Operator(n) == "||"):
				todo = append(todo, n.Last(), n.First())
			case n.Kind == solidity.NodeUnary && p.Operator(n) == "!":
				todo = append(todo, n.First())
			default:
				out = append(out, atom{&steps[i], n, i})
			}
		}
	}
	return out
}

// condition removes the parentheses of n. When the result is a local flag set once, it continues with the value
// of the flag.
func (p *program) condition(n *node) *node {
	for range maxCalls {
		n = bare(n)
		d := p.decl(n)
		t := finalType(d)
		if t == nil || d.Kind != solidity.DeclLocal || p.Text(t) != "bool" || len(p.values[d]) != 1 ||
			d.Node.Parent().Kind == solidity.NodeVarTuple {
			break
		}
		n = p.values[d][0]
	}
	return n
}

// sides returns the operands of a comparison, nil when n is not one.
func (p *program) sides(n *node) (op string, left, right *node) {
	n = bare(n)
	if n == nil || n.Kind != solidity.NodeBinary || !slices.Contains([]string{"==", "!=", "<", ">", "<=", ">="},
		p.Operator(n)) {
		return "", nil, nil
	}
	return p.Operator(n), n.First(), n.Last()
}

// reaches reports whether control can flow from step a to step b: no branch that contains only a leaves the
// function, and b is not in the other branch.
func (p *program) reaches(a, b *step) bool {
	from, to := a.node, b.node
	if a.fn != b.fn {
		from, to = a.site, b.site
	}
	for n := from; n.Parent() != nil; n = n.Parent() {
		up := n.Parent()
		if up.Start <= to.Start && to.Start < up.End {
			return up.Kind != solidity.NodeIf || n == up.First() || to.Start < up.First().End || n.Start <= to.Start &&
				to.Start < n.End
		}
		if (up.Kind == solidity.NodeIf || up.Kind == solidity.NodeCatch) && n != up.First() && p.leaves(n) {
			return false
		}
	}
	return true
}

// leaves reports whether the function does not continue after the statement n: its last statement returns or
// reverts.
func (p *program) leaves(n *node) bool {
	for n != nil && (n.Kind == solidity.NodeBlock || n.Kind == solidity.NodeExprStmt) {
		n = n.Last()
	}
	switch {
	case n == nil:
		return false
	case n.Kind == solidity.NodeJump:
		return p.Words(n)[0].Text(p.Src) == "throw"
	}
	return n.Kind == solidity.NodeReturn || n.Kind == solidity.NodeRevert || n.Kind == solidity.NodeCall &&
		p.word(n.First()) == "revert"
}

// statement returns the statement around n.
func statement(n *node) *node {
	for up := n.Parent(); up != nil; n, up = up, up.Parent() {
		switch up.Kind {
		case solidity.NodeBlock, solidity.NodeIf, solidity.NodeFor, solidity.NodeWhile, solidity.NodeDo, solidity.NodeTry,
			solidity.NodeCatch, solidity.NodeFunction:
			return n
		}
	}
	return n
}

package solcheck

import "assay/internal/solidity"

// walker lists the steps of one function's text: the children of a node come before the node itself.
type walker struct {
	p   *program
	f   *function
	out []step
}

func (w *walker) add(s step) {
	s.fn, s.site = w.f, s.node
	w.out = append(w.out, s)
}

// rest walks n and its next siblings.
func (w *walker) rest(n *node) {
	for ; n != nil; n = n.Next() {
		w.walk(n)
	}
}

func (w *walker) walk(n *node) {
	if n == nil {
		return
	}
	switch n.Kind {
	case solidity.NodeIf:
		cond := n.First()
		then := cond.Next()
		w.walk(cond)
		w.add(step{op: tests, node: cond, leaves: then != nil && (w.p.leaves(then) || w.p.leaves(then.Next()))})
		w.rest(then)
	case solidity.NodeReturn:
		w.walk(n.First())
		if n.First() != nil {
			w.add(step{op: tests, node: n.First()})
		}
	case solidity.NodePlaceholder:
		w.add(step{op: wrapped, node: n})
	case solidity.NodeIdent:
		if v := w.p.stored(n); v != nil && !v.fixed {
			w.add(step{op: reads, node: n, variable: v})
		}
	case solidity.NodeMember:
		w.walk(n.First())
		if v := w.p.variable(n.Last()); v != nil && !v.fixed { // Base.x
			w.add(step{op: reads, node: n, variable: v})
		}
	case solidity.NodeAssign:
		w.walk(n.Last())
		w.store(n.First(), n.Last(), n, w.p.change(n))
	case solidity.NodePostfix, solidity.NodeUnary:
		switch h := (map[string]how{"++": adds, "--": alters, "delete": sets}); w.p.Operator(n) {
		case "++", "--", "delete":
			w.store(n.First(), nil, n, h[w.p.Operator(n)])
		default:
			w.walk(n.First())
		}
	case solidity.NodeCall:
		w.call(n)
	default:
		w.rest(n.First())
	}
}

// change returns the effect of an assignment; x = x + y counts as x += y.
func (p *program) change(n *node) how {
	sum := bare(n.Last())
	switch op := p.Operator(n); {
	case op == "+=":
		return adds
	case op != "=":
		return alters
	case sum == nil || sum.Kind != solidity.NodeBinary || !p.same(sum.First(), n.First()):
		return sets
	case p.Operator(sum) == "+":
		return adds
	}
	return alters
}

// store records that the assignment at the node at puts v into target.
func (w *walker) store(target, v, at *node, h how) {
	target = bare(target)
	if target == nil {
		return
	}
	if target.Kind == solidity.NodeTuple {
		i, values := 0, components(v)
		for c := range target.Children() {
			var part *node
			if i < len(values) {
				part = values[i]
			}
			w.store(c, part, at, h)
			i++
		}
		return
	}
	root := w.indices(target)
	x := w.p.stored(root)
	if x == nil || x.fixed && !w.f.isConstructor() || root == target && w.p.variable(root) == nil {
		return // in the last case, a storage pointer is reassigned
	}
	if h != sets {
		w.add(step{op: reads, node: root, variable: x})
	}
	w.add(step{op: writes, node: at, variable: x, target: target, value: v, how: h})
}

// indices walks the indices in a path and returns the name at its start.
func (w *walker) indices(n *node) *node {
	for n = bare(n); n != nil; n = bare(n.First()) {
		switch {
		case n.Kind == solidity.NodeIndex:
			w.rest(n.First().Next())
		case n.Kind == solidity.NodeMember && w.p.variable(n.Last()) != nil:
			return n.Last()
		case n.Kind != solidity.NodeMember:
			if n.Kind != solidity.NodeIdent {
				w.walk(n)
			}
			return n
		}
	}
	return nil
}

// stored returns the state variable that the name at n denotes, directly or through a storage pointer.
func (p *program) stored(n *node) *variable {
	d := p.decl(n)
	for range maxCalls {
		if d == nil || p.vars[d] != nil || d.Node.Kind != solidity.NodeVar || !p.attribute(d.Node, "storage") {
			break
		}
		var next *solidity.Decl
		for _, root := range p.values[d] {
			for root = bare(root); root != nil && (root.Kind == solidity.NodeIndex || root.Kind == solidity.NodeMember &&
				p.variable(root.Last()) == nil); {
				root = bare(root.First())
			}
			if root != nil && root.Kind == solidity.NodeMember {
				root = root.Last()
			}
			if next = p.decl(root); next != nil {
				break
			}
		}
		d = next
	}
	return p.vars[d]
}

func (w *walker) call(n *node) {
	p := w.p
	callee, sent := p.callee(n)
	if callee == nil {
		return
	}
	first, word := n.First().Next(), p.word(callee)
	if callee.Kind == solidity.NodeMember {
		word = p.word(callee.Last())
	}
	switch {
	case word == "push" || word == "pop":
		w.rest(first)
		if v := p.stored(w.indices(callee.First())); v != nil {
			w.add(step{op: writes, node: n, variable: v, target: callee.First(), value: first,
				how: map[string]how{"push": adds, "pop": alters}[word]})
		}
		return
	case callee.Kind == solidity.NodeMember:
		w.walk(callee.First())
	case callee.Kind != solidity.NodeIdent:
		w.walk(callee)
	}
	w.walk(sent)
	w.rest(first)
	c := p.external(n)
	switch f, known := p.internal(n); {
	case (word == "require" || word == "assert") && first != nil:
		w.add(step{op: tests, node: first, leaves: true})
	case word == "tstore" || word == "tload": // transient storage is mostly used for locks
		w.add(step{op: unseen, node: n})
	case c != nil:
		w.add(step{op: calls, node: n, call: c})
	case f != nil:
		w.add(step{op: enter, node: n, callee: f})
	case !known:
		w.add(step{op: unseen, node: n})
	}
}

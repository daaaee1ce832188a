package facts

import "assay/internal/solidity"

// expr walks an expression in the order in which it is evaluated.
func (w *walker) expr(n *Node) {
	if n == nil {
		return
	}
	switch n.Kind {
	case solidity.NodeIdent:
		if v := w.x.storage(n); v != nil && !v.Fixed {
			w.add(Step{Op: Read, Node: n, Var: v})
		}
	case solidity.NodeMember:
		if v := w.x.Var(n.Last()); v != nil && !v.Fixed { // Base.x
			w.add(Step{Op: Read, Node: n, Var: v})
			return
		}
		w.expr(n.First())
	case solidity.NodeAssign:
		if left := n.First(); left != nil {
			w.expr(left.Next())
			how, value := w.x.assigned(n)
			w.store(left, value, n, how)
		}
	case solidity.NodePostfix, solidity.NodeUnary:
		switch op := w.x.Operator(n); op {
		case "++", "--":
			w.store(n.First(), nil, n, map[string]WriteKind{"++": Adds, "--": Subtracts}[op])
		case "delete":
			w.store(n.First(), nil, n, Sets)
		default:
			w.expr(n.First())
		}
	case solidity.NodeCall:
		w.call(n)
	case solidity.NodeBinary:
		w.binary(n)
	case solidity.NodeNamed:
		w.expr(n.Last())
	case solidity.NodeElementary, solidity.NodePath, solidity.NodeMapping, solidity.NodeArray, solidity.NodeNew, solidity.NodeLiteral, solidity.NodeLabel,
		solidity.NodeOmitted, solidity.NodeJunk, solidity.NodeName:
	default:
		for c := range n.Children() {
			w.expr(c)
		}
	}
}

// binary goes down the left side in a loop: long chains lean that way.
func (w *walker) binary(n *Node) {
	var chain []*Node
	for n.Kind == solidity.NodeBinary && n.First() != nil {
		chain = append(chain, n)
		n = n.First()
	}
	w.expr(n)
	for i := len(chain) - 1; i >= 0; i-- {
		w.expr(chain[i].First().Next())
	}
}

// assigned says what an assignment does, and with what value; x = x + y does what
// x += y does.
func (x *File) assigned(n *Node) (WriteKind, *Node) {
	target, value := n.First(), n.First().Next()
	switch x.Operator(n) {
	case "+=":
		return Adds, value
	case "-=":
		return Subtracts, value
	case "=":
	default:
		return Scales, value
	}
	sum := Bare(value)
	if sum == nil || sum.Kind != solidity.NodeBinary || sum.First() == nil || !x.Same(sum.First(), target) {
		return Sets, value
	}
	switch x.Operator(sum) {
	case "+":
		return Adds, sum.First().Next()
	case "-":
		return Subtracts, sum.First().Next()
	}
	return Sets, value
}

// store records that the assignment at puts value into target.
func (w *walker) store(target, value, at *Node, how WriteKind) {
	target = Bare(target)
	if target == nil {
		return
	}
	if target.Kind == solidity.NodeTuple {
		i := 0
		values := components(value)
		for c := range target.Children() {
			if c.Kind != solidity.NodeOmitted {
				var v *Node
				if i < len(values) {
					v = values[i]
				}
				w.store(c, v, at, how)
			}
			i++
		}
		return
	}
	root := w.indices(target)
	v := w.x.storage(root)
	if v == nil || v.Fixed && w.f.Kind != solidity.Constructor {
		return
	}
	if root == target && w.x.Var(root) == nil {
		return // a storage pointer is pointed elsewhere
	}
	if how != Sets {
		w.add(Step{Op: Read, Node: root, Var: v})
	}
	w.add(Step{Op: Write, Node: at, Var: v, Target: target, Value: value, How: how})
}

// components returns the parts of a tuple, nil for anything else.
func components(n *Node) []*Node {
	if n == nil || n.Kind != solidity.NodeTuple {
		return nil
	}
	var out []*Node
	for c := range n.Children() {
		out = append(out, c)
	}
	return out
}

// indices walks the indices in a path and returns the name that it begins with.
func (w *walker) indices(n *Node) *Node {
	for n != nil {
		switch n.Kind {
		case solidity.NodeIndex:
			w.rest(n.First())
			n = n.First()
		case solidity.NodeMember:
			if w.x.Var(n.Last()) != nil {
				return n.Last()
			}
			n = n.First()
		case solidity.NodeTuple:
			if b := Bare(n); b != n {
				n = b
				continue
			}
			return n
		default:
			if n.Kind != solidity.NodeIdent {
				w.expr(n)
			}
			return n
		}
	}
	return nil
}

// storage returns the state variable that the name at n is or, as a storage
// pointer, leads to.
func (x *File) storage(n *Node) *Var {
	if n == nil {
		return nil
	}
	d := x.Decl(n)
	if d == nil {
		return nil
	}
	if v := x.vars[d]; v != nil {
		return v
	}
	return x.pointed(d, 0)
}

const maxPointers = 8

// pointed follows a storage pointer to the variable that it is set from.
func (x *File) pointed(d *solidity.Decl, depth int) *Var {
	if depth > maxPointers || d.Node == nil || d.Node.Kind != solidity.NodeVar {
		return nil
	}
	inStorage := false
	for a := range d.Node.Children() {
		inStorage = inStorage || a.Kind == solidity.NodeAttribute && x.Text(a) == "storage"
	}
	if !inStorage {
		return nil
	}
	for _, def := range x.Definitions(d) {
		root := Bare(def.Value)
		for root != nil && (root.Kind == solidity.NodeIndex || root.Kind == solidity.NodeMember && x.Var(root.Last()) == nil) {
			root = Bare(root.First())
		}
		if root == nil {
			continue
		}
		if root.Kind == solidity.NodeMember {
			return x.Var(root.Last())
		}
		e := x.Decl(root)
		if e == nil {
			continue
		}
		if v := x.vars[e]; v != nil {
			return v
		}
		if v := x.pointed(e, depth+1); v != nil {
			return v
		}
	}
	return nil
}

func (w *walker) call(n *Node) {
	x := w.x
	callee, value := x.callee(n)
	if callee == nil {
		return
	}
	args := Args(n)
	walkArgs := func() {
		for _, a := range args {
			w.expr(a)
		}
	}
	if callee.Kind == solidity.NodeIdent {
		switch word := x.Language(callee); word {
		case "require", "assert":
			for i, a := range args {
				if i == 0 {
					w.condition(a, Must)
				} else {
					w.expr(a)
				}
			}
			return
		case "selfdestruct", "suicide":
			walkArgs()
			w.add(Step{Op: Destroy, Node: n})
			return
		case "tstore", "tload":
			w.add(Step{Op: Latch, Node: n})
			return
		case "sstore":
			walkArgs()
			if len(args) == 2 && args[0].Kind == solidity.NodeMember {
				if v := x.Var(args[0].First()); v != nil {
					w.add(Step{Op: Write, Node: n, Var: v, Target: args[0].First(), Value: args[1]})
				}
			}
			return
		}
	}
	if callee.Kind == solidity.NodeMember {
		if word := x.Language(callee.Last()); word == "push" || word == "pop" {
			walkArgs()
			how := Pushes
			if word == "pop" {
				how = Pops
			}
			root := w.indices(callee.First())
			if v := x.storage(root); v != nil {
				var stored *Node
				if len(args) > 0 {
					stored = args[0]
				}
				w.add(Step{Op: Write, Node: n, Var: v, Target: callee.First(), Value: stored, How: how})
			}
			return
		}
	}
	if c, ok := x.Call(n); ok {
		if !c.asm {
			w.expr(c.Target)
			if value != nil {
				w.expr(value)
			}
		}
		walkArgs()
		w.add(Step{Op: Extern, Node: n, Call: c})
		return
	}
	if callee.Kind == solidity.NodeMember || callee.Kind == solidity.NodeIndex || callee.Kind == solidity.NodeCall {
		w.expr(callee)
	}
	walkArgs()
	switch f, known := x.Internal(n); {
	case f != nil:
		w.add(Step{Op: enter, Node: n, callee: f})
	case !known:
		w.add(Step{Op: Hidden, Node: n})
	}
}

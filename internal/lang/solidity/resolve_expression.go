package solidity

// expr resolves the names in an expression and returns its type.
func (r *resolver) expr(n *Node) *typ {
	if n == nil {
		return nil
	}
	switch n.Kind {
	case NodeIdent, NodeMember, NodeOptions:
		return r.callee(n, nil)
	case NodeCall:
		return r.call(n)
	case NodeLiteral:
		switch r.u.file.Words(n)[0].Kind {
		case Number:
			return number
		case String:
			return text
		}
		return basic("bool")
	case NodeElementary:
		return &typ{kind: tMeta, elem: r.typeNode(n, false)}
	case NodeMapping, NodeFuncType, NodeArray, NodePath:
		return &typ{kind: tMeta, elem: r.typeNode(n, true)}
	case NodeNew:
		t := r.typeNode(n.First(), true)
		if t == nil {
			return nil
		}
		if t.kind == tContract {
			made := *r.creator(t)
			made.ext = true
			return &made
		}
		return &typ{kind: tFunction, list: []*typ{basic("uint256")}, rets: []*typ{t}}
	case NodeTuple:
		return r.tuple(n)
	case NodeList:
		var elem *typ
		for c := range n.Children() {
			if t := r.expr(c); elem == nil {
				elem = t
			}
		}
		return &typ{kind: tArray, elem: elem, name: "?"}
	case NodeIndex, NodeRange:
		return r.index(n)
	case NodeAssign:
		t := r.expr(n.First())
		r.expr(n.First().next)
		return t
	case NodeChoice:
		cond := n.First()
		r.expr(cond)
		if cond.next == nil || cond.next.next == nil {
			r.expr(cond.next)
			return nil
		}
		a := r.expr(cond.next)
		return common(a, r.expr(cond.next.next))
	case NodeBinary:
		return r.binary(n)
	case NodeUnary, NodePostfix:
		t := r.expr(n.First())
		if w := r.u.file.Words(n); len(w) > 0 && w[0].Text(r.u.file.Src) == "delete" {
			return void
		}
		return t
	case NodeNamed:
		return r.expr(n.First().next)
	}
	return nil
}

func (r *resolver) tuple(n *Node) *typ {
	t := &typ{kind: tTuple}
	for c := range n.Children() {
		switch c.Kind {
		case NodeOmitted:
			t.list = append(t.list, nil)
		case NodeJunk:
		default:
			t.list = append(t.list, r.expr(c))
		}
	}
	if len(t.list) == 1 {
		return t.list[0]
	}
	return t
}

func (r *resolver) index(n *Node) *typ {
	base := n.First()
	t := r.expr(base)
	for c := base.next; c != nil; c = c.next {
		r.expr(c)
	}
	switch {
	case t == nil:
		return nil
	case n.Kind == NodeRange:
		return t
	case t.kind == tMeta:
		a := &typ{kind: tArray, elem: t.elem}
		if base.next != nil {
			a.name = r.length(base.next)
		}
		return &typ{kind: tMeta, elem: a}
	case t.kind == tArray || t.kind == tMapping:
		return t.elem
	case t.kind == tBasic && len(t.name) >= 5 && t.name[:5] == "bytes":
		return basic("bytes1")
	}
	return nil
}

// common returns the type of an expression that is either a or b.
func common(a, b *typ) *typ {
	switch {
	case a == nil || b == nil:
		return nil
	case a.kind == tText && b.kind == tText:
		return basic("string")
	case a.String() == b.String():
		return a
	case fits(a, b) == 2:
		return b
	case fits(b, a) == 2:
		return a
	}
	return nil
}

func (r *resolver) binary(n *Node) *typ {
	left := n.First()
	// A long chain is left-deep: walk it in a loop.
	var chain []*Node
	for left.Kind == NodeBinary {
		chain = append(chain, left)
		left = left.First()
	}
	t := r.expr(left)
	for i := len(chain) - 1; i >= 0; i-- {
		t = r.operator(chain[i], t)
	}
	return r.operator(n, t)
}

// operator resolves the right side of n, whose left side has type t.
func (r *resolver) operator(n *Node, t *typ) *typ {
	right := n.First().next
	if right == nil {
		return nil
	}
	u := r.expr(right)
	op := ""
	if i := right.first - 1; i >= 0 {
		op = r.u.file.words[i].Text(r.u.file.Src)
	}
	switch infix(op) {
	case bindOr, 4, 5, 6:
		return basic("bool")
	case 10, 13: // shifts and powers
		if t != nil && t.kind == tNumber && u != t {
			return nil
		}
		return t
	}
	return common(t, u)
}

// refersTo records that the name at n refers to one of found, selected by the
// arguments if it is called, and returns the type of the value.
func (r *resolver) refersTo(n *Node, found []*Decl, args *arguments) *typ {
	if args != nil && len(found) > 1 {
		found = r.pick(found, args, false)
	}
	r.refer(r.u, n, found)
	if len(found) == 1 {
		return r.valueOf(found[0])
	}
	return r.agreed(found)
}

// agreed returns a function type with the properties that all the functions share.
func (r *resolver) agreed(found []*Decl) *typ {
	var t *typ
	for i, d := range found {
		v := r.valueOf(d)
		if v == nil || v.kind != tFunction {
			return nil
		}
		if i == 0 {
			t = &typ{kind: tFunction, rets: v.rets, ext: v.ext}
			continue
		}
		t.ext = t.ext && v.ext
		if typeList(v.rets) != typeList(t.rets) {
			t.rets = []*typ{nil}
		}
	}
	return t
}

// pick returns the elements of found that fit the arguments best, or all if none fits.
// For functions bound by using, the first parameter is the receiver.
func (r *resolver) pick(found []*Decl, args *arguments, bound bool) []*Decl {
	best := 0
	var out []*Decl
	for _, d := range found {
		v := r.valueOf(d)
		if v == nil || v.kind != tFunction {
			continue
		}
		params, decls := v.list, d.inner
		if bound {
			params, decls = params[1:], decls[1:]
		}
		switch score := args.fit(params, decls); {
		case score > best:
			best, out = score, []*Decl{d}
		case score == best && score > 0:
			out = append(out, d)
		}
	}
	if len(out) == 0 {
		return found
	}
	return out
}

// arguments are the arguments of a call; names is set for {a: 1}.
type arguments struct {
	types []*typ
	names []string
}

// fit returns how well the arguments fit parameters: -1 not, 1 perhaps, 2 yes.
func (a *arguments) fit(params []*typ, decls []*Decl) int {
	if len(a.types) != len(params) {
		return -1
	}
	score := 2
	for i, t := range a.types {
		p := params[i]
		if a.names != nil {
			at := -1
			for k, d := range decls {
				if d.Name == a.names[i] {
					at = k
				}
			}
			if at < 0 || at >= len(params) {
				return -1
			}
			p = params[at]
		}
		switch fits(t, p) {
		case 0:
			return -1
		case 1:
			score = 1
		}
	}
	return score
}

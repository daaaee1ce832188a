package solidity

// walkFile resolves every name in a file that is not a declaration.
func (r *resolver) walkFile(u *unit) {
	r.u, r.c = u, nil
	contracts := map[*Node]*contract{}
	for _, d := range u.own {
		if d.info != nil {
			contracts[d.Node] = d.info
		}
	}
	for n := range u.file.Root.Children() {
		switch n.Kind {
		case NodePragma, NodeImport:
		case NodeContract:
			c := contracts[n]
			for m := range n.Children() {
				if m.Kind == NodeBase {
					r.path(m.First(), typeNames, true)
				}
			}
			r.c = c
			for m := range n.Children() {
				switch m.Kind {
				case NodeName:
				case NodeBase:
					var base *typ
					if d := r.path(m.First(), typeNames, false); d != nil {
						base = r.creator(d.declared())
					}
					r.arguments(m.First().next, base)
				default:
					r.member(m, c)
				}
			}
			r.c = nil
		default:
			r.member(n, nil)
		}
	}
}

// member resolves a member of a contract or file.
func (r *resolver) member(n *Node, c *contract) {
	switch n.Kind {
	case NodeUsing:
		last := n.Last()
		for p := range n.Children() {
			switch {
			case p.Kind == NodeUsingAs:
				r.path(p.First(), 0, true)
			case p == last && isType(p.Kind) && r.typeStarts(n, p):
				r.typeNode(p, true)
			case p.Kind == NodePath:
				r.path(p, 0, true)
			}
		}
	case NodeStruct, NodeEvent, NodeError:
		r.variables(n)
	case NodeUserType:
		r.typeNode(n.Last(), true)
	case NodeStateVar:
		for m := range n.Children() {
			switch {
			case isType(m.Kind) && m == n.First():
				r.typeNode(m, true)
			case m.Kind == NodeOverride:
				r.override(m)
			case m.Kind != NodeAttribute && m.Kind != NodeName:
				r.expr(m)
			}
		}
	case NodeFunction, NodeModifier:
		r.function(n)
	case NodeName, NodeJunk, NodeEnum, NodeAttribute:
	case NodeContract: // the closing brace before it was forgotten
	default: // of a storage layout
		r.expr(n)
	}
}

func (r *resolver) override(n *Node) {
	for p := range n.Children() {
		r.path(p, typeNames, true)
	}
}

// variables resolves the types of the variables in n.
func (r *resolver) variables(n *Node) {
	for v := range n.Children() {
		switch v.Kind {
		case NodeVar:
			if t := v.First(); t != nil && isType(t.Kind) {
				r.typeNode(t, true)
			}
		case NodeParams, NodeReturns:
			r.variables(v)
		}
	}
}

// function resolves a function, constructor or modifier with its body.
func (r *resolver) function(n *Node) {
	mark := len(r.locals)
	r.fn = r.atNode[n]
	defer func() { r.fn = nil }()
	for c := range n.Children() {
		switch c.Kind {
		case NodeParams, NodeReturns:
			r.variables(c)
			r.bring(c)
		}
	}
	for c := range n.Children() {
		switch c.Kind {
		case NodeOverride:
			r.override(c)
		case NodeInvocation:
			d := r.path(c.First(), 0, true)
			var callee *typ
			if d != nil {
				if callee = r.valueOf(d); callee != nil && callee.kind == tMeta {
					callee = r.creator(callee.elem)
				}
			}
			r.arguments(c.First().next, callee)
		case NodeBlock:
			if r.u.legacy {
				r.hoist(c)
			}
			r.statement(c)
		}
	}
	r.pop(mark)
}

// bring brings the named variables of a parameter list into scope. They were declared
// with their function, or are declared now.
func (r *resolver) bring(n *Node) {
	for v := range n.Children() {
		if v.Kind == NodeVar && v.Name() != nil {
			r.push(r.atNode[v])
		}
	}
}

// hoist declares the locals of a 0.4 function, which are visible in the whole function.
func (r *resolver) hoist(body *Node) {
	for n := range body.All() {
		if n.Kind == NodeVarStmt {
			r.declareLocals(n, nil)
		}
	}
}

// declareLocals brings the variables of a statement into scope. Their types are the
// written ones or, after var, the type of the initial value.
func (r *resolver) declareLocals(n *Node, value *typ) {
	first := n.First()
	if first == nil {
		return
	}
	if first.Kind == NodeVar {
		r.local(first, value)
		return
	}
	i := 0
	for v := range first.Children() {
		if v.Kind == NodeVar {
			var t *typ
			if value != nil && value.kind == tTuple && i < len(value.list) {
				t = value.list[i]
			}
			r.local(v, t)
		}
		if v.Kind == NodeVar || v.Kind == NodeOmitted {
			i++
		}
	}
}

func (r *resolver) local(v *Node, value *typ) {
	name := v.Name()
	if name == nil {
		return
	}
	d := r.atNode[v]
	if d == nil {
		d = r.declare(r.u, DeclLocal, name, v, r.scopeDecl())
		r.atNode[v] = d
		if v.First().Kind == NodeName || r.u.file.Text(v.First()) == "var" {
			d.typ, d.state = nil, 2
		} else {
			// The type may depend on the scope here, not on the scope at d.
			d.typ, d.state = r.typeNode(v.First(), false), 2
			r.declareInType(v, r.scopeDecl())
		}
		r.push(d)
	}
	if d.typ == nil {
		d.typ = settled(value)
	}
}

// settled returns the type of a variable that is assigned a value of type t.
func settled(t *typ) *typ {
	switch {
	case t == nil || t.kind == tNumber: // the size of a number is not known
		return nil
	case t.kind == tText:
		return basic("string")
	}
	return t
}

// scopeDecl returns the declaration that a local belongs to.
func (r *resolver) scopeDecl() *Decl {
	if r.fn != nil {
		return r.fn
	}
	if r.c != nil {
		return r.c.decl
	}
	return nil
}

func (r *resolver) statement(n *Node) {
	if n == nil || r.depth > 2*maxDepth {
		return
	}
	r.depth++
	mark := len(r.locals)
	scoped := false
	switch n.Kind {
	case NodeBlock, NodeUnchecked, NodeFor, NodeIf, NodeWhile, NodeDo:
		scoped = !r.u.legacy
		for c := range n.Children() {
			r.statement(c)
		}
	case NodeTry:
		scoped = true
		for c := range n.Children() {
			switch c.Kind {
			case NodeReturns:
				r.declareNow(c, DeclReturn)
			case NodeCatch:
				r.pop(mark)
				for p := range c.Children() {
					switch p.Kind {
					case NodeIdent:
						r.language(p)
					case NodeParams:
						r.declareNow(p, DeclParam)
					default:
						r.statement(p)
					}
				}
				r.pop(mark)
			default:
				r.statement(c)
			}
			if c.Kind == NodeBlock {
				r.pop(mark)
			}
		}
	case NodeVarStmt:
		first := n.First()
		if first == nil {
			break
		}
		r.variables(n)
		if first.Kind == NodeVarTuple {
			r.variables(first)
		}
		var value *typ
		if first.next != nil {
			value = r.expr(first.next)
		}
		r.declareLocals(n, value)
	case NodeReturn, NodeEmit, NodeRevert, NodeExprStmt:
		for c := range n.Children() {
			r.expr(c)
		}
	case NodeAssembly:
		r.asmBlock(n.First())
	case NodeJump, NodePlaceholder, NodeJunk, NodeOmitted:
	default:
		r.expr(n)
	}
	if scoped {
		r.pop(mark)
	}
	r.depth--
}

// declareNow declares the variables of a try or catch and brings them into scope.
func (r *resolver) declareNow(n *Node, kind DeclKind) {
	r.variables(n)
	for v := range n.Children() {
		if name := v.Name(); v.Kind == NodeVar && name != nil {
			d := r.declare(r.u, kind, name, v, r.scopeDecl())
			d.typ, d.state = r.typeNode(v.First(), false), 2
			r.push(d)
		}
	}
}

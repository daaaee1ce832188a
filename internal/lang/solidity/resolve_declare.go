package solidity

// declare records a declaration and its occurrence.
func (r *resolver) declare(u *unit, kind DeclKind, name, node *Node, scope *Decl) *Decl {
	if len(r.arena) == 0 {
		r.arena = make([]Decl, 64)
	}
	d := &r.arena[0]
	r.arena = r.arena[1:]
	*d = Decl{Kind: kind, Name: u.file.Text(name), Path: u.path, At: name.Span, Node: node, Scope: scope, id: u.id(name),
		unit: u, owner: r.c}
	r.n.Decls = append(r.n.Decls, d)
	r.n.decls[d.id] = append(r.n.decls[d.id], d)
	r.record(u, name, Declares, d)
	return d
}

// declareFile records what a file declares outside of bodies.
func (r *resolver) declareFile(u *unit) {
	r.u, r.c = u, nil
	for n := range u.file.Root.Children() {
		switch n.Kind {
		case NodeContract:
			if d := r.declareContract(n); d != nil {
				u.own = append(u.own, d)
			}
		case NodeImport:
			for s := range n.Children() {
				var d *Decl
				switch {
				case s.Kind == NodeName:
					d = r.declare(u, DeclAlias, s, n, nil)
				case s.Kind == NodeSymbol && s.Name() != nil:
					d = r.declare(u, DeclAlias, s.Name(), s, nil)
				default:
					continue
				}
				u.own = append(u.own, d)
			}
		default:
			if d := r.declareMember(n, nil); d != nil {
				u.own = append(u.own, d)
			}
		}
	}
}

func (r *resolver) declareContract(n *Node) *Decl {
	name := n.Name()
	if name == nil {
		return nil
	}
	u := r.u
	kind := DeclContract
	for _, w := range u.file.Words(n)[:min(2, len(u.file.Words(n)))] {
		switch w.Text(u.file.Src) {
		case "library":
			kind = DeclLibrary
		case "interface":
			kind = DeclInterface
		case "contract":
		default:
			continue
		}
		break
	}
	d := r.declare(u, kind, name, n, nil)
	c := &contract{decl: d, own: map[int32][]*Decl{}, seen: map[int32][]*Decl{}}
	d.info, d.owner = c, c
	r.contracts = append(r.contracts, c)
	r.c = c
	for m := range n.Children() {
		if md := r.declareMember(m, d); md != nil {
			c.members = append(c.members, md)
			c.own[md.id] = append(c.own[md.id], md)
		}
	}
	r.c = nil
	return d
}

// declareMember records a member of a contract or file and the declarations inside it,
// except in bodies. It returns nil for a member without a name.
func (r *resolver) declareMember(n *Node, scope *Decl) *Decl {
	u := r.u
	name := n.Name()
	kind := DeclKind(0)
	switch n.Kind {
	case NodeStruct:
		kind = DeclStruct
	case NodeEnum:
		kind = DeclEnum
	case NodeEvent:
		kind = DeclEvent
	case NodeError:
		kind = DeclError
	case NodeModifier:
		kind = DeclModifier
	case NodeFunction:
		kind = DeclFunction
		if name != nil && scope != nil && u.legacy && u.file.Text(name) == scope.Name {
			kind = DeclConstructor
		}
	case NodeUserType:
		kind = DeclUserType
	case NodeStateVar:
		kind = DeclStateVar
	}
	var d *Decl
	if name != nil && kind != 0 {
		d = r.declare(u, kind, name, n, scope)
	}
	inner := d
	if d == nil {
		inner = scope
	} else if n.Kind == NodeFunction || n.Kind == NodeModifier {
		r.atNode[n] = d
	}
	if n.Kind == NodeFunction && scope != nil && (d == nil && u.file.Words(n)[0].Text(u.file.Src) == "constructor" ||
		d != nil && kind == DeclConstructor) {
		ctor := d
		if d == nil {
			ctor = &Decl{Kind: DeclConstructor, Path: u.path, Node: n, Scope: scope, unit: u, owner: r.c}
		}
		r.c.ctor, d = ctor, ctor
	}
	for c := range n.Children() {
		switch {
		case c.Kind == NodeEnumValue:
			v := r.declare(u, DeclEnumValue, c.Name(), c, inner)
			v.typ, v.state = &typ{kind: tEnum, decl: d}, 2
			d.inner = append(d.inner, v)
		case n.Kind == NodeStruct && c.Kind == NodeVar:
			if f := c.Name(); f != nil {
				d.inner = append(d.inner, r.declare(u, DeclField, f, c, inner))
			}
			r.declareInType(c, inner)
		case c.Kind == NodeParams || c.Kind == NodeReturns:
			ps := r.declareParams(c, inner)
			if d != nil && c.Kind == NodeParams {
				d.inner = ps
			} else if d != nil {
				d.rets = ps
			}
		case n.Kind == NodeStateVar && isType(c.Kind):
			r.declareInType(n, inner)
		}
	}
	if d != nil {
		d.Visibility = visibility(u, d)
	}
	if name == nil {
		return nil
	}
	return d
}

// declareParams records named parameters or returns. The result has one entry for
// each, including those without a name.
func (r *resolver) declareParams(n *Node, scope *Decl) []*Decl {
	kind := DeclParam
	if n.Kind == NodeReturns {
		kind = DeclReturn
	}
	var out []*Decl
	for v := range n.Children() {
		if v.Kind != NodeVar {
			continue
		}
		if name := v.Name(); name != nil {
			d := r.declare(r.u, kind, name, v, scope)
			r.atNode[v] = d
			out = append(out, d)
		} else {
			out = append(out, &Decl{Kind: kind, Path: r.u.path, Node: v, Scope: scope, unit: r.u, owner: r.c})
		}
		r.declareInType(v, scope)
	}
	return out
}

// declareInType records the names inside the type of a variable: of mappings
// and of the parameters of function types.
func (r *resolver) declareInType(v *Node, scope *Decl) {
	t := v.First()
	if t == nil || t.Kind == NodePath || t.Kind == NodeElementary || !isType(t.Kind) {
		return
	}
	for n := range t.All() {
		switch {
		case n.Kind == NodeName && n.parent.Kind == NodeMapping:
			r.declare(r.u, DeclMappingName, n, n, scope)
		case n.Kind == NodeName && n.parent.Kind == NodeVar:
			kind := DeclParam
			if n.parent.parent.Kind == NodeReturns {
				kind = DeclReturn
			}
			r.declare(r.u, kind, n, n.parent, scope)
		}
	}
}

func isType(k NodeKind) bool {
	return k == NodeElementary || k == NodePath || k == NodeMapping || k == NodeArray || k == NodeFuncType
}

// visibility returns the effective visibility.
func visibility(u *unit, d *Decl) string {
	for c := range d.Node.Children() {
		if c.Kind == NodeAttribute && visibilities[u.file.Text(c)] {
			return u.file.Text(c)
		}
	}
	switch {
	case d.Kind == DeclFunction && d.Scope != nil && d.Scope.Kind == DeclInterface:
		return "external"
	case (d.Kind == DeclFunction || d.Kind == DeclConstructor) && d.Scope != nil:
		return "public" // the default of 0.4; later versions require it explicitly
	case d.Kind == DeclFunction || d.Kind == DeclStateVar:
		return "internal"
	}
	return ""
}

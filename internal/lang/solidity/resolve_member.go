package solidity

import "slices"

// memberAccess resolves x.name. args are the arguments of the call, nil if it is not called.
func (r *resolver) memberAccess(n *Node, args *arguments) *typ {
	t := r.expr(n.First())
	label := n.First().next
	if label == nil {
		return nil
	}
	name, id := r.u.file.Text(label), r.u.id(label)
	if t == nil {
		r.unknownMember(label, "the type before the dot is not known")
		return nil
	}
	var found []*Decl // members declared in the sources
	switch t.kind {
	case tModule:
		found = t.unit.table[id]
	case tStruct:
		found = named(t.decl.inner, name)
	case tContract:
		found = external(t.decl.info.lookup(r, id))
		if len(found) == 1 && found[0].Kind == DeclStateVar {
			r.refer(r.u, label, found)
			return r.getter(found[0])
		}
	case tMeta:
		found = r.ofType(t.elem, name, id)
	case tMagic:
		if t.name == "super" {
			return r.super(label, id, args)
		}
	}
	if len(found) > 0 {
		return r.refersTo(label, found, args)
	}
	own, ok := r.builtin(t, name)
	bound := r.bound(t, id)
	if ok && len(bound) > 0 {
		bound, ok = r.contest(name, bound, args)
		if ok == (len(bound) > 0) {
			r.unknownMember(label, "it may be the language's member or a function attached by using")
			return nil
		}
	}
	switch {
	case ok:
		r.language(label)
		return own
	case len(bound) > 0:
		if args != nil && len(bound) > 1 {
			bound = r.pick(bound, args, true)
		}
		r.refer(r.u, label, bound)
		if len(bound) > 1 {
			return r.agreed(bound)
		}
		v := r.valueOf(bound[0])
		if v == nil || len(v.list) == 0 {
			return v
		}
		less := *v
		less.list = v.list[1:]
		return &less
	}
	r.unknownMember(label, "no such member is in sight")
	return nil
}

func (r *resolver) unknownMember(n *Node, why string) {
	r.unknown(n, why)
	r.u.occ[len(r.u.occ)-1].site = siteMember
}

// external returns the declarations that can be reached from outside.
func external(list []*Decl) []*Decl {
	return without(list, func(d *Decl) bool { return d.Visibility != "public" && d.Visibility != "external" })
}

// getter returns the type of the function that reads the public variable d.
func (r *resolver) getter(d *Decl) *typ {
	f := &typ{kind: tFunction, ext: true, decl: d}
	t := r.valueOf(d)
	for t != nil {
		if t.kind == tMapping {
			f.list = append(f.list, t.key)
		} else if t.kind == tArray {
			f.list = append(f.list, basic("uint256"))
		} else {
			break
		}
		t = t.elem
	}
	f.rets = []*typ{t}
	if t != nil && t.kind == tStruct {
		f.rets = nil
		for _, m := range t.decl.inner {
			if v := r.valueOf(m); v == nil || v.kind != tArray && v.kind != tMapping {
				f.rets = append(f.rets, v)
			}
		}
	}
	return f
}

// ofType returns the members of the type that t names, such as L.f or E.A.
func (r *resolver) ofType(t *typ, name string, id int32) []*Decl {
	if t == nil {
		return nil
	}
	switch t.kind {
	case tContract:
		return t.decl.info.lookup(r, id)
	case tEnum:
		return named(t.decl.inner, name)
	}
	return nil
}

// super resolves super.name, with the number of the name: the functions of the bases.
func (r *resolver) super(label *Node, name int32, args *arguments) *typ {
	var found []*Decl
	if r.c != nil {
		for _, b := range r.c.line[min(1, len(r.c.line)):] {
			for _, d := range b.own[name] {
				overridden := slices.ContainsFunc(found, func(e *Decl) bool { return r.sameParams(d, e) })
				if !overridden && d.Visibility != "private" && d.Kind == DeclFunction && d.Node.Find(NodeBlock) != nil {
					found = append(found, d)
				}
			}
		}
	}
	if len(found) == 0 {
		r.refer(r.u, label, nil) // super has no members other than the bases'
		return nil
	}
	return r.refersTo(label, found, args)
}

// bound returns the functions that using directives attach to t under the name with
// that number.
func (r *resolver) bound(t *typ, name int32) []*Decl {
	var out []*Decl
	try := func(list []using) {
		for _, us := range list {
			if !us.all && us.typ != nil && us.typ.String() != t.String() {
				continue
			}
			fns := us.fns
			if us.lib != nil {
				fns = us.lib.own[name]
			}
			for _, d := range fns {
				if d.id != name || d.Kind != DeclFunction || len(d.inner) == 0 || fits(t, r.valueOf(d.inner[0])) == 0 {
					continue
				}
				if !slices.Contains(out, d) {
					out = append(out, d)
				}
			}
		}
	}
	if r.c != nil {
		try(r.c.using)
		if r.u.inherits {
			for _, b := range r.c.line[min(1, len(r.c.line)):] {
				try(b.using)
			}
		}
	}
	try(r.u.using)
	if t.decl != nil {
		try(t.decl.using)
	}
	return out
}

// contest decides between a member of the language and attached functions of the same
// name by the number of arguments. It keeps the candidates that fit.
func (r *resolver) contest(name string, bound []*Decl, args *arguments) ([]*Decl, bool) {
	if args == nil {
		return bound, true
	}
	own := false
	switch name {
	case "transfer", "send":
		own = len(args.types) == 1
	case "push":
		own = len(args.types) <= 1
	case "pop":
		own = len(args.types) == 0
	case "call", "delegatecall", "staticcall", "callcode", "wrap", "unwrap", "concat":
		own = true
	}
	var fit []*Decl
	for _, d := range bound {
		if v := r.valueOf(d); v == nil || args.fit(v.list[1:], d.inner[1:]) >= 0 {
			fit = append(fit, d)
		}
	}
	return fit, own
}

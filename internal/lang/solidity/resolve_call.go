package solidity

// call resolves a call, conversion or struct constructor and returns the type
// of its result.
func (r *resolver) call(n *Node) *typ {
	callee := n.First()
	args := r.argumentTypes(callee.next)
	t := r.callee(callee, args)
	r.labels(callee.next, t)
	if t == nil {
		return nil
	}
	switch t.kind {
	case tMeta:
		return t.elem
	case tFunction:
		if t.name == "push" && len(args.types) > 0 {
			return void
		}
		return result(t.rets)
	case tMagic:
		switch t.name {
		case "type":
			out := &typ{kind: tMagic, name: "type()"}
			if len(args.types) == 1 && args.types[0] != nil && args.types[0].kind == tMeta {
				out.elem = args.types[0].elem
			}
			return out
		case "abi.decode":
			return r.decoded(args)
		case "abi.encode":
			r.encoded = append(r.encoded, args.types...)
			return basic("bytes")
		}
	}
	return nil
}

// decoded returns the types passed to abi.decode.
func (r *resolver) decoded(args *arguments) *typ {
	if len(args.types) != 2 || args.types[1] == nil {
		return nil
	}
	want := args.types[1]
	items := []*typ{want}
	if want.kind == tTuple {
		items = want.list
	}
	var out []*typ
	for _, t := range items {
		if t != nil && t.kind == tMeta {
			t = t.elem
		} else {
			t = nil
		}
		r.encoded = append(r.encoded, t)
		out = append(out, t)
	}
	return result(out)
}

// callee resolves a called function, choosing among overloads by the arguments. args is nil for an expression that
// is not called.
func (r *resolver) callee(n *Node, args *arguments) *typ {
	switch n.Kind {
	case NodeIdent:
		if found := r.scope(r.u.id(n)); len(found) > 0 {
			return r.refersTo(n, found, args)
		}
		return r.global(n, r.u.file.Text(n))
	case NodeMember:
		return r.memberAccess(n, args)
	case NodeOptions:
		t := r.callee(n.First(), args)
		for o := n.First().next; o != nil; o = o.next {
			if o.Kind == NodeNamed {
				r.language(o.First())
				r.expr(o.First().next)
			}
		}
		return t
	}
	return r.expr(n)
}

// argumentTypes resolves the arguments from n on.
func (r *resolver) argumentTypes(n *Node) *arguments {
	args := &arguments{}
	for ; n != nil; n = n.next {
		switch n.Kind {
		case NodeJunk:
			continue
		case NodeNamed:
			args.names = append(args.names, r.u.file.Text(n.First()))
		}
		args.types = append(args.types, r.expr(n))
	}
	if args.names != nil && len(args.names) != len(args.types) {
		args.names = nil
	}
	return args
}

// arguments resolves the arguments from n on of a call to callee.
func (r *resolver) arguments(n *Node, callee *typ) {
	if n == nil {
		return
	}
	r.argumentTypes(n)
	r.labels(n, callee)
}

// labels resolves the names of named arguments, which never belong to the language.
func (r *resolver) labels(n *Node, callee *typ) {
	for ; n != nil; n = n.next {
		if n.Kind != NodeNamed {
			continue
		}
		label := n.First()
		name := r.u.file.Text(label)
		var found []*Decl
		switch {
		case callee == nil:
		case callee.kind == tFunction && callee.decl != nil:
			found = named(callee.decl.inner, name)
		case callee.kind == tMeta && callee.elem != nil && callee.elem.kind == tStruct:
			found = named(callee.elem.decl.inner, name)
		}
		r.refer(r.u, label, found)
	}
}

// creator returns the type of new C, or of C as a base with arguments.
func (r *resolver) creator(t *typ) *typ {
	out := &typ{kind: tFunction, rets: []*typ{t}}
	if t == nil || t.kind != tContract {
		return out
	}
	if ctor := t.decl.info.ctor; ctor != nil {
		out.decl = ctor
		for _, p := range ctor.inner {
			out.list = append(out.list, r.valueOf(p))
		}
	}
	return out
}

// returned holds the result types of the language's functions.
var returned = map[string]*typ{
	"keccak256": basic("bytes32"), "sha3": basic("bytes32"), "sha256": basic("bytes32"), "ripemd160": basic("bytes20"),
	"ecrecover": basic("address"),
	"blockhash": basic("bytes32"), "blobhash": basic("bytes32"), "gasleft": basic("uint256"), "addmod": basic("uint256"),
	"mulmod":  basic("uint256"),
	"require": void, "assert": void, "revert": void, "selfdestruct": void, "suicide": void, "erc7201": basic("uint256"),
}

// global resolves a plain name without a declaration in scope.
func (r *resolver) global(n *Node, name string) *typ {
	if !globalWords[name] {
		r.unknown(n, "no declaration in sight")
		return nil
	}
	r.language(n)
	switch name {
	case "msg", "tx", "block", "abi", "super", "type":
		return &typ{kind: tMagic, name: name}
	case "this":
		if r.c != nil {
			return r.c.decl.declared()
		}
	case "now":
		return basic("uint256")
	}
	if t, ok := returned[name]; ok {
		return &typ{kind: tFunction, rets: []*typ{t}}
	}
	return nil
}

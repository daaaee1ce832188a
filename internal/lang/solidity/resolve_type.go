package solidity

import (
	"math/big"
	"slices"
	"strings"
)

// kinds is a set of kinds of declarations; the empty one means any kind.
type kinds uint32

// typeNames are the kinds that can begin or be a type.
const typeNames kinds = 1<<DeclContract | 1<<DeclLibrary | 1<<DeclInterface |
	1<<DeclStruct | 1<<DeclEnum | 1<<DeclUserType | 1<<DeclAlias

// follow resolves import aliases.
func follow(d *Decl) *Decl {
	for i := 0; i < 8 && d != nil && d.Kind == DeclAlias && d.target != nil; i++ {
		d = d.target
	}
	return d
}

// path resolves a dotted name in the current scope, and records its parts if record is
// set. first limits the kinds of the first part. The result is nil if it is not
// certain, and never an alias except of a whole file.
func (r *resolver) path(n *Node, first kinds, record bool) *Decl {
	if n == nil || n.Kind != NodePath {
		return nil
	}
	var at *Decl
	for id := n.First(); id != nil; id = id.next {
		name := r.u.id(id)
		var found []*Decl
		if id == n.First() {
			found = filter(r.scope(name), first)
		} else if at != nil {
			switch {
			case at.Kind == DeclAlias && at.module != nil:
				found = at.module.table[name]
			case at.info != nil:
				found = at.info.lookup(r, name)
			case at.Kind == DeclEnum:
				found = named(at.inner, r.u.file.Text(id))
			}
		}
		at = nil
		if len(found) > 0 {
			at = follow(found[0])
		}
		if record {
			if len(found) == 0 {
				r.unknown(id, "no declaration in sight")
			} else {
				r.refer(r.u, id, found)
			}
		}
		if len(found) > 1 && id.next != nil {
			at = follow(found[0])
		}
	}
	return at
}

// filter returns the declarations of the wanted kinds.
func filter(list []*Decl, want kinds) []*Decl {
	return without(list, func(d *Decl) bool { return want != 0 && want&(1<<d.Kind) == 0 })
}

// without returns the declarations for which drop is false.
func without(list []*Decl, drop func(*Decl) bool) []*Decl {
	if !slices.ContainsFunc(list, drop) {
		return list // mostly so; it is shared
	}
	return slices.DeleteFunc(slices.Clone(list), drop)
}

func named(list []*Decl, name string) []*Decl {
	for _, d := range list {
		if d.Name == name && name != "" {
			return []*Decl{d}
		}
	}
	return nil
}

// unknown records that the meaning of the name at n is not known.
func (r *resolver) unknown(n *Node, why string) {
	r.record(r.u, n, Uncertain, nil).Why = why
}

// language records that the name at n belongs to the language.
func (r *resolver) language(n *Node) {
	r.record(r.u, n, Language, nil)
}

// push brings a local into scope; pop removes all since mark.
func (r *resolver) push(d *Decl) {
	if d == nil {
		return
	}
	d.hides = r.innermost[d.id]
	r.innermost[d.id] = d
	r.locals = append(r.locals, d)
}

func (r *resolver) pop(mark int) {
	for i := len(r.locals) - 1; i >= mark; i-- {
		d := r.locals[i]
		r.innermost[d.id] = d.hides
	}
	r.locals = r.locals[:mark]
}

// scope returns the meaning of the name with that number in the current scope: locals,
// then the contract and its bases, then the file.
func (r *resolver) scope(name int32) []*Decl {
	if !r.outside {
		if d := r.innermost[name]; d != nil {
			return []*Decl{d}
		}
	}
	if r.c != nil {
		if found := r.c.lookup(r, name); len(found) > 0 {
			return found
		}
	}
	return r.u.table[name]
}

// declared returns the type that d declares or names.
func (d *Decl) declared() *typ {
	switch d.Kind {
	case DeclContract, DeclLibrary, DeclInterface:
		return &typ{kind: tContract, decl: d}
	case DeclStruct:
		return &typ{kind: tStruct, decl: d}
	case DeclEnum:
		return &typ{kind: tEnum, decl: d}
	case DeclUserType:
		return &typ{kind: tUser, decl: d}
	}
	return nil
}

// typeNode returns the type written at n in the current scope, and records the names
// in it if record is set.
func (r *resolver) typeNode(n *Node, record bool) *typ {
	if n == nil || r.depth > maxDepth {
		return nil
	}
	r.depth++
	defer func() { r.depth-- }()
	switch n.Kind {
	case NodeElementary:
		word := r.u.file.Text(n)
		if strings.HasPrefix(word, "address") || word == "payable" {
			return basic("address")
		}
		if t := basic(word); t != nil {
			return t
		}
		if word != "var" {
			return &typ{kind: tBasic, name: word}
		}
	case NodePath:
		if d := r.path(n, typeNames, record); d != nil {
			return d.declared()
		}
	case NodeArray:
		t := &typ{kind: tArray, elem: r.typeNode(n.First(), record)}
		if size := n.First().next; size != nil {
			if record {
				r.expr(size)
			}
			t.name = r.length(size)
		}
		return t
	case NodeMapping:
		t := &typ{kind: tMapping}
		for c := range n.Children() {
			if !isType(c.Kind) {
				continue
			}
			if t.key == nil {
				if t.key = r.typeNode(c, record); t.key == nil {
					t.key = &typ{}
				}
			} else {
				t.elem = r.typeNode(c, record)
			}
		}
		return t
	case NodeFuncType:
		t := &typ{kind: tFunction}
		for c := range n.Children() {
			switch c.Kind {
			case NodeParams:
				t.list = r.paramTypes(c, record)
			case NodeReturns:
				t.rets = r.paramTypes(c, record)
			case NodeAttribute:
				t.ext = t.ext || r.u.file.Text(c) == "external"
			}
		}
		return t
	}
	return nil
}

func (r *resolver) paramTypes(n *Node, record bool) []*typ {
	var out []*typ
	for v := range n.Children() {
		if v.Kind == NodeVar {
			out = append(out, r.typeNode(v.First(), record))
		}
	}
	return out
}

// length returns the decimal length of a fixed array, "?" if it is neither a plain
// number nor a constant with such a value.
func (r *resolver) length(n *Node) string {
	for i := 0; i < 8; i++ {
		switch n.Kind {
		case NodeLiteral:
			digits := strings.ReplaceAll(r.u.file.Text(n), "_", "")
			if v, ok := new(big.Int).SetString(digits, 0); ok && !strings.ContainsAny(digits, "eE.") && len(digits) < 40 {
				return v.String()
			}
			return "?"
		case NodeIdent:
			found := r.scope(r.u.id(n))
			if len(found) != 1 || found[0].Kind != DeclStateVar || found[0].unit != r.u {
				return "?"
			}
			last := found[0].Node.Last()
			if last == nil || last.Kind == NodeName {
				return "?"
			}
			n = last
		default:
			return "?"
		}
	}
	return "?"
}

// valueOf returns the type of the value that d names: of a variable, parameter or
// field, of a function, or of the name of a type.
func (r *resolver) valueOf(d *Decl) *typ {
	if d.state != 0 {
		return d.typ // nil while it is being computed: a cycle
	}
	d.state = 1
	u, c, outside := r.u, r.c, r.outside
	r.u, r.c, r.outside = d.unit, d.owner, true
	t := r.computeValue(d)
	r.u, r.c, r.outside = u, c, outside
	d.typ, d.state = t, 2
	return t
}

func (r *resolver) computeValue(d *Decl) *typ {
	switch d.Kind {
	case DeclStateVar, DeclParam, DeclReturn, DeclLocal, DeclField:
		if n := d.Node.First(); n != nil && isType(n.Kind) {
			return r.typeNode(n, false)
		}
	case DeclFunction, DeclConstructor, DeclEvent, DeclError, DeclModifier:
		t := &typ{kind: tFunction, decl: d, ext: d.Visibility == "external" || d.Visibility == "public"}
		for _, p := range d.inner {
			t.list = append(t.list, r.valueOf(p))
		}
		for _, p := range d.rets {
			t.rets = append(t.rets, r.valueOf(p))
		}
		return t
	case DeclAlias:
		if d.module != nil {
			return &typ{kind: tModule, unit: d.module}
		}
		if f := follow(d); f != d {
			return r.valueOf(f)
		}
	default:
		if t := d.declared(); t != nil {
			return &typ{kind: tMeta, elem: t}
		}
	}
	return nil
}

// underlying returns the underlying type of a user type.
func (r *resolver) underlying(d *Decl) *typ {
	if n := d.Node.Last(); n != nil && n.Kind == NodeElementary {
		if t := basic(d.unit.file.Text(n)); t != nil {
			return t
		}
		return basic("address")
	}
	return nil
}

// result returns the type of a call with these results.
func result(rets []*typ) *typ {
	switch len(rets) {
	case 0:
		return void
	case 1:
		return rets[0]
	}
	return &typ{kind: tTuple, list: rets}
}

package solcheck

import (
	"slices"

	"assay/internal/solidity"
)

// call is a call that leaves the contract: by a word of the language, such as "send", or of decl, a function or
// public variable of another contract.
type call struct {
	word   string
	decl   *solidity.Decl
	target *node // the expression before the dot
	value  *node // ether sent along, or nil
}

// low reports whether the call hands over control with all remaining gas.
func (c *call) low() bool { return c.word == "call" || c.word == "callcode" }

// readOnlyCall reports whether the call cannot change any state.
func (p *program) readOnlyCall(c *call) bool {
	return c.word == "staticcall" || c.decl != nil && (c.decl.Kind == solidity.DeclStateVar || p.readOnly(c.decl.Node))
}

// arguments returns the arguments of a call or of a modifier without names, in source order.
func arguments(n *node) []*node {
	var out []*node
	for a := range n.Children() {
		switch {
		case a == n.First() || a.Kind == solidity.NodeJunk:
		case a.Kind == solidity.NodeNamed:
			out = append(out, a.Last())
		default:
			out = append(out, a)
		}
	}
	return out
}

// callee returns the callee of the call n, without options and without the .value(…) and .gas(…) of old
// compilers. value is the ether sent along.
func (p *program) callee(n *node) (callee, value *node) {
	for callee = n.First(); callee != nil; callee = callee.First() {
		switch {
		case callee.Kind == solidity.NodeOptions:
			for o := range callee.Children() {
				if o.Kind == solidity.NodeNamed && p.Text(o.First()) == "value" {
					value = o.Last()
				}
			}
		case callee.Kind == solidity.NodeCall && callee.First() != nil && callee.First().Kind == solidity.NodeMember:
			word := p.word(callee.First().Last())
			if word != "value" && word != "gas" {
				return callee, value
			}
			if word == "value" {
				value = callee.Last()
			}
			callee = callee.First()
		default:
			return callee, value
		}
	}
	return nil, value
}

// external returns the facts about the call n if it leaves the contract, else nil.
func (p *program) external(n *node) *call {
	callee, value := p.callee(n)
	// assembly: the arguments are gas, to, value, …
	if word, args := p.word(callee), arguments(n); (word == "call" || word == "delegatecall") && len(args) > 2 {
		return &call{word: word, target: args[1], value: args[2]}
	}
	if callee == nil || callee.Kind != solidity.NodeMember {
		return nil
	}
	target, label := callee.First(), callee.Last()
	switch word := p.word(label); word {
	case "send", "transfer":
		return &call{word: word, target: target, value: n.Last()}
	case "call", "callcode", "delegatecall", "staticcall":
		return &call{word: word, target: target, value: value}
	}
	d := p.decl(label)
	if d == nil || d.Kind != solidity.DeclFunction && d.Kind != solidity.DeclStateVar || p.byDecl[d.Scope] == nil ||
		d.Scope.Kind == solidity.DeclLibrary ||
		p.word(target) == "super" || p.byDecl[p.decl(target)] != nil {
		return nil // Base.f() is not an external call
	}
	return &call{decl: d, target: target, value: value}
}

// internal returns the function with a body that the call n runs inside the contract. known is false when the
// callee is not in the file. For conversions, events and the language's own functions, f is nil and known is
// true.
func (p *program) internal(n *node) (f *function, known bool) {
	name, _ := p.callee(n)
	if name != nil && name.Kind == solidity.NodeMember {
		name = name.Last()
	}
	d := p.decl(name)
	if d == nil || d.Kind != solidity.DeclFunction {
		return nil, !p.unresolved(name)
	}
	if f := p.byNode[d.Node]; f != nil {
		return f, true
	}
	if list := p.implementations(d); len(list) > 0 { // a body in a derived contract
		return list[0], true
	}
	return nil, false
}

// implementations returns the bodies in the file for the function d, which may belong to an interface.
func (p *program) implementations(d *solidity.Decl) []*function {
	return slices.DeleteFunc(slices.Clone(p.byName[d.Name]), func(f *function) bool {
		return f.contract == nil || f.isModifier() || !slices.ContainsFunc(f.contract.bases,
			func(b *contract) bool { return b.decl == d.Scope })
	})
}

// strip removes parentheses, conversions and payable(…) from an expression.
func (p *program) strip(n *node) *node {
	for n = bare(n); n != nil && n.Kind == solidity.NodeCall && p.conversion(n); {
		n = bare(n.Last())
	}
	return n
}

// conversion reports whether the call n converts its only argument.
func (p *program) conversion(n *node) bool {
	callee := n.First()
	return len(arguments(n)) == 1 && (callee.Kind == solidity.NodeElementary || p.word(callee) == "payable" ||
		p.byDecl[p.decl(callee)] != nil)
}

// bare removes parentheses.
func bare(n *node) *node {
	for n != nil && n.Kind == solidity.NodeTuple && n.First() != nil && n.First().Next() == nil {
		n = n.First()
	}
	return n
}

// same reports whether two expressions have the same text.
func (p *program) same(a, b *node) bool {
	x, y := p.strip(a), p.strip(b)
	return x != nil && y != nil && slices.EqualFunc(p.Words(x), p.Words(y),
		func(t, u solidity.Token) bool { return t.Text(p.Src) == u.Text(p.Src) })
}

// zero reports whether n is 0, address(0), bytes32(0) or similar.
func (p *program) zero(n *node) bool {
	n = p.strip(n)
	return n != nil && n.Kind == solidity.NodeLiteral && !slices.ContainsFunc([]byte(p.Text(n)),
		func(c byte) bool { return c != '0' && c != 'x' })
}

// constant reports whether n is a literal, a constant or a member of an enum.
func (p *program) constant(n *node) bool {
	n = p.strip(n)
	if n == nil {
		return false
	}
	if n.Kind == solidity.NodeMember {
		d := p.decl(n.Last())
		return d != nil && d.Kind == solidity.DeclEnumValue
	}
	v := p.variable(n)
	return n.Kind == solidity.NodeLiteral || v != nil && v.fixed
}

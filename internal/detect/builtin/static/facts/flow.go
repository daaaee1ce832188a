package facts

import "assay/internal/solidity"

// Definition is a value that a declaration is given. Of a tuple, Part says
// which component, from 0; -1 is the whole.
type Definition struct {
	Value *Node
	Part  int
}

// flows is who is given what.
type flows struct {
	of      map[*solidity.Decl][]Definition
	order   []*solidity.Decl      // the keys of it
	results map[*Function][]*Node // the expressions that a function returns
	mask    map[*solidity.Decl]Origin
	result  map[*Function]Origin
	memo    map[*Node]Origin
}

// Definitions returns the values that are given to d.
func (x *File) Definitions(d *solidity.Decl) []Definition {
	x.collect()
	return x.flows.of[d]
}

// Values returns the expressions whose value d is given as a whole.
func (x *File) Values(d *solidity.Decl) []*Node {
	var out []*Node
	for _, def := range x.Definitions(d) {
		if def.Part < 0 {
			out = append(out, def.Value)
		}
	}
	return out
}

// Answers returns the expressions that f returns.
func (x *File) Answers(f *Function) []*Node {
	x.collect()
	return x.flows.results[f]
}

// collect finds all flows, once.
func (x *File) collect() {
	if x.flows != nil {
		return
	}
	x.flows = &flows{of: map[*solidity.Decl][]Definition{}, results: map[*Function][]*Node{}, mask: map[*solidity.Decl]Origin{}, result: map[*Function]Origin{}}
	for _, v := range x.ordered {
		if v.Value != nil {
			x.give(v.Decl, v.Value, -1)
		}
	}
	for _, f := range x.Functions {
		for _, in := range f.invoked {
			if in.mod != nil {
				var args []*Node
				for a := in.node.First().Next(); a != nil; a = a.Next() {
					args = append(args, a)
				}
				x.pass(in.mod.Params, args)
			}
		}
		for n := range f.Body.All() {
			x.flow(f, n)
		}
	}
}

func (x *File) give(d *solidity.Decl, value *Node, part int) {
	if d != nil && value != nil {
		if x.flows.of[d] == nil {
			x.flows.order = append(x.flows.order, d)
		}
		x.flows.of[d] = append(x.flows.of[d], Definition{value, part})
	}
}

func (x *File) pass(params []*solidity.Decl, args []*Node) {
	for i, a := range args {
		if i < len(params) {
			x.give(params[i], a, -1)
		}
	}
}

func (x *File) flow(f *Function, n *Node) {
	switch n.Kind {
	case solidity.NodeVarStmt:
		if t := n.First(); t != nil && t.Next() != nil {
			x.assign(t, t.Next())
		}
	case solidity.NodeAssign:
		if t := n.First(); t != nil {
			x.assign(t, t.Next())
		}
	case solidity.NodeAsmLet, solidity.NodeAsmAssign:
		v := n.Last()
		for c := range n.Children() {
			if c != v {
				x.give(x.Decl(c), v, -1)
			}
		}
	case solidity.NodeReturn:
		if e := n.First(); e != nil {
			x.flows.results[f] = append(x.flows.results[f], e)
		}
	case solidity.NodeTry:
		if r := n.Find(solidity.NodeReturns); r != nil {
			for i, d := range x.declared(r) {
				x.give(d, n.First(), i)
			}
		}
	case solidity.NodeCall:
		g, _ := x.Internal(n)
		if g == nil {
			return
		}
		args := Args(n)
		if callee, _ := x.callee(n); callee.Kind == solidity.NodeMember && len(args)+1 == len(g.Params) {
			args = append([]*Node{callee.First()}, args...) // attached by using
		}
		x.pass(g.Params, args)
	}
}

// assign records target = value, component by component where it can be seen.
func (x *File) assign(target, value *Node) {
	if value == nil {
		return
	}
	if target.Kind == solidity.NodeTuple || target.Kind == solidity.NodeVarTuple {
		values := components(Bare(value))
		i := 0
		for c := range target.Children() {
			switch {
			case c.Kind == solidity.NodeOmitted:
			case i < len(values):
				x.assign(c, values[i])
			case target.First().Next() == nil:
				x.assign(c, value)
			default:
				x.give(x.rootDecl(c), value, i)
			}
			i++
		}
		return
	}
	x.give(x.rootDecl(target), value, -1)
}

// rootDecl returns the declaration that the path n begins with.
func (x *File) rootDecl(n *Node) *solidity.Decl {
	for n != nil {
		switch n.Kind {
		case solidity.NodeVar:
			return x.Decl(n.Name())
		case solidity.NodeIndex, solidity.NodeMember, solidity.NodeTuple:
			n = n.First()
		case solidity.NodeIdent, solidity.NodeName:
			return x.Decl(n)
		default:
			return nil
		}
	}
	return nil
}

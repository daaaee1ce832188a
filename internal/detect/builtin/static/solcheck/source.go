package solcheck

import (
	"slices"

	"assay/internal/solidity"
)

// origin is a set of places where a value may come from.
type origin uint16

const (
	input      origin = 1 << iota // an argument of the transaction
	sender                        // msg.sender
	txorigin                      // tx.origin
	state                         // a state variable
	foreign                       // the result of an external call
	own                           // the address of this contract
	ownBalance                    // the ether balance of this contract
	recovered                     // ecrecover
	hashed                        // a hash
	other                         // another word of the language, or a name that is not in the file
)

func (o origin) has(p origin) bool { return o&p != 0 }

// source is the set of inputs that an expression may be computed from. Values are followed without regard to
// order or branches, and through internal calls without regard to the caller: it is an over-approximation.
type source struct {
	origin
	decls map[*solidity.Decl]bool // parameters and locals
	vars  map[*variable]bool
}

// maxSearch bounds the number of nodes that a search visits.
const maxSearch = 600

// from returns the origins of n, including those of its indices and conditions. The result is read-only.
func (p *program) from(n *node) *source {
	if n == nil {
		return &source{}
	}
	if s := p.sources[n]; s != nil {
		return s
	}
	s := &search{p: p, source: &source{decls: map[*solidity.Decl]bool{}, vars: map[*variable]bool{}},
		seen: map[*function]bool{}, todo: []*node{n}}
	for left := maxSearch; len(s.todo) > 0; left-- {
		if left == 0 {
			s.origin |= other
			break
		}
		n := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		s.visit(n)
	}
	p.sources[n] = s.source
	return s.source
}

type search struct {
	*source
	p    *program
	seen map[*function]bool
	todo []*node
}

// push adds nodes to the nodes to visit, no more than the search can visit.
func (s *search) push(nodes ...*node) {
	s.todo = append(s.todo, nodes[:min(maxSearch, len(nodes))]...)
}

func (s *search) visit(n *node) {
	if n == nil {
		return
	}
	switch n.Kind {
	case solidity.NodeIdent:
		s.name(n)
	case solidity.NodeMember:
		s.member(n)
	case solidity.NodeCall:
		s.call(n)
	case solidity.NodeChoice:
		s.push(arguments(n)...)
	case solidity.NodeElementary, solidity.NodePath, solidity.NodeMapping, solidity.NodeArray, solidity.NodeLabel:
	default:
		s.push(slices.Collect(n.Children())...)
	}
}

// words maps words of the language, alone or after a dot, to their origins; for functions of the language,
// these are origins in addition to those of the arguments.
var words = map[string]origin{"this": own, "now": other, "msg.sender": sender, "msg.data": input, "tx.origin": txorigin,
	"keccak256": hashed, "sha3": hashed,
	"sha256": hashed, "ecrecover": recovered}

// name follows a name to the values that are assigned to it.
func (s *search) name(n *node) {
	d := s.p.decl(n)
	switch {
	case d == nil && s.p.unresolved(n):
		s.origin |= other
	case d == nil:
		s.origin |= words[s.p.word(n)]
	case s.p.vars[d] != nil:
		s.origin |= state
		s.vars[s.p.vars[d]] = true
	case !s.decls[d] && slices.Contains([]solidity.DeclKind{solidity.DeclParam, solidity.DeclLocal, solidity.DeclReturn,
		solidity.DeclAsmLocal}, d.Kind):
		s.decls[d] = true
		s.push(s.p.values[d]...)
		if f := s.p.enclosing(d.Node); d.Kind == solidity.DeclParam && f != nil && f.entry {
			s.origin |= input
		}
	}
}

func (s *search) member(n *node) {
	base, word := n.First(), s.p.word(n.Last())
	if v := s.p.variable(n.Last()); v != nil { // Base.x
		s.origin |= state
		s.vars[v] = true
		return
	}
	switch of := s.p.word(base); {
	case of == "msg" || of == "tx" || of == "block":
		if s.origin |= words[of+"."+word]; words[of+"."+word] == 0 {
			s.origin |= other
		}
	case word == "balance" && s.p.word(s.p.strip(base)) == "this":
		s.origin |= ownBalance
	case word == "balance":
		s.origin |= foreign
		fallthrough
	default:
		s.push(base)
	}
}

func (s *search) call(n *node) {
	callee, _ := s.p.callee(n)
	f, known := s.p.internal(n)
	switch {
	case callee == nil:
	case s.p.external(n) != nil:
		s.origin |= foreign
	case f != nil:
		if !s.seen[f] {
			s.seen[f] = true
			s.push(f.results...)
		}
		return // its parameters are linked to the arguments
	case !known:
		s.origin |= other
	}
	s.push(arguments(n)...)
	if callee != nil {
		s.push(callee)
	}
}

// enclosing returns the function around n, or nil.
func (p *program) enclosing(n *node) *function {
	for ; n != nil; n = n.Parent() {
		if f := p.byNode[n]; f != nil {
			return f
		}
	}
	return nil
}

// collectValues finds the values that every declaration is given, the results of every function, and its modifiers.
func (p *program) collectValues() {
	pass := func(params []*solidity.Decl, args []*node) {
		for i, a := range args[:min(len(args), len(params))] {
			p.values[params[i]] = append(p.values[params[i]], a)
		}
	}
	for _, f := range p.functions {
		for n := range f.node.All() {
			switch n.Kind {
			case solidity.NodeInvocation:
				d := p.decl(n.First().Last())
				if d != nil && d.Kind != solidity.DeclModifier {
					continue // the call of a base constructor
				}
				var m *function
				if d != nil {
					m = p.byNode[d.Node]
				}
				if f.mods = append(f.mods, m); m != nil {
					pass(m.params, arguments(n))
				}
			case solidity.NodeVarStmt, solidity.NodeAssign, solidity.NodeAsmLet:
				p.assign(n.First(), n.Last())
			case solidity.NodeReturn:
				f.results = append(f.results, n.First())
			case solidity.NodeReturns: // named results
				for v := range n.Children() {
					f.results = append(f.results, v.Name())
				}
			case solidity.NodeCall:
				if g, _ := p.internal(n); g != nil {
					args := arguments(n)
					if callee, _ := p.callee(n); callee.Kind == solidity.NodeMember && len(args)+1 == len(g.params) {
						args = append([]*node{callee.First()}, args...) // library function attached by using
					}
					pass(g.params, args)
				}
			}
		}
	}
}

// assign records target = value, component by component where possible.
func (p *program) assign(target, value *node) {
	if target == value { // a declaration without a value
		return
	}
	if target.Kind == solidity.NodeTuple || target.Kind == solidity.NodeVarTuple {
		i, values := 0, components(bare(value))
		for c := range target.Children() {
			part := value
			if i < len(values) {
				part = values[i]
			}
			p.assign(c, part)
			i++
		}
		return
	}
	for target.Kind == solidity.NodeIndex || target.Kind == solidity.NodeMember {
		target = target.First()
	}
	if target.Kind == solidity.NodeVar {
		target = target.Name()
	}
	if d := p.decl(target); d != nil {
		p.values[d] = append(p.values[d], value)
	}
}

// components returns the parts of a tuple, nil for other nodes.
func components(n *node) []*node {
	if n == nil || n.Kind != solidity.NodeTuple {
		return nil
	}
	return slices.Collect(n.Children())
}

package facts

import "assay/internal/solidity"

// CallKind says how a call leaves the contract.
type CallKind uint8

const (
	_        CallKind = iota
	Low               // by address with all gas: call, callcode
	Delegate          // delegatecall: foreign code on own storage
	Static            // staticcall
	Send              // send or transfer of ether, 2300 gas
	Member            // a function of a contract or interface
)

// Call is a call that leaves the contract.
type Call struct {
	Kind   CallKind
	Node   *Node
	Target *Node // whom: the expression before the dot, the address in assembly
	Args   []*Node
	Value  *Node // ether sent along, or nil
	// Decl is the function or public variable called, of a Member call; nil when
	// it is not in sight.
	Decl *solidity.Decl
	// Word is the member's word of the language, such as "send"; "" for Member.
	Word string
	asm  bool
}

// Quiet reports whether the call can change nothing.
func (x *File) Quiet(c *Call) bool {
	if c.Kind != Member {
		return c.Kind == Static
	}
	return c.Decl != nil && (c.Decl.Kind == solidity.DeclStateVar || x.quiet(c.Decl))
}

func (x *File) quiet(d *solidity.Decl) bool {
	for a := range d.Node.Children() {
		if a.Kind == solidity.NodeAttribute {
			if w := x.Text(a); w == "view" || w == "pure" || w == "constant" {
				return true
			}
		}
	}
	return false
}

// Args returns the arguments of a call, names taken off, in the order written.
func Args(call *Node) []*Node {
	var out []*Node
	if call.First() == nil {
		return nil
	}
	for a := call.First().Next(); a != nil; a = a.Next() {
		switch a.Kind {
		case solidity.NodeNamed:
			if v := a.Last(); v != nil && v != a.First() {
				out = append(out, v)
			}
		case solidity.NodeJunk:
		default:
			out = append(out, a)
		}
	}
	return out
}

// callee strips options from what a call calls, and the .value(…) and .gas(…)
// of old. value is the ether sent along.
func (x *File) callee(call *Node) (callee, value *Node) {
	callee = call.First()
	for callee != nil {
		switch {
		case callee.Kind == solidity.NodeOptions:
			for o := range callee.Children() {
				if o.Kind == solidity.NodeNamed && x.Text(o.First()) == "value" {
					value = o.Last()
				}
			}
			callee = callee.First()
		case callee.Kind == solidity.NodeCall && callee.First() != nil && callee.First().Kind == solidity.NodeMember:
			word := x.Language(callee.First().Last())
			if word != "value" && word != "gas" {
				return callee, value
			}
			if word == "value" {
				value = callee.Last()
			}
			callee = callee.First().First()
		default:
			return callee, value
		}
	}
	return nil, value
}

// Call returns what is known of the call n when it leaves the contract.
func (x *File) Call(n *Node) (*Call, bool) {
	callee, value := x.callee(n)
	if callee == nil {
		return nil, false
	}
	c := &Call{Node: n, Value: value, Args: Args(n)}
	if callee.Kind == solidity.NodeIdent {
		return x.asmCall(c, x.Language(callee))
	}
	if callee.Kind != solidity.NodeMember {
		return nil, false
	}
	label := callee.Last()
	c.Target = callee.First()
	switch word := x.Language(label); word {
	case "call", "callcode":
		c.Kind, c.Word = Low, word
	case "delegatecall":
		c.Kind, c.Word = Delegate, word
	case "staticcall":
		c.Kind, c.Word = Static, word
	case "send", "transfer":
		c.Kind, c.Word, c.Value = Send, word, n.Last()
	case "":
		return c, x.member(c, label)
	default:
		return nil, false
	}
	return c, true
}

// member decides whether target.label(…) goes to another contract.
func (x *File) member(c *Call, label *Node) bool {
	d := x.Decl(label)
	if d != nil {
		if d.Kind != solidity.DeclFunction && d.Kind != solidity.DeclStateVar || d.Scope == nil ||
			d.Scope.Kind != solidity.DeclContract && d.Scope.Kind != solidity.DeclInterface {
			return false
		}
	}
	switch t := x.Decl(c.Target); {
	case x.Language(c.Target) == "super":
		return false
	case t != nil && (t.Kind == solidity.DeclContract || t.Kind == solidity.DeclLibrary || t.Kind == solidity.DeclInterface):
		return false // Base.f()
	case d == nil && !x.Type(c.Target).Foreign():
		return false
	}
	c.Kind, c.Decl = Member, d
	return true
}

// asmCall reads call(gas, to, value, …) and its kin.
func (x *File) asmCall(c *Call, word string) (*Call, bool) {
	switch word {
	case "call", "callcode":
		c.Kind = Low
		if len(c.Args) > 2 {
			c.Value = c.Args[2]
		}
	case "delegatecall":
		c.Kind = Delegate
	case "staticcall":
		c.Kind = Static
	default:
		return nil, false
	}
	if len(c.Args) < 2 {
		return nil, false
	}
	c.Word, c.Target, c.asm = word, c.Args[1], true
	return c, true
}

// Internal returns the function with a body that the call n runs inside the
// contract. known is false when what is called is not in sight; conversions,
// events and the language's own functions are known and nil.
func (x *File) Internal(n *Node) (f *Function, known bool) {
	callee, _ := x.callee(n)
	if callee == nil {
		return nil, true
	}
	name := callee
	if callee.Kind == solidity.NodeMember {
		name = callee.Last()
	}
	if name.Kind != solidity.NodeIdent && name.Kind != solidity.NodeLabel {
		return nil, true
	}
	d := x.Decl(name)
	if d == nil {
		return nil, !x.uncertain(name)
	}
	if d.Kind != solidity.DeclFunction {
		return nil, true
	}
	if f := x.functions[d.Node]; f != nil {
		return f, true
	}
	f = x.implemented(d)
	return f, f != nil
}

// implemented returns a body for a function declared without one: that of a
// contract further down.
func (x *File) implemented(d *solidity.Decl) *Function {
	for _, f := range x.byName(d.Name) {
		if f.Contract == nil || f.Kind != solidity.Ordinary {
			continue
		}
		for _, b := range f.Contract.Line {
			if b.Decl == d.Scope {
				return f
			}
		}
	}
	return nil
}

// byName returns the functions called name. One name may be many functions: a
// bound keeps the search linear.
func (x *File) byName(name string) []*Function {
	if x.named == nil {
		x.named = map[string][]*Function{}
		for _, f := range x.Functions {
			if len(x.named[f.Name]) < 32 {
				x.named[f.Name] = append(x.named[f.Name], f)
			}
		}
	}
	return x.named[name]
}

// Implementations returns the bodies in the file that the call c may run.
func (x *File) Implementations(c *Call) []*Function {
	if c.Kind != Member || c.Decl == nil {
		return nil
	}
	var out []*Function
	for _, f := range x.byName(c.Decl.Name) {
		if f.Contract == nil || !f.Contract.Concrete() || f.Visibility != "public" && f.Visibility != "external" {
			continue
		}
		for _, b := range f.Contract.Line {
			if b.Decl == c.Decl.Scope {
				out = append(out, f)
			}
		}
	}
	return out
}

// Strip takes parentheses, conversions and payable(…) off an expression.
func (x *File) Strip(n *Node) *Node {
	for n != nil {
		switch {
		case n.Kind == solidity.NodeTuple && n.First() != nil && n.First().Next() == nil:
			n = n.First()
		case n.Kind == solidity.NodeCall && x.conversion(n):
			n = n.Last()
		default:
			return n
		}
	}
	return nil
}

// Bare takes parentheses off.
func Bare(n *Node) *Node {
	for n != nil && n.Kind == solidity.NodeTuple && n.First() != nil && n.First().Next() == nil {
		n = n.First()
	}
	return n
}

// conversion reports whether the call n converts its only argument.
func (x *File) conversion(n *Node) bool {
	callee := n.First()
	if callee == nil || callee.Next() == nil || callee.Next() != n.Last() || n.Last().Kind == solidity.NodeNamed {
		return false
	}
	switch callee.Kind {
	case solidity.NodeElementary, solidity.NodePath:
		return true
	case solidity.NodeIdent:
		d := x.Decl(callee)
		return x.Language(callee) == "payable" || d != nil && (d.Kind == solidity.DeclContract || d.Kind == solidity.DeclInterface || d.Kind == solidity.DeclEnum)
	}
	return false
}

// Same reports whether two expressions are written alike.
func (x *File) Same(a, b *Node) bool { return a != nil && b != nil && x.Key(a) == x.Key(b) }

// Key returns the tokens of n, parentheses and conversions around it left out,
// so that equal expressions have equal keys.
func (x *File) Key(n *Node) string {
	n = x.Strip(n)
	if n == nil {
		return ""
	}
	var b []byte
	for _, t := range x.Words(n) {
		b = append(b, t.Text(x.Src)...)
		b = append(b, ' ')
	}
	return string(b)
}

// Literal reports whether n is a literal, a negative or computed one included.
func (x *File) Literal(n *Node) bool {
	n = x.Strip(n)
	if n == nil {
		return false
	}
	switch n.Kind {
	case solidity.NodeLiteral:
		return true
	case solidity.NodeUnary, solidity.NodeBinary:
		for c := range Some(n) {
			switch c.Kind {
			case solidity.NodeUnary, solidity.NodeBinary, solidity.NodeTuple, solidity.NodeLiteral:
			default:
				return false
			}
		}
		return n.First() != nil
	}
	return false
}

// Zero reports whether n is 0, address(0), bytes32(0) or the like.
func (x *File) Zero(n *Node) bool {
	n = x.Strip(n)
	if n == nil || n.Kind != solidity.NodeLiteral {
		return false
	}
	for _, c := range []byte(x.Text(n)) {
		if c != '0' && c != 'x' && c != 'X' && c != '_' {
			return false
		}
	}
	return true
}

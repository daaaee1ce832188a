package facts

import (
	"strconv"
	"strings"

	"assay/internal/solidity"
)

// Type is the type of an expression as far as checks need it. The zero value
// means unknown.
type Type struct {
	node *Node  // as the source writes it, or nil
	name string // of an elementary type, in full
	x    *File
}

func (x *File) typeNode(n *Node) Type {
	if n == nil {
		return Type{}
	}
	switch n.Kind {
	case solidity.NodeElementary:
		return x.elementary(x.word(n))
	case solidity.NodePath, solidity.NodeMapping, solidity.NodeArray, solidity.NodeFuncType:
		return Type{node: n, x: x}
	case solidity.NodeIdent: // a type used as a value
		return Type{node: n, x: x}
	}
	return Type{}
}

func (x *File) elementary(word string) Type {
	switch word {
	case "uint", "int":
		word += "256"
	case "byte":
		word = "bytes1"
	case "payable":
		word = "address"
	}
	return Type{name: word, x: x}
}

// Known reports whether the type could be told.
func (t Type) Known() bool { return t.node != nil || t.name != "" }

// Elementary returns the full name of a type of the language, such as
// "uint256", and "" for others.
func (t Type) Elementary() string { return t.name }

// Mapping reports whether t is a mapping, Array whether it is an array.
func (t Type) Mapping() bool { return t.node != nil && t.node.Kind == solidity.NodeMapping }

// Array reports whether t is an array.
func (t Type) Array() bool { return t.node != nil && t.node.Kind == solidity.NodeArray }

// Contract returns the contract, interface or library that t names, or nil.
func (t Type) Contract() *Contract {
	if t.node == nil {
		return nil
	}
	return t.x.contracts[t.decl()]
}

func (t Type) decl() *solidity.Decl {
	switch {
	case t.node == nil:
	case t.node.Kind == solidity.NodePath:
		return t.x.Decl(t.node.Last())
	case t.node.Kind == solidity.NodeIdent:
		return t.x.Decl(t.node)
	}
	return nil
}

// Foreign reports whether t is some contract, seen or not, so that its members
// are calls to the outside.
func (t Type) Foreign() bool {
	d := t.decl()
	return d != nil && (d.Kind == solidity.DeclContract || d.Kind == solidity.DeclInterface)
}

// Elem returns what an index of t gives, for a mapping or an array.
func (t Type) Elem() Type {
	switch {
	case t.Mapping():
		var last *Node
		for c := range t.node.Children() {
			if c.Kind != solidity.NodeName {
				last = c
			}
		}
		return t.x.typeNode(last)
	case t.Array():
		return t.x.typeNode(t.node.First())
	}
	return Type{}
}

// Final returns the type at the end of all mappings and arrays in t.
func (t Type) Final() Type {
	for t.Mapping() || t.Array() {
		t = t.Elem()
	}
	return t
}

// Bits returns the width of an unsigned integer type, or 0.
func (t Type) Bits() int {
	if s, ok := strings.CutPrefix(t.name, "uint"); ok {
		n, _ := strconv.Atoi(s)
		return n
	}
	return 0
}

// varType returns the type that a declaration gives, a Var or a StateVar.
func (x *File) varType(d *solidity.Decl) Type {
	if d == nil || d.Node == nil {
		return Type{}
	}
	switch d.Kind {
	case solidity.DeclStateVar, solidity.DeclParam, solidity.DeclReturn, solidity.DeclLocal, solidity.DeclField:
		if d.Node.Kind == solidity.NodeVar || d.Node.Kind == solidity.NodeStateVar {
			return x.typeNode(d.Node.First())
		}
	}
	return Type{}
}

// Type returns the type of the expression n.
func (x *File) Type(n *Node) Type { return x.typeAt(n, 0) }

const maxTypeDepth = 64

func (x *File) typeAt(n *Node, depth int) Type {
	if n == nil || depth > maxTypeDepth {
		return Type{}
	}
	down := func(c *Node) Type { return x.typeAt(c, depth+1) }
	switch n.Kind {
	case solidity.NodeIdent:
		switch x.Language(n) {
		case "now":
			return x.elementary("uint256")
		case "this":
			return Type{}
		}
		return x.varType(x.Decl(n))
	case solidity.NodeMember:
		return x.memberType(n, depth)
	case solidity.NodeIndex:
		return down(n.First()).Elem()
	case solidity.NodeCall:
		return x.resultType(n, depth)
	case solidity.NodeTuple:
		if n.First() != nil && n.First().Next() == nil {
			return down(n.First())
		}
	case solidity.NodeAssign, solidity.NodePostfix, solidity.NodeUnary:
		return down(n.First())
	case solidity.NodeChoice:
		if c := n.First(); c != nil {
			return down(c.Next())
		}
	case solidity.NodeLiteral:
		if w := x.word(n); w == "true" || w == "false" {
			return x.elementary("bool")
		}
	case solidity.NodeBinary:
		switch op := x.Operator(n); {
		case logical[op] || Comparison[op]:
			return x.elementary("bool")
		}
		if t := down(n.First()); t.Known() {
			return t
		}
		if n.First() != nil {
			return down(n.First().Next())
		}
	}
	return Type{}
}

var (
	logical = map[string]bool{"&&": true, "||": true, "!": true}
	// Comparison holds the operators that compare.
	Comparison = map[string]bool{"==": true, "!=": true, "<": true, ">": true, "<=": true, ">=": true}
)

func (x *File) memberType(n *Node, depth int) Type {
	label := n.Last()
	if d := x.Decl(label); d != nil {
		return x.varType(d)
	}
	switch x.Language(label) {
	case "sender", "origin", "coinbase":
		return x.elementary("address")
	case "value", "timestamp", "number", "difficulty", "prevrandao", "gaslimit", "basefee", "balance", "length", "chainid", "gasprice":
		return x.elementary("uint256")
	case "min", "max":
		if c := n.First(); c.Kind == solidity.NodeCall && x.Language(c.First()) == "type" {
			return x.typeNode(c.Last())
		}
	case "data":
		return x.elementary("bytes")
	}
	return Type{}
}

// resultType returns the type of a call's only result, of a conversion or of
// a struct made.
func (x *File) resultType(n *Node, depth int) Type {
	callee := n.First()
	if callee == nil {
		return Type{}
	}
	if callee.Kind == solidity.NodeOptions {
		callee = callee.First()
	}
	switch callee.Kind {
	case solidity.NodeElementary:
		return x.elementary(x.word(callee))
	case solidity.NodeNew:
		return x.typeNode(callee.First())
	}
	name := callee
	if callee.Kind == solidity.NodeMember {
		name = callee.Last()
	}
	switch x.Language(name) {
	case "keccak256", "sha3", "sha256", "blockhash":
		return x.elementary("bytes32")
	case "ecrecover":
		return x.elementary("address")
	case "payable":
		return x.elementary("address")
	}
	d := x.Decl(name)
	if d == nil {
		return Type{}
	}
	switch d.Kind {
	case solidity.DeclContract, solidity.DeclInterface, solidity.DeclStruct, solidity.DeclUserType, solidity.DeclEnum:
		return x.typeNode(callee)
	case solidity.DeclStateVar:
		return x.varType(d).Final()
	case solidity.DeclFunction:
		if r := d.Node.Find(solidity.NodeReturns); r != nil && r.First() != nil && r.First().Next() == nil {
			return x.typeNode(r.First().First())
		}
	}
	return Type{}
}

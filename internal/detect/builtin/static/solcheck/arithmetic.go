package solcheck

import (
	"strings"

	"assay/internal/detect/builtin/static/facts"
	"assay/internal/solidity"
)

var arithmetic = Check{
	Name: "arithmetic", Class: "arithmetic", Severity: "high",
	Doc:    "An argument goes unchecked into arithmetic that wraps around: before version 0.8, or in an unchecked block.",
	Attack: "An argument is chosen so that the result wraps around to a harmless or a huge number.",
	Fix:    "Test the operands first, or use checked arithmetic.",
	Run: func(p *Pass) {
		for _, f := range p.Entries() {
			unchecked, left := 0, maxOperations
			for n := range f.Body.All() {
				if n.Kind == solidity.NodeUnchecked {
					unchecked = max(unchecked, n.End)
				}
				if n.Kind != solidity.NodeBinary && n.Kind != solidity.NodeAssign || n.First() == nil || n.First().Next() == nil {
					continue
				}
				op := strings.TrimSuffix(p.Operator(n), "=")
				if op != "+" && op != "-" && op != "*" || !p.Wraps && n.Start >= unchecked {
					continue
				}
				d := operand(p, f, n, op)
				if d == nil || indexing(n) {
					continue
				}
				if left--; left < 0 {
					break
				}
				if !bounded(p, p.Tested(f), n, d) {
					p.Report(f, n, n, "On line %d the argument %s goes into %q, which wraps around, and nothing bounds it.", p.Line(n), d.Name, p.Operator(n))
				}
			}
		}
	},
}

// maxOperations bounds how many operations of one function are looked at.
const maxOperations = 200

// operand returns the unsigned parameter of f that is an operand of n, the other
// being no literal and no quotient, or nil. A literal factor counts.
func operand(p *Pass, f *facts.Function, n *facts.Node, op string) *solidity.Decl {
	left, right := n.First(), n.First().Next()
	unsigned := func(e *facts.Node) *solidity.Decl {
		d := parameter(p, f, e)
		if d == nil || p.Type(p.Strip(e)).Bits() == 0 {
			return nil
		}
		return d
	}
	if d := unsigned(right); d != nil {
		if p.Literal(left) && op != "*" || quotient(p, left) {
			return nil
		}
		return d
	}
	if n.Kind == solidity.NodeAssign || p.Literal(right) && op != "*" || quotient(p, right) {
		return nil
	}
	return unsigned(left)
}

func quotient(p *Pass, n *facts.Node) bool {
	n = facts.Bare(n)
	return n != nil && n.Kind == solidity.NodeBinary && p.Operator(n) == "/"
}

// indexing reports whether n is inside an index, where a wrong number reverts,
// or in what is emitted or encoded.
func indexing(n *facts.Node) bool {
	for up := n.Parent(); up != nil; n, up = up, up.Parent() {
		switch up.Kind {
		case solidity.NodeIndex:
			if n != up.First() {
				return true
			}
		case solidity.NodeEmit, solidity.NodeRevert:
			return true
		case solidity.NodeBlock:
			return false
		}
	}
	return false
}

// bounded reports whether a condition bounds the parameter d, or the result of
// the operation n.
func bounded(p *Pass, tested []facts.Atom, n *facts.Node, d *solidity.Decl) bool {
	result := stored(p, n)
	for _, a := range tested {
		op, l, r := p.Sides(a.Node)
		if l == nil {
			continue
		}
		mentions := p.Mentions(a.Node, d)
		divides := has(p, a.Node, "/")
		if mentions && (p.Zero(l) || p.Zero(r)) {
			continue // only tells zero from more
		}
		ordered := op != "!="
		switch {
		case mentions && divides, result != nil && p.Mentions(a.Node, result) && (mentions || divides):
			return true
		case mentions && (isDecl(p, l, d) || isDecl(p, r, d)):
			return ordered
		case mentions && has(p, a.Node, "+") && ordered && !a.Node.Contains(n.Start):
			return true
		case mentions && (begins(p, l, r) || begins(p, r, l)): // a + b >= a
			return true
		case mentions && p.From(a.Node).Has(facts.State) && !has(p, a.Node, "-") && !has(p, a.Node, "*") && !has(p, a.Node, "+"):
			return true // through an index or a function
		case result != nil && p.Mentions(a.Node, result) && ordered && shares(p, a.Node, n, result):
			return true
		}
	}
	return false
}

func isDecl(p *Pass, n *facts.Node, d *solidity.Decl) bool {
	n = p.Strip(n)
	return n != nil && n.Kind == solidity.NodeIdent && p.Decl(n) == d
}

// stored returns the local or variable that the statement of n sets.
func stored(p *Pass, n *facts.Node) *solidity.Decl {
	s := facts.Statement(n)
	if s.Kind == solidity.NodeExprStmt {
		s = s.First()
	}
	if s == nil || s.First() == nil {
		return nil
	}
	switch s.Kind {
	case solidity.NodeVarStmt:
		return p.Decl(s.First().Name())
	case solidity.NodeAssign:
		if t := facts.Bare(s.First()); t != nil && t.Kind == solidity.NodeIdent {
			return p.Decl(t)
		}
	}
	return nil
}

// has reports whether n holds a binary operation of that operator.
func has(p *Pass, n *facts.Node, op string) bool {
	for c := range facts.Some(n) {
		if c.Kind == solidity.NodeBinary && p.Operator(c) == op {
			return true
		}
	}
	return false
}

// begins reports whether long is a sum that begins with short.
func begins(p *Pass, long, short *facts.Node) bool {
	long = facts.Bare(long)
	return long != nil && long.Kind == solidity.NodeBinary && p.Operator(long) == "+" && p.Same(long.First(), short)
}

// shares reports whether the condition compares the result with an operand of n,
// as in c >= a after c = a + b.
func shares(p *Pass, cond, n *facts.Node, result *solidity.Decl) bool {
	if op := p.Operator(n); op == "*" {
		return false
	}
	for c := range facts.Some(cond) {
		if c.Kind != solidity.NodeIdent {
			continue
		}
		if d := p.Decl(c); d != nil && d != result && p.Mentions(n, d) {
			return true
		}
	}
	return false
}

package solcheck

import (
	"assay/internal/detect/builtin/static/facts"
	"assay/internal/solidity"
)

var precision = Check{
	Name: "precision", Class: "precision_loss", Severity: "medium",
	Doc:    "A quotient is multiplied, so what the division cut off is missing many times over.",
	Attack: "Amounts are chosen below the divisor, and the fee, interest or share rounds to nothing.",
	Fix:    "Multiply first and divide last.",
	Run: func(p *Pass) {
		for _, f := range p.Functions {
			for n := range f.Body.All() {
				if n.Kind != solidity.NodeBinary || p.Operator(n) != "*" || n.First() == nil || n.First().Next() == nil {
					continue
				}
				a, b := n.First(), n.First().Next()
				for range 2 {
					if d := rounded(p, a); d != nil && !p.Same(b, d.Last()) {
						p.Report(f, d, n, "A quotient is multiplied: the division on line %d has already rounded.", p.Line(d))
					} else if d := roundedBefore(p, f, a); d != nil && !p.Same(b, d.Last()) {
						p.Report(f, d, d, "The quotient is multiplied on line %d, after the division has rounded.", p.Line(n))
					}
					a, b = b, a
				}
			}
		}
	},
}

// rounded returns the division that n is, when it cuts digits off: its dividend
// is neither a literal nor a product, which keeps them.
func rounded(p *Pass, n *facts.Node) *facts.Node {
	n = p.Strip(n)
	if n == nil || n.Kind != solidity.NodeBinary || p.Operator(n) != "/" || n.First() == nil || n.First().Next() == nil {
		return nil
	}
	dividend := facts.Bare(n.First())
	if p.Literal(dividend) || has(p, dividend, "*") || has(p, dividend, "**") {
		return nil
	}
	return n
}

// roundedBefore returns the division that the local n was set to before.
func roundedBefore(p *Pass, f *facts.Function, n *facts.Node) *facts.Node {
	n = p.Strip(n)
	if n == nil || n.Kind != solidity.NodeIdent {
		return nil
	}
	d := p.Decl(n)
	if d == nil || d.Kind != solidity.DeclLocal && d.Kind != solidity.DeclReturn {
		return nil
	}
	for _, v := range p.Values(d) {
		if q := rounded(p, v); q != nil && q.Start < n.Start && p.FunctionAt(q) == f {
			return q
		}
	}
	return nil
}

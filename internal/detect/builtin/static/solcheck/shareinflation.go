package solcheck

import (
	"assay/internal/detect/builtin/static/facts"
	"assay/internal/solidity"
)

var shareInflation = Check{
	Name: "share-inflation", Class: "share_inflation", Severity: "high",
	Doc: "Shares are priced by what another contract says that this one holds, which anyone can raise by a plain transfer, and may round to none. " +
		"An offset in the divisor is a remedy.",
	Attack: "The first holder donates tokens, and the next deposit rounds down to no shares.",
	Fix:    "Count deposits, add virtual shares, or require a minimum of shares.",
	Run: func(p *Pass) {
		for _, f := range p.Entries() {
			if p.Opaque(f) || f.Quiet() {
				continue
			}
			trace := p.Trace(f)
			if !credited(p, trace) {
				continue
			}
			for _, g := range p.Called(f) {
				if d := priced(p, g); d != nil && !compared(p, f) {
					p.Report(g, facts.Statement(d), d, "Shares are priced by what this contract holds at the moment, and nothing requires that any are given.")
				}
			}
		}
	},
}

// priced returns the first division in g by what this contract holds, or nil.
func priced(p *Pass, g *facts.Function) *facts.Node {
	for n := range g.Body.All() {
		if n.Kind != solidity.NodeBinary || p.Operator(n) != "/" || n.First() == nil || n.First().Next() == nil {
			continue
		}
		if d := n.First().Next(); p.From(d).Has(facts.Held) && !offset(p, d, 2) {
			return n
		}
	}
	return nil
}

// offset reports whether something is added to or taken from the holding before
// it is divided by.
func offset(p *Pass, n *facts.Node, depth int) bool {
	n = p.Strip(n)
	if n == nil || depth < 0 {
		return false
	}
	switch n.Kind {
	case solidity.NodeBinary:
		return true
	case solidity.NodeIdent:
		if d := p.Decl(n); d != nil && d.Kind == solidity.DeclLocal {
			for _, v := range p.Values(d) {
				if offset(p, v, depth-1) {
					return true
				}
			}
		}
	case solidity.NodeCall:
		if g, _ := p.Internal(n); g != nil {
			for _, v := range p.Answers(g) {
				if offset(p, v, depth-1) {
					return true
				}
			}
		}
	}
	return false
}

// credited reports whether the trace adds an amount that depends on the holding
// to an entry of a mapping.
func credited(p *Pass, trace []facts.Step) bool {
	for _, w := range trace {
		if w.Op == facts.Write && !w.Plain() && w.Value != nil && p.From(w.Value).Has(facts.Held) && (w.How == facts.Adds || w.How == facts.Sets && p.Uses(w.Value, w.Var)) {
			return true
		}
	}
	return false
}

// compared reports whether a condition looks at what depends on the holding.
func compared(p *Pass, f *facts.Function) bool {
	for _, a := range p.Tested(f) {
		if p.From(a.Node).Has(facts.Held) && a.Step.Test != facts.Branch {
			return true
		}
	}
	return false
}

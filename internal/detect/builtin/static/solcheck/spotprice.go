package solcheck

import (
	"assay/internal/detect/builtin/static/facts"
	"assay/internal/solidity"
)

var spotPrice = Check{
	Name: "spot-price", Class: "oracle_manipulation", Severity: "high",
	Doc: "A price is the quotient of what a pool holds at this moment: two parts of one answer, two answers of one contract, " +
		"or one question about the same account put to two contracts. A quotient with a time in it is an average.",
	Attack: "A flash loan moves the pool, the price follows, and the contract pays by it.",
	Fix:    "Use a price averaged over time, or a feed.",
	Run: func(p *Pass) {
		for _, f := range p.Functions {
			for n := range f.Body.All() {
				if n.Kind != solidity.NodeBinary || p.Operator(n) != "/" || n.First() == nil || n.First().Next() == nil || p.From(n).Has(facts.Time) {
					continue
				}
				if !p.From(n.First()).Has(facts.Foreign) || !p.From(n.First().Next()).Has(facts.Foreign) {
					continue
				}
				if from := spot(p, n); from != nil {
					p.Report(f, from, n, "The price on line %d is a quotient of what another contract holds at this moment.", p.Line(n))
				}
			}
		}
	},
}

// spot returns the first reading of the pool whose holdings n divides, or nil.
func spot(p *Pass, n *facts.Node) *facts.Node {
	over, under := readings(p, n.First(), 2), readings(p, n.First().Next(), 2)
	var out *facts.Node
	for a, at := range over {
		for b, bt := range under {
			if !pool(p, a, b, at, bt) {
				continue
			}
			for _, m := range []*facts.Node{at, bt} {
				if out == nil || m.Start < out.Start {
					out = m
				}
			}
		}
	}
	return out
}

// pool reports whether two readings are the two sides of one pool.
func pool(p *Pass, a, b reading, at, bt *facts.Node) bool {
	if a.of == b.of {
		return a.part != b.part || a.part == "" && (a.member != b.member || a.about != b.about) && !personal(p, at) && !personal(p, bt) && len(facts.Args(at)) == len(facts.Args(bt))
	}
	return a.member == b.member && a.about == b.about && a.about != "" && !personal(p, at)
}

// personal reports whether a question is about the caller, this contract or what
// the caller names.
func personal(p *Pass, call *facts.Node) bool {
	for _, a := range facts.Args(call) {
		if p.From(a).Has(facts.Sender | facts.Own | facts.Input) {
			return true
		}
	}
	return false
}

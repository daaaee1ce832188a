package solcheck

import (
	"assay/internal/detect/builtin/static/facts"
	"assay/internal/solidity"
)

var downcast = Check{
	Name: "downcast", Class: "unsafe_cast", Severity: "medium",
	Doc:    "An amount that the caller chooses is converted to a narrower integer and stored, and nothing bounds it.",
	Attack: "An amount just above the narrower type's range is recorded as almost nothing.",
	Fix:    "Require that the amount fits before converting it.",
	Run: func(p *Pass) {
		for _, f := range p.Entries() {
			trace := p.Trace(f)
			var tested []facts.Atom
			seen := map[*facts.Node]bool{}
			for i := range trace {
				w := &trace[i]
				if w.Op != facts.Write || w.Value == nil {
					continue
				}
				for n := range facts.Some(w.Value) {
					if seen[n] || !narrows(p, n) || !large(p, n) {
						continue
					}
					seen[n] = true
					if tested == nil {
						tested = p.Tested(f)
					}
					if !vetted(p, tested, i, n) && !p.From(n).Has(facts.Hash) {
						p.Report(w.Fn, n, n, "Line %d cuts %s down to %s, and nothing requires that it fits.", p.Line(n), p.Text(n.Last()), p.Text(n.First()))
					}
				}
			}
		}
	},
}

// etherBits is the width of all ether there is, counted in wei.
const etherBits = 88

// large reports whether the caller can choose what n converts, beyond n's type:
// an argument, or the ether sent when the type does not hold all there is.
func large(p *Pass, n *facts.Node) bool {
	o := p.From(n)
	return o.Has(facts.Input) || o.Has(facts.Paid) && p.Type(n).Bits() < etherBits
}

// narrows reports whether n converts an unsigned integer to a narrower one, with
// nothing in it that is there to cut digits off.
func narrows(p *Pass, n *facts.Node) bool {
	if n.Kind != solidity.NodeCall || n.First() == nil || n.First().Kind != solidity.NodeElementary || n.Last() == n.First() {
		return false
	}
	to, from := p.Type(n).Bits(), p.Type(n.Last()).Bits()
	if to == 0 || from <= to || p.Literal(n.Last()) {
		return false
	}
	for c := range facts.Some(n.Last()) {
		switch p.Operator(c) {
		case "%", "&", ">>", "/":
			return false
		}
	}
	return true
}

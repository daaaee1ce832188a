package solcheck

import "assay/internal/detect/builtin/static/facts"

var forcedEther = Check{
	Name: "forced-ether", Class: "forced_ether", Severity: "medium",
	Doc:    "A condition needs the contract's balance to be an exact amount.",
	Attack: "Ether is forced in by a self-destructing contract, and the condition never holds again.",
	Fix:    "Count what is paid in, and compare that.",
	Run: func(p *Pass) {
		for _, f := range p.Functions {
			for _, a := range p.OwnTested(f) {
				op, l, r := p.Sides(a.Node)
				if op != "==" && op != "!=" || p.Zero(l) || p.Zero(r) {
					continue
				}
				if p.From(a.Node).Has(facts.OwnBalance) {
					p.Report(f, a.Node, a.Node, "The condition needs an exact balance, which anyone can change.")
				}
			}
		}
	},
}

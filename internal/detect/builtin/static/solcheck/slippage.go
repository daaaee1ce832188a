package solcheck

import "assay/internal/detect/builtin/static/facts"

var slippage = Check{
	Name: "slippage", Class: "slippage", Severity: "medium",
	Doc:    "A trade takes any result: the call passes zero beside an amount as the least that must come back, and the present time as its deadline.",
	Attack: "A bot moves the price before the trade and back after it.",
	Fix:    "Let the caller give the least amount, and a deadline.",
	Run: func(p *Pass) {
		for _, f := range p.Functions {
			for _, s := range p.Steps(f) {
				if s.Op != facts.Extern || s.Call.Kind != facts.Member || p.Quiet(s.Call) {
					continue
				}
				amount, zero, now := false, false, false
				for _, a := range s.Call.Args {
					switch o := p.From(a); {
					case p.Zero(a) && !p.Type(a).Known():
						zero = true
					case o.Only(facts.Time):
						now = true
					case p.Type(a).Bits() > 0:
						amount = true
					}
				}
				if amount && zero && now {
					p.Report(f, s.Node, s.Node, "The trade on line %d is content with any result at any time.", p.Line(s.Node))
				}
			}
		}
	},
}

package solcheck

var forcedEther = Check{
	Name: "forced-ether", Class: "forced_ether", Severity: "medium",
	Doc:    "A condition needs the contract's balance to be an exact amount.",
	Attack: "Ether is forced in by a self-destructing contract, and the condition never holds again.",
	Fix:    "Count what is paid in, and compare that.",
	run: func(p *pass) {
		for _, f := range p.functions {
			if p.attribute(f.node, "pure") {
				continue // the function only computes a result
			}
			for _, a := range p.atoms(f.steps) {
				op, l, r := p.sides(a.node)
				if (op == "==" || op == "!=") && !p.zero(l) && !p.zero(r) && p.from(a.node).has(ownBalance) {
					p.report(f, a.node, a.node, "The condition needs an exact balance, which anyone can change.")
				}
			}
		}
	},
}

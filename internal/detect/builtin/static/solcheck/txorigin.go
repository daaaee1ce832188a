package solcheck

var txOrigin = Check{
	Name: "tx-origin", Class: "tx_origin", Severity: "high",
	Doc:    "The origin of the transaction is used in place of the caller.",
	Attack: "The owner is lured into any call; the contract called passes it on and is taken for the owner.",
	Fix:    "Compare msg.sender.",
	run: func(p *pass) {
		for _, f := range p.functions {
			for _, a := range p.atoms(f.steps) {
				// A comparison with msg.sender only tests whether the caller is an account, and a hash is not an access
				// check.
				o := p.from(a.node)
				if o.has(txorigin) && !o.has(sender|hashed) {
					p.report(f, a.node, a.node, "tx.origin is used to decide who may call.")
				}
			}
		}
	},
}

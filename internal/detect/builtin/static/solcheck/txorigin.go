package solcheck

import (
	"assay/internal/detect/builtin/static/facts"
)

var txOrigin = Check{
	Name: "tx-origin", Class: "tx_origin", Severity: "high",
	Doc:    "The origin of the transaction stands for the caller.",
	Attack: "The owner is lured into any call; the contract called passes it on and is taken for the owner.",
	Fix:    "Compare msg.sender.",
	Run: func(p *Pass) {
		for _, f := range p.Functions {
			for _, a := range p.OwnTested(f) {
				// Against msg.sender it only asks whether the caller is an account,
				// and in a hash it is no question of who.
				o := p.From(a.Node)
				if o.Has(facts.TxOrigin) && !o.Has(facts.Sender|facts.Hash) {
					p.Report(f, a.Node, a.Node, "tx.origin is used to decide who may call.")
				}
			}
		}
	},
}

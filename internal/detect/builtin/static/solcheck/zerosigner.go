package solcheck

import "assay/internal/solidity"

var zeroSigner = Check{
	Name: "zero-signer", Class: "signature", Severity: "high",
	Doc:    "A failed recovery gives the zero address, and the signer is compared with an entry that may be empty.",
	Attack: "Garbage recovers to the zero address, and an account that was never set has that address.",
	Fix:    "Reject the zero address.",
	run: func(p *pass) {
		for _, f := range p.functions {
			for _, a := range p.tested(f) {
				op, signer, account := p.sides(a.node)
				if a.fn != f || op != "==" && op != "!=" || !p.from(a.node).has(recovered) {
					continue
				}
				if !p.from(signer).has(recovered) {
					signer, account = account, signer
				}
				if !p.mayBeZero(account) || p.rejectsZero(f, account) {
					continue
				}
				from := a.node
				for n := range f.body.All() {
					if n.Kind == solidity.NodeCall && p.word(n.First()) == "ecrecover" && n.Start < from.Start {
						from = statement(n)
						break
					}
				}
				p.report(f, from, a.node,
					"A failed recovery yields the zero address, and the account it is compared with may be zero.")
				break
			}
		}
	},
}

// mayBeZero reports whether the account is an element of a mapping, or an argument.
func (p *program) mayBeZero(account *node) bool {
	n := p.strip(account)
	if n == nil || p.from(n).has(recovered) {
		return false
	}
	switch n.Kind {
	case solidity.NodeIndex, solidity.NodeMember:
		for v := range p.from(n).vars {
			if v.decl.Node.First().Kind == solidity.NodeMapping {
				return true
			}
		}
	case solidity.NodeIdent:
		d := p.decl(n)
		return d != nil && d.Kind == solidity.DeclParam
	}
	return false
}

// rejectsZero reports whether a condition compares a signer or the account with zero.
func (p *program) rejectsZero(f *function, account *node) bool {
	for _, a := range p.tested(f) {
		_, l, r := p.sides(a.node)
		if p.zero(l) {
			l, r = r, l
		}
		if p.zero(r) && (p.from(l).has(recovered) || p.same(l, account)) {
			return true
		}
	}
	return false
}

package solcheck

import (
	"assay/internal/detect/builtin/static/facts"
	"assay/internal/solidity"
)

var zeroSigner = Check{
	Name: "zero-signer", Class: "signature", Severity: "high",
	Doc:    "A failed recovery gives the zero address, and the signer is compared with an entry that may be empty.",
	Attack: "Garbage recovers to the zero address, and an account that was never set has that address.",
	Fix:    "Reject the zero address.",
	Run: func(p *Pass) {
		for _, f := range p.Functions {
			tested := p.Tested(f)
			for _, a := range tested {
				if a.Step.Fn != f || !p.From(a.Node).Has(facts.Recovered) {
					continue
				}
				op, signer, account := p.Sides(a.Node)
				if op != "==" && op != "!=" {
					continue
				}
				if !p.From(signer).Has(facts.Recovered) {
					signer, account = account, signer
				}
				if !mayBeZero(p, account) || rejectsZero(p, tested, signer, account) {
					continue
				}
				from := a.Node
				for n := range f.Body.All() {
					if n.Kind == solidity.NodeCall && p.Language(n.First()) == "ecrecover" && n.Start < from.Start {
						from = facts.Statement(n)
						break
					}
				}
				p.Report(f, from, a.Node, "A failed recovery yields the zero address, and the account it is compared with may be zero.")
				break
			}
		}
	},
}

// mayBeZero reports whether the account is an element of a mapping, or an
// argument.
func mayBeZero(p *Pass, account *facts.Node) bool {
	n := p.Strip(account)
	if n == nil || p.From(n).Has(facts.Recovered) {
		return false
	}
	switch n.Kind {
	case solidity.NodeIndex, solidity.NodeMember:
		for v := range p.VarsOf(n) {
			if v.Type.Mapping() {
				return true
			}
		}
	case solidity.NodeIdent:
		d := p.Decl(n)
		return d != nil && d.Kind == solidity.DeclParam
	}
	return false
}

// rejectsZero reports whether a condition compares the signer or the account
// with zero.
func rejectsZero(p *Pass, tested []facts.Atom, signer, account *facts.Node) bool {
	for _, a := range tested {
		_, l, r := p.Sides(a.Node)
		if l == nil {
			continue
		}
		if p.Zero(l) {
			l, r = r, l
		}
		if p.Zero(r) && (p.From(l).Has(facts.Recovered) || p.Same(l, account) || p.Same(l, signer)) {
			return true
		}
	}
	return false
}

package solcheck

import (
	"slices"

	"assay/internal/solidity"
)

var denial = Check{
	Name: "denial", Class: "denial_of_service", Severity: "high",
	Doc: "A payment that one receiver can refuse blocks all others: in a loop over receivers, or to the account " +
		"that the caller is about to replace.",
	Attack: "A receiver that refuses ether makes the whole function revert, for good.",
	Fix:    "Record what is owed and let each receiver fetch it.",
	run: func(p *pass) {
		for _, f := range p.entries() {
			trace := p.trace(f)
			for i := range trace {
				s := &trace[i]
				if s.op != calls || !p.mustPay(s) {
					continue
				}
				payee := p.payee(f, s)
				switch {
				case payee == nil || p.from(payee).has(sender):
				case inLoop(s) && p.element(payee):
					p.report(f, s.site, s.site, "Receivers are paid in a loop, and one that refuses stops the payment of all.")
				case p.replaced(trace, payee):
					p.report(f, s.site, s.site, "The former holder must accept ether before anyone can take its place.")
				}
			}
		}
	},
}

// mustPay reports whether s pays ether and reverts when that fails.
func (p *program) mustPay(s *step) bool {
	c := s.call
	if c.word == "transfer" {
		return true
	}
	if c.word != "send" && (!c.low() || c.value == nil) {
		return false
	}
	var flag *solidity.Decl
	if st := statement(s.node); st.Kind == solidity.NodeVarStmt {
		flag = p.flag(first(st.First()))
	} else if st.Kind == solidity.NodeExprStmt && st.First().Kind == solidity.NodeAssign {
		flag = p.flag(first(st.First().First()))
	}
	for _, a := range p.atoms(s.fn.steps) {
		inside := a.step.node.Start <= s.node.Start && s.node.End <= a.step.node.End
		if a.leaves && (inside || flag != nil && p.from(a.node).decls[flag]) {
			return true
		}
	}
	return false
}

// payee returns the account that s pays, as an expression in f: a parameter of an internal function that pays
// is replaced by the argument that f passes. It returns nil when the account is unknown.
func (p *program) payee(f *function, s *step) *node {
	if s.fn == f {
		return s.call.target
	}
	if s.site.Kind != solidity.NodeCall {
		return nil
	}
	g, _ := p.internal(s.site)
	d := p.decl(p.strip(s.call.target))
	args := arguments(s.site)
	if i := slices.Index(s.fn.params, d); g == s.fn && d != nil && i >= 0 && i < len(args) {
		return args[i]
	}
	return nil
}

// inLoop reports whether s, or the call that leads to it, is in the body of a loop.
func inLoop(s *step) bool {
	for _, n := range []*node{s.node, s.site} {
		for up := n.Parent(); up != nil && up.Kind != solidity.NodeFunction; up = up.Parent() {
			if up.Kind == solidity.NodeFor || up.Kind == solidity.NodeWhile || up.Kind == solidity.NodeDo {
				return true
			}
		}
	}
	return false
}

// element reports whether n is an element of a list, or is set from one.
func (p *program) element(n *node) bool {
	for v := range p.from(n).vars {
		if v.many() {
			return true
		}
	}
	return false
}

// replaced reports whether the payee comes from a state variable that the same call sets to the sender or an
// argument.
func (p *program) replaced(trace []step, payee *node) bool {
	for _, w := range trace {
		if w.op != writes || w.how != sets || w.value == nil || !p.from(payee).vars[w.variable] ||
			!p.from(w.value).has(sender|input) {
			continue
		}
		t := finalType(w.variable.decl)
		if t != nil && (t.Kind != solidity.NodeElementary || p.Words(t)[0].Text(p.Src) == "address") {
			return true
		}
	}
	return false
}

package solcheck

import (
	"assay/internal/detect/builtin/static/facts"
	"assay/internal/solidity"
)

var denial = Check{
	Name: "denial", Class: "denial_of_service", Severity: "high",
	Doc:    "A payment that one receiver can refuse stops everybody else: in a loop over receivers, or to whom the caller is about to replace.",
	Attack: "A receiver that refuses ether makes the whole function revert, for good.",
	Fix:    "Record what is owed and let each receiver fetch it.",
	Run: func(p *Pass) {
		for _, f := range p.Entries() {
			trace := p.Trace(f)
			for i := range trace {
				s := &trace[i]
				if s.Op != facts.Extern || !mustPay(p, s) {
					continue
				}
				payee := argument(p, f, s)
				switch {
				case payee == nil || p.From(payee).Has(facts.Sender):
				case inLoop(s) && element(p, payee):
					p.Report(f, s.Site, s.Site, "Receivers are paid in a loop, and one that refuses stops the payment of all.")
				case replaced(p, trace, payee):
					p.Report(f, s.Site, s.Site, "The former holder must accept ether before anyone can take its place.")
				}
			}
		}
	},
}

// mustPay reports whether s pays ether and reverts when that fails.
func mustPay(p *Pass, s *facts.Step) bool {
	c := s.Call
	if c.Kind == facts.Send && c.Word == "transfer" {
		return true
	}
	if c.Kind != facts.Send && (c.Kind != facts.Low || c.Value == nil) {
		return false
	}
	for n := s.Node; n != nil && n.Kind != solidity.NodeBlock; n = n.Parent() {
		if n.Kind == solidity.NodeCall && n != s.Node {
			if w := p.Language(n.First()); w == "require" || w == "assert" {
				return true
			}
		}
		if n.Kind == solidity.NodeIf && n.First().Contains(s.Node.Start) {
			return n.First().Next() != nil && p.Leaves(n.First().Next())
		}
	}
	flag := stored(p, s.Node)
	if st := facts.Statement(s.Node); flag == nil && st.Kind == solidity.NodeVarStmt && st.First().Kind == solidity.NodeVarTuple {
		if v := st.First().First(); v != nil && v.Kind == solidity.NodeVar {
			flag = p.Decl(v.Name())
		}
	}
	if flag == nil {
		return false
	}
	for _, a := range p.OwnTested(s.Fn) {
		if (a.Step.Test == facts.Must || a.Step.Test == facts.MustNot) && p.Mentions(a.Node, flag) {
			return true
		}
	}
	return false
}

// argument returns whom s pays, as f writes it: a parameter of the internal
// function that pays stands for what f passes. It is nil when that cannot be told.
func argument(p *Pass, f *facts.Function, s *facts.Step) *facts.Node {
	if s.Fn == f {
		return s.Call.Target
	}
	if g, _ := p.Internal(s.Site); g != s.Fn || s.Site.Kind != solidity.NodeCall {
		return nil
	}
	n := p.Strip(s.Call.Target)
	args := facts.Args(s.Site)
	for i, d := range s.Fn.Params {
		if d != nil && n != nil && n.Kind == solidity.NodeIdent && p.Decl(n) == d && i < len(args) {
			return args[i]
		}
	}
	return nil
}

// inLoop reports whether s runs in the body of a loop, its own or of the call
// that leads to it.
func inLoop(s *facts.Step) bool {
	for _, n := range []*facts.Node{s.Node, s.Site} {
		for up := n.Parent(); up != nil && up.Kind != solidity.NodeFunction; up = up.Parent() {
			if up.Kind == solidity.NodeFor || up.Kind == solidity.NodeWhile || up.Kind == solidity.NodeDo {
				return true
			}
		}
	}
	return false
}

// element reports whether n is, or is set from, an element of a list.
func element(p *Pass, n *facts.Node) bool {
	for c := range facts.Some(n) {
		if c.Kind == solidity.NodeIndex {
			return true
		}
	}
	for v := range p.VarsOf(n) {
		if v.Type.Array() || v.Type.Mapping() {
			return true
		}
	}
	return false
}

// replaced reports whether the payee is held in a state variable in which the
// same call enters the sender or an argument.
func replaced(p *Pass, trace []facts.Step, payee *facts.Node) bool {
	for v := range p.VarsOf(payee) {
		if p.From(payee).Has(facts.Input) && v.Type.Final().Elementary() != "address" && v.Type.Final().Elementary() != "" {
			continue // an index, perhaps
		}
		for _, w := range trace {
			if w.Op == facts.Write && w.Var == v && w.How == facts.Sets && w.Value != nil && p.From(w.Value).Has(facts.Sender|facts.Input) && holds(v, w) {
				return true
			}
		}
	}
	return false
}

// holds reports whether the write enters an address into v: by itself or as a
// part of a struct.
func holds(v *facts.Var, w facts.Step) bool {
	t := v.Type.Final()
	return t.Elementary() == "address" || t.Elementary() == "" && t.Known()
}

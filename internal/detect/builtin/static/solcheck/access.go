package solcheck

import (
	"assay/internal/detect/builtin/static/facts"
	"assay/internal/solidity"
)

var access = Check{
	Name: "access", Class: "access_control", Severity: "critical",
	Doc:    "Anyone can write what others check the caller against, or do what a contract with such checks leaves open.",
	Attack: "Anyone calls the function and gives themselves the role, or uses what only the role should.",
	Fix:    "Check msg.sender before the write.",
	Run: func(p *Pass) {
		for _, f := range p.Entries() {
			if p.ProvesIdentity(f) {
				continue
			}
			if p.Checked(f) {
				runBypass(p, f)
			} else {
				runOpen(p, f)
			}
		}
	},
}

// runOpen looks at a function that asks nobody who they are.
func runOpen(p *Pass, f *facts.Function) {
	roles := p.Roles()
	trace := p.Trace(f)
	for i := range trace {
		s := &trace[i]
		switch {
		case s.Op == facts.Destroy:
			p.Report(f, s.Site, s.Site, "Anyone can destroy the contract: selfdestruct is reached without a check of the caller.")
		case s.Op != facts.Write || p.Once(f, i):
		case roles[s.Var] && slot(s):
			if p.Initialised(s.Var) {
				p.Report(f, s.Site, s.Site, "%s, which other functions compare with the caller, is written on line %d, and nothing here checks the caller.", s.Var.Name, p.Line(s.Node))
			}
		case len(roles) > 0 && setter(p, f, s) && !crediting(p, f):
			p.Report(f, s.Site, s.Site, "Line %d lets anyone set %s, in a contract that reserves other settings for a role.", p.Line(s.Node), s.Var.Name)
		case unbacked(p, f, trace, s):
			p.Report(f, s.Site, s.Site, "Line %d credits any amount to any account: nothing is paid and the caller is not checked.", p.Line(s.Node))
		}
	}
}

// runBypass looks at a function whose every test of the caller stands beside an
// alternative that has nothing to do with the caller, as in
// require(owner || late) or if (notOwner && early) revert.
func runBypass(p *Pass, f *facts.Function) {
	if p.Opaque(f) {
		return
	}
	trace := p.Trace(f)
	var last *facts.Step
	for i := range trace {
		s := &trace[i]
		if s.Op != facts.Test {
			continue
		}
		caller, other := sides(p, s)
		if caller > 0 && other == 0 {
			return
		}
		if caller > 0 {
			last = s
		}
	}
	if last == nil {
		return
	}
	for i := range trace {
		s := &trace[i]
		if s.Op == facts.Write && p.Roles()[s.Var] && slot(s) {
			p.Report(last.Fn, last.Node, last.Node, "The test of the caller on line %d can be passed by another condition alone, and %s is written after it.", p.Line(last.Node), s.Var.Name)
		}
	}
}

// sides counts the alternatives of a test that are about the caller, and the
// others. Only a test that leaves has alternatives: the parts of a disjunction
// that must hold, of a conjunction that must not.
func sides(p *Pass, s *facts.Step) (caller, other int) {
	parts := []*facts.Node{s.Node}
	switch s.Test {
	case facts.Must:
		parts = split(p, s.Node, "||")
	case facts.MustNot:
		parts = split(p, s.Node, "&&")
	}
	for _, n := range parts {
		switch {
		case p.Idle(n):
		case p.From(n).Has(facts.Sender | facts.TxOrigin):
			caller++
		default:
			other++
		}
	}
	return caller, other
}

// split returns the operands of a chain of the operator.
func split(p *Pass, n *facts.Node, op string) []*facts.Node {
	var out []*facts.Node
	for todo := []*facts.Node{n}; len(todo) > 0 && len(out) < 1000; {
		n := p.Condition(todo[len(todo)-1])
		todo = todo[:len(todo)-1]
		if n != nil && n.Kind == solidity.NodeBinary && p.Operator(n) == op {
			todo = append(todo, n.First().Next(), n.First())
		} else if n != nil {
			out = append(out, n)
		}
	}
	return out
}

// slot reports whether w writes the role itself, a flag of it included; a
// member of a struct is something else.
func slot(w *facts.Step) bool { return w.Plain() || w.Var.Type.Mapping() }

// setter reports whether w copies a parameter of the entry function f into a
// plain variable.
func setter(p *Pass, f *facts.Function, w *facts.Step) bool {
	return w.Fn == f && w.Plain() && w.How == facts.Sets && parameter(p, f, w.Value) != nil
}

// parameter returns the parameter of f that n is, conversions aside, or nil.
func parameter(p *Pass, f *facts.Function, n *facts.Node) *solidity.Decl {
	n = p.Strip(n)
	if n == nil || n.Kind != solidity.NodeIdent {
		return nil
	}
	d := p.Decl(n)
	for _, q := range f.Params {
		if d != nil && d == q {
			return d
		}
	}
	return nil
}

// crediting reports whether f takes value, calls out, or otherwise acts for its
// caller, so that what it writes may follow from that.
func crediting(p *Pass, f *facts.Function) bool {
	return f.Mutability == "payable" || p.Touches(f).Has(facts.Paid|facts.Sender|facts.Foreign|facts.Unknown)
}

// unbacked reports whether w adds a parameter to an entry chosen by a parameter
// while nothing is taken from anyone.
func unbacked(p *Pass, f *facts.Function, trace []facts.Step, w *facts.Step) bool {
	t := facts.Bare(w.Target)
	if w.Fn != f || w.How != facts.Adds || t == nil || t.Kind != solidity.NodeIndex || crediting(p, f) {
		return false
	}
	if parameter(p, f, w.Value) == nil || parameter(p, f, t.Last()) == nil || p.Type(t.Last()).Elementary() != "address" {
		return false
	}
	for _, s := range trace {
		if s.Op == facts.Write && s.How == facts.Subtracts {
			return false
		}
	}
	return true
}

package solcheck

import (
	"assay/internal/detect/builtin/static/facts"
	"assay/internal/solidity"
)

var unboundedLoop = Check{
	Name: "unbounded-loop", Class: "denial_of_service", Severity: "medium",
	Doc:    "A loop over a list that anyone can make longer calls another contract in every round.",
	Attack: "The list is made so long that a whole round of it no longer fits into a block.",
	Fix:    "Bound the list, or work through it in parts.",
	Run: func(p *Pass) {
		grows := growing(p)
		if len(grows) == 0 {
			return
		}
		for _, f := range p.Functions {
			for _, s := range p.Steps(f) {
				if s.Op != facts.Extern || p.Quiet(s.Call) || mustPay(p, &s) {
					continue
				}
				loop := facts.Around(s.Node, solidity.NodeFor, solidity.NodeWhile)
				if loop == nil {
					continue
				}
				cond := loop.First()
				if loop.Kind == solidity.NodeFor {
					cond = cond.Next()
				}
				if v := longest(p, grows, cond); v != nil && !p.From(cond).Has(facts.Input) { // else the caller says how far to go
					p.Report(f, cond, s.Node, "The loop calls out for every entry of %s, which anyone can make longer.", v.Name)
				}
			}
		}
	},
}

// longest returns the first declared of the growing lists that cond depends on, or nil.
func longest(p *Pass, grows map[*facts.Var]bool, cond *facts.Node) *facts.Var {
	var out *facts.Var
	for v := range p.VarsOf(cond) {
		if grows[v] && (out == nil || v.Decl.At.Start < out.Decl.At.Start) {
			out = v
		}
	}
	return out
}

// growing returns the lists to which anyone can add without end.
func growing(p *Pass) map[*facts.Var]bool {
	out := map[*facts.Var]bool{}
	for _, f := range p.Entries() {
		if p.Opaque(f) || p.HasRole(f) {
			continue
		}
		trace := p.Trace(f)
		for _, s := range trace {
			if s.Op != facts.Write || s.How != facts.Pushes {
				continue
			}
			bound := false
			for _, a := range p.Tested(f) {
				op, _, _ := p.Sides(a.Node)
				bound = bound || op != "" && op != "==" && op != "!=" && p.Uses(a.Node, s.Var)
			}
			if !bound {
				out[s.Var] = true
			}
		}
	}
	return out
}

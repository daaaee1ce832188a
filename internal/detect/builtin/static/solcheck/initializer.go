package solcheck

import "assay/internal/detect/builtin/static/facts"

var initializer = Check{
	Name: "initializer", Class: "initialization", Severity: "critical",
	Doc:    "The slot of a role that anyone can write has no value from the start: the function is there to set it once, and does not see to that.",
	Attack: "Anyone calls the initializer, a first or a second time, and takes the role.",
	Fix:    "Let it run once, and in the transaction that deploys the contract.",
	Run: func(p *Pass) {
		for _, f := range p.Entries() {
			if p.Checked(f) || p.ProvesIdentity(f) {
				continue
			}
			trace := p.Trace(f)
			for i := range trace {
				s := &trace[i]
				if s.Op == facts.Write && p.Roles()[s.Var] && slot(s) && !p.Initialised(s.Var) && !p.Once(f, i) {
					p.Report(f, s.Site, s.Site, "%s, which other functions compare with the caller, is written on line %d: nothing sets it before, and this can be called again.", s.Var.Name, p.Line(s.Node))
				}
			}
		}
	},
}

package solcheck

import (
	"assay/internal/detect/builtin/static/facts"
	"assay/internal/solidity"
)

var storageLayout = Check{
	Name: "storage-layout", Class: "storage_collision", Severity: "critical",
	Doc: "A contract delegates to another whose first storage variable is not its own first: they share slots by accident. " +
		"A contract of the file without a constructor that sets state, and not used by its type, is taken for what is delegated to.",
	Attack: "The code delegated to writes its own variable, and overwrites the address of the code or the owner.",
	Fix:    "Inherit the same storage contract, or keep the proxy's variables at slots of their own.",
	Run: func(p *Pass) {
		for _, f := range p.Functions {
			if f.Contract == nil || !f.Contract.Concrete() || !f.Contract.Whole {
				continue
			}
			for _, s := range p.Steps(f) {
				if s.Op != facts.Extern || s.Call.Kind != facts.Delegate || !p.From(s.Call.Target).Has(facts.State) || len(p.VarsOf(s.Call.Target)) == 0 {
					continue
				}
				own := first(f.Contract)
				if own == nil {
					continue
				}
				for _, c := range p.Contracts {
					if other := first(c); other != nil && other != own && implementation(p, f.Contract, c) {
						p.Report(f, s.Node, s.Node, "Line %d runs code of others on this storage, and the first slot is %s here and %s in %s.", p.Line(s.Node), own.Name, other.Name, c.Name)
						return
					}
				}
			}
		}
	},
}

// first returns the variable at the first slot of c, or nil.
func first(c *facts.Contract) *facts.Var {
	for i := len(c.Line) - 1; i >= 0; i-- {
		for _, v := range c.Line[i].Vars {
			if !v.Fixed {
				return v
			}
		}
	}
	return nil
}

// implementation reports whether c may be what a proxy delegates to.
func implementation(p *Pass, proxy, c *facts.Contract) bool {
	if !c.Concrete() || !c.Whole || c == proxy {
		return false
	}
	for _, b := range c.Line {
		if b == proxy {
			return false
		}
	}
	for _, b := range proxy.Line {
		if b == c {
			return false
		}
		for _, v := range b.Vars {
			if v.Type.Final().Contract() == c {
				return false // another contract that it calls
			}
		}
	}
	entries := false
	for _, f := range p.Functions {
		if f.Contract != c {
			continue
		}
		entries = entries || f.Entry && !f.Quiet()
		for _, s := range p.Steps(f) {
			if s.Op == facts.Extern && s.Call.Kind == facts.Delegate || f.Kind == solidity.Constructor && s.Op == facts.Write {
				return false
			}
		}
	}
	return entries
}

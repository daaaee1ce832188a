package solcheck

import (
	"slices"

	"assay/internal/solidity"
)

var storageLayout = Check{
	Name: "storage-layout", Class: "storage_collision", Severity: "critical",
	Doc: "A contract delegates to another whose first storage variable is not its own first: " +
		"they share slots by accident. " +
		"A contract of the file without a constructor that sets state, and not used by its type, is " +
		"taken for what is delegated to.",
	Attack: "The code delegated to writes its own variable, and overwrites the address of the code or the owner.",
	Fix:    "Inherit the same storage contract, or keep the proxy's variables at slots of their own.",
	run: func(p *pass) {
		for _, f := range p.functions {
			if f.contract == nil || !f.contract.concrete() || !f.contract.complete {
				continue
			}
			for _, s := range f.steps {
				if s.op != calls || s.call.word != "delegatecall" || len(p.from(s.call.target).vars) == 0 {
					continue
				}
				own := f.contract.first()
				for _, c := range p.contracts {
					if other := c.first(); own != nil && other != nil && other != own && p.implementation(f.contract, c) {
						p.report(f, s.node, s.node,
							"Line %d runs code of others on this storage, and the first slot is %s here and %s in %s.",
							p.line(s.node), own.decl.Name, other.decl.Name, c.decl.Name)
						return
					}
				}
			}
		}
	},
}

// first returns the variable in the first slot of c, or nil.
func (c *contract) first() *variable {
	for _, b := range slices.Backward(c.bases) {
		for _, v := range b.vars {
			if !v.fixed {
				return v
			}
		}
	}
	return nil
}

// implementation reports whether proxy may delegate to c.
func (p *program) implementation(proxy, c *contract) bool {
	if !c.concrete() || !c.complete || slices.Contains(c.bases, proxy) || slices.Contains(proxy.bases, c) {
		return false
	}
	for _, b := range proxy.bases {
		for _, v := range b.vars {
			if t := finalType(v.decl); t != nil && t.Kind == solidity.NodePath && p.byDecl[p.decl(t.Last())] == c {
				return false // another contract that the proxy calls
			}
		}
	}
	entries := false
	for _, f := range p.functions {
		if f.contract != c {
			continue
		}
		entries = entries || f.entry && !p.readOnly(f.node)
		for _, s := range f.steps {
			if s.op == calls && s.call.word == "delegatecall" || f.isConstructor() && s.op == writes {
				return false
			}
		}
	}
	return entries
}

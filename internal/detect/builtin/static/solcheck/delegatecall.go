package solcheck

import "assay/internal/detect/builtin/static/facts"

var delegatecall = Check{
	Name: "delegatecall", Class: "delegatecall", Severity: "critical",
	Doc:    "Code that the caller chooses runs on the contract's own storage.",
	Attack: "The caller names a contract that rewrites the owner or empties the balance.",
	Fix:    "Delegate to a fixed address, or to a slot that only a role can write.",
	Run: func(p *Pass) {
		runChosen(p, facts.Delegate, func(*facts.Function, *facts.Call) bool { return true })
	},
}

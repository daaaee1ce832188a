package solcheck

import "assay/internal/detect/builtin/static/facts"

var arbitraryCall = Check{
	Name: "arbitrary-call", Class: "arbitrary_call", Severity: "critical",
	Doc:    "The caller chooses whom the contract calls, and with what.",
	Attack: "The caller lets the contract call a token that trusts it, and moves what others approved.",
	Fix:    "Allow only known targets.",
	Run: func(p *Pass) {
		runChosen(p, facts.Low, func(_ *facts.Function, c *facts.Call) bool { return free(p, c) })
	},
}

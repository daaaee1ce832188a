package solcheck

import (
	"slices"

	"assay/internal/detect/builtin/static/facts"
	"assay/internal/solidity"
)

var stalePrice = Check{
	Name: "stale-price", Class: "stale_price", Severity: "medium",
	Doc: "A round of a price feed is read and its time thrown away. A feed is known by the shape of its answer: " +
		"round, signed price, two times, round.",
	Attack: "The feed stands still while the market moves, and trades are made at the old price.",
	Fix:    "Require that the time of the update is recent.",
	Run: func(p *Pass) {
		for _, f := range p.Functions {
			for _, s := range p.Steps(f) {
				if s.Op != facts.Extern || s.Call.Decl == nil || !round(p, s.Call.Decl) {
					continue
				}
				up := s.Node.Parent()
				if up == nil || up.Kind != solidity.NodeVarStmt && up.Kind != solidity.NodeAssign || up.First() == s.Node {
					continue
				}
				if t := up.First(); t.Kind == solidity.NodeVarTuple || t.Kind == solidity.NodeTuple {
					if dropped(p, t) {
						p.Report(f, up, up, "The time of the last update of the price is ignored.")
					}
				}
			}
		}
	},
}

// round reports whether the function returns a round of a feed.
func round(p *Pass, d *solidity.Decl) bool {
	r := d.Node.Find(solidity.NodeReturns)
	if r == nil {
		return false
	}
	var types []string
	for v := range r.Children() {
		if v.First() != nil {
			types = append(types, p.Text(v.First()))
		}
	}
	for i, t := range types {
		if t == "uint" || t == "int" {
			types[i] += "256"
		}
	}
	return slices.Equal(types, []string{"uint80", "int256", "uint256", "uint256", "uint80"})
}

// dropped reports whether the fourth component of the tuple is left out or never
// looked at.
func dropped(p *Pass, tuple *facts.Node) bool {
	i := 0
	for c := range tuple.Children() {
		if i++; i != 4 {
			continue
		}
		switch c.Kind {
		case solidity.NodeOmitted:
			return true
		case solidity.NodeVar:
			return p.Referred(p.Decl(c.Name())) == 0
		case solidity.NodeIdent:
			d := p.Decl(c)
			return d != nil && d.Kind == solidity.DeclLocal && p.Referred(d) <= 1
		}
	}
	return false
}

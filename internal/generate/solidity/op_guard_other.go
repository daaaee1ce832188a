package solidity

import (
	"assay/internal/edit"
	"assay/internal/solidity"
)

var guardOther = operator{
	name: "guard-other",
	doc:  "ask an argument instead of the caller",
	find: func(t *text) (out []mutant) {
		for _, g := range t.guards() {
			if !t.caller(g.cond) || t.movesIn(g.cond) {
				continue
			}
			for n := range g.cond.All() {
				if n.Kind != solidity.NodeMember || t.text(n) != "msg.sender" {
					continue
				}
				for _, v := range g.fn.params {
					if v.typ != "address" && v.typ != "address payable" {
						continue
					}
					out = append(out, mutant{edits: []edit.Edit{replace(n, v.name)}, class: "access_control", act: "ACCESS_CTRL",
						note:  "asks an argument, which the caller chooses",
						cause: sentence(t.where(g.fn), "checks its argument", v.name, "instead of who calls"),
						fix:   sentence(t.where(g.fn), "checks who calls")})
				}
			}
		}
		return out
	},
}

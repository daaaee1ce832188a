package solidity

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"assay/internal/edit"
	"assay/internal/solidity"
)

// perCaller matches the type of a mapping with one entry for each account.
var perCaller = regexp.MustCompile(`^mapping\s*\(\s*address(\s+\w+)?\s*=>\s*(uint\d*|bool)(\s+\w+)?\s*\)$`)

var guardWider = operator{
	name: "guard-wider",
	doc:  "let accounts with an entry pass, beside the one that is asked for",
	find: func(t *text) (out []mutant) {
		for _, g := range t.guards() {
			if !t.caller(g.cond) || t.movesIn(g.cond) {
				continue
			}
			for _, name := range slices.Sorted(maps.Keys(t.state)) {
				typ := perCaller.FindStringSubmatch(strings.Join(strings.Fields(t.typeOf(name)), " "))
				if typ == nil || strings.Contains(t.text(g.cond), name) {
					continue
				}
				has, lacks := name+"[msg.sender] > 0", name+"[msg.sender] == 0"
				if typ[2] == "bool" {
					has, lacks = name+"[msg.sender]", "!"+name+"[msg.sender]"
				}
				wider := t.text(g.cond) + " || " + has
				if !g.pass {
					cond := t.text(g.cond)
					if inner(g.cond).Kind == solidity.NodeBinary && t.file.Operator(inner(g.cond)) == "||" && inner(g.cond) == g.cond {
						cond = "(" + cond + ")"
					}
					wider = cond + " && " + lacks
				}
				out = append(out, mutant{edits: []edit.Edit{replace(g.cond, wider)}, class: "access_control", act: "ACCESS_CTRL",
					note:  "lets others pass",
					cause: sentence(t.where(g.fn), "lets every account pass that has an entry in", name+",", "which anybody may have"),
					fix:   sentence(t.where(g.fn), "demands", t.demand(g))})
			}
		}
		return out
	},
}

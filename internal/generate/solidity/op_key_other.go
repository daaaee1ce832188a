package solidity

import (
	"assay/internal/edit"
	"assay/internal/solidity"
)

var keyOther = operator{
	name: "key-other",
	doc:  "take the entry of an argument instead of that of the caller, or the other way round",
	find: func(t *text) (out []mutant) {
		for _, f := range t.fns {
			for n := range f.body.All() {
				if n.Kind != solidity.NodeIndex || n.First().Next() == nil || t.root(n) == "" {
					continue
				}
				key := n.Last()
				var others []string
				for _, v := range f.params {
					if v.typ == "address" && v.name != t.text(key) {
						others = append(others, v.name)
					}
				}
				switch {
				case t.text(key) == "msg.sender":
				case key.Kind == solidity.NodeIdent && t.param(f, t.text(key)) == "address":
					others = append(others, "msg.sender")
				default:
					continue
				}
				for _, other := range others {
					out = append(out, mutant{edits: []edit.Edit{replace(key, other)}, class: "access_control", act: "STATE_MOD",
						note: "the entry of somebody else",
						cause: sentence(t.where(f), "takes the entry of", other, "in", "`"+t.words(n)+"`", "where that of", t.words(key),
							"is meant"),
						fix: sentence(t.where(f), "takes the entry of", t.words(key))})
				}
			}
		}
		return out
	},
}

// param returns the type of a function's parameter, "" for none.
func (t *text) param(f *function, name string) string {
	for _, v := range f.params {
		if v.name == name {
			return v.typ
		}
	}
	return ""
}

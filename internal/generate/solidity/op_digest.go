package solidity

import (
	"strings"

	"assay/internal/bench"
	"assay/internal/edit"
	"assay/internal/solidity"
)

var domainDrop = operator{
	name: "domain-drop",
	doc:  "leave something out of what is hashed",
	find: func(t *text) (out []mutant) {
		t.eachCall(func(f *function, n *solidity.Node, name string, args []*solidity.Node) {
			if !strings.HasPrefix(t.text(n), "abi.encode") || name == "encodeCall" || len(args) < 2 ||
				!strings.Contains(t.text(f.body), "keccak256") {
				return
			}
			for i, a := range args {
				e := edit.Delete(a.Start, a.End)
				if i > 0 {
					e.Start = args[i-1].End
				} else {
					e.End = args[1].Start
				}
				class := bench.Class("signature")
				if has(t.text(a), "nonce", "chainid", "address(this)", "deadline", "id") {
					class = "signature_replay"
				}
				out = append(out, mutant{edits: []edit.Edit{e}, class: class, act: "SIGNATURE", note: "something is not bound",
					cause: sentence(t.where(f), "does not bind", "`"+t.words(a)+"`", "into what is hashed"),
					fix:   sentence(t.where(f), "binds", "`"+t.words(a)+"`", "too")})
			}
		})
		return out
	},
}

var packed = operator{
	name: "packed",
	doc:  "hash without lengths between the parts",
	find: func(t *text) (out []mutant) {
		t.eachCall(func(f *function, n *solidity.Node, name string, args []*solidity.Node) {
			if name != "encode" || t.text(n.First()) != "abi.encode" || len(args) < 2 {
				return
			}
			out = append(out, mutant{edits: []edit.Edit{replace(n.First(), "abi.encodePacked")}, class: "signature",
				act: "SIGNATURE", note: "different parts give one hash",
				cause: sentence(t.where(f), "packs the parts without their lengths, so that different ones give the same hash"),
				fix:   sentence(t.where(f), "encodes each part in full")})
		})
		return out
	},
}

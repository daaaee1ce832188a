package solcheck

import (
	"assay/internal/detect/builtin/static/facts"
	"assay/internal/solidity"
)

var replay = Check{
	Name: "replay", Class: "signature_replay", Severity: "high",
	Doc:    "A signed message can be used again: nothing marks it as used, or it names neither this contract nor the chain.",
	Attack: "The signed message is submitted a second time, or to another deployment, and counts again.",
	Fix:    "Sign a nonce, the contract's address and the chain, and use each nonce up.",
	Run: func(p *Pass) {
		for _, f := range p.Entries() {
			if f.Quiet() || p.Opaque(f) {
				continue
			}
			trace := p.Trace(f)
			at, fn := recovery(p, f)
			if at == nil || !effects(p, trace) {
				continue
			}
			digest := facts.Args(at)[0]
			if !p.From(digest).Has(facts.Hash) {
				continue // the digest itself comes from outside
			}
			text := ""
			switch {
			case !usedUp(p, f, trace, digest):
				text = "Nothing marks the signed message as used."
			case !bound(p, digest):
				text = "The signed message names neither this contract nor the chain."
			default:
				continue
			}
			if fn != f {
				p.Report(f, f.Node, f.Node, "%s", text)
				continue
			}
			from := at
			for n := range f.Body.All() {
				if n.Kind == solidity.NodeCall && hashes[p.Language(n.First())] && n.Start < from.Start && p.From(n).Has(facts.Hash) {
					from = n
					break
				}
			}
			p.Report(f, from, at, "%s", text)
		}
	},
}

var hashes = map[string]bool{"keccak256": true, "sha3": true, "sha256": true}

// recovery returns the first recovery of a signer in f or what it calls, and the
// function that it stands in.
func recovery(p *Pass, f *facts.Function) (*facts.Node, *facts.Function) {
	seen := map[*facts.Function]bool{}
	look := func(g *facts.Function) *facts.Node {
		if seen[g] {
			return nil
		}
		seen[g] = true
		for n := range g.Body.All() {
			if n.Kind == solidity.NodeCall && p.Language(n.First()) == "ecrecover" && len(facts.Args(n)) == 4 {
				return n
			}
		}
		return nil
	}
	if n := look(f); n != nil {
		return n, f
	}
	for _, g := range p.Called(f) {
		if n := look(g); n != nil {
			return n, g
		}
	}
	return nil, nil
}

// effects reports whether the trace changes anything.
func effects(p *Pass, trace []facts.Step) bool {
	for _, s := range trace {
		if s.Op == facts.Write || s.Op == facts.Extern && !p.Quiet(s.Call) {
			return true
		}
	}
	return false
}

// usedUp reports whether a write of the trace keeps the message from counting
// again: it changes what is hashed, or what a condition looks at other than as
// an amount.
func usedUp(p *Pass, f *facts.Function, trace []facts.Step, digest *facts.Node) bool {
	tested := p.Tested(f)
	for _, w := range trace {
		if w.Op != facts.Write {
			continue
		}
		if p.Uses(digest, w.Var) {
			return true
		}
		for _, a := range tested {
			if op, _, _ := p.Sides(a.Node); op != ">=" && op != "<=" && op != "<" && op != ">" && p.Uses(a.Node, w.Var) {
				return true
			}
		}
	}
	return false
}

// bound reports whether the digest holds this contract or the chain, or a word
// of state that may be the domain.
func bound(p *Pass, digest *facts.Node) bool {
	if p.From(digest).Has(facts.Own | facts.Chain | facts.Unknown) {
		return true
	}
	for v := range p.VarsOf(digest) {
		if v.Type.Elementary() == "bytes32" && (!v.Fixed || v.Value == nil) {
			return true
		}
	}
	return false
}

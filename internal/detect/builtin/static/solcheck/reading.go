package solcheck

import (
	"strconv"

	"assay/internal/detect/builtin/static/facts"
	"assay/internal/solidity"
)

// reading is a value read from another contract: whom it was asked, what, about
// what, and, when the answer has several parts, which.
type reading struct{ of, member, about, part string }

// readings finds the outside values that n is computed from, those in powers
// apart, which are scales and no amounts. It goes back over locals depth times.
func readings(p *Pass, n *facts.Node, depth int) map[reading]*facts.Node {
	out := map[reading]*facts.Node{}
	collect(p, n, "", depth, out)
	return out
}

func collect(p *Pass, n *facts.Node, part string, depth int, out map[reading]*facts.Node) {
	for c := range facts.Some(n) {
		switch c.Kind {
		case solidity.NodeCall:
			call, ok := p.Call(c)
			if !ok || call.Kind != facts.Member || !p.Quiet(call) || power(p, n, c) {
				continue
			}
			out[reading{p.Key(call.Target), member(p, c), about(p, call), part}] = c
		case solidity.NodeIdent:
			d := p.Decl(c)
			if depth == 0 || d == nil || d.Kind != solidity.DeclLocal && d.Kind != solidity.DeclReturn || power(p, n, c) {
				continue
			}
			for _, def := range p.Definitions(d) {
				if def.Value.Start < c.Start && len(out) < 32 {
					at := ""
					if def.Part >= 0 {
						at = strconv.Itoa(def.Part)
					}
					collect(p, def.Value, at, depth-1, out)
				}
			}
		}
	}
}

func about(p *Pass, c *facts.Call) string {
	key := ""
	for _, a := range c.Args {
		key += p.Key(a) + ","
	}
	return key
}

// member returns the name of the function that the call n is of, as a key.
func member(p *Pass, n *facts.Node) string {
	callee := n.First()
	for callee != nil && callee.Kind == solidity.NodeOptions {
		callee = callee.First()
	}
	if callee == nil {
		return ""
	}
	return p.Text(callee.Last())
}

// power reports whether c stands, inside n, in a power.
func power(p *Pass, n, c *facts.Node) bool {
	for up := c; up != nil; up = up.Parent() {
		if up.Kind == solidity.NodeBinary && p.Operator(up) == "**" {
			return true
		}
		if up == n {
			return false
		}
	}
	return false
}

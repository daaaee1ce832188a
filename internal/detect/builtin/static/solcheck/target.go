package solcheck

import (
	"assay/internal/detect/builtin/static/facts"
	"assay/internal/solidity"
)

// vetted reports whether some condition tested before the step at index i looks
// at what target is computed from, beyond its being set.
func vetted(p *Pass, tested []facts.Atom, i int, target *facts.Node) bool {
	for _, a := range tested {
		if a.At < i && !trivial(p, a.Node) && p.Related(a.Node, target) {
			return true
		}
	}
	return false
}

// trivial reports whether a condition only asks whether something is set.
func trivial(p *Pass, atom *facts.Node) bool {
	_, l, r := p.Sides(atom)
	return l != nil && (p.Zero(l) || p.Zero(r))
}

// runChosen reports calls of a kind whose target anyone can choose.
func runChosen(p *Pass, kind facts.CallKind, also func(f *facts.Function, c *facts.Call) bool) {
	for _, f := range p.Entries() {
		if p.Checked(f) {
			continue
		}
		trace := p.Trace(f)
		tested := p.Tested(f)
		for i := range trace {
			s := &trace[i]
			if s.Op != facts.Extern || s.Call.Kind != kind || !also(f, s.Call) {
				continue
			}
			c := s.Call
			chosen := p.From(c.Target).Has(facts.Input) && !p.From(c.Target).Has(facts.State) && !vetted(p, tested, i, c.Target)
			for v := range p.VarsOf(c.Target) {
				chosen = chosen || kind == facts.Delegate && p.Open(v)
			}
			if chosen {
				p.Report(s.Fn, c.Node, c.Node, "Line %d makes a %s to %s, which anyone can choose.", p.Line(c.Node), c.Word, p.Text(c.Target))
			}
		}
	}
}

// free reports whether the data of c is an argument of the caller's as it came.
func free(p *Pass, c *facts.Call) bool {
	if len(c.Args) != 1 {
		return false
	}
	n := p.Strip(c.Args[0])
	return n != nil && n.Kind == solidity.NodeIdent && p.Type(n).Elementary() == "bytes" && p.From(n).Has(facts.Input)
}

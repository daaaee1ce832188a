package solcheck

import (
	"assay/internal/detect/builtin/static/facts"
	"assay/internal/solidity"
)

var reentrancy = Check{
	Name: "reentrancy", Class: "reentrancy", Severity: "high",
	Doc:    "A call that hands over control stands before the write of a state variable that the call, or another function, decides by, and no lock is taken.",
	Attack: "The called account calls back before the write and acts on the old value again.",
	Fix:    "Write the state before the call, or take a lock around both.",
	Run:    runReentrancy,
}

func runReentrancy(p *Pass) {
	for _, f := range p.Entries() {
		if p.Opaque(f) || p.HasRole(f) {
			continue
		}
		trace := p.Trace(f)
		for i := range trace {
			s := &trace[i]
			if s.Op != facts.Extern || !handsOver(p, s, 0) || s.Call.Kind == facts.Member && vetted(p, p.Tested(trace), i, s.Call.Target) {
				continue
			}
			w := lateWrite(p, f, trace, i)
			if w == nil || locked(p, trace, i, w.Var) {
				continue
			}
			from, to := s.Site, s.Site
			if s.Fn.Kind == solidity.Modifier {
				p.Report(s.Fn, from, to, "The external call on line %d runs before %s is written on line %d.", p.Line(s.Node), w.Var.Name, p.Line(w.Node))
				break
			}
			if w.Fn.Kind != solidity.Modifier && w.Site.End > to.End {
				to = w.Site
			}
			p.Report(f, from, to, "The external call on line %d runs before %s is written on line %d.", p.Line(s.Node), w.Var.Name, p.Line(w.Node))
			break
		}
	}
}

// handsOver reports whether the call may run code that the caller of the
// function chose, with enough gas to come back.
func handsOver(p *Pass, s *facts.Step, depth int) bool {
	c := s.Call
	switch {
	case c.Kind == facts.Low:
		return p.From(c.Target) != facts.Own
	case c.Kind != facts.Member || p.Quiet(c) || depth > 2:
		return false
	case depth == 0 && p.From(c.Target).Has(facts.Sender|facts.Input) && !p.From(c.Target).Has(facts.Foreign|facts.Unknown):
		return chosen(p, c.Target)
	case depth > 0 && registered(p, c.Target):
		return true
	}
	for _, g := range p.Implementations(c) { // it may pass control on
		for _, t := range p.Trace(g) {
			if t.Op == facts.Extern && handsOver(p, &t, depth+1) {
				return true
			}
		}
	}
	return false
}

// chosen reports whether the caller picks the contract called: it is the sender
// or an argument, not what the state holds for either.
func chosen(p *Pass, target *facts.Node) bool { return !p.From(target).Has(facts.State) }

// registered reports whether the contract called was entered in a mapping or
// list, by whomever.
func registered(p *Pass, target *facts.Node) bool {
	for v := range p.VarsOf(target) {
		if v.Type.Mapping() || v.Type.Array() {
			return p.Type(target).Foreign()
		}
	}
	return false
}

// lateWrite returns the first write after the call at i of a variable that was
// not written before it and that someone decides by: this call has read it, or,
// when control goes straight to the receiver, another function reads it before
// it pays or calls.
func lateWrite(p *Pass, f *facts.Function, trace []facts.Step, i int) *facts.Step {
	read, written := map[*facts.Var]bool{}, map[*facts.Var]bool{}
	for _, s := range trace[:i] {
		read[s.Var] = read[s.Var] || s.Op == facts.Read
		written[s.Var] = written[s.Var] || s.Op == facts.Write
	}
	for k := i + 1; k < len(trace); k++ {
		w := &trace[k]
		if w.Op != facts.Write || written[w.Var] || lateCredit(p, trace, i, k) || !p.Reaches(&trace[i], w) {
			continue
		}
		if read[w.Var] || trace[i].Call.Kind == facts.Low && spends(p, f, w.Var) {
			return w
		}
	}
	return nil
}

// lateCredit reports whether the write at k only adds to what it finds after the
// call at i: then nothing that happened meanwhile is undone, and nothing was left
// to take.
func lateCredit(p *Pass, trace []facts.Step, i, k int) bool {
	w := &trace[k]
	switch w.How {
	case facts.Adds, facts.Pushes:
		return true
	case facts.Sets:
	default:
		return false
	}
	if w.Value == nil || subtracts(p, w.Value) {
		return false
	}
	fresh := false
	for _, s := range trace[i+1 : k] {
		fresh = fresh || s.Op == facts.Read && s.Var == w.Var
	}
	for n := range w.Value.All() {
		if n.Kind != solidity.NodeIdent {
			continue
		}
		d := p.Decl(n)
		if d != nil && d.Kind == solidity.DeclLocal && trace[i].Fn == w.Fn && d.At.Start < trace[i].Node.Start {
			return false // from before the call
		}
	}
	return fresh
}

// subtracts reports whether a difference is taken in n, or by a function that it
// calls.
func subtracts(p *Pass, n *facts.Node) bool {
	for c := range n.All() {
		switch c.Kind {
		case solidity.NodeBinary:
			if p.Operator(c) == "-" {
				return true
			}
		case solidity.NodeCall:
			g, _ := p.Internal(c)
			if g == nil {
				continue
			}
			for d := range g.Body.All() {
				if d.Kind == solidity.NodeBinary && p.Operator(d) == "-" {
					return true
				}
			}
		}
	}
	return false
}

// spends reports whether another function that anyone can call tests v, or pays by it,
// before it calls out.
func spends(p *Pass, f *facts.Function, v *facts.Var) bool {
	for _, g := range p.Entries() {
		if g == f || g.Quiet() || p.HasRole(g) {
			continue
		}
		read := false
		for _, s := range p.Trace(g) {
			if s.Op == facts.Read && s.Var == v {
				read = true
			}
			if read && s.Op == facts.Extern && !p.Quiet(s.Call) {
				return true
			}
		}
	}
	return false
}

// locked reports whether some flag is set before the call and set again after
// it, both to constants, which is what a lock does, and whether every other way
// to write v looks at that flag. Transient storage serves little else.
func locked(p *Pass, trace []facts.Step, i int, v *facts.Var) bool {
	for _, s := range trace {
		if s.Op == facts.Latch {
			return true
		}
	}
	flags := map[*facts.Var]bool{}
	for _, s := range trace[:i] {
		if s.Op == facts.Write && setsConstant(p, &s) {
			flags[s.Var] = true
		}
	}
	for k := i + 1; k < len(trace); k++ {
		if s := &trace[k]; s.Op == facts.Write && flags[s.Var] && setsConstant(p, s) {
			return shared(p, s.Var, v)
		}
	}
	return false
}

// setsConstant reports whether w assigns a literal, a constant or an enum
// member to a plain variable.
func setsConstant(p *Pass, w *facts.Step) bool {
	if !w.Plain() || w.How != facts.Sets || w.Value == nil {
		return false
	}
	v := p.Var(w.Value)
	if v != nil {
		return v.Fixed
	}
	d := (*solidity.Decl)(nil)
	if w.Value.Kind == solidity.NodeMember {
		d = p.Decl(w.Value.Last())
	}
	return p.Literal(w.Value) || d != nil && d.Kind == solidity.DeclEnumValue
}

// shared reports whether every function that writes v uses the flag.
func shared(p *Pass, flag, v *facts.Var) bool {
	for _, f := range p.Entries() {
		writes, looks := false, p.Opaque(f) || p.HasRole(f)
		for _, s := range p.Trace(f) {
			writes = writes || s.Op == facts.Write && s.Var == v
			looks = looks || s.Var == flag
		}
		if writes && !looks {
			return false
		}
	}
	return true
}

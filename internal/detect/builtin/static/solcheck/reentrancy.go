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

// maxHandovers bounds how many calls of one trace are looked at.
const maxHandovers = 32

func runReentrancy(p *Pass) {
	m := traffic(p)
	for _, f := range p.Entries() {
		if p.Opaque(f) || p.HasRole(f) {
			continue
		}
		trace := p.Trace(f)
		t := timesOf(p, trace)
		if t.latched {
			continue
		}
		left := maxHandovers
		for i := range trace {
			s := &trace[i]
			if s.Op != facts.Extern || !handsOver(p, s, 0) || s.Call.Kind == facts.Member && vetted(p, p.Tested(f), i, s.Call.Target) {
				continue
			}
			if left--; left < 0 {
				break
			}
			w := m.lateWrite(f, trace, t, i)
			if w == nil || m.locked(t, i, w.Var) {
				continue
			}
			fn, from, to := f, s.Site, s.Site
			switch {
			case s.Fn.Kind == solidity.Modifier:
				fn = s.Fn
			case w.Fn.Kind != solidity.Modifier && w.Site.End > to.End:
				to = w.Site
			}
			p.Report(fn, from, to, "The external call on line %d runs before %s is written on line %d.", p.Line(s.Node), w.Var.Name, p.Line(w.Node))
			break
		}
	}
}

// times says when a trace does what, by index. A variable that is not in a map
// is never read, written or set to a constant.
type times struct {
	read, written     map[*facts.Var]int // first
	constant, release map[*facts.Var]int // first and last
	latched           bool
}

func timesOf(p *Pass, trace []facts.Step) times {
	t := times{map[*facts.Var]int{}, map[*facts.Var]int{}, map[*facts.Var]int{}, map[*facts.Var]int{}, false}
	first := func(m map[*facts.Var]int, v *facts.Var, i int) {
		if _, ok := m[v]; !ok {
			m[v] = i
		}
	}
	for i := range trace {
		switch s := &trace[i]; s.Op {
		case facts.Latch: // transient storage serves little but locks
			t.latched = true
		case facts.Read:
			first(t.read, s.Var, i)
		case facts.Write:
			first(t.written, s.Var, i)
			if setsConstant(p, s) {
				first(t.constant, s.Var, i)
				t.release[s.Var] = i
			}
		}
	}
	return t
}

func before(m map[*facts.Var]int, v *facts.Var, i int) bool {
	at, ok := m[v]
	return ok && at < i
}

// moves is what all functions that anyone can call, no role needed, do with the
// state variables.
type moves struct {
	p        *Pass
	writers  map[*facts.Var][]*facts.Function
	spenders map[*facts.Var][]*facts.Function // read it before they call out; two at most
	uses     map[*facts.Function]map[*facts.Var]bool
}

func traffic(p *Pass) *moves {
	m := &moves{p, map[*facts.Var][]*facts.Function{}, map[*facts.Var][]*facts.Function{}, map[*facts.Function]map[*facts.Var]bool{}}
	for _, f := range p.Entries() {
		if f.Quiet() || p.HasRole(f) {
			continue
		}
		read, wrote, calls := map[*facts.Var]bool{}, map[*facts.Var]bool{}, false
		trace := p.Trace(f)
		for i := len(trace) - 1; i >= 0; i-- { // from the end: what comes before a call
			switch s := &trace[i]; {
			case s.Op == facts.Extern && !p.Quiet(s.Call):
				calls = true
			case s.Op == facts.Read:
				if calls && !read[s.Var] && len(m.spenders[s.Var]) < 2 {
					m.spenders[s.Var] = append(m.spenders[s.Var], f)
					read[s.Var] = true
				}
			case s.Op == facts.Write && !wrote[s.Var] && !p.Opaque(f):
				wrote[s.Var] = true
				m.writers[s.Var] = append(m.writers[s.Var], f)
			}
			if v := trace[i].Var; v != nil {
				if m.uses[f] == nil {
					m.uses[f] = map[*facts.Var]bool{}
				}
				m.uses[f][v] = true
			}
		}
	}
	return m
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
func (m *moves) lateWrite(f *facts.Function, trace []facts.Step, t times, i int) *facts.Step {
	fresh := map[*facts.Var]bool{} // read since the call
	for k := i + 1; k < len(trace); k++ {
		w := &trace[k]
		if w.Op == facts.Read {
			fresh[w.Var] = true
		}
		if w.Op != facts.Write || before(t.written, w.Var, i) || lateCredit(m.p, &trace[i], w, fresh[w.Var]) || !m.p.Reaches(&trace[i], w) {
			continue
		}
		if before(t.read, w.Var, i) || trace[i].Call.Kind == facts.Low && m.spends(f, w.Var) {
			return w
		}
	}
	return nil
}

// spends reports whether a function other than f reads v before it calls out.
func (m *moves) spends(f *facts.Function, v *facts.Var) bool {
	for _, g := range m.spenders[v] {
		if g != f {
			return true
		}
	}
	return false
}

// lateCredit reports whether the write w after a call only adds to what it finds
// then: nothing that happened meanwhile is undone, and nothing was left to take.
func lateCredit(p *Pass, call, w *facts.Step, fresh bool) bool {
	switch w.How {
	case facts.Adds, facts.Pushes:
		return true
	case facts.Sets:
	default:
		return false
	}
	if !fresh || w.Value == nil || subtracts(p, w.Value) {
		return false
	}
	for n := range facts.Some(w.Value) {
		if n.Kind != solidity.NodeIdent {
			continue
		}
		d := p.Decl(n)
		if d != nil && d.Kind == solidity.DeclLocal && call.Fn == w.Fn && d.At.Start < call.Node.Start {
			return false // from before the call
		}
	}
	return true
}

// subtracts reports whether a difference is taken in n, or by a function that it
// calls.
func subtracts(p *Pass, n *facts.Node) bool {
	for c := range facts.Some(n) {
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
			for d := range facts.Some(g.Body) {
				if d.Kind == solidity.NodeBinary && p.Operator(d) == "-" {
					return true
				}
			}
		}
	}
	return false
}

// locked reports whether some flag is set before the call at i and set again
// after it, both to constants, which is what a lock does, and whether every other
// way to write v looks at that flag.
func (m *moves) locked(t times, i int, v *facts.Var) bool {
	for flag, at := range t.constant {
		if at < i && t.release[flag] > i && m.shared(flag, v) {
			return true
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
func (m *moves) shared(flag, v *facts.Var) bool {
	for _, f := range m.writers[v] {
		if !m.uses[f][flag] {
			return false
		}
	}
	return true
}

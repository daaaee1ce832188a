package solcheck

import (
	"slices"

	"assay/internal/solidity"
)

var reentrancy = Check{
	Name: "reentrancy", Class: "reentrancy", Severity: "high",
	Doc: "A call that hands over control comes before the write of a state variable on which the call, or another " +
		"function, depends, and no lock is taken.",
	Attack: "The called account calls back before the write and acts on the old value again.",
	Fix:    "Write the state before the call, or take a lock around both.",
	run: func(p *pass) {
		t := p.traffic()
		for _, f := range p.entries() {
			if p.guarded(f) {
				continue
			}
			trace := p.trace(f)
			left := maxHandovers
			for i := range trace {
				s := &trace[i]
				if s.op != calls || left == 0 || !p.handsOver(s, 0) {
					continue
				}
				left--
				if w := p.lateWrite(t, f, i); w != nil {
					fn, to := f, s.site
					if s.fn.isModifier() {
						fn = s.fn
					} else if !w.fn.isModifier() && w.site.End > to.End {
						to = w.site
					}
					p.report(fn, s.site, to, "The external call on line %d runs before %s is written on line %d.", p.line(s.node),
						w.variable.decl.Name, p.line(w.node))
					break
				}
			}
		}
	},
}

// maxHandovers bounds the number of calls of one trace that are checked.
const maxHandovers = 32

// traffic records how the functions that anyone can call, without a role, use the state variables.
type traffic struct {
	writers  map[*variable][]*function
	spenders map[*variable][]*function // functions that read it before an external call; two at most
	uses     map[*function]map[*variable]bool
}

func (p *program) traffic() *traffic {
	t := &traffic{map[*variable][]*function{}, map[*variable][]*function{}, map[*function]map[*variable]bool{}}
	for _, f := range p.entries() {
		if p.readOnly(f.node) || p.guarded(f) {
			continue
		}
		t.uses[f] = map[*variable]bool{}
		out, wrote := false, map[*variable]bool{}
		for _, s := range slices.Backward(p.trace(f)) { // backward, to find the reads before a call
			t.uses[f][s.variable] = true
			switch v := s.variable; {
			case s.op == calls:
				out = out || !p.readOnlyCall(s.call)
			case s.op == reads && out && len(t.spenders[v]) < 2 && !slices.Contains(t.spenders[v], f):
				t.spenders[v] = append(t.spenders[v], f)
			case s.op == writes && !wrote[v]:
				wrote[v] = true
				t.writers[v] = append(t.writers[v], f)
			}
		}
	}
	return t
}

// guarded reports whether a call of f continues only for one account that a state variable holds, or runs code
// that is not in the file and could be a guard.
func (p *program) guarded(f *function) bool {
	owner := func(a, b *node) bool { return p.from(a).origin == sender && p.variable(p.strip(b)) != nil }
	return slices.ContainsFunc(p.trace(f), func(s step) bool { return s.op == unseen }) ||
		slices.ContainsFunc(p.tested(f), func(a atom) bool {
			op, l, r := p.sides(a.node)
			return a.leaves && (op == "==" || op == "!=") && (owner(l, r) || owner(r, l))
		})
}

// handsOver reports whether the call may run code that the caller of the function chose, with enough gas to
// call back.
func (p *program) handsOver(s *step, depth int) bool {
	c := s.call
	from := p.from(c.target)
	switch {
	case c.low():
		return from.origin != own
	case c.decl == nil || p.readOnlyCall(c) || depth > 2:
		return false
	case depth == 0 && from.has(sender|input) && !from.has(foreign|other):
		return !from.has(state) // else the state holds the address for the sender
	case depth > 0 && p.element(c.target): // anyone may have registered there
		return true
	}
	for _, g := range p.implementations(c.decl) { // the implementation may pass control on
		for _, s := range p.trace(g) {
			if g.entry && s.op == calls && p.handsOver(&s, depth+1) {
				return true
			}
		}
	}
	return false
}

// lateWrite returns the first write after the call at i of a variable that was not written before it and that
// decides something: this call has read it, or, when control goes straight to the receiver, another function
// reads it before it pays or calls.
func (p *program) lateWrite(t *traffic, f *function, i int) *step {
	trace := p.trace(f)
	read, written, fresh := map[*variable]bool{}, map[*variable]bool{}, map[*variable]bool{} // fresh: read since the call
	for _, s := range trace[:i] {
		read[s.variable] = read[s.variable] || s.op == reads
		written[s.variable] = written[s.variable] || s.op == writes
	}
	for k := i + 1; k < len(trace); k++ {
		w := &trace[k]
		v := w.variable
		fresh[v] = fresh[v] || w.op == reads
		if w.op != writes || written[v] || p.lateCredit(&trace[i], w, fresh[v]) || !p.reaches(&trace[i], w) {
			continue
		}
		spent := trace[i].call.low() && slices.ContainsFunc(t.spenders[v], func(g *function) bool { return g != f })
		if (read[v] || spent) && !p.locked(t, trace, i, v) {
			return w
		}
	}
	return nil
}

// lateCredit reports whether the write w after a call only adds to the value found at that time. Such a write
// does not undo changes made during the call, and leaves nothing to take.
func (p *program) lateCredit(c, w *step, fresh bool) bool {
	if w.how == adds || w.how == alters || !fresh || w.value == nil || p.subtracts(w.value, 0) {
		return w.how == adds
	}
	for n := range w.value.All() {
		d := p.decl(n)
		if d != nil && d.Kind == solidity.DeclLocal && c.fn == w.fn && d.At.Start < c.node.Start {
			return false // value from before the call
		}
	}
	return true
}

// subtracts reports whether n, or a function that it calls, subtracts.
func (p *program) subtracts(n *node, depth int) bool {
	left := maxSearch
	for c := range n.All() {
		if left--; left < 0 || c.Kind == solidity.NodeBinary && p.Operator(c) == "-" {
			return true
		}
		if g, _ := p.internal(c); depth == 0 && c.Kind == solidity.NodeCall && g != nil && p.subtracts(g.body, 1) {
			return true
		}
	}
	return false
}

// locked reports whether a lock protects v: a flag is set before the call at i and again after it, both times
// to constants, and every other function that writes v uses that flag.
func (p *program) locked(t *traffic, trace []step, i int, v *variable) bool {
	set := func(s step) bool { return s.op == writes && s.how == sets && s.plain() && p.constant(s.value) }
	taken := map[*variable]bool{}
	for _, s := range trace[:i] {
		if set(s) {
			taken[s.variable] = true
		}
	}
	for _, s := range trace[i:] {
		if taken[s.variable] && set(s) && !slices.ContainsFunc(t.writers[v],
			func(f *function) bool { return !t.uses[f][s.variable] }) {
			return true
		}
	}
	return false
}

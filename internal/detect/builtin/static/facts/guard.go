package facts

import "assay/internal/solidity"

// Opaque reports whether a call of f runs something that the file does not
// show and that could be a guard: a modifier, or a function of a base.
func (x *File) Opaque(f *Function) bool {
	if f.memo.first(haveOpaque) {
		f.memo.opaque = unseenModifier(f)
		for _, s := range x.Trace(f) {
			f.memo.opaque = f.memo.opaque || s.Op == Hidden || s.Fn != f && unseenModifier(s.Fn)
		}
	}
	return f.memo.opaque
}

func unseenModifier(f *Function) bool {
	for _, in := range f.invoked {
		if in.mod == nil {
			return true
		}
	}
	return false
}

// Idle reports whether the atom compares the sender and says nothing about who
// that is: it only asks whether it is set, or an account, or itself.
func (x *File) Idle(atom *Node) bool {
	_, a, b := x.Sides(atom)
	if a == nil {
		return false
	}
	p, q := x.From(a), x.From(b)
	return (p | q).Only(Sender | TxOrigin)
}

// Checked reports whether a call of f tests who the caller is, in any way, or
// may do so out of sight.
func (x *File) Checked(f *Function) bool {
	if f.memo.first(haveChecked) {
		f.memo.checked = x.Opaque(f)
		for _, a := range x.Tested(f) {
			f.memo.checked = f.memo.checked || x.From(a.Node).Has(Sender|TxOrigin) && !x.Idle(a.Node)
		}
	}
	return f.memo.checked
}

// Roles returns the state variables that decide who the caller may be: an
// address compared with the sender, or a flag looked up by the sender that
// callers do not set for themselves.
func (x *File) Roles() map[*Var]bool {
	if x.roles != nil {
		return x.roles
	}
	x.roles = map[*Var]bool{}
	own := x.selfFlags()
	for _, f := range x.Functions {
		for _, a := range x.OwnTested(f) {
			if v := x.roleOf(a.Node); v != nil && !own[v] {
				x.roles[v] = true
			}
		}
	}
	return x.roles
}

// roleOf returns the variable that the atom compares the sender with.
func (x *File) roleOf(atom *Node) *Var {
	if op, a, b := x.Sides(atom); op == "==" || op == "!=" {
		for range 2 {
			if x.From(a).Only(Sender) {
				if v := x.Var(x.Strip(b)); v != nil {
					return v
				}
				atom = b // flag == true
			}
			a, b = b, a
		}
		for _, s := range []*Node{a, b} {
			if x.Literal(s) {
				a, b = b, a
			}
		}
		if !x.Literal(b) {
			return nil
		}
		atom = a
	}
	n := Bare(atom)
	if n == nil || n.Kind != solidity.NodeIndex || x.Type(n).Elementary() != "bool" {
		return nil
	}
	bySender := false
	for n != nil && n.Kind == solidity.NodeIndex {
		bySender = bySender || x.From(n.Last()).Only(Sender)
		n = Bare(n.First())
	}
	if !bySender {
		return nil
	}
	return x.Var(n)
}

// selfFlags returns the variables that functions set for their own caller, as
// in "has voted": records, no roles.
func (x *File) selfFlags() map[*Var]bool {
	out := map[*Var]bool{}
	for _, f := range x.Functions {
		if f.Kind == solidity.Constructor {
			continue
		}
		for _, s := range x.Steps(f) {
			if s.Op != Write {
				continue
			}
			for n := Bare(s.Target); n != nil && n.Kind == solidity.NodeIndex; n = Bare(n.First()) {
				if x.From(n.Last()).Only(Sender) {
					out[s.Var] = true
				}
			}
		}
	}
	return out
}

// HasRole reports whether a call of f goes on only for the holder of a role.
func (x *File) HasRole(f *Function) bool {
	if f.memo.first(haveRole) {
		for _, a := range x.Tested(f) {
			if a.Step.Test == Must || a.Step.Test == MustNot {
				v := x.roleOf(a.Node)
				f.memo.role = f.memo.role || v != nil && (x.Roles()[v] || v.Fixed)
			}
		}
	}
	return f.memo.role
}

// ProvesIdentity reports whether a test in f knows the caller by a signature or a
// hash.
func (x *File) ProvesIdentity(f *Function) bool {
	if f.memo.first(haveIdentified) {
		for _, a := range x.Tested(f) {
			f.memo.identified = f.memo.identified || x.From(a.Node).Has(Hash|Recovered)
		}
	}
	return f.memo.identified
}

// Once reports whether the step at index i of the trace of f is behind a test of
// a variable that the same call writes: a one-shot guard, or a state that moves on.
func (x *File) Once(f *Function, i int) bool {
	if f.memo.first(haveTurning) {
		f.memo.turning = x.turning(x.Trace(f))
	}
	return f.memo.turning < i
}

// turning returns the index of the first test of a variable that the trace
// writes, or that after its end.
func (x *File) turning(trace []Step) int {
	written := map[*Var]bool{}
	for _, s := range trace {
		if s.Op == Write {
			written[s.Var] = true
		}
	}
	for i, s := range trace {
		if s.Op != Test {
			continue
		}
		for v := range x.VarsOf(s.Node) {
			if written[v] {
				return i
			}
		}
	}
	return len(trace)
}

// Initialised reports whether v has a value once the contract exists.
func (x *File) Initialised(v *Var) bool {
	if v.Value != nil {
		return true
	}
	for _, f := range x.Functions {
		if f.Kind != solidity.Constructor {
			continue
		}
		for _, s := range x.Trace(f) {
			if s.Op == Write && s.Var == v {
				return true
			}
		}
	}
	return false
}

// Open reports whether anyone can change v at will.
func (x *File) Open(v *Var) bool {
	if known, ok := x.open[v]; ok {
		return known
	}
	x.open[v] = x.writable(v)
	return x.open[v]
}

func (x *File) writable(v *Var) bool {
	for _, f := range x.Functions {
		if !f.Entry || x.Checked(f) || x.ProvesIdentity(f) {
			continue
		}
		for i, s := range x.Trace(f) {
			if s.Op == Write && s.Var == v && !x.Once(f, i) {
				return true
			}
		}
	}
	return false
}

package solidity

import "slices"

// inherit links contracts with their bases and linearises them.
func (r *resolver) inherit() {
	for _, c := range r.contracts {
		r.u, r.c = c.decl.unit, nil
		for b := range c.decl.Node.Children() {
			if b.Kind != NodeBase {
				continue
			}
			base := r.path(b.First(), typeNames, false)
			if base == nil || base.info == nil {
				c.foreign = true
				continue
			}
			c.bases = append(c.bases, base.info)
		}
	}
	state := map[*contract]uint8{}
	for _, c := range r.contracts {
		r.linearise(c, state)
	}
	for _, c := range r.contracts {
		clear(c.seen) // contains answers from before the lines were known
	}
	r.u, r.c = nil, nil
}

// linearise computes c.line by the C3 rule. If that fails, since the text is wrong,
// bases are in order of depth.
func (r *resolver) linearise(c *contract, state map[*contract]uint8) {
	if state[c] != 0 {
		if c.line == nil { // a cycle
			r.n.circular = true
			c.line = []*contract{c}
		}
		return
	}
	state[c] = 1
	var lists [][]*contract
	for i := len(c.bases) - 1; i >= 0; i-- {
		b := c.bases[i]
		r.linearise(b, state)
		c.foreign = c.foreign || b.foreign
		lists = append(lists, slices.Clone(b.line))
	}
	own := slices.Clone(c.bases)
	slices.Reverse(own)
	lists = append(lists, own)
	line := []*contract{c}
	for {
		var next *contract
		rest := false
		for _, l := range lists {
			if len(l) == 0 {
				continue
			}
			rest = true
			head := l[0]
			if !slices.ContainsFunc(lists, func(m []*contract) bool { return len(m) > 1 && slices.Contains(m[1:], head) }) {
				next = head
				break
			}
		}
		if !rest {
			break
		}
		if next == nil { // no order is valid: take any
			for _, l := range lists {
				if len(l) > 0 {
					next = l[0]
					break
				}
			}
		}
		if !slices.Contains(line, next) {
			line = append(line, next)
		}
		for i, l := range lists {
			lists[i] = slices.DeleteFunc(l, func(x *contract) bool { return x == next })
		}
	}
	c.line = line
	state[c] = 2
}

// lookup returns the meaning inside c of the name with that number: the first
// declaration along the line, or all functions of that name except overridden ones.
func (c *contract) lookup(r *resolver, name int32) []*Decl {
	if found, ok := c.seen[name]; ok {
		return found
	}
	var out []*Decl
	for i, b := range c.line {
		for _, d := range b.own[name] {
			if i > 0 && (d.Visibility == "private" || d.Kind == DeclConstructor) {
				continue
			}
			overloads := d.Kind == DeclFunction || d.Kind == DeclEvent
			if len(out) > 0 && (!overloads || out[0].Kind != d.Kind) {
				continue
			}
			if i > 0 && slices.ContainsFunc(out, func(e *Decl) bool { return r.sameParams(d, e) }) {
				continue
			}
			out = append(out, d)
		}
	}
	c.seen[name] = out
	return out
}

// is reports whether b is c or one of its bases.
func (c *contract) is(b *contract) bool { return slices.Contains(c.line, b) }

// sameParams reports whether two functions have equal parameter types.
func (r *resolver) sameParams(a, b *Decl) bool {
	if len(a.inner) != len(b.inner) {
		return false
	}
	for i := range a.inner {
		x, y := r.valueOf(a.inner[i]), r.valueOf(b.inner[i])
		if x == nil || y == nil || x.String() != y.String() {
			return false
		}
	}
	return true
}

// usings resolves using directives.
func (r *resolver) usings() {
	for _, u := range r.units {
		r.u, r.c = u, nil
		for n := range u.file.Root.Children() {
			if n.Kind == NodeUsing {
				us := r.using(n)
				u.using = append(u.using, us)
				w := u.file.Words(n)
				global := len(w) > 1 && w[len(w)-2].Text(u.file.Src) == "global" // before the semicolon
				if us.typ != nil && us.typ.decl != nil && global {
					us.typ.decl.using = append(us.typ.decl.using, us)
				}
			}
		}
	}
	for _, c := range r.contracts {
		r.u, r.c = c.decl.unit, c
		for n := range c.decl.Node.Children() {
			if n.Kind == NodeUsing {
				c.using = append(c.using, r.using(n))
			}
		}
	}
	r.u, r.c = nil, nil
}

func (r *resolver) using(n *Node) using {
	us := using{all: true}
	last := n.Last()
	for c := range n.Children() {
		p := c
		if c.Kind == NodeUsingAs {
			p = c.First()
		}
		switch {
		case c == last && isType(c.Kind) && r.typeStarts(n, c):
			us.typ, us.all = r.typeNode(c, false), false
		case p.Kind == NodePath:
			d := r.path(p, 0, false)
			switch {
			case d == nil:
			case d.info != nil:
				us.lib = d.info
			default:
				us.fns = append(us.fns, d)
			}
		}
	}
	return us
}

// typeStarts reports whether c comes after "for" in the directive n.
func (r *resolver) typeStarts(n, c *Node) bool {
	for _, t := range r.u.file.Words(n) {
		if t.Start >= c.Start {
			return false
		}
		if t.Text(r.u.file.Src) == "for" {
			return true
		}
	}
	return false
}

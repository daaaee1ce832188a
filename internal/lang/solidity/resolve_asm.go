package solidity

import "strings"

// asmBlock resolves a block of assembly. Its functions and labels are visible in the
// whole block.
func (r *resolver) asmBlock(n *Node) {
	if n == nil || r.depth > 2*maxDepth {
		return
	}
	r.depth++
	mark := len(r.locals)
	for c := range n.Children() {
		kind := DeclKind(0)
		switch c.Kind {
		case NodeAsmFunction:
			kind = DeclAsmFunction
		case NodeAsmTag:
			kind = DeclAsmLabel
		}
		if name := c.Name(); kind != 0 && name != nil {
			r.push(r.declare(r.u, kind, name, c, r.scopeDecl()))
		}
	}
	for c := range n.Children() {
		r.asm(c)
	}
	r.pop(mark)
	r.depth--
}

// asm resolves a statement or expression of assembly.
func (r *resolver) asm(n *Node) {
	switch n.Kind {
	case NodeAsmBlock:
		r.asmBlock(n)
	case NodeAsmFor:
		mark := len(r.locals)
		first := n.First()
		if first != nil && first.Kind == NodeAsmBlock { // its declarations are visible in the rest
			for c := range first.Children() {
				r.asm(c)
			}
			first = first.next
		}
		for ; first != nil; first = first.next {
			r.asm(first)
		}
		r.pop(mark)
	case NodeAsmFunction:
		mark := len(r.locals)
		for c := range n.Children() {
			switch c.Kind {
			case NodeAsmNames:
				r.asmNames(c)
			case NodeAsmBlock:
				r.asmBlock(c)
			}
		}
		r.pop(mark)
	case NodeAsmLet:
		for c := range n.Children() {
			if c.Kind != NodeName {
				r.asm(c)
			}
		}
		r.asmNames(n)
	case NodeIdent:
		r.asmIdent(n)
	case NodeMember:
		base := n.First()
		r.asm(base)
		if label := base.next; label != nil {
			r.language(label) // slot, offset, length, address, selector
		}
	case NodeCall:
		// Calls may nest as deeply as the parser permits.
		for c := range n.Children() {
			r.asm(c)
		}
	case NodeAsmAssign, NodeAsmIf, NodeAsmSwitch, NodeAsmCase:
		for c := range n.Children() {
			r.asm(c)
		}
	}
}

// asmNames declares the names among n's children.
func (r *resolver) asmNames(n *Node) {
	for c := range n.Children() {
		if c.Kind == NodeName {
			r.push(r.declare(r.u, DeclAsmLocal, c, c, r.scopeDecl()))
		}
	}
}

// asmIdent resolves a name in assembly: an instruction, a declaration in the assembly
// or the surrounding Solidity, or, before 0.7, x_slot and x_offset of a variable x.
func (r *resolver) asmIdent(n *Node) {
	name := r.u.file.Text(n)
	found := r.scope(r.u.id(n))
	switch {
	case len(found) > 0 && (!yulWords[name] || found[0].Kind >= DeclAsmLocal):
		r.refer(r.u, n, found)
		return
	case yulWords[name]:
		r.language(n)
		return
	}
	for _, suffix := range [...]string{"_slot", "_offset"} {
		if base, ok := strings.CutSuffix(name, suffix); ok && base != "" {
			id, known := r.n.ids[base]
			if !known {
				continue
			}
			if found := r.scope(id); len(found) > 0 {
				r.u.occ = append(r.u.occ, Occurrence{Path: r.u.path, At: Span{n.Start, n.Start + len(base)}, Name: base,
					Verdict: Refers, Decl: only(found), id: id})
				return
			}
		}
	}
	r.unknown(n, "no declaration in sight")
	r.u.occ[len(r.u.occ)-1].site = siteAssembly
}

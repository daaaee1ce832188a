package solidity

import "slices"

// Operator returns the operator of a Binary, Assign, Unary or Postfix node of f, such
// as "+=" or "delete"; "" for other nodes and broken ones.
func (f *File) Operator(n *Node) string {
	at := -1
	switch n.Kind {
	case NodeBinary, NodeAssign:
		if n.child != nil && n.child.next != nil {
			at = int(n.child.next.first) - 1
		}
	case NodeUnary:
		at = int(n.first)
	case NodePostfix:
		at = int(n.last) - 1
	}
	if at < int(n.first) || at >= int(n.last) {
		return ""
	}
	return f.words[at].Text(f.Src)
}

// HasAttribute reports whether a declaration has one of the attributes, such as "view" or "constant".
func (f *File) HasAttribute(n *Node, words ...string) bool {
	for c := range n.Children() {
		if c.Kind == NodeAttribute && slices.Contains(words, f.Text(c)) {
			return true
		}
	}
	return false
}

// Line returns the contract d and its bases in the compiler's order, d first. whole is false if some
// base is not among the files. For any other declaration the line is empty.
func (d *Decl) Line() (line []*Decl, whole bool) {
	if d.info == nil {
		return nil, false
	}
	for _, c := range d.info.line {
		line = append(line, c.decl)
	}
	return line, !d.info.foreign
}

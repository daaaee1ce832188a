package solidity

import (
	"fmt"
	"iter"
)

// Node is a node of the syntax tree. Its span contains those of its children, which
// follow one another without overlap; between them are tokens of the node itself, and
// blanks. A Node is immutable after [Parse].
type Node struct {
	Kind   NodeKind
	height int32 // height of the subtree
	Span
	first, last         int32 // range of its tokens that are not trivia, as indices of File.words
	parent, child, next *Node
	tail                *Node // last child
}

// Parent returns the parent of n, nil for the root.
func (n *Node) Parent() *Node { return n.parent }

// First returns n's first child, nil if there is none. Next continues from it.
func (n *Node) First() *Node { return n.child }

// Next returns the sibling after n, or nil.
func (n *Node) Next() *Node { return n.next }

// Last returns n's last child, or nil.
func (n *Node) Last() *Node { return n.tail }

// Children yields n's children in source order.
func (n *Node) Children() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for c := n.child; c != nil; c = c.next {
			if !yield(c) {
				return
			}
		}
	}
}

// Find returns n's first child of one of the kinds, or nil.
func (n *Node) Find(kinds ...NodeKind) *Node {
	for c := n.child; c != nil; c = c.next {
		for _, k := range kinds {
			if c.Kind == k {
				return c
			}
		}
	}
	return nil
}

// All yields n and all nodes below it, parents before children, in source order. It
// needs no stack, since trees of foreign text may be deep.
func (n *Node) All() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for at := n; ; {
			if !yield(at) {
				return
			}
			if at.child != nil {
				at = at.child
				continue
			}
			for at != n && at.next == nil {
				at = at.parent
			}
			if at == n {
				return
			}
			at = at.next
		}
	}
}

// add appends c to n's children; nil is ignored.
func (n *Node) add(c *Node) {
	if c == nil {
		return
	}
	c.parent = n
	n.height = max(n.height, c.height+1)
	if n.tail == nil {
		n.child = c
	} else {
		n.tail.next = c
	}
	n.tail = c
}

// SyntaxError is a place where the text is not Solidity.
type SyntaxError struct {
	Offset       int
	Line, Column int // from 1; the column counts bytes
	Message      string
}

func (e SyntaxError) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Message) }

// File is a parsed text. Root is a NodeFile over all of Src; Tokens are the result of
// [Lex], so every byte belongs to one token and, by [File.At], to one innermost node.
type File struct {
	Src    string
	Tokens []Token
	Lines  Lines
	Root   *Node
	Errors []SyntaxError // in order of place, at most one at each
	words  []Token       // the tokens that are not trivia
	ids    []int32       // for each word that is an identifier, its index in idents, else -1
	idents []string      // each identifier once
	loose  []*Node       // junk and pragmas, in order
}

// Text returns the text of n.
func (f *File) Text(n *Node) string {
	if n == nil {
		return ""
	}
	return f.Src[n.Start:n.End]
}

// Words returns the tokens of n that are neither blanks nor comments.
func (f *File) Words(n *Node) []Token { return f.words[n.first:n.last] }

// At returns the innermost node whose span contains the byte at offset.
func (f *File) At(offset int) *Node {
	n := f.Root
descend:
	for {
		for c := n.child; c != nil && c.Start <= offset; c = c.next {
			if c.Contains(offset) {
				n = c
				continue descend
			}
		}
		return n
	}
}

// Position returns the line and the column of an offset, both from 1; the column
// counts bytes.
func (f *File) Position(offset int) (line, column int) {
	line = f.Lines.Line(offset)
	return line, offset - f.Lines[line-1] + 1
}

// Name returns the node of the name that the declaration n introduces, or nil.
func (n *Node) Name() *Node { return n.Find(NodeName) }

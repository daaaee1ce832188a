package solidity

import (
	"fmt"
	"slices"
)

// maxDepth bounds the nesting depth of productions, as in the compiler: deeper text is
// junk, so the stack stays small for any text.
const maxDepth = 1000

// maxHeight bounds the height that chains such as a+b+c… or a.b.c… add to the tree, so
// that walking it by recursion needs a stack of bounded size.
const maxHeight = 20000

// Parse parses src into a tree. It accepts any bytes: text that does not fit becomes
// NodeJunk and a [SyntaxError]. Words that only some versions reserve are interpreted
// by context, so one grammar serves 0.4 to 0.8; ** is right-associative, as since 0.8.
// Time is linear.
func Parse(src string) *File {
	f := &File{Src: src, Lines: newLines(src)}
	toks, s := lex(src)
	f.Tokens, f.words = toks, slices.Clone(s.words)
	s.free()
	p := &parser{f: f, src: src, toks: f.words, errorAt: -1, chunk: len(f.words) * 7 / 8}
	p.matchBrackets()
	p.load()
	f.Root = p.file()
	f.number()
	return f
}

// number assigns a number to each identifier.
func (f *File) number() {
	f.ids = make([]int32, len(f.words))
	known := make(map[string]int32, len(f.words)/8)
	for i, t := range f.words {
		if t.Kind != Ident {
			f.ids[i] = -1
			continue
		}
		name := t.Text(f.Src)
		id, ok := known[name]
		if !ok {
			id = int32(len(f.idents))
			known[name] = id
			f.idents = append(f.idents, name)
		}
		f.ids[i] = id
	}
}

// parser has one token of lookahead. Every loop over it advances or ends, which bounds the time.
type parser struct {
	f       *File
	src     string
	toks    []Token
	mates   []int32 // for each token: index of its matching bracket, or -1
	pos     int
	kind    Kind   // kind of the next token, 0 at the end
	word    string // its text, "" at the end
	depth   int
	errorAt int // position of the last error
	arena   []Node
	chunk   int // size of the next arena; the first is mostly enough, since there are fewer nodes than words
}

func (p *parser) load() {
	if p.pos >= len(p.toks) {
		p.kind, p.word = 0, ""
		return
	}
	t := &p.toks[p.pos]
	p.kind, p.word = t.Kind, p.src[t.Start:t.End]
}

func (p *parser) advance() {
	if p.pos < len(p.toks) {
		p.pos++
		p.load()
	}
}

func (p *parser) done() bool { return p.kind == 0 }

// ahead returns the text of the token k places after the next one, "" past the end.
func (p *parser) ahead(k int) string { return p.textAt(p.pos + k) }

func (p *parser) textAt(i int) string {
	if i >= len(p.toks) {
		return ""
	}
	return p.src[p.toks[i].Start:p.toks[i].End]
}

func (p *parser) kindAt(i int) Kind {
	if i >= len(p.toks) {
		return 0
	}
	return p.toks[i].Kind
}

// mate returns the index of the bracket that matches the one at i, or -1.
func (p *parser) mate(i int) int {
	if i >= len(p.toks) {
		return -1
	}
	return int(p.mates[i])
}

func (p *parser) eat(word string) bool {
	if p.word != word {
		return false
	}
	p.advance()
	return true
}

func (p *parser) expect(word string) bool {
	if p.eat(word) {
		return true
	}
	p.fail("expected %q", word)
	return false
}

// fail records an error at the next token, at most one at each place.
func (p *parser) fail(format string, args ...any) {
	if p.errorAt == p.pos {
		return
	}
	p.errorAt = p.pos
	off := len(p.src)
	if !p.done() {
		off = p.toks[p.pos].Start
	}
	line, column := p.f.Position(off)
	msg := fmt.Sprintf(format, args...)
	switch {
	case p.done():
		msg += " before the end of the text"
	case p.kind == Invalid:
		msg += fmt.Sprintf(", not %.20q, which is no Solidity", p.word)
	default:
		msg += fmt.Sprintf(", not %.40q", p.word)
	}
	p.f.Errors = append(p.f.Errors, SyntaxError{off, line, column, msg})
}

// open begins a node at the next token; shut ends it before the next token.
func (p *parser) open(kind NodeKind) *Node {
	if len(p.arena) == 0 {
		p.arena = make([]Node, p.chunk+8)
		p.chunk /= 8
	}
	n := &p.arena[0]
	p.arena = p.arena[1:]
	n.Kind, n.first, n.last = kind, int32(p.pos), int32(p.pos)
	n.Start = len(p.src)
	if p.pos < len(p.toks) {
		n.Start = p.toks[p.pos].Start
	}
	n.End = n.Start
	if kind == NodeJunk || kind == NodePragma {
		p.f.loose = append(p.f.loose, n)
	}
	return n
}

// begin opens a node whose first token is its keyword.
func (p *parser) begin(kind NodeKind) *Node {
	n := p.open(kind)
	p.advance()
	return n
}

func (p *parser) shut(n *Node) *Node {
	n.last = int32(p.pos)
	if n.last > n.first {
		n.End = p.toks[p.pos-1].End
	}
	if n.tail != nil && n.tail.End > n.End {
		// An empty child began at a token that n does not contain.
		for c := range n.Children() {
			if c.Start > n.End {
				for d := range c.All() {
					d.Start, d.End = n.End, n.End
				}
			}
		}
	}
	return n
}

// around begins a node at the start of left and makes left its first child.
func (p *parser) around(kind NodeKind, left *Node) *Node {
	n := p.open(kind)
	n.first, n.Start = left.first, left.Start
	n.add(left)
	return n
}

// extend is around, and consumes the operator after left.
func (p *parser) extend(kind NodeKind, left *Node) *Node {
	n := p.around(kind, left)
	p.advance()
	return n
}

// leaf makes a node of the next token.
func (p *parser) leaf(kind NodeKind) *Node { return p.shut(p.begin(kind)) }

// name makes a leaf of the next token, or returns nil if that is not an identifier.
func (p *parser) name(kind NodeKind) *Node {
	if p.kind != Ident {
		p.fail("expected a name")
		return nil
	}
	return p.leaf(kind)
}

// list parses items separated by commas into n, as long as the next token is an identifier.
func (p *parser) list(n *Node, item func() *Node) {
	for p.kind == Ident {
		n.add(item())
		if !p.eat(",") {
			return
		}
	}
}

// group parses expressions separated by commas into n, up to the closing bracket of the group that opens at token
// open, and consumes that bracket.
func (p *parser) group(n *Node, open int, bracket string, expression func() *Node) {
	for !p.done() && p.word != bracket {
		item := expression()
		if item == nil {
			break
		}
		n.add(item)
		if !p.eat(",") {
			break
		}
	}
	p.closeGroup(n, open, bracket)
}

// closeGroup consumes the bracket that closes the group that opens at token open; everything before it becomes
// junk of n.
func (p *parser) closeGroup(n *Node, open int, bracket string) {
	if p.eat(bracket) {
		return
	}
	p.fail("expected %q", bracket)
	if m := p.mate(open); m >= p.pos {
		junk := p.open(NodeJunk)
		p.pos = m
		p.load()
		n.add(p.shut(junk))
		p.advance()
	}
}

// enter reports whether one more level of nesting is allowed; leave undoes it.
func (p *parser) enter() bool {
	if p.depth >= maxDepth {
		p.fail("nested too deep")
		return false
	}
	p.depth++
	return true
}

func (p *parser) leave() { p.depth-- }

// junk makes a node of everything up to the next place where something may begin:
// after a semicolon, before a closing brace or before the keyword of a member. It
// consumes at least one token, and groups in brackets as a whole.
func (p *parser) junk(keyword func() bool) *Node {
	n := p.open(NodeJunk)
	for first := true; !p.done(); first = false {
		if !first && (p.word == "}" || keyword != nil && keyword()) {
			break
		}
		if p.word == ";" {
			p.advance()
			break
		}
		opens := p.word == "{"
		if m := p.mate(p.pos); m > p.pos {
			p.pos = m
		}
		p.advance()
		if opens {
			break
		}
	}
	return p.shut(n)
}

// matchBrackets pairs brackets. A closing bracket that does not match the last open
// one skips open ones of other kinds, if one of its own kind is open.
func (p *parser) matchBrackets() {
	p.mates = make([]int32, len(p.toks))
	var stack []int32
	var open [3]int
	for i := range p.toks {
		p.mates[i] = -1
		t := &p.toks[i]
		if t.Kind != Punct || t.End-t.Start != 1 {
			continue
		}
		switch kind, opens := bracket(p.src[t.Start]); {
		case kind < 0:
		case opens:
			stack = append(stack, int32(i))
			open[kind]++
		case open[kind] > 0:
			for {
				top := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				k, _ := bracket(p.src[p.toks[top].Start])
				open[k]--
				if k == kind {
					p.mates[top], p.mates[i] = int32(i), top
					break
				}
			}
		}
	}
}

func bracket(c byte) (kind int, opens bool) {
	switch c {
	case '(':
		return 0, true
	case '[':
		return 1, true
	case '{':
		return 2, true
	case ')':
		return 0, false
	case ']':
		return 1, false
	case '}':
		return 2, false
	}
	return -1, false
}

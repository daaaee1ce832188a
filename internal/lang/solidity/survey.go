package solidity

import "strings"

// Survey returns the outline of src.
func Survey(src string) *Outline { return Parse(src).Outline() }

// Outline lists the declarations of the file, without resolving names.
func (f *File) Outline() *Outline {
	o := &Outline{Src: f.Src, Tokens: f.Tokens, Lines: f.Lines}
	for n := range f.Root.Children() {
		if n.Kind != NodeContract {
			f.outline(o, n, "")
			continue
		}
		c := Contract{Name: f.Text(n.Name()), Span: n.Span}
		for _, w := range f.Words(n)[:2] {
			if c.Kind = w.Text(f.Src); c.Kind != "abstract" {
				break
			}
		}
		for m := range n.Children() {
			if m.Kind == NodeBase {
				c.Bases = append(c.Bases, f.joined(m.First()))
			}
			f.outline(o, m, c.Name)
		}
		o.Contracts = append(o.Contracts, c)
	}
	return o
}

// joined returns the words of n without blanks between them.
func (f *File) joined(n *Node) string {
	var b strings.Builder
	for _, w := range f.Words(n) {
		b.WriteString(w.Text(f.Src))
	}
	return b.String()
}

// outline adds the function, modifier or state variable at n.
func (f *File) outline(o *Outline, n *Node, contract string) {
	switch n.Kind {
	case NodeFunction, NodeModifier:
		f.function(o, n, contract)
	case NodeStateVar:
		name := n.Name()
		if name == nil || f.Words(n)[0].Text(f.Src) == "function" {
			return // of a function type: a fallback function, for those who look for names
		}
		v := Variable{Contract: contract, Name: f.Text(name), Type: f.Text(n.First()), Decl: n.Span, At: name.Span}
		for a := range n.Children() {
			switch w := f.Text(a); {
			case a.Kind != NodeAttribute:
			case visibilities[w]:
				v.Visibility = w
			case w == "constant" || w == "immutable":
				v.Constant = true
			}
		}
		o.Variables = append(o.Variables, v)
	}
}

var (
	visibilities = set("public external internal private")
	mutabilities = set("pure view constant payable")
)

func (f *File) function(o *Outline, n *Node, contract string) {
	words := f.Words(n)
	d := Function{Contract: contract, Name: f.Text(n.Name()), Kind: Ordinary}
	switch word := words[0].Text(f.Src); {
	case n.Kind == NodeModifier:
		d.Kind = Modifier
	case n.Name() != nil && d.Name == contract || word == "constructor":
		d.Kind = Constructor
	case word == "receive":
		d.Kind = Receive
	case n.Name() == nil:
		d.Kind, d.Name = Fallback, "fallback"
	}
	if word := words[0].Text(f.Src); n.Name() == nil && word != "function" {
		d.Name = word
	}
	for c := range n.Children() {
		switch c.Kind {
		case NodeAttribute:
			if w := f.Text(c); visibilities[w] {
				d.Visibility = w
			} else if mutabilities[w] {
				d.Mutability = w
			}
		case NodeBlock:
			d.Body = c.Span
			words = words[:c.first-n.first]
		}
	}
	if last := words[len(words)-1]; d.Body.Empty() && last.Text(f.Src) == ";" {
		words = words[:len(words)-1]
	}
	if d.Body.Empty() && d.Kind == Fallback && words[0].Text(f.Src) == "function" {
		return // declared in an interface: of no use
	}
	d.Header = Span{n.Start, words[len(words)-1].End}
	d.Line = f.Lines.Line(d.Header.Start)
	d.EndLine = f.Lines.Line(max(d.Header.End, d.Body.End) - 1)
	o.Functions = append(o.Functions, d)
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

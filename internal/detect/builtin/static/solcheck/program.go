package solcheck

import (
	"slices"

	"assay/internal/solidity"
)

type node = solidity.Node

// program is one source with its names resolved: its contracts, state variables and functions, and the values
// that each declaration is given. It accepts any text. Every search is bounded, so that time is linear in the
// text.
type program struct {
	*solidity.File
	names     *solidity.Names
	contracts []*contract
	functions []*function // with a body, modifiers included, in source order
	byNode    map[*node]*function
	byName    map[string][]*function // at most maxNamesakes of each
	byDecl    map[*solidity.Decl]*contract
	vars      map[*solidity.Decl]*variable
	values    map[*solidity.Decl][]*node // given to each declaration
	used      map[*solidity.Decl]int
	sources   map[*node]*source
}

// contract is a contract, interface or library.
type contract struct {
	decl     *solidity.Decl
	bases    []*contract // those in the file, in linearised order, itself first
	complete bool        // all bases are in the file
	vars     []*variable // its own, in order
}

// concrete reports whether the contract can be deployed, and so be called.
func (c *contract) concrete() bool { return c.decl.Kind == solidity.DeclContract }

// variable is a state variable or a file-level constant.
type variable struct {
	decl  *solidity.Decl
	fixed bool // constant or immutable: no call of a function changes it
}

// function is a function, constructor or modifier with a body.
type function struct {
	node     *node
	body     *node
	name     string // "constructor", "fallback" and "receive" for those without
	contract *contract
	entry    bool             // anyone can call it in a transaction
	params   []*solidity.Decl // nil for those without a name
	results  []*node          // the expressions that it returns
	mods     []*function      // its modifiers, nil for those that are not in the file
	steps    []step           // of its own text, in order
	traced   []step           // cache of trace
	tests    []atom           // cache of tested
}

func (f *function) title() string {
	if f.contract == nil {
		return f.name
	}
	return f.contract.decl.Name + "." + f.name
}

// isModifier and isConstructor report the kind of f.
func (f *function) isModifier() bool { return f.node.Kind == solidity.NodeModifier }
func (f *function) isConstructor() bool {
	return f.name == "constructor" || f.contract != nil && f.name == f.contract.decl.Name
}

const (
	path         = "input.sol"
	maxNamesakes = 32
)

// read resolves the names of a source and lists its declarations.
func read(src string) *program {
	names := solidity.Resolve(map[string]string{path: src})
	p := &program{File: names.File(path), names: names, byNode: map[*node]*function{}, byName: map[string][]*function{},
		byDecl: map[*solidity.Decl]*contract{}, vars: map[*solidity.Decl]*variable{}, values: map[*solidity.Decl][]*node{},
		used: map[*solidity.Decl]int{}, sources: map[*node]*source{}}
	for _, o := range names.Occurrences(path) {
		if o.Verdict == solidity.Refers && o.Place == solidity.InCode {
			p.used[o.Decl]++
		}
	}
	for n := range p.Root.Children() {
		p.declare(n, nil)
	}
	for _, c := range p.contracts {
		var line []*solidity.Decl
		line, c.complete = c.decl.Line()
		for _, d := range line {
			if b := p.byDecl[d]; b != nil {
				c.bases = append(c.bases, b)
			} else {
				c.complete = false
			}
		}
	}
	p.collectValues()
	for _, f := range p.functions {
		w := walker{p: p, f: f}
		w.walk(f.body)
		f.steps = w.out
	}
	return p
}

// declare adds what n declares in c, or at file level.
func (p *program) declare(n *node, c *contract) {
	d := p.decl(n.Name())
	switch n.Kind {
	case solidity.NodeContract:
		if d != nil && c == nil {
			c := &contract{decl: d}
			p.contracts, p.byDecl[d] = append(p.contracts, c), c
			for m := range n.Children() {
				p.declare(m, c)
			}
		}
	case solidity.NodeStateVar:
		if d != nil {
			v := &variable{d, p.attribute(n, "constant", "immutable")}
			p.vars[d] = v
			if c != nil {
				c.vars = append(c.vars, v)
			}
		}
	case solidity.NodeFunction, solidity.NodeModifier:
		f := &function{node: n, body: n.Find(solidity.NodeBlock), contract: c}
		if f.body == nil {
			return
		}
		if d != nil {
			f.name = d.Name
		} else if f.name = p.Words(n)[0].Text(p.Src); f.name == "function" {
			f.name = "fallback"
		}
		if list := n.Find(solidity.NodeParams); list != nil {
			for v := range list.Children() {
				f.params = append(f.params, p.decl(v.Name()))
			}
		}
		f.entry = c != nil && c.concrete() && !f.isConstructor() && !f.isModifier() && !p.attribute(n, "internal", "private")
		p.functions, p.byNode[n] = append(p.functions, f), f
		if len(p.byName[f.name]) < maxNamesakes {
			p.byName[f.name] = append(p.byName[f.name], f)
		}
	}
}

// attribute reports whether the declaration at n has one of the attributes.
func (p *program) attribute(n *node, words ...string) bool {
	for a := range n.Children() {
		if a.Kind == solidity.NodeAttribute && slices.Contains(words, p.Text(a)) {
			return true
		}
	}
	return false
}

// readOnly reports whether the function at n is declared not to change state.
func (p *program) readOnly(n *node) bool { return p.attribute(n, "view", "pure", "constant") }

// occurrence returns the facts about the name at n; for other nodes the verdict is 0.
func (p *program) occurrence(n *node) solidity.Occurrence {
	if n == nil || n.Kind != solidity.NodeIdent && n.Kind != solidity.NodeLabel && n.Kind != solidity.NodeName {
		return solidity.Occurrence{}
	}
	o, _ := p.names.At(path, n.Start)
	return o
}

// decl returns the declaration that the name at n means, or nil.
func (p *program) decl(n *node) *solidity.Decl { return p.occurrence(n).Decl }

// word returns the text of n when it is a word of the language, else "".
func (p *program) word(n *node) string {
	if o := p.occurrence(n); o.Verdict == solidity.Language {
		return o.Name
	}
	return ""
}

// unresolved reports whether no declaration for the name at n is in the file.
func (p *program) unresolved(n *node) bool {
	o := p.occurrence(n)
	return o.Verdict == solidity.Uncertain || o.Verdict == solidity.Refers && o.Decl == nil
}

// variable returns the state variable that the name at n means, or nil.
func (p *program) variable(n *node) *variable { return p.vars[p.decl(n)] }

func (p *program) line(n *node) int { return p.Lines.Line(n.Start) }

// finalType returns the type of a variable without its mappings and arrays, or nil.
func finalType(d *solidity.Decl) *node {
	if d == nil || d.Node == nil || d.Node.Kind != solidity.NodeVar && d.Node.Kind != solidity.NodeStateVar {
		return nil
	}
	n := d.Node.First()
	for n != nil && (n.Kind == solidity.NodeArray || n.Kind == solidity.NodeMapping) {
		last := n.First()
		for c := range n.Children() {
			if n.Kind == solidity.NodeMapping && c.Kind != solidity.NodeName {
				last = c
			}
		}
		n = last
	}
	return n
}

// many reports whether v is a mapping or an array.
func (v *variable) many() bool { return v.decl.Node.First() != finalType(v.decl) }

package facts

import (
	"slices"
	"strings"

	"assay/internal/solidity"
)

// Node is a node of the syntax tree.
type Node = solidity.Node

// File is one source and what is known of it.
type File struct {
	*solidity.File
	Contracts []*Contract // in source order
	Functions []*Function // with a body, modifiers included, in source order
	Wraps     bool        // the pragma admits a compiler whose arithmetic wraps around

	occ       []solidity.Occurrence
	at        []int32 // by byte offset: 1 + index of the occurrence that begins there
	functions map[*Node]*Function
	vars      map[*solidity.Decl]*Var
	ordered   []*Var // in source order
	contracts map[*solidity.Decl]*Contract
	flows     *flows
	reached   map[*Node]*reach
	uses      map[*solidity.Decl]int
	open      map[*Var]bool
	named     map[string][]*Function
	roles     map[*Var]bool
}

// Contract is a contract, interface or library. Line is what it inherits in the
// file, itself first; Whole is false when some base is out of sight.
type Contract struct {
	Decl  *solidity.Decl
	Node  *Node
	Name  string
	Line  []*Contract
	Whole bool
	Vars  []*Var // its own, in order
}

// Concrete reports whether the contract can be deployed, and so called.
func (c *Contract) Concrete() bool { return c.Decl.Kind == solidity.DeclContract }

// Var is a state variable or a constant of file level.
type Var struct {
	Decl     *solidity.Decl
	Name     string
	Contract *Contract // nil at file level
	Type     Type
	Fixed    bool  // constant or immutable: no call of a function changes it
	Value    *Node // what it is initialised with, or nil
}

// Function is a function, constructor or modifier with a body.
type Function struct {
	Node       *Node
	Body       *Node
	Name       string // "constructor", "fallback" and "receive" for those without
	Kind       solidity.FunctionKind
	Contract   *Contract // nil at file level
	Visibility string
	Mutability string           // "" when the header does not say
	Params     []*solidity.Decl // nil for those without a name
	Results    []*solidity.Decl // likewise
	Entry      bool             // anyone can call it in a transaction
	invoked    []invocation
	memo       memo
}

// invocation is a modifier in a function's header. mod is nil when it is not in
// sight; base constructors are left out.
type invocation struct {
	node *Node
	mod  *Function
}

// Quiet reports whether f promises to change nothing.
func (f *Function) Quiet() bool {
	return f.Mutability == "view" || f.Mutability == "pure" || f.Mutability == "constant"
}

// Title returns Contract.name, as findings say it.
func (f *Function) Title() string {
	if f.Contract == nil {
		return f.Name
	}
	return f.Contract.Name + "." + f.Name
}

// New analyses the file at path, which must be one of those that were resolved.
func New(names *solidity.Names, path string) *File {
	x := &File{File: names.File(path), functions: map[*Node]*Function{}, vars: map[*solidity.Decl]*Var{}, contracts: map[*solidity.Decl]*Contract{},
		reached: map[*Node]*reach{}, open: map[*Var]bool{}}
	x.occ = names.Occurrences(path)
	x.at = make([]int32, len(x.Src)+1)
	for i, o := range x.occ {
		if o.Place == solidity.InCode {
			x.at[o.At.Start] = int32(i + 1)
		}
	}
	x.Wraps = wraps(x.File)
	for n := range x.Root.Children() {
		switch n.Kind {
		case solidity.NodeContract:
			x.contract(n)
		case solidity.NodeFunction:
			x.function(n, nil)
		case solidity.NodeStateVar:
			x.variable(n, nil)
		}
	}
	for _, c := range x.Contracts {
		line, whole := c.Decl.Line()
		c.Whole = whole
		for _, d := range line {
			if b := x.contracts[d]; b != nil {
				c.Line = append(c.Line, b)
			} else {
				c.Whole = false
			}
		}
	}
	for _, f := range x.Functions {
		x.invocations(f)
	}
	return x
}

func (x *File) contract(n *Node) {
	d := x.Decl(n.Name())
	if d == nil {
		return
	}
	c := &Contract{Decl: d, Node: n, Name: d.Name}
	x.Contracts = append(x.Contracts, c)
	x.contracts[d] = c
	for m := range n.Children() {
		switch m.Kind {
		case solidity.NodeFunction, solidity.NodeModifier:
			x.function(m, c)
		case solidity.NodeStateVar:
			x.variable(m, c)
		}
	}
}

func (x *File) variable(n *Node, c *Contract) {
	d := x.Decl(n.Name())
	if d == nil {
		return
	}
	v := &Var{Decl: d, Name: d.Name, Contract: c, Type: x.typeNode(n.First())}
	for a := range n.Children() {
		switch {
		case a.Kind == solidity.NodeAttribute:
			v.Fixed = v.Fixed || x.Text(a) == "constant" || x.Text(a) == "immutable"
		case a == n.Last() && a.Kind != solidity.NodeName:
			v.Value = a
		}
	}
	x.vars[d] = v
	x.ordered = append(x.ordered, v)
	if c != nil {
		c.Vars = append(c.Vars, v)
	}
}

func (x *File) function(n *Node, c *Contract) {
	f := &Function{Node: n, Body: n.Find(solidity.NodeBlock), Contract: c}
	if f.Body == nil {
		return
	}
	switch name := n.Name(); {
	case n.Kind == solidity.NodeModifier:
		f.Kind, f.Name = solidity.Modifier, x.Text(name)
	case name != nil:
		f.Kind, f.Name = solidity.Ordinary, x.Text(name)
		if d := x.Decl(name); d != nil && d.Kind == solidity.DeclConstructor {
			f.Kind = solidity.Constructor
		}
	default:
		switch f.Name = x.word(n); f.Name {
		case "constructor":
			f.Kind = solidity.Constructor
		case "receive":
			f.Kind = solidity.Receive
		default:
			f.Kind, f.Name = solidity.Fallback, "fallback"
		}
	}
	f.Visibility = "public" // of 0.4
	if c == nil || n.Kind == solidity.NodeModifier {
		f.Visibility = "internal"
	}
	for a := range n.Children() {
		switch a.Kind {
		case solidity.NodeAttribute:
			switch w := x.Text(a); w {
			case "public", "external", "internal", "private":
				f.Visibility = w
			case "view", "pure", "constant", "payable":
				f.Mutability = w
			}
		case solidity.NodeParams:
			f.Params = x.declared(a)
		case solidity.NodeReturns:
			f.Results = x.declared(a)
		}
	}
	open := f.Visibility == "public" || f.Visibility == "external"
	f.Entry = c != nil && c.Concrete() && open && f.Kind != solidity.Constructor && f.Kind != solidity.Modifier
	x.Functions = append(x.Functions, f)
	x.functions[n] = f
}

// declared returns the declarations of the Vars of a parameter list.
func (x *File) declared(list *Node) []*solidity.Decl {
	var out []*solidity.Decl
	for v := range list.Children() {
		if v.Kind == solidity.NodeVar {
			out = append(out, x.Decl(v.Name()))
		}
	}
	return out
}

func (x *File) invocations(f *Function) {
	for n := range f.Node.Children() {
		if n.Kind != solidity.NodeInvocation {
			continue
		}
		d := x.Decl(n.First().Last())
		if d != nil && d.Kind != solidity.DeclModifier {
			continue
		}
		in := invocation{node: n}
		if d != nil {
			in.mod = x.functions[d.Node]
		}
		f.invoked = append(f.invoked, in)
	}
}

// Decl returns the declaration that the name at n means, or nil.
func (x *File) Decl(n *Node) *solidity.Decl {
	o := x.name(n)
	if o == nil {
		return nil
	}
	return o.Decl
}

// name returns the occurrence at n, or nil.
func (x *File) name(n *Node) *solidity.Occurrence {
	if n == nil || n.Kind != solidity.NodeIdent && n.Kind != solidity.NodeLabel && n.Kind != solidity.NodeName || x.at[n.Start] == 0 {
		return nil
	}
	return &x.occ[x.at[n.Start]-1]
}

// Language returns the text of n when it is a word of the language, else "".
func (x *File) Language(n *Node) string {
	if o := x.name(n); o != nil && o.Verdict == solidity.Language {
		return x.Text(n)
	}
	return ""
}

// uncertain reports whether nothing in sight says what the name at n means.
func (x *File) uncertain(n *Node) bool {
	o := x.name(n)
	return o != nil && (o.Verdict == solidity.Uncertain || o.Verdict == solidity.Refers && o.Decl == nil)
}

// Var returns the state variable that the name at n means, or nil.
func (x *File) Var(n *Node) *Var {
	if d := x.Decl(n); d != nil {
		return x.vars[d]
	}
	return nil
}

// FunctionAt returns the function around n, or nil.
func (x *File) FunctionAt(n *Node) *Function {
	for ; n != nil; n = n.Parent() {
		if f := x.functions[n]; f != nil {
			return f
		}
	}
	return nil
}

// Line returns the line of n's first byte, LastLine that of its last.
func (x *File) Line(n *Node) int { return x.Lines.Line(n.Start) }

// LastLine returns the line of n's last byte.
func (x *File) LastLine(n *Node) int { return x.Lines.Line(max(n.Start, n.End-1)) }

// word returns the first token of n.
func (x *File) word(n *Node) string {
	if w := x.Words(n); len(w) > 0 {
		return w[0].Text(x.Src)
	}
	return ""
}

// wraps reports whether a version pragma names a compiler before 0.8.
func wraps(f *solidity.File) bool {
	for c := range f.Root.Children() {
		if c.Kind != solidity.NodePragma {
			continue
		}
		text := f.Text(c)
		if !strings.Contains(text, "solidity") {
			continue
		}
		for _, old := range []string{"0.4", "0.5", "0.6", "0.7"} {
			i := strings.Index(text, old)
			if i > 0 && !strings.ContainsRune("0123456789.", rune(text[i-1])) && !slices.Contains([]byte("0123456789"), text[min(i+3, len(text)-1)]) {
				return true
			}
		}
	}
	return false
}

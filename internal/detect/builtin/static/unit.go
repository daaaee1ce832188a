package static

import (
	"slices"

	"assay/internal/solidity"
)

// unit is one file, indexed for the checks.
type unit struct {
	*solidity.Outline
	funcs     []*function // with a body, modifiers included, in source order
	contracts map[string]*contract
	old       bool // the pragma admits a compiler without overflow checks
}

// contract is a contract with what it inherits inside the file.
type contract struct {
	solidity.Contract
	chain []string                      // itself, then its bases, nearest first
	vars  map[string]*solidity.Variable // own and inherited
}

// function is a function with its body's tokens.
type function struct {
	solidity.Function
	u      *unit
	toks   []token
	params map[string]string             // name to type, of parameters alone
	locals map[string]bool               // parameters, named results, and declared variables
	types  map[string]string             // of parameters and, where it is one word, of declared variables
	alias  map[string]*solidity.Variable // storage pointers, by the variable they point into
	cache  []token                       // see flat
}

// token is a token of code, no trivia. open and mate are indices into the slice
// that holds it, or -1: of the bracket around it, and of its counterpart when
// it is a bracket itself.
type token struct {
	text       string
	kind       solidity.Kind
	start      int
	owner      *function
	open, mate int
	block      bool // a brace around statements, not around call options or members
}

func newUnit(src string) *unit {
	u := &unit{Outline: solidity.Survey(src), contracts: map[string]*contract{}}
	for _, c := range u.Contracts {
		u.contracts[c.Name] = &contract{Contract: c, vars: map[string]*solidity.Variable{}}
	}
	for _, c := range u.contracts {
		c.chain = u.linearise(c.Name, nil)
		for i := range u.Variables {
			v := &u.Variables[i]
			if v.Contract == "" || slices.Contains(c.chain, v.Contract) {
				c.vars[v.Name] = v
			}
		}
	}
	var code []token
	for _, t := range u.Tokens {
		if !t.Trivia() {
			code = append(code, token{text: t.Text(src), kind: t.Kind, start: t.Start})
		}
	}
	u.old = oldCompiler(code)
	next := 0
	for _, f := range u.Functions {
		if f.Body.Empty() {
			continue
		}
		fn := &function{Function: f, u: u}
		for next < len(code) && code[next].start < f.Body.Start {
			next++
		}
		first := next
		for next < len(code) && code[next].start < f.Body.End {
			code[next].owner = fn
			next++
		}
		fn.toks = link(slices.Clone(code[first:next]))
		fn.declare()
		u.funcs = append(u.funcs, fn)
	}
	return u
}

func (u *unit) linearise(name string, seen []string) []string {
	c, ok := u.contracts[name]
	if !ok || slices.Contains(seen, name) {
		return seen
	}
	seen = append(seen, name)
	for _, base := range slices.Backward(c.Bases) {
		seen = u.linearise(base, seen)
	}
	return seen
}

// oldCompiler reports whether the pragma names a version before 0.8.
func oldCompiler(code []token) bool {
	for i, t := range code {
		if t.text != "pragma" || i+1 >= len(code) || code[i+1].text != "solidity" {
			continue
		}
		for _, v := range code[i+2:] {
			if v.text == ";" {
				break
			}
			if len(v.text) >= 3 && v.text[:2] == "0." && v.text[2] >= '4' && v.text[2] <= '7' {
				return true
			}
		}
	}
	return false
}

// link fills in the bracket structure of toks and returns them.
func link(toks []token) []token {
	var stack []int
	for i := range toks {
		t := &toks[i]
		t.open, t.mate = -1, -1
		if n := len(stack); n > 0 {
			t.open = stack[n-1]
		}
		switch t.text {
		case "(", "[", "{":
			t.block = t.text == "{" && !(i+2 < len(toks) && toks[i+1].kind == solidity.Ident && toks[i+2].text == ":")
			stack = append(stack, i)
		case ")", "]", "}":
			if n := len(stack); n > 0 {
				o := stack[n-1]
				stack = stack[:n-1]
				t.mate, toks[o].mate, t.block, t.open = o, i, toks[o].block, toks[o].open
			}
		}
	}
	return toks
}

// notType are words after which a name is used, not declared.
var notType = set("return delete emit new else in is throw case let unchecked virtual")

// declare collects what f declares.
func (f *function) declare() {
	f.params, f.locals, f.types = map[string]string{}, map[string]bool{}, map[string]string{}
	f.alias = map[string]*solidity.Variable{}
	for _, p := range f.Params {
		if p.Name != "" {
			f.params[p.Name], f.locals[p.Name], f.types[p.Name] = p.Type, true, p.Type
		}
	}
	for _, p := range f.Returns {
		f.locals[p.Name] = true
	}
	for i := 1; i+1 < len(f.toks); i++ {
		t, prev, next := f.toks[i], f.toks[i-1], f.toks[i+1].text
		if t.kind != solidity.Ident || next != "=" && next != ";" && next != "," && next != ")" {
			continue
		}
		if prev.kind != solidity.Ident && prev.text != "]" || notType[prev.text] || dataLocation[t.text] {
			continue
		}
		f.locals[t.text] = true
		if prev.kind == solidity.Ident && !dataLocation[prev.text] {
			f.types[t.text] = prev.text
		}
		if prev.text != "storage" || next != "=" {
			continue
		}
		for _, r := range f.toks[i+2:] {
			if r.text == ";" {
				break
			}
			if v := f.u.variable(f, r.text); v != nil {
				f.alias[t.text] = v
				break
			}
		}
	}
}

var dataLocation = set("memory storage calldata payable")

// variable returns the state variable that name means inside f, or nil.
func (u *unit) variable(f *function, name string) *solidity.Variable {
	if v := f.alias[name]; v != nil {
		return v
	}
	if f.locals[name] {
		return nil
	}
	if c := u.contracts[f.Contract]; c != nil {
		return c.vars[name]
	}
	return nil
}

// resolve returns the function or modifier that name means inside f, or nil.
func (u *unit) resolve(f *function, name string, modifier bool) *function {
	chain := []string{""}
	if c := u.contracts[f.Contract]; c != nil {
		chain = append(slices.Clone(c.chain), "")
	}
	for _, contract := range chain {
		for _, g := range u.funcs {
			if g.Contract == contract && g.Name == name && (g.Kind == solidity.Modifier) == modifier && g.Kind != solidity.Constructor {
				return g
			}
		}
	}
	return nil
}

// entries yields the functions that anyone can call, outside libraries.
func (u *unit) entries() []*function {
	var out []*function
	for _, f := range u.funcs {
		if c := u.contracts[f.Contract]; f.Callable() && c != nil && c.Kind == "contract" {
			out = append(out, f)
		}
	}
	return out
}

// line returns the line of a token.
func (u *unit) line(t token) int { return u.Lines.Line(t.start) }

func set(words ...string) map[string]bool {
	m := map[string]bool{}
	for _, list := range words {
		start := 0
		for i := 0; i <= len(list); i++ {
			if i == len(list) || list[i] == ' ' {
				if i > start {
					m[list[start:i]] = true
				}
				start = i + 1
			}
		}
	}
	return m
}

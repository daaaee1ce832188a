package solidity

// IsElementary reports whether word names a type of the language, such as uint256; not
// for mapping.
func IsElementary(word string) bool {
	switch word {
	case "address", "bool", "string", "bytes", "byte", "int", "uint", "fixed", "ufixed", "var":
		return true
	}
	if len(word) < 4 {
		return false
	}
	switch word[0] {
	case 'u', 'i', 'b', 'f':
	default:
		return false
	}
	for _, prefix := range [...]string{"uint", "int", "bytes"} {
		if len(word) > len(prefix) && word[:len(prefix)] == prefix {
			size := 0
			for _, c := range []byte(word[len(prefix):]) {
				if !isDigit(c) || size > 256 {
					return false
				}
				size = 10*size + int(c-'0')
			}
			if word[len(prefix)] == '0' {
				return false
			}
			if prefix == "bytes" {
				return size <= 32
			}
			return size <= 256 && size%8 == 0
		}
	}
	for _, prefix := range [...]string{"ufixed", "fixed"} {
		if len(word) > len(prefix)+2 && word[:len(prefix)] == prefix && isDigit(word[len(prefix)]) {
			crosses := 0
			for _, c := range []byte(word[len(prefix):]) {
				if c == 'x' {
					crosses++
				} else if !isDigit(c) {
					return false
				}
			}
			return crosses == 1
		}
	}
	return false
}

// path parses a dotted name; the next token is an identifier.
func (p *parser) path() *Node {
	n := p.open(NodePath)
	n.add(p.leaf(NodeIdent))
	for p.word == "." && p.kindAt(p.pos+1) == Ident {
		p.advance()
		n.add(p.leaf(NodeIdent))
	}
	return p.shut(n)
}

// typeName parses a type; the next token is an identifier.
func (p *parser) typeName() *Node {
	if p.kind != Ident {
		p.fail("expected a type")
		return nil
	}
	if !p.enter() {
		return nil
	}
	defer p.leave()
	var n *Node
	switch {
	case p.word == "mapping" && p.ahead(1) == "(":
		n = p.mapping()
	case p.word == "function" && p.ahead(1) == "(":
		n = p.begin(NodeFuncType)
		n.add(p.params(NodeParams))
		for visibilities[p.word] || mutabilities[p.word] {
			n.add(p.leaf(NodeAttribute))
		}
		if p.word == "returns" {
			p.advance()
			n.add(p.params(NodeReturns))
		}
		p.shut(n)
	case IsElementary(p.word):
		n = p.elementary()
	default:
		n = p.path()
	}
	for chain := 0; p.word == "[" && chain < 256; chain++ {
		n = p.extend(NodeArray, n)
		if p.word != "]" {
			n.add(p.expression())
		}
		p.expect("]")
		p.shut(n)
	}
	return n
}

func (p *parser) elementary() *Node {
	n := p.open(NodeElementary)
	address := p.word == "address"
	p.advance()
	if address {
		p.eat("payable")
	}
	return p.shut(n)
}

func (p *parser) mapping() *Node {
	n := p.begin(NodeMapping)
	p.advance()
	n.add(p.typeName())
	if p.kind == Ident {
		n.add(p.leaf(NodeName))
	}
	p.expect("=>")
	n.add(p.typeName())
	if p.kind == Ident {
		n.add(p.leaf(NodeName))
	}
	p.expect(")")
	return p.shut(n)
}

// params parses a parenthesised list of variables.
func (p *parser) params(kind NodeKind) *Node {
	n := p.open(kind)
	if !p.expect("(") {
		return nil
	}
	p.list(n, p.variable)
	p.closeGroup(n, int(n.first), ")")
	return p.shut(n)
}

// attribute reports whether the next word may be between a type and a name. Some of
// these words were names in older versions.
func (p *parser) attribute() bool {
	switch p.word {
	case "memory", "storage", "calldata", "indexed", "constant", "payable", "public", "private", "internal", "external":
		return true
	case "immutable", "transient", "override", "virtual":
		switch p.ahead(1) {
		case ";", "=", ",", ")":
			return false
		}
		return true
	}
	return false
}

// variable parses a parameter, or a local without its value.
func (p *parser) variable() *Node {
	n := p.open(NodeVar)
	n.add(p.typeName())
	for p.attribute() {
		n.add(p.leaf(NodeAttribute))
	}
	if p.kind == Ident {
		n.add(p.leaf(NodeName))
	}
	return p.shut(n)
}

// stateVar parses a state variable or a constant of file level; the next token is an identifier.
func (p *parser) stateVar() *Node {
	n := p.open(NodeStateVar)
	n.add(p.typeName())
	for p.attribute() {
		switch {
		case p.word == "override":
			n.add(p.override())
		default:
			n.add(p.leaf(NodeAttribute))
		}
	}
	n.add(p.name(NodeName))
	if p.eat("=") {
		n.add(p.expression())
	}
	p.semicolon(n)
	return p.shut(n)
}

func (p *parser) override() *Node {
	n := p.begin(NodeOverride)
	if p.word == "(" {
		p.advance()
		p.list(n, p.path)
		p.expect(")")
	}
	return p.shut(n)
}

// opensFuncVariable reports whether the next "function (" begins a variable of
// function type rather than the unnamed function.
func (p *parser) opensFuncVariable() bool {
	i := p.mate(p.pos + 1)
	if i < 0 {
		return false
	}
	for i++; i < len(p.toks); i++ {
		switch word := p.textAt(i); {
		case visibilities[word] || mutabilities[word]:
		case word == "returns" && p.mate(i+1) > 0:
			i = p.mate(i + 1)
		case word == "[":
			return true
		case p.kindAt(i) == Ident:
			switch p.textAt(i + 1) {
			case ";", "=":
				return true
			case "(":
				if i = p.mate(i + 1); i < 0 {
					return false
				}
			}
		default:
			return false
		}
	}
	return false
}

// function parses a function, constructor, fallback or receive function.
func (p *parser) function() *Node {
	n := p.open(NodeFunction)
	named := p.word == "function"
	p.advance()
	if named && p.kind == Ident {
		n.add(p.leaf(NodeName))
	}
	n.add(p.params(NodeParams))
	p.header(n)
	return p.shut(n)
}

func (p *parser) modifier() *Node {
	n := p.begin(NodeModifier)
	n.add(p.leaf(NodeName))
	if p.word == "(" {
		n.add(p.params(NodeParams))
	}
	p.header(n)
	return p.shut(n)
}

// header parses everything after the parameters, including the body.
func (p *parser) header(n *Node) {
	for !p.done() {
		switch word := p.word; {
		case word == ";":
			p.advance()
			return
		case word == "{":
			n.add(p.block())
			return
		case visibilities[word] || mutabilities[word] || word == "virtual":
			n.add(p.leaf(NodeAttribute))
		case word == "override":
			n.add(p.override())
		case word == "returns" && p.ahead(1) == "(":
			p.advance()
			n.add(p.params(NodeReturns))
		case word == "}" || p.memberAhead():
			p.fail("expected \"{\" or \";\"")
			return
		case p.kind == Ident:
			n.add(p.invocation(NodeInvocation))
		default:
			p.fail("expected \"{\" or \";\"")
			n.add(p.leaf(NodeJunk))
		}
	}
	p.fail("expected \"{\" or \";\"")
}

// invocation parses a path with arguments, if it has any: a base, or a modifier in a header.
func (p *parser) invocation(kind NodeKind) *Node {
	n := p.open(kind)
	n.add(p.path())
	if p.word == "(" {
		p.arguments(n)
	}
	return p.shut(n)
}

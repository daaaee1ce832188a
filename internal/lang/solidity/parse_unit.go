package solidity

func (p *parser) file() *Node {
	root := p.open(NodeFile)
	for !p.done() {
		root.add(p.unit())
	}
	p.shut(root)
	root.Start, root.End = 0, len(p.src)
	return root
}

// opensContract reports whether the next token begins a contract definition.
func (p *parser) opensContract() bool {
	k := 0
	if p.word == "abstract" {
		k = 1
	}
	switch p.ahead(k) {
	case "contract", "interface", "library":
		return p.kindAt(p.pos+k+1) == Ident
	}
	return false
}

// unit parses one item of file level.
func (p *parser) unit() *Node {
	switch p.word {
	case "pragma":
		n := p.open(NodePragma)
		for !p.done() && p.word != ";" {
			p.advance()
		}
		p.expect(";")
		return p.shut(n)
	case "import":
		return p.importUnit()
	case "abstract", "contract", "interface", "library":
		if p.opensContract() {
			return p.contract()
		}
	}
	return p.member(false)
}

func (p *parser) importUnit() *Node {
	n := p.begin(NodeImport)
	switch {
	case p.kind == String:
		n.add(p.leaf(NodeLiteral))
		if p.eat("as") {
			n.add(p.name(NodeName))
		}
	case p.word == "*":
		p.advance()
		if p.expect("as") {
			n.add(p.name(NodeName))
		}
		p.importFrom(n)
	case p.word == "{":
		p.advance()
		p.list(n, func() *Node {
			s := p.open(NodeSymbol)
			s.add(p.leaf(NodeIdent))
			if p.eat("as") {
				s.add(p.name(NodeName))
			}
			return p.shut(s)
		})
		p.expect("}")
		p.importFrom(n)
	case p.kind == Ident: // the old import x from "…"
		n.add(p.leaf(NodeName))
		p.importFrom(n)
	default:
		p.fail("expected what to import")
	}
	p.semicolon(n)
	return p.shut(n)
}

func (p *parser) importFrom(n *Node) {
	if !p.expect("from") {
		return
	}
	if p.kind == String {
		n.add(p.leaf(NodeLiteral))
	} else {
		p.fail("expected the path to import from")
	}
}

// semicolon ends the item n; everything before the semicolon becomes junk.
func (p *parser) semicolon(n *Node) {
	if p.eat(";") {
		return
	}
	p.fail("expected \";\"")
	if p.done() || p.word == "}" || p.memberAhead() {
		return
	}
	n.add(p.junk(p.memberAhead))
}

// memberAhead reports whether the next word begins a member or a contract and can
// begin or continue nothing else.
func (p *parser) memberAhead() bool {
	switch p.word {
	case "function", "modifier", "struct", "enum", "event":
		return p.kindAt(p.pos+1) == Ident
	case "constructor":
		return p.ahead(1) == "("
	case "abstract", "contract", "interface", "library":
		return p.opensContract()
	}
	return false
}

func (p *parser) contract() *Node {
	n := p.open(NodeContract)
	p.eat("abstract")
	p.advance()
	n.add(p.leaf(NodeName))
	if p.eat("is") {
		p.list(n, func() *Node { return p.invocation(NodeBase) })
	}
	if p.word == "layout" && p.ahead(1) == "at" {
		p.advance()
		p.advance()
		n.add(p.expression())
	}
	if !p.expect("{") {
		if p.done() || p.word == ";" {
			p.eat(";")
			return p.shut(n)
		}
	}
	for !p.done() && p.word != "}" && !p.opensContract() {
		n.add(p.member(true))
	}
	p.expect("}")
	return p.shut(n)
}

// member parses one item of a contract, or of a file except imports, pragmas and
// contracts. It consumes at least one token.
func (p *parser) member(inside bool) *Node {
	next := p.kindAt(p.pos + 1)
	switch p.word {
	case "function":
		if next == Ident || p.ahead(1) == "(" && !p.opensFuncVariable() {
			return p.function()
		}
	case "constructor", "fallback", "receive":
		if p.ahead(1) == "(" {
			return p.function()
		}
	case "modifier":
		if next == Ident {
			return p.modifier()
		}
	case "struct":
		if next == Ident {
			return p.structure()
		}
	case "enum":
		if next == Ident {
			return p.enum()
		}
	case "event":
		if next == Ident {
			return p.event(NodeEvent)
		}
	case "error":
		if next == Ident && p.ahead(2) == "(" {
			return p.event(NodeError)
		}
	case "using":
		return p.using()
	case "type":
		if next == Ident && p.ahead(2) == "is" {
			n := p.begin(NodeUserType)
			n.add(p.leaf(NodeName))
			p.advance()
			n.add(p.typeName())
			p.semicolon(n)
			return p.shut(n)
		}
	case ";":
		return p.leaf(NodeJunk)
	}
	if p.kind == Ident {
		return p.stateVar()
	}
	p.fail("expected a declaration")
	if p.word == "}" {
		return p.leaf(NodeJunk)
	}
	return p.junk(p.memberAhead)
}

func (p *parser) structure() *Node {
	n := p.begin(NodeStruct)
	n.add(p.leaf(NodeName))
	if !p.expect("{") {
		p.semicolon(n)
		return p.shut(n)
	}
	for !p.done() && p.word != "}" && !p.memberAhead() {
		v := p.open(NodeVar)
		if p.kind != Ident {
			p.fail("expected a field")
			n.add(p.junk(p.memberAhead))
			continue
		}
		v.add(p.typeName())
		v.add(p.name(NodeName))
		n.add(p.shut(v))
		if p.word == ";" {
			p.advance()
		} else {
			p.semicolon(n)
		}
	}
	p.expect("}")
	return p.shut(n)
}

func (p *parser) enum() *Node {
	n := p.begin(NodeEnum)
	n.add(p.leaf(NodeName))
	if p.expect("{") {
		p.list(n, func() *Node {
			v := p.open(NodeEnumValue)
			v.add(p.leaf(NodeName))
			return p.shut(v)
		})
		if p.word != "}" {
			p.fail("expected \"}\"")
			if p.kind == Punct && !p.done() {
				n.add(p.junk(p.memberAhead))
			}
		}
		p.eat("}")
	}
	return p.shut(n)
}

// event parses an event or error definition.
func (p *parser) event(kind NodeKind) *Node {
	n := p.begin(kind)
	n.add(p.leaf(NodeName))
	n.add(p.params(NodeParams))
	if p.word == "anonymous" {
		n.add(p.leaf(NodeAttribute))
	}
	p.semicolon(n)
	return p.shut(n)
}

func (p *parser) using() *Node {
	n := p.begin(NodeUsing)
	if p.eat("{") {
		p.list(n, func() *Node {
			path := p.path()
			if p.word != "as" {
				return path
			}
			as := p.extend(NodeUsingAs, path)
			p.advance() // the operator
			return p.shut(as)
		})
		p.expect("}")
	} else if p.kind == Ident {
		n.add(p.path())
	}
	if p.expect("for") {
		if p.word == "*" {
			p.advance()
		} else {
			n.add(p.typeName())
		}
		p.eat("global")
	}
	p.semicolon(n)
	return p.shut(n)
}

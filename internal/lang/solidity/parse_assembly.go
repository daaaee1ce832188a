package solidity

// assembly parses an inline assembly statement: Yul, and the older, looser assembly of
// 0.4 with instructions as statements, labels and =: x.
func (p *parser) assembly() *Node {
	n := p.begin(NodeAssembly)
	if p.kind == String {
		p.advance()
	}
	if p.word == "(" {
		if m := p.mate(p.pos); m > 0 {
			p.pos = m
			p.load()
		}
		p.advance()
	}
	n.add(p.asmBlock())
	return p.shut(n)
}

func (p *parser) asmBlock() *Node {
	n := p.open(NodeAsmBlock)
	if !p.enter() {
		return nil
	}
	defer p.leave()
	if !p.expect("{") {
		return p.shut(n)
	}
	for !p.done() && p.word != "}" {
		n.add(p.asmStatement())
	}
	p.expect("}")
	return p.shut(n)
}

// asmStatement parses one statement of assembly. It consumes at least one token.
func (p *parser) asmStatement() *Node {
	switch p.word {
	case "{":
		if n := p.asmBlock(); n != nil {
			return n
		}
		return p.junk(nil)
	case "let":
		n := p.begin(NodeAsmLet)
		p.list(n, p.asmName)
		if p.eat(":=") {
			n.add(p.asmExpression())
		}
		return p.shut(n)
	case "if":
		n := p.begin(NodeAsmIf)
		n.add(p.asmExpression())
		n.add(p.asmBlock())
		return p.shut(n)
	case "for":
		n := p.begin(NodeAsmFor)
		n.add(p.asmBlock())
		n.add(p.asmExpression())
		n.add(p.asmBlock())
		n.add(p.asmBlock())
		return p.shut(n)
	case "switch":
		return p.asmSwitch()
	case "function":
		return p.asmFunction()
	case "break", "continue", "leave":
		return p.leaf(NodeAsmJump)
	case "=":
		if p.ahead(1) == ":" && p.kindAt(p.pos+2) == Ident {
			n := p.begin(NodeAsmAssign)
			p.advance()
			n.add(p.leaf(NodeIdent))
			return p.shut(n)
		}
	}
	if p.kind == Ident {
		if p.ahead(1) == ":" {
			n := p.open(NodeAsmTag)
			n.add(p.leaf(NodeName))
			p.advance()
			return p.shut(n)
		}
		left := p.asmExpression()
		if p.word != ":=" && p.word != "," {
			return left
		}
		n := p.around(NodeAsmAssign, left)
		for p.eat(",") {
			n.add(p.asmExpression())
		}
		if p.expect(":=") {
			n.add(p.asmExpression())
		}
		return p.shut(n)
	}
	if p.kind == Number || p.kind == String {
		return p.leaf(NodeLiteral)
	}
	p.fail("expected a statement of assembly")
	return p.leaf(NodeJunk)
}

func (p *parser) asmSwitch() *Node {
	n := p.begin(NodeAsmSwitch)
	n.add(p.asmExpression())
	for p.word == "case" || p.word == "default" {
		c := p.open(NodeAsmCase)
		value := p.word == "case"
		p.advance()
		if value {
			c.add(p.asmExpression())
		}
		c.add(p.asmBlock())
		n.add(p.shut(c))
	}
	return p.shut(n)
}

func (p *parser) asmFunction() *Node {
	n := p.begin(NodeAsmFunction)
	n.add(p.name(NodeName))
	if p.eat("(") {
		n.add(p.asmNames())
		p.expect(")")
	}
	if p.eat("->") {
		n.add(p.asmNames())
	}
	n.add(p.asmBlock())
	return p.shut(n)
}

func (p *parser) asmNames() *Node {
	n := p.open(NodeAsmNames)
	p.list(n, p.asmName)
	return p.shut(n)
}

func (p *parser) asmName() *Node { return p.leaf(NodeName) }

// asmExpression parses a literal, a name, x.slot, or a call.
func (p *parser) asmExpression() *Node {
	switch p.kind {
	case Number, String:
		return p.leaf(NodeLiteral)
	case Ident:
	default:
		p.fail("expected an expression of assembly")
		return nil
	}
	if p.word == "true" || p.word == "false" {
		return p.leaf(NodeLiteral)
	}
	n := p.leaf(NodeIdent)
	for p.word == "." && p.kindAt(p.pos+1) == Ident && n.height < maxHeight {
		n = p.extend(NodeMember, n)
		n.add(p.leaf(NodeLabel))
		p.shut(n)
	}
	if p.word != "(" || !p.enter() {
		return n
	}
	defer p.leave()
	open := p.pos
	n = p.extend(NodeCall, n)
	p.group(n, open, ")", p.asmExpression)
	return p.shut(n)
}

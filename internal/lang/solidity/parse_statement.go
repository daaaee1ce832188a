package solidity

func (p *parser) block() *Node {
	n := p.open(NodeBlock)
	p.expect("{")
	for !p.done() && p.word != "}" && !p.strayMember() {
		n.add(p.statement())
	}
	p.expect("}")
	return p.shut(n)
}

// strayMember reports whether the next token begins a member that cannot be in a body:
// a forgotten closing brace must not swallow the rest of the file.
func (p *parser) strayMember() bool {
	switch p.word {
	case "function":
		return p.kindAt(p.pos+1) == Ident && p.ahead(2) == "("
	case "abstract", "contract", "interface", "library":
		return p.opensContract() && (p.ahead(2) == "{" || p.ahead(2) == "is" || p.word == "abstract")
	}
	return false
}

// statement parses one statement. It consumes at least one token.
func (p *parser) statement() *Node {
	if !p.enter() {
		return p.junk(nil)
	}
	defer p.leave()
	if p.kind != Ident {
		switch p.word {
		case "{":
			return p.block()
		case ";":
			return p.leaf(NodeJunk)
		}
		return p.simple(true)
	}
	next := p.ahead(1)
	switch p.word {
	case "if":
		return p.branch()
	case "for":
		return p.loop()
	case "while":
		n := p.begin(NodeWhile)
		p.condition(n)
		n.add(p.body())
		return p.shut(n)
	case "do":
		n := p.begin(NodeDo)
		n.add(p.body())
		if p.expect("while") {
			p.condition(n)
		}
		p.semicolon(n)
		return p.shut(n)
	case "return":
		n := p.begin(NodeReturn)
		if p.word != ";" {
			n.add(p.expression())
		}
		p.endStatement(n)
		return p.shut(n)
	case "break", "continue", "throw":
		n := p.begin(NodeJump)
		p.endStatement(n)
		return p.shut(n)
	case "_":
		if next == ";" {
			n := p.begin(NodePlaceholder)
			p.advance()
			return p.shut(n)
		}
	case "unchecked":
		if next == "{" {
			n := p.begin(NodeUnchecked)
			n.add(p.block())
			return p.shut(n)
		}
	case "emit":
		if p.kindAt(p.pos+1) == Ident {
			return p.keyworded(NodeEmit)
		}
	case "revert":
		if p.kindAt(p.pos+1) == Ident {
			return p.keyworded(NodeRevert)
		}
	case "try":
		return p.try()
	case "assembly":
		if next == "{" || next == "(" || p.kindAt(p.pos+1) == String {
			return p.assembly()
		}
	}
	return p.simple(true)
}

// body parses the body of a branch or loop, if there is one.
func (p *parser) body() *Node {
	if p.done() || p.word == "}" || p.strayMember() {
		p.fail("expected a statement")
		return nil
	}
	return p.statement()
}

func (p *parser) condition(n *Node) {
	if p.expect("(") {
		n.add(p.expression())
		p.expect(")")
	}
}

func (p *parser) keyworded(kind NodeKind) *Node {
	n := p.begin(kind)
	n.add(p.expression())
	p.endStatement(n)
	return p.shut(n)
}

// endStatement consumes the semicolon; everything before it becomes junk.
func (p *parser) endStatement(n *Node) {
	if p.eat(";") {
		return
	}
	p.fail("expected \";\"")
	if p.done() || p.word == "}" || p.word == "{" || p.strayMember() || p.kind == Ident && p.opensStatement() {
		return
	}
	n.add(p.junk(p.strayMember))
}

// opensStatement reports whether the next identifier begins a statement, which means
// that a semicolon before it was forgotten.
func (p *parser) opensStatement() bool {
	switch p.word {
	case "if", "for", "while", "do", "return", "emit", "try", "assembly", "unchecked", "break", "continue":
		return true
	}
	return IsElementary(p.word)
}

func (p *parser) branch() *Node {
	n := p.begin(NodeIf)
	p.condition(n)
	n.add(p.body())
	if p.eat("else") {
		n.add(p.body())
	}
	return p.shut(n)
}

func (p *parser) loop() *Node {
	n := p.begin(NodeFor)
	if !p.expect("(") {
		return p.shut(n)
	}
	if p.word == ";" {
		n.add(p.open(NodeOmitted))
		p.advance()
	} else {
		n.add(p.simple(true))
	}
	if p.word == ";" {
		n.add(p.open(NodeOmitted))
	} else {
		n.add(p.expression())
	}
	p.expect(";")
	if p.word == ")" {
		n.add(p.open(NodeOmitted))
	} else {
		n.add(p.simple(false))
	}
	p.expect(")")
	n.add(p.body())
	return p.shut(n)
}

func (p *parser) try() *Node {
	n := p.begin(NodeTry)
	n.add(p.expression())
	if p.eat("returns") {
		n.add(p.params(NodeReturns))
	}
	n.add(p.block())
	for p.word == "catch" {
		c := p.begin(NodeCatch)
		if p.kind == Ident {
			c.add(p.leaf(NodeIdent))
		}
		if p.word == "(" {
			c.add(p.params(NodeParams))
		}
		c.add(p.block())
		n.add(p.shut(c))
	}
	return p.shut(n)
}

// simple parses a declaration of locals or an expression, with its semicolon if ended.
// It consumes at least one token.
func (p *parser) simple(ended bool) *Node {
	before := p.pos
	var n *Node
	switch {
	case p.word == "var" && p.ahead(1) == "(":
		n = p.begin(NodeVarStmt)
		n.add(p.varTuple(func() *Node {
			v := p.open(NodeVar)
			v.add(p.name(NodeName))
			return p.shut(v)
		}))
	case p.kind == Ident && p.declares(p.pos):
		n = p.open(NodeVarStmt)
		n.add(p.variable())
	case p.word == "(" && p.declaresTuple():
		n = p.open(NodeVarStmt)
		n.add(p.varTuple(p.variable))
	default:
		n = p.open(NodeExprStmt)
		n.add(p.expression())
	}
	if n.Kind == NodeVarStmt && p.eat("=") {
		n.add(p.expression())
	}
	if ended {
		p.endStatement(n)
	}
	if p.pos == before {
		p.fail("expected a statement")
		if p.word == "}" {
			return p.shut(n) // the loop above ends here
		}
		n.add(p.junk(nil))
	}
	return p.shut(n)
}

// declares reports whether a type followed by a name or a location begins at token i.
func (p *parser) declares(i int) bool {
	switch word := p.textAt(i); {
	case word == "mapping" || word == "function":
		return p.textAt(i+1) == "("
	case word == "delete" || word == "new":
		return false
	case IsElementary(word):
		if i++; word == "address" && p.textAt(i) == "payable" {
			i++
		}
	case p.kindAt(i) == Ident:
		for i++; p.textAt(i) == "." && p.kindAt(i+1) == Ident; i += 2 {
		}
	default:
		return false
	}
	for p.textAt(i) == "[" {
		if i = p.mate(i); i < 0 {
			return false
		}
		i++
	}
	return p.kindAt(i) == Ident
}

// declaresTuple reports whether the next parenthesis opens declarations.
func (p *parser) declaresTuple() bool {
	i := p.pos + 1
	for p.textAt(i) == "," {
		i++
	}
	return p.kindAt(i) == Ident && p.declares(i)
}

func (p *parser) varTuple(item func() *Node) *Node {
	n := p.begin(NodeVarTuple)
	for !p.done() && p.word != ")" {
		if p.kind == Ident {
			n.add(item())
		} else if p.word == "," {
			n.add(p.open(NodeOmitted))
		}
		if p.word == ")" || !p.eat(",") {
			break
		}
		if p.word == ")" {
			n.add(p.open(NodeOmitted))
		}
	}
	p.closeGroup(n, int(n.first), ")")
	return p.shut(n)
}

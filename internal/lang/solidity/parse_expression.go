package solidity

// Binding strengths, weakest first; 0 means that it is not an infix operator.
const (
	_ = iota
	bindAssign
	bindChoice
	bindOr
)

// infix returns the binding strength of an operator.
func infix(op string) int {
	switch op {
	case "=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>=", ">>>=":
		return bindAssign
	case "?":
		return bindChoice
	case "||":
		return bindOr
	case "&&":
		return 4
	case "==", "!=":
		return 5
	case "<", ">", "<=", ">=":
		return 6
	case "|":
		return 7
	case "^":
		return 8
	case "&":
		return 9
	case "<<", ">>", ">>>":
		return 10
	case "+", "-":
		return 11
	case "*", "/", "%":
		return 12
	case "**":
		return 13
	}
	return 0
}

// expression parses an expression; nil and an error if there is none.
func (p *parser) expression() *Node { return p.binary(bindAssign) }

// binary parses operators that bind at least as strongly as least.
func (p *parser) binary(least int) *Node {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	left := p.unary()
	if left == nil {
		return nil
	}
	for p.kind == Punct {
		bind := infix(p.word)
		if bind == 0 || bind < least {
			break
		}
		if left.height >= maxHeight {
			p.fail("expected a shorter expression")
			break
		}
		switch bind {
		case bindAssign:
			left = p.extend(NodeAssign, left)
			left.add(p.binary(bindAssign))
		case bindChoice:
			left = p.extend(NodeChoice, left)
			left.add(p.binary(bindAssign))
			if p.expect(":") {
				left.add(p.binary(bindAssign))
			}
		default:
			right := bind + 1
			if p.word == "**" {
				right = bind
			}
			left = p.extend(NodeBinary, left)
			left.add(p.binary(right))
		}
		p.shut(left)
	}
	return left
}

func (p *parser) unary() *Node {
	switch p.word {
	case "!", "~", "-", "+", "++", "--", "delete":
		if p.word == "delete" && !p.startsExpression(p.pos+1) {
			break
		}
		n := p.open(NodeUnary)
		if !p.enter() {
			return nil
		}
		p.advance()
		n.add(p.unary())
		p.leave()
		return p.shut(n)
	}
	return p.postfix(p.primary())
}

func (p *parser) startsExpression(i int) bool {
	switch p.kindAt(i) {
	case Ident, Number, String:
		return true
	}
	return p.textAt(i) == "("
}

func (p *parser) postfix(n *Node) *Node {
	if n == nil {
		return nil
	}
	for p.kind == Punct {
		if n.height >= maxHeight {
			p.fail("expected a shorter expression")
			return n
		}
		switch p.word {
		case ".":
			n = p.extend(NodeMember, n)
			n.add(p.name(NodeLabel))
		case "(":
			n = p.around(NodeCall, n)
			p.arguments(n)
		case "[":
			n = p.index(n)
		case "{":
			if p.kindAt(p.pos+1) != Ident || p.ahead(2) != ":" {
				return n
			}
			n = p.extend(NodeOptions, n)
			p.named(n)
			p.expect("}")
		case "++", "--":
			n = p.extend(NodePostfix, n)
		default:
			return n
		}
		p.shut(n)
	}
	return n
}

// arguments parses the parenthesised arguments of n into n.
func (p *parser) arguments(n *Node) {
	open := p.pos
	p.advance()
	if p.eat("{") {
		p.named(n)
		p.expect("}")
		p.closeGroup(n, open, ")")
		return
	}
	p.group(n, open, ")", p.expression)
}

// named parses name: value, … into n.
func (p *parser) named(n *Node) {
	p.list(n, func() *Node {
		v := p.open(NodeNamed)
		v.add(p.leaf(NodeLabel))
		if p.expect(":") {
			v.add(p.expression())
		}
		return p.shut(v)
	})
}

func (p *parser) index(left *Node) *Node {
	n := p.extend(NodeIndex, left)
	var from *Node
	switch p.word {
	case "]":
	case ":":
		from = p.open(NodeOmitted)
	default:
		from = p.expression()
	}
	n.add(from)
	if p.eat(":") {
		n.Kind = NodeRange
		if p.word == "]" {
			n.add(p.open(NodeOmitted))
		} else {
			n.add(p.expression())
		}
	}
	p.expect("]")
	return n
}

func (p *parser) primary() *Node {
	switch p.kind {
	case Ident:
		switch p.word {
		case "true", "false":
			return p.leaf(NodeLiteral)
		case "new":
			n := p.begin(NodeNew)
			n.add(p.typeName())
			return p.shut(n)
		case "payable":
			return p.leaf(NodeElementary)
		case "function", "mapping":
			if p.ahead(1) == "(" {
				return p.typeName()
			}
		case "else", "if", "for", "while", "do", "return", "break", "continue", "throw", "is", "returns", "contract":
			p.fail("expected an expression")
			return nil
		}
		if IsElementary(p.word) && p.word != "var" {
			return p.elementary()
		}
		return p.leaf(NodeIdent)
	case Number:
		n := p.begin(NodeLiteral)
		switch p.word {
		case "wei", "gwei", "szabo", "finney", "ether", "seconds", "minutes", "hours", "days", "weeks", "years":
			p.advance()
		}
		return p.shut(n)
	case String:
		n := p.open(NodeLiteral)
		for p.kind == String {
			p.advance()
		}
		return p.shut(n)
	}
	switch p.word {
	case "(":
		return p.tuple()
	case "[":
		n := p.begin(NodeList)
		p.group(n, int(n.first), "]", p.expression)
		return p.shut(n)
	}
	p.fail("expected an expression")
	return nil
}

func (p *parser) tuple() *Node {
	n := p.begin(NodeTuple)
	for !p.done() && p.word != ")" {
		if p.word == "," {
			n.add(p.open(NodeOmitted))
		} else {
			item := p.expression()
			if item == nil {
				break
			}
			n.add(item)
		}
		if !p.eat(",") {
			break
		}
		if p.word == ")" {
			n.add(p.open(NodeOmitted))
		}
	}
	p.closeGroup(n, int(n.first), ")")
	return p.shut(n)
}

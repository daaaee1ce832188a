package static

import "assay/internal/solidity"

// touch is one use of a state variable.
type touch struct {
	at    int // index of the variable's token
	end   int // index after its indices and members
	v     *solidity.Variable
	write bool
	read  bool // a compound assignment does both
}

var assignment = set("= += -= *= /= %= |= &= ^= <<= >>= >>>=")

// touches lists the uses of state variables in toks, in order.
func (u *unit) touches(toks []token) []touch {
	var out []touch
	for i, t := range toks {
		if t.kind != solidity.Ident || t.owner == nil || i > 0 && toks[i-1].text == "." {
			continue
		}
		v := u.variable(t.owner, t.text)
		if v == nil || i > 0 && toks[i-1].text == "storage" {
			continue
		}
		out = append(out, describe(toks, i, v))
	}
	return out
}

// describe says what is done with v at i.
func describe(toks []token, i int, v *solidity.Variable) touch {
	t := touch{at: i, v: v}
	end := i + 1
	last := ""
	for end < len(toks) {
		if toks[end].text == "[" && toks[end].mate > end {
			end = toks[end].mate + 1
		} else if toks[end].text == "." && end+1 < len(toks) {
			last = toks[end+1].text
			end += 2
		} else {
			break
		}
	}
	t.end = end
	next, before := "", ""
	if end < len(toks) {
		next = toks[end].text
	}
	if i > 0 {
		before = toks[i-1].text
	}
	switch {
	case assignment[next]:
		t.write, t.read = true, next != "="
	case next == "++" || next == "--" || before == "++" || before == "--":
		t.write, t.read = true, true
	case before == "delete", next == "(" && (last == "push" || last == "pop"):
		t.write = true
	case inTuple(toks, i, end):
		t.write = true
	default:
		t.read = true
	}
	return t
}

// inTuple reports whether toks[i:end] is a component of the left side of a
// tuple assignment.
func inTuple(toks []token, i, end int) bool {
	open := toks[i].open
	if open < 0 || toks[open].text != "(" || end >= len(toks) || toks[end].text != "," && toks[end].text != ")" {
		return false
	}
	end = toks[open].mate
	if end < 0 || end+1 >= len(toks) || toks[end+1].text != "=" {
		return false
	}
	return open == 0 || toks[open-1].text == ";" || toks[open-1].block
}

// call is a call of a member: receiver.member{options}(arguments).
type call struct {
	receiver int // index where the receiver begins
	member   int
	open     int // the bracket of the arguments
	close    int
	value    bool // sends ether along
}

// callAt describes the call of the member at i, which follows a dot.
func callAt(toks []token, i int) (call, bool) {
	if i < 2 || toks[i-1].text != "." {
		return call{}, false
	}
	c := call{member: i, receiver: receiver(toks, i-1)}
	for j := i + 1; j < len(toks); {
		switch {
		case toks[j].text == "{" && !toks[j].block && toks[j].mate > j:
			c.value = c.value || has(toks[j:toks[j].mate], "value", ":")
			j = toks[j].mate + 1
		case toks[j].text == "." && j+2 < len(toks) && (toks[j+1].text == "value" || toks[j+1].text == "gas") && toks[j+2].text == "(" && toks[j+2].mate > j:
			c.value = c.value || toks[j+1].text == "value"
			j = toks[j+2].mate + 1
		case toks[j].text == "(" && toks[j].mate > j:
			c.open, c.close = j, toks[j].mate
			return c, true
		default:
			return call{}, false
		}
	}
	return call{}, false
}

// receiver returns where the expression that ends before the dot at i begins.
func receiver(toks []token, i int) int {
	for i > 0 {
		prev := toks[i-1]
		switch {
		case (prev.text == ")" || prev.text == "]") && prev.mate >= 0:
			i = prev.mate
			if i > 0 && toks[i-1].kind != solidity.Ident && toks[i-1].text != ")" && toks[i-1].text != "]" {
				return i
			}
		case prev.kind == solidity.Ident:
			i--
			if i == 0 || toks[i-1].text != "." {
				return i
			}
			i--
		default:
			return i
		}
	}
	return i
}

// args returns the arguments of c.
func (c call) args(toks []token) [][]token {
	if c.close == c.open+1 {
		return nil
	}
	return split(toks, c.open+1, c.close, ",")
}

// sends reports whether c is an ether transfer that forwards 2300 gas.
func (c call) sends(toks []token) bool {
	m := toks[c.member].text
	return (m == "send" || m == "transfer") && len(c.args(toks)) == 1
}

// lowLevel reports whether c is a call by address, with all gas.
func (c call) lowLevel(toks []token) bool { return toks[c.member].text == "call" }

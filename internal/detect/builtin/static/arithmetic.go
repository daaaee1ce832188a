package static

import (
	"fmt"
	"strings"

	"assay/internal/solidity"
)

// arithmetic: a parameter goes unchecked into arithmetic that wraps around.
var arithmetic = check{
	class: "arithmetic", severity: "high",
	attack: "An argument is chosen so that the result wraps around to a harmless or a huge number.",
	fix:    "Test the operands first, or use checked arithmetic.",
	run:    runArithmetic,
}

var operators = set("+ - * += -= *=")

func runArithmetic(u *unit) []hit {
	var out []hit
	for _, f := range u.entries() {
		toks := u.flat(f)
		tests := clauses(toks)
		for i, t := range toks {
			if !operators[t.text] || t.owner == nil || !t.owner.Callable() || i == 0 || i+1 >= len(toks) || !u.old && !inUnchecked(toks, i) {
				continue
			}
			name := operand(toks, i)
			if name == "" || guarded(toks, tests, i, name) {
				continue
			}
			out = append(out, hit{fn: t.owner, from: u.line(t), to: u.line(t),
				text: fmt.Sprintf("On line %d the parameter %s goes into %q, which wraps around, and nothing bounds it.", u.line(t), name, t.text)})
		}
	}
	return out
}

func inUnchecked(toks []token, i int) bool {
	for open := toks[i].open; open > 0; open = toks[open].open {
		if toks[open-1].text == "unchecked" {
			return true
		}
	}
	return false
}

// operand returns the unsigned parameter that is an operand of the operator at
// i, the other being no small literal, or "".
func operand(toks []token, i int) string {
	f := toks[i].owner
	unsigned := func(k int) string {
		t := toks[k]
		if t.owner == f && strings.HasPrefix(f.params[t.text], "uint") && !strings.Contains(f.params[t.text], "[") {
			return t.text
		}
		return ""
	}
	right, left := unsigned(i+1), ""
	if i+2 < len(toks) && (toks[i+2].text == "[" || toks[i+2].text == ".") {
		right = ""
	}
	if toks[i-1].text != "]" && !(i > 1 && toks[i-2].text == ".") {
		left = unsigned(i - 1)
	}
	if inIndex(toks, i) {
		return ""
	}
	product := toks[i].text[0] == '*'
	switch {
	case right != "":
		if toks[i-1].kind == solidity.Number && !product {
			return ""
		}
		if i > 1 && toks[i-2].text == "/" { // x / n * p: the product stays near x
			return ""
		}
		return right
	case left != "":
		if toks[i+1].kind == solidity.Number && !product || strings.HasSuffix(toks[i].text, "=") {
			return ""
		}
		return left
	}
	return ""
}

// inIndex reports whether i is inside an index, where a wrong number reverts,
// or inside a hash.
func inIndex(toks []token, i int) bool {
	for open := toks[i].open; open > 0; open = toks[open].open {
		if toks[open].text == "[" || toks[open].text == "(" && (toks[open-1].text == "keccak256" || toks[open-1].text == "emit") {
			return true
		}
		if toks[open].block {
			return false
		}
	}
	return false
}

// guarded reports whether a test bounds name, or the result of the operator at i.
func guarded(toks []token, tests [][]token, i int, name string) bool {
	from, to := statement(toks, i)
	result := ""
	if from+2 < to && toks[from+2].text == "=" {
		result = toks[from+1].text
	} else if from+1 < to && toks[from+1].text == "=" {
		result = toks[from].text
	}
	for _, c := range tests {
		k := use(c, name)
		if k >= 0 && comparesTo0(c) {
			continue
		}
		if k >= 0 {
			beside := ""
			if k > 0 && strings.Contains("+-*", c[k-1].text) {
				beside = c[k-1].text
			} else if k+1 < len(c) && strings.Contains("+-*", c[k+1].text) {
				beside = c[k+1].text
			}
			switch {
			case beside == "" && (has(c, "<") || has(c, ">") || has(c, "<=") || has(c, ">=") || has(c, "==")):
				return true
			case beside == "+" && (has(c, "<") || has(c, ">") || has(c, "<=") || has(c, ">=")) && c[0].start != toks[i].start && !holds(c, toks[i]):
				return true
			case beside == "+" && selfCompared(c):
				return true
			case has(c, "/"):
				return true
			}
		}
		if result != "" && mentions(c, result) {
			if has(c, "/") || k >= 0 || sharesOperand(c, toks[from:to], result) {
				return true
			}
		}
	}
	return false
}

// holds reports whether t is one of toks.
func holds(toks []token, t token) bool {
	return len(toks) > 0 && toks[0].owner == t.owner && toks[0].start <= t.start && t.start <= toks[len(toks)-1].start
}

// comparesTo0 reports whether c only tells zero from more.
func comparesTo0(c []token) bool {
	for i := 1; i < len(c); i++ {
		if (c[i-1].text == ">" || c[i-1].text == ">=" || c[i-1].text == "!=") && c[i].text == "0" {
			return true
		}
	}
	return false
}

// selfCompared recognises "a + b >= a": the larger side begins with the other.
func selfCompared(c []token) bool {
	for _, op := range []string{">", ">="} {
		sides := split(c, 0, len(c), op)
		if len(sides) == 2 && strings.HasPrefix(joined(sides[0]), joined(sides[1])) {
			return true
		}
	}
	return false
}

// sharesOperand recognises "c >= a" after "c = a + b".
func sharesOperand(c, statement []token, result string) bool {
	for _, t := range c {
		if t.kind == solidity.Ident && t.text != result && mentions(statement, t.text) && (has(c, ">=") || has(c, ">") || has(c, "<=") || has(c, "<")) {
			return has(statement, "+") || has(statement, "-")
		}
	}
	return false
}

func joined(toks []token) string {
	var b strings.Builder
	for _, t := range toks {
		b.WriteString(t.text)
		b.WriteByte(' ')
	}
	return b.String()
}

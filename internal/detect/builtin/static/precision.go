package static

import (
	"fmt"

	"assay/internal/solidity"
)

// precision: a quotient is multiplied, so what the division cut off is missing
// many times over.
var precision = check{
	class: "precision_loss", severity: "medium",
	attack: "Amounts are chosen below the divisor, and the fee, interest or share rounds to nothing.",
	fix:    "Multiply first and divide last.",
	run:    runPrecision,
}

func runPrecision(u *unit) []hit {
	var out []hit
	for _, f := range u.funcs {
		toks := f.toks
		for i, t := range toks {
			if t.text != "/" || i == 0 || i+1 >= len(toks) {
				continue
			}
			divisorEnd := operandEnd(toks, i+1)
			dividend := operandStart(toks, i)
			if divisorEnd >= len(toks) || literalOnly(toks[dividend:i]) || scaled(toks, dividend) {
				continue
			}
			divisor := joined(toks[i+1 : divisorEnd])
			if m := multipliedAt(toks, dividend, divisorEnd, divisor); m > 0 {
				out = append(out, hit{fn: f, from: u.line(t), to: u.line(toks[m]), text: "A quotient is multiplied: the division on this line has already rounded."})
			} else if m := multipliedLater(f, dividend, divisorEnd, divisor); m > 0 {
				out = append(out, hit{fn: f, from: u.line(t), to: u.line(t), text: fmt.Sprintf("The quotient is multiplied on line %d, after the division has rounded.", u.line(toks[m]))})
			}
		}
	}
	return out
}

// operandEnd returns where the operand that begins at i ends.
func operandEnd(toks []token, i int) int {
	if i < len(toks) && (toks[i].text == "(" || toks[i].text == "[") && toks[i].mate > i {
		i = toks[i].mate + 1
	} else {
		i++
	}
	for i < len(toks) {
		switch {
		case (toks[i].text == "(" || toks[i].text == "[") && toks[i].mate > i:
			i = toks[i].mate + 1
		case toks[i].text == "." && i+1 < len(toks):
			i += 2
		case toks[i].kind == solidity.Ident && toks[i-1].kind == solidity.Number: // 1 days
			i++
		default:
			return i
		}
	}
	return i
}

// operandStart returns where the operand that ends before i begins.
func operandStart(toks []token, i int) int {
	if i > 0 && toks[i-1].kind == solidity.Number {
		return i - 1
	}
	return receiver(toks, i)
}

func literalOnly(toks []token) bool {
	for _, t := range toks {
		if t.kind == solidity.Ident {
			return false
		}
	}
	return true
}

// scaled reports whether the dividend that begins at i is itself a product, as
// in a * 1e18 / b, which keeps the digits.
func scaled(toks []token, i int) bool {
	if i > 0 && (toks[i-1].text == "*" || toks[i-1].text == "**") {
		return true
	}
	if i < len(toks) && toks[i].text == "(" && toks[i].mate > i {
		return has(toks[i:toks[i].mate], "*")
	}
	return false
}

// multipliedAt returns the index of the multiplication of the quotient
// toks[start:end], as it stands or in brackets of its own, or 0. The product
// with the divisor rounds on purpose.
func multipliedAt(toks []token, start, end int, divisor string) int {
	for end < len(toks) && toks[end].text == ")" && toks[end].mate == start-1 &&
		(start < 2 || toks[start-2].kind != solidity.Ident || toks[start-2].text == "return") {
		start, end = start-1, end+1
	}
	if end+1 < len(toks) && toks[end].text == "*" && joined(toks[end+1:operandEnd(toks, end+1)]) != divisor {
		return end
	}
	if start > 1 && toks[start-1].text == "*" && toks[start].text == "(" && joined(toks[operandStart(toks, start-1):start-1]) != divisor {
		return start - 1
	}
	return 0
}

// multipliedLater returns where a local that is set to just this quotient is
// multiplied afterwards, or 0.
func multipliedLater(f *function, start, end int, divisor string) int {
	toks := f.toks
	if start < 2 || toks[start-1].text != "=" || toks[end].text != ";" || !f.locals[toks[start-2].text] {
		return 0
	}
	name := toks[start-2].text
	for i := end; i+1 < len(toks); i++ {
		if toks[i].text != name || toks[i-1].text == "." {
			continue
		}
		if toks[i+1].text == "*" && joined(toks[i+2:operandEnd(toks, i+2)]) != divisor {
			return i + 1
		}
		if toks[i-1].text == "*" && toks[i+1].text != "." && joined(toks[operandStart(toks, i-1):i-1]) != divisor {
			return i - 1
		}
	}
	return 0
}

package static

import (
	"fmt"

	"assay/internal/solidity"
)

// uncheckedReturn: whether a low-level send or call succeeded is never looked at.
var uncheckedReturn = check{
	class: "unchecked_return", severity: "medium",
	attack: "The call fails, and the function goes on as if the value had arrived.",
	fix:    "Require the returned flag.",
	run:    runUnchecked,
}

func runUnchecked(u *unit) []hit {
	var out []hit
	for _, f := range u.funcs {
		for i, t := range f.toks {
			if t.text != "send" && t.text != "call" && t.text != "delegatecall" {
				continue
			}
			c, ok := callAt(f.toks, i)
			if !ok || t.text == "send" && !c.sends(f.toks) {
				continue
			}
			from, to := statement(f.toks, i)
			if resultUsed(f, c, from, to) {
				continue
			}
			out = append(out, hit{fn: f, from: u.line(f.toks[from]), to: u.line(t),
				text: fmt.Sprintf("The success of the low-level %s on line %d is not checked.", t.text, u.line(t))})
		}
	}
	return out
}

// resultUsed reports whether the success flag of c, in the statement
// f.toks[from:to], is tested or kept.
func resultUsed(f *function, c call, from, to int) bool {
	toks := f.toks
	for from < c.receiver && controls[toks[from].text] { // if (x) a.send(1);
		if from+1 < to && toks[from+1].text == "(" && toks[from+1].mate < c.receiver {
			from = toks[from+1].mate + 1
		} else if toks[from].text == "else" {
			from++
		} else {
			return true // it is the condition
		}
	}
	if from == c.receiver {
		return c.close+1 != to // an operator or a member follows
	}
	// (bool ok, ) = …   bool ok = …   ok = …
	eq := -1
	for i := from; i < c.receiver; i++ {
		if toks[i].text == "=" {
			eq = i
		}
	}
	if eq < 0 || eq+1 != c.receiver {
		return true
	}
	name := ""
	if toks[from].text == "(" {
		for i := from + 1; i < eq && toks[i].text != "," && toks[i].text != ")"; i++ {
			name = toks[i].text
		}
	} else {
		name = toks[eq-1].text
	}
	if name == "" {
		return false
	}
	if toks[eq-1].kind == solidity.Ident && f.u.variable(f, name) != nil {
		return true
	}
	for _, p := range f.Returns {
		if p.Name == name {
			return true
		}
	}
	return mentions(toks[to:], name)
}

var controls = set("if else for while unchecked")

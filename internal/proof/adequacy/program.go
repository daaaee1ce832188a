package adequacy

import (
	"regexp"
	"slices"
	"strings"

	"assay/internal/lang/codetext"
)

// restricts are the methods of a query builder of which each call removes rows; objects are those whose argument
// may be an object of several conditions.
var (
	restricts = regexp.MustCompile(`^(where|andWhere|having|andHaving|on|andOn|limit|forUpdate|forShare|skipLocked)`)
	objects   = regexp.MustCompile(`^(where|andWhere|on|andOn|innerJoin|leftJoin|join)`)
)

// program is code whose checks are found, and removed, by its brackets.
type program struct {
	code string
	toks []codetext.Token // without blanks and comments
	mate map[int]int      // of brackets, by token
	out  []Removal
}

// operators are those of more than one character that a program is read by.
var operators = []string{"&&", "||", "=>", ":=", "==", "!=", "<=", ">=", "===", "!=="}

// read returns a program in a language.
func read(language, code string) *program {
	p := &program{code: code, mate: map[int]int{}}
	all, _ := codetext.Lex(language, code)
	var open []int
	for _, t := range all {
		if t.Kind == codetext.Space || t.Kind == codetext.Comment {
			continue
		}
		i := len(p.toks)
		if i > 0 && p.toks[i-1].End == t.Start && slices.Contains(operators, code[p.toks[i-1].Start:t.End]) {
			p.toks[i-1].End = t.End
			continue
		}
		p.toks = append(p.toks, t)
		switch t.Text(code) {
		case "(", "[", "{":
			open = append(open, i)
		case ")", "]", "}":
			if n := len(open); n > 0 {
				p.mate[open[n-1]], p.mate[i], open = i, open[n-1], open[:n-1]
			}
		}
	}
	return p
}

// programDeletions returns a program without each of its checks: a call that restricts a query, a member of an
// object of conditions, a guard that throws or returns, an operand of an if, a limit of a number.
func programDeletions(code string) []Removal {
	p := read("ts", code)
	for i := range p.toks {
		end := p.mate[i+1] // of the arguments of a call or the condition of an if
		if p.at(i+1) != "(" || end == 0 {
			continue
		}
		switch name := p.at(i); {
		case name == "if":
			p.guard(i, end)
		case name == "min" || name == "max":
			for _, arg := range p.parts(i+2, end, ",") { // Math.min(a, b) becomes a
				if p.at(i-2) == "Math" && arg[0] == i+2 {
					p.cut(i-2, end+1, p.text(arg[0], arg[1]), p.text(i-2, i)+name+"(…"+p.text(arg[1], end+1))
				}
			}
		case p.at(i-1) == ".":
			if restricts.MatchString(name) && !strings.HasPrefix(p.at(end+2), "orWhere") {
				p.cut(i-1, end+1, "", p.text(i-1, end+1))
			}
			for _, arg := range p.parts(i+2, end, ",") {
				if objects.MatchString(name) && p.at(arg[0]) == "{" && p.mate[arg[0]] == arg[1]-1 {
					p.each(arg[0]+1, arg[1]-1, ",")
				}
			}
		}
	}
	return p.out
}

func (p *program) at(i int) string {
	if i < 0 || i >= len(p.toks) {
		return ""
	}
	return p.toks[i].Text(p.code)
}

// text returns the code of the tokens from up to, but not including, to.
func (p *program) text(from, to int) string {
	if from >= to {
		return ""
	}
	return p.code[p.toks[from].Start:p.toks[to-1].End]
}

// cut replaces tokens with text; what names the removed check.
func (p *program) cut(from, to int, text, what string) {
	p.replace(p.toks[from].Start, p.toks[to-1].End, text, what)
}

// replace is cut for a range of bytes.
func (p *program) replace(start, end int, text, what string) {
	p.out = append(p.out, Removal{Start: start,
		Description: "without " + strings.Join(strings.Fields(what), " "), Code: p.code[:start] + text + p.code[end:]})
}

// parts returns the token ranges between separators that are in no bracket.
func (p *program) parts(from, to int, separators ...string) (out [][2]int) {
	start := from
	for i := from; i < to; i++ {
		if m := p.mate[i]; m > i {
			i = m
		} else if slices.Contains(separators, p.at(i)) {
			if i > start {
				out = append(out, [2]int{start, i})
			}
			start = i + 1
		}
	}
	if to > start {
		out = append(out, [2]int{start, to})
	}
	return out
}

// each removes each of several parts, together with a separator next to it.
func (p *program) each(from, to int, separators ...string) {
	list := p.parts(from, to, separators...)
	for k, part := range list {
		if len(list) < 2 {
			return
		}
		what := p.text(part[0], part[1])
		if k == 0 {
			p.cut(part[0], list[1][0], "", what)
		} else {
			p.cut(list[k-1][1], part[1], "", what)
		}
	}
}

// guard removes an if without an else whose branch leaves the function, and each of the operands of its condition.
func (p *program) guard(i, end int) {
	body, last := end+1, end+1
	if p.at(body) == "{" {
		body, last = body+1, p.mate[body]+1
	} else {
		for last < len(p.toks) && p.at(last) != ";" {
			last = max(last, p.mate[last]) + 1
		}
		last++
	}
	if (p.at(body) == "throw" || p.at(body) == "return") && p.at(last) != "else" && last <= len(p.toks) {
		p.cut(i, last, "", p.text(i, last))
	}
	p.each(i+2, end, "&&", "||")
}

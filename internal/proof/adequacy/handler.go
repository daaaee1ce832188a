package adequacy

import (
	"regexp"
	"slices"
	"strings"

	"assay/internal/lang/codetext"
)

// The names by which the checks of handlers are found, in all languages and libraries.
var (
	narrows = regexp.MustCompile(`^([wW]here(Ref)?|[hH]aving(Ref)?|on(Ref)?|[lL]imit|filter(_by)?|exclude|Not|Scopes)$`)
	listing = regexp.MustCompile(`^(and_?|or_?|Q|where|filter(_by)?|get|options|(update|get)_or_create)$`)
	defines = regexp.MustCompile(`(?:def|func) +(\w+)\((self\b)?`)
	leaving = []string{"raise", "throw", "return", "continue"}
	// what an operand of a condition ends at
	limits = strings.Fields("; , : ? = => := { return if elif else for while lambda")
)

// The words of SQL that end a condition, those of them that begin one, and what texts with conditions look like.
var (
	clause = regexp.MustCompile(`(?i)^(where|on|having|when|and|or|select|from|join|left|right|inner|full|cross|group|order|` +
		`limit|offset|returning|union|set|values|insert|update|delete|with|do|for|then|else|end|conflict|,|;)$`)
	begins   = regexp.MustCompile(`(?i)^(where|on|having|when|and|or)$`)
	alone    = regexp.MustCompile(`(?i)^.[\w.]+( *[=<>]| +(is|in|not)\b)`) // one condition, in its quotes
	sqlTexts = regexp.MustCompile(`(?is)\b(where|and|or|on)\b.*(=|<|>|\b(is|in)\b)|\blimit\b`)
)

// handler is the code of a handler.
type handler struct {
	*program
	language string
	and, or  string          // ends of an operand of AND, and of OR, with which it decides nothing
	own      map[string]bool // the functions and, with a dot, the methods that the code defines
	inner    []string        // the innermost bracket around each token, "" for none
}

// Handler returns a handler without each of its checks: an argument of a condition, a call that narrows a query, an
// operand of a condition of the language or of SQL, a guard or another if, a limit, a call of a function of its own.
// What cannot go without a trace stays and decides nothing, so that the rest still loads. Locks are no checks here,
// since handlers are called one after the other.
func Handler(language, code string) []Removal {
	h := &handler{program: read(language, code), language: language, and: " || true)", or: " && false)",
		own: map[string]bool{}}
	python := language == "python"
	if python {
		h.and, h.or = " or True)", " and False)"
	}
	for _, m := range defines.FindAllStringSubmatch(code, -1) {
		if m[2] != "" {
			m[1] = "." + m[1]
		}
		h.own[m[1]] = true
	}
	open := []string{""}
	for i := range h.toks {
		m, bracket := h.mate[i]
		if bracket && m < i {
			open = open[:len(open)-1]
		}
		h.inner = append(h.inner, open[len(open)-1])
		if bracket && m > i {
			open = append(open, h.at(i))
		}
	}
	for i, t := range h.toks {
		switch word := h.at(i); {
		case word == "if" || word == "elif":
			h.branch(i)
		case word == "&&" || word == "and" && python:
			h.operands(i, h.and, "&&", "||", "and", "or")
		case word == "||" || word == "or" && python:
			h.operands(i, h.or, "||", "or")
		case word == "|" || word == "&":
			if left := h.mate[i-1] - 1; h.at(i+1) == "Q" && left > 0 && h.at(left) == "Q" {
				h.cut(left, i+1, "", h.text(left, i))
				h.cut(i, h.mate[i+2]+1, "", h.text(i+1, h.mate[i+2]+1))
			}
		}
		if h.at(i+1) == "(" && t.Kind == codetext.Word {
			h.call(i, h.mate[i+1])
		}
		if t.Kind == codetext.String {
			h.sql(t)
		}
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(h.out, func(r Removal) bool {
		twice := seen[r.Code]
		seen[r.Code] = true
		return twice
	})
}

// neutral makes a condition decide nothing.
func (h *handler) neutral(from, to int, end string) {
	if from < to {
		h.cut(from, to, "(("+h.text(from, to)+")"+end, h.text(from, to))
	}
}

// first reports whether a token is the first of its line.
func (h *handler) first(i int) bool {
	return i == 0 || i >= len(h.toks) || strings.Contains(h.code[h.toks[i-1].End:h.toks[i].Start], "\n")
}

// ends reports whether a statement ends before a token, with the line.
func (h *handler) ends(i int) bool {
	return h.first(i) && (i >= len(h.toks) || h.inner[i] == "" || h.language == "go" && h.inner[i] == "{")
}

// reach goes from a token, over whole brackets and in steps of by, to the last one before a stop.
func (h *handler) reach(i, by int, stops ...string) int {
	for j := i; ; j += by {
		if j < 0 || j >= len(h.toks) || slices.Contains(stops, h.at(j)) || j != i && h.ends(max(j, j-by)) {
			return j - by
		}
		if m, bracket := h.mate[j]; bracket {
			if (m-j)*by < 0 { // it closes what the operand is in
				return j - by
			}
			j = m
		}
	}
}

// operands neutralizes the operands next to a logical operator, unless one is a value.
func (h *handler) operands(i int, end string, stops ...string) {
	stops = append(stops, limits...)
	from, to := h.reach(i-1, -1, stops...), h.reach(i+1, 1, stops...)+1
	for _, operand := range [][2]int{{from, i}, {i + 1, to}} {
		if k := h.toks[operand[0]].Kind; operand[1] == operand[0]+1 && (k == codetext.Number || k == codetext.String) {
			return
		}
	}
	h.neutral(from, i, end)
	h.neutral(i+1, to, end)
}

// branch neutralizes the condition of an if: a guard lets everything pass, others hold always.
func (h *handler) branch(i int) {
	from, to, body := i+1, 0, 0
	switch {
	case h.language == "python" && !h.first(i): // of a list, or of a value
		if to = h.reach(from, 1, "for", "if", "else") + 1; h.at(to) != "else" {
			h.neutral(from, to, h.and)
		}
		return
	case h.language == "python":
		to = h.reach(from, 1, ":") + 1
		body = to + 1
	case h.language == "go":
		for to = from; to < len(h.toks); to++ {
			if m := h.mate[to]; h.at(to) == "{" && (h.first(m+1) || h.at(m+1) == "else") {
				break
			} else if m > to {
				to = m
			} else if h.at(to) == ";" {
				from = to + 1
			}
		}
		body = to + 1
		last := body
		for !h.first(last + 1) {
			last++
		}
		if h.at(last) == "err" || h.at(last) == "Error" { // it passes an error on
			return
		}
	case h.at(from) == "(":
		from, to = from+1, h.mate[from]
		if body = to + 1; h.at(body) == "{" {
			body++
		}
	}
	if slices.Contains(leaving, h.at(body)) {
		h.neutral(from, to, h.or)
	} else {
		h.neutral(from, to, h.and)
	}
}

// call removes a call that narrows, or each of several conditions among its arguments; end is its bracket.
func (h *handler) call(i, end int) {
	name, args, before := h.at(i), h.parts(i+2, end, ","), len(h.out)
	method := h.at(i-1) == "."
	if len(args) == 0 && !method {
		return
	}
	switch {
	case name == "min":
		for _, a := range args {
			if h.toks[a[0]].Kind == codetext.Number && a[1] == a[0]+1 {
				h.cut(a[0], a[1], "1000000", "min(…, "+h.at(a[0])+")")
			}
		}
	case method && name == "AddClause":
		start := i
		for !h.first(start) {
			start--
		}
		h.cut(start, end+1, "if false { "+h.text(start, end+1)+" }", h.text(start, end+1))
	case !method && h.own[name] && h.first(i) && h.first(end+1) && h.language == "python":
		h.cut(i, end+1, "pass", h.text(i, end+1))
	case !method && h.own[name] && h.first(i) && h.first(end+1):
		h.cut(i, end+1, "if false { "+h.text(i, end+1)+" }", h.text(i, end+1))
	case h.language == "python" && listing.MatchString(name):
		if name != "get" || len(args) > 0 && h.at(args[0][0]+1) == "=" {
			h.each(i+2, end, ",")
		}
	case h.language == "ts" && (name == "and" || name == "or"):
		if from := i + 2; h.at(from) == "[" {
			h.each(from+1, h.mate[from], ",")
		} else {
			h.each(from, end, ",")
		}
	case h.language == "go" && len(args) > 0 && narrows.MatchString(name) && h.at(args[0][1]-1) == "}":
		h.each(h.mate[args[0][1]-1]+1, args[0][1]-1, ",")
	}
	inText := h.language == "go" && len(args) > 0 && h.toks[args[0][0]].Kind == codetext.String
	if len(h.out) == before && method && !inText && h.at(i+2) != "and" && (narrows.MatchString(name) || h.own["."+name]) {
		h.cut(i-1, end+1, "", h.text(i-1, end+1))
	}
}

// sql neutralizes the conditions in a text of SQL.
func (h *handler) sql(t codetext.Token) {
	text, quote := t.Text(h.code), 1
	single := h.language == "go" && alone.MatchString(text)
	if !single && !sqlTexts.MatchString(text) {
		return
	}
	if strings.HasPrefix(text, `"""`) {
		quote = 3
	}
	q := read("c", strings.TrimSuffix(text, text[:quote])[quote:])
	h.conditions(q, t.Start+quote, 0, len(q.toks), single)
}

// conditions neutralizes the conditions between two tokens of SQL that begins at a byte of the code; single means that
// they may be one without any word around it.
func (h *handler) conditions(q *program, base, from, to int, single bool) {
	at, before, between := from, "", false
	for i := from; i <= to; i++ {
		word := ","
		if i < to {
			word = strings.ToLower(q.at(i))
			if m := q.mate[i]; m > i {
				if word == "(" {
					h.conditions(q, base, i+1, m, false)
				}
				i = m
				continue
			}
			if !clause.MatchString(word) || word == "from" && strings.EqualFold(q.at(i-1), "distinct") ||
				word == "and" && between || q.at(i+1) == "(" && (word == "left" || word == "right") {
				between = word == "between" || between && word != "and"
				continue
			}
		}
		if at >= 0 && at < i {
			start, end := base+q.toks[at].Start, base+q.toks[i-1].End
			switch text := h.code[start:end]; {
			case before == "limit":
				h.replace(start, end, text+" + 1000000", "LIMIT "+text)
			case before == "or" && word != "and" || before == "" && word == "or":
				h.replace(start, end, "(("+text+") AND FALSE)", text)
			case begins.MatchString(before), word == "and", single:
				h.replace(start, end, "(("+text+") OR TRUE)", text)
			}
		}
		if at = -1; begins.MatchString(word) || word == "limit" {
			at, before = i+1, word
		}
	}
}

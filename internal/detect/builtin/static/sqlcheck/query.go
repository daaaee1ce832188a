package sqlcheck

import (
	"slices"
	"strings"

	"assay/internal/sqltext"
)

// query is a SQL task, parsed as far as the checks need.
type query struct {
	spec  *sqltext.Spec
	toks  []token
	stmts []stmt
	args  map[string]string // arguments of the function that the text defines, name to type
	body  bool              // the text defines a function

	policies map[string]*policies // by table
}

// token is a token of code. Words, quoted identifiers and parameters are in
// lower case, without quotes. mate is the index of the matching bracket, or -1.
type token struct {
	text string
	kind sqltext.Kind
	mate int
}

// stmt is a statement, without its semicolon and without the control words of
// a function body before it. toks is linked by itself.
type stmt struct {
	toks    []token
	returns bool // its rows go to the client
}

func parseQuery(src, specText string) *query {
	q := &query{spec: sqltext.ParseSpec(specText), args: map[string]string{}}
	q.toks = tokens(src)
	code := q.toks
	for i, t := range q.toks {
		if t.kind != sqltext.DollarString {
			continue
		}
		q.body = true
		q.arguments(q.toks[:i])
		toks := sqltext.Lex(t.text)
		if len(toks) == 1 {
			start, end := sqltext.DollarBody(t.text, toks[0])
			code = tokens(t.text[start:end])
		}
		break
	}
	if q.body {
		q.toks = code
	}
	q.split(code)
	q.executed()
	q.policies = q.policiesOf()
	return q
}

func tokens(src string) []token {
	var out []token
	for _, t := range sqltext.Lex(src) {
		text := t.Text(src)
		switch t.Kind {
		case sqltext.Space, sqltext.LineComment, sqltext.BlockComment:
			continue
		case sqltext.Word, sqltext.Param:
			text = strings.ToLower(text)
		case sqltext.QuotedIdent:
			text = strings.Trim(text, `"`)
		}
		out = append(out, token{text, t.Kind, -1})
	}
	return link(out)
}

func link(toks []token) []token {
	var stack []int
	for i := range toks {
		toks[i].mate = -1
		switch toks[i].text {
		case "(", "[":
			stack = append(stack, i)
		case ")", "]":
			if n := len(stack); n > 0 {
				toks[i].mate, toks[stack[n-1]].mate = stack[n-1], i
				stack = stack[:n-1]
			}
		}
	}
	return toks
}

// arguments reads the argument list of CREATE FUNCTION name ( … ).
func (q *query) arguments(head []token) {
	open := slices.IndexFunc(head, func(t token) bool { return t.text == "(" })
	if open < 0 || head[open].mate < 0 {
		return
	}
	for _, arg := range cut(head[open+1:head[open].mate], ",") {
		for len(arg) > 0 && (arg[0].text == "in" || arg[0].text == "inout" || arg[0].text == "variadic") {
			arg = arg[1:]
		}
		if len(arg) >= 2 {
			q.args[arg[0].text] = arg[1].text
		}
	}
}

// split cuts code into statements and frees them of control words.
func (q *query) split(code []token) {
	for _, toks := range cut(code, ";") {
		q.unwrap(toks)
	}
}

// unwrap removes BEGIN, IF … THEN and the like before a statement. What stands
// in a condition may hold queries of its own and is kept as a statement.
func (q *query) unwrap(toks []token) {
	returns := !q.body
	for len(toks) > 0 {
		switch toks[0].text {
		case "begin", "else", "loop", "exception":
			toks = toks[1:]
			continue
		case "if", "elsif", "elseif", "while", "when", "for", "foreach":
			end := slices.IndexFunc(toks, func(t token) bool { return t.text == "then" || t.text == "loop" })
			if end < 0 {
				q.add(toks, false)
				return
			}
			q.add(toks[1:end], false)
			toks = toks[end+1:]
			continue
		case "return":
			returns = true
			if toks = toks[1:]; len(toks) > 0 && (toks[0].text == "query" || toks[0].text == "next") {
				toks = toks[1:]
			}
			continue
		case "perform":
			returns = false
			toks = append([]token{{text: "select", kind: sqltext.Word}}, toks[1:]...)
			continue
		case "declare", "end", "raise":
			return
		}
		break
	}
	q.add(toks, returns)
}

func (q *query) add(toks []token, returns bool) {
	if len(toks) > 0 {
		q.stmts = append(q.stmts, stmt{link(slices.Clone(toks)), returns})
	}
}

// executed adds the statements that EXECUTE runs, as far as they are literals:
// what is spliced in between counts as blank.
func (q *query) executed() {
	built := map[string]string{}
	for _, s := range slices.Clone(q.stmts) {
		if len(s.toks) > 2 && s.toks[1].text == ":=" {
			built[s.toks[0].text] += literals(s.toks[2:])
		}
		i := slices.IndexFunc(s.toks, func(t token) bool { return t.text == "execute" })
		if i < 0 {
			continue
		}
		var text strings.Builder
		for k := i + 1; k < len(s.toks) && s.toks[k].text != "using" && s.toks[k].text != "into"; k++ {
			text.WriteString(built[s.toks[k].text])
			text.WriteString(literals(s.toks[k : k+1]))
		}
		for _, toks := range cut(tokens(text.String()), ";") {
			q.add(toks, s.returns)
		}
	}
}

// literals joins the string literals of toks, unquoted.
func literals(toks []token) string {
	var b strings.Builder
	for _, t := range toks {
		switch {
		case t.kind == sqltext.DollarString:
			lexed := sqltext.Lex(t.text)
			start, end := sqltext.DollarBody(t.text, lexed[0])
			b.WriteString(t.text[start:end])
		case t.kind == sqltext.String && strings.Contains(t.text, "'"):
			inner := t.text[strings.IndexByte(t.text, '\'')+1 : len(t.text)-1]
			b.WriteString(strings.ReplaceAll(inner, "''", "'"))
		default:
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// cut splits linked toks at the separators outside brackets. The parts keep
// the mates of the whole: link them again before using them.
func cut(toks []token, separator string) [][]token {
	var out [][]token
	start, depth := 0, 0
	for i, t := range toks {
		switch {
		case t.text == "(" || t.text == "[":
			depth++
		case t.text == ")" || t.text == "]":
			depth--
		case t.text == separator && (depth <= 0 || separator == ";"):
			out = append(out, toks[start:i])
			start, depth = i+1, 0
		}
	}
	return append(out, toks[start:])
}

// textOf joins the texts of toks, for comparison.
func textOf(toks []token) string {
	var b strings.Builder
	for _, t := range toks {
		b.WriteString(t.text)
		b.WriteByte(' ')
	}
	return b.String()
}

package static

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/sqltext"
)

// A sqlCheck looks for one kind of flaw in the statements of a SQL task.
type sqlCheck struct {
	class bench.Class
	run   func(*query) []sqlHit
}

// sqlHit is one place where a check fires: a sentence, and the table it is about.
type sqlHit struct{ text, table string }

var sqlChecks = []sqlCheck{tenantPredicate, conflictTenant, softDelete, dynamicSQL, pagination, statusGuard, sensitive}

// query is a SQL task, parsed as far as the checks need.
type query struct {
	spec  *sqltext.Spec
	toks  []sqlToken
	stmts []stmt
	args  map[string]string // arguments of the function that the text defines, name to type
	body  bool              // the text defines a function
}

// sqlToken is a token of code. Words, quoted identifiers and parameters are in
// lower case, without quotes. mate is the index of the matching bracket, or -1.
type sqlToken struct {
	text string
	kind sqltext.Kind
	mate int
}

// stmt is a statement, without its semicolon and without the control words of
// a function body before it. toks is linked by itself.
type stmt struct {
	toks    []sqlToken
	returns bool // its rows go to the client
}

// analyseSQL runs every check. A flaw that no requirement forbids is none.
func analyseSQL(src, specText string) []bench.Finding {
	q := parseQuery(src, specText)
	var out []bench.Finding
	for _, c := range sqlChecks {
		number, ok := q.spec.Requirement(c.class)
		if !ok {
			continue
		}
		for _, h := range slices.Compact(c.run(q)) {
			n := q.membership(number, h.table)
			out = append(out, bench.Finding{Type: c.class.Title(), Class: c.class, Severity: "high", Requirements: []int{n},
				Explanation: fmt.Sprintf("%s (requirement %d)", h.text, n)})
		}
	}
	return out
}

// membership returns the requirement on the caller's rights when that one, and
// not requirement number, speaks of the table: a row of a membership table that
// is not tied to the tenant is first of all no membership.
func (q *query) membership(number int, table string) int {
	rights, ok := q.spec.Requirement("missing_access_control")
	stem := strings.TrimSuffix(table, "s")
	if !ok || stem == "" {
		return number
	}
	speaks := func(n int) bool {
		return slices.ContainsFunc(q.spec.Requirements, func(r sqltext.Requirement) bool {
			return r.Number == n && strings.Contains(strings.ToLower(r.Text), stem)
		})
	}
	if speaks(rights) && !speaks(number) {
		return rights
	}
	return number
}

func parseQuery(src, specText string) *query {
	q := &query{spec: sqltext.ParseSpec(specText), args: map[string]string{}}
	q.toks = sqlTokens(src)
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
			code = sqlTokens(t.text[start:end])
		}
		break
	}
	if q.body {
		q.toks = code
	}
	q.split(code)
	q.executed()
	return q
}

func sqlTokens(src string) []sqlToken {
	var out []sqlToken
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
		out = append(out, sqlToken{text, t.Kind, -1})
	}
	return linkSQL(out)
}

func linkSQL(toks []sqlToken) []sqlToken {
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
func (q *query) arguments(head []sqlToken) {
	open := slices.IndexFunc(head, func(t sqlToken) bool { return t.text == "(" })
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
func (q *query) split(code []sqlToken) {
	for _, toks := range cut(code, ";") {
		q.unwrap(toks)
	}
}

// unwrap removes BEGIN, IF … THEN and the like before a statement. What stands
// in a condition may hold queries of its own and is kept as a statement.
func (q *query) unwrap(toks []sqlToken) {
	returns := !q.body
	for len(toks) > 0 {
		switch toks[0].text {
		case "begin", "else", "loop", "exception":
			toks = toks[1:]
			continue
		case "if", "elsif", "elseif", "while", "when", "for", "foreach":
			end := slices.IndexFunc(toks, func(t sqlToken) bool { return t.text == "then" || t.text == "loop" })
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
			toks = append([]sqlToken{{text: "select", kind: sqltext.Word}}, toks[1:]...)
			continue
		case "declare", "end", "raise":
			return
		}
		break
	}
	q.add(toks, returns)
}

func (q *query) add(toks []sqlToken, returns bool) {
	if len(toks) > 0 {
		q.stmts = append(q.stmts, stmt{linkSQL(slices.Clone(toks)), returns})
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
		i := slices.IndexFunc(s.toks, func(t sqlToken) bool { return t.text == "execute" })
		if i < 0 {
			continue
		}
		var text strings.Builder
		for k := i + 1; k < len(s.toks) && s.toks[k].text != "using" && s.toks[k].text != "into"; k++ {
			text.WriteString(built[s.toks[k].text])
			text.WriteString(literals(s.toks[k : k+1]))
		}
		for _, toks := range cut(sqlTokens(text.String()), ";") {
			q.add(toks, s.returns)
		}
	}
}

// literals joins the string literals of toks, unquoted.
func literals(toks []sqlToken) string {
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
func cut(toks []sqlToken, separator string) [][]sqlToken {
	var out [][]sqlToken
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

// sqlText joins the texts of toks, for comparison.
func sqlText(toks []sqlToken) string {
	var b strings.Builder
	for _, t := range toks {
		b.WriteString(t.text)
		b.WriteByte(' ')
	}
	return b.String()
}

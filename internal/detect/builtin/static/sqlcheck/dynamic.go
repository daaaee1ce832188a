package sqlcheck

import (
	"slices"
	"strings"

	"assay/internal/sqltext"
)

var dynamicSQL = Check{
	Name: "dynamic", Class: "sql_injection",
	Doc: "Text of the client becomes a part of a statement that is executed.",
	run: func(q *query) []hit {
		tainted := map[string]bool{}
		for name, typ := range q.args {
			if textual[typ] {
				tainted[name] = true
			}
		}
		for range 5 { // assignments pass it on
			for _, s := range q.stmts {
				if len(s.toks) > 2 && (s.toks[1].text == ":=" || s.toks[1].text == "=") && spliced(s.toks[2:], tainted) {
					tainted[s.toks[0].text] = true
				}
			}
		}
		var out []hit
		for _, s := range q.stmts {
			for i, t := range s.toks {
				if t.text != "execute" || i+1 >= len(s.toks) || i > 0 && s.toks[i-1].text != "query" {
					continue
				}
				end := i + 1
				for end < len(s.toks) && s.toks[end].text != "using" && s.toks[end].text != "into" {
					end++
				}
				if spliced(s.toks[i+1:end], tainted) {
					out = append(out, hit{text: "Text from the client is spliced into the statement that EXECUTE runs."})
				}
			}
		}
		return out
	},
}

var textual = map[string]bool{"text": true, "varchar": true, "character": true, "json": true, "jsonb": true, "citext": true, "name": true}

// spliced reports whether the text that expr yields may hold a tainted one as
// it is. Quoting functions and format's %L and %I make it data; a CASE passes
// on its results, not its conditions.
func spliced(expr []token, tainted map[string]bool) bool {
	expr = link(slices.Clone(expr))
	inCase := false
	for i := 0; i < len(expr); i++ {
		t := expr[i]
		switch {
		case t.text == "case" || t.text == "when":
			inCase = true
		case t.text == "then" || t.text == "else" || t.text == "end":
			inCase = false
		case inCase:
		case t.kind == sqltext.Word && i+1 < len(expr) && expr[i+1].text == "(" && expr[i+1].mate > i:
			args := expr[i+2 : expr[i+1].mate]
			switch t.text {
			case "quote_literal", "quote_ident", "quote_nullable":
			case "format":
				if formats(args, tainted) {
					return true
				}
			default:
				if spliced(args, tainted) {
					return true
				}
			}
			i = expr[i+1].mate
		case tainted[t.text] && t.kind == sqltext.Word:
			if i+1 < len(expr) && (expr[i+1].text == "is" || expr[i+1].text == "=" || expr[i+1].text == "<>" || expr[i+1].text == "in") {
				continue // a comparison yields no text
			}
			return true
		}
	}
	return false
}

// formats reports whether an argument of format for %s is tainted.
func formats(args []token, tainted map[string]bool) bool {
	parts := cut(args, ",")
	if len(parts) == 0 || len(parts[0]) == 0 {
		return false
	}
	if len(parts[0]) > 1 && spliced(parts[0], tainted) {
		return true // the template itself is built
	}
	n := 1
	template := parts[0][0].text
	for i := 0; i+1 < len(template); i++ {
		if template[i] != '%' {
			continue
		}
		i++
		for i+1 < len(template) && strings.IndexByte("0123456789$-", template[i]) >= 0 {
			i++
		}
		switch template[i] {
		case 's':
			if n < len(parts) && spliced(parts[n], tainted) {
				return true
			}
			n++
		case 'I', 'L':
			n++
		}
	}
	return false
}

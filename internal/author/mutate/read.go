package mutate

import (
	"encoding/json"
	"slices"
	"strings"

	"assay/internal/lang/sqltext"
	"assay/internal/proof/pgtree"
)

// node is a node of the parser's tree.
type node = pgtree.Node

// read parses code and, where possible, the function bodies in it: one unit each.
func read(code string, tables []sqltext.Table) ([]*unit, error) {
	root, err := pgtree.Parse(pgtree.Mask(code), 0)
	if err != nil {
		return nil, err
	}
	units := []*unit{newUnit(code, 0, len(code), root)}
	for _, f := range functions(code, root) {
		switch f.language {
		case "sql":
			if root, err := pgtree.Parse(code[f.start:f.end], f.start); err == nil {
				units = append(units, newUnit(code, f.start, f.end, root))
			}
		case "plpgsql":
			units = append(units, procedural(code, f)...)
		}
	}
	known := knowledge(units, tables)
	for _, u := range units {
		u.known = known
		u.findClauses()
	}
	return units, nil
}

// parses returns the grammar's error on a text. PL/pgSQL counts with bodies only: the library does not know every
// type.
func parses(code string, bodies bool) error {
	root, err := pgtree.Parse(pgtree.Mask(code), 0)
	if err != nil {
		return err
	}
	for _, f := range functions(code, root) {
		switch {
		case f.block: // pgtree.Procedure reads functions only
		case f.language == "sql":
			_, err = pgtree.Parse(code[f.start:f.end], f.start)
		case f.language == "plpgsql" && bodies:
			_, err = pgtree.Procedure(code[f.from:f.to])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// function is a statement with a body in dollar quotes: CREATE FUNCTION, or a DO block.
type function struct {
	language   string
	block      bool // DO
	from, to   int  // of the statement
	start, end int  // of the body
}

// functions returns the functions among the statements of code. The body of one is its last dollar-quoted text.
func functions(code string, root *node) (out []function) {
	for _, raw := range root.List("stmts") {
		stmt := raw.Get("stmt")
		if !stmt.Is("CreateFunctionStmt", "DoStmt") {
			continue
		}
		f := function{language: language(stmt), block: stmt.Is("DoStmt"), from: raw.Num("stmt_location"), to: len(code)}
		if n := raw.Num("stmt_len"); n > 0 {
			f.to = f.from + n
		}
		for _, t := range sqltext.Lex(code) {
			if t.Start >= f.from && t.End <= f.to && t.Kind == sqltext.DollarString {
				f.start, f.end = sqltext.DollarBody(code, t)
			}
		}
		if f.end > 0 {
			out = append(out, f)
		}
	}
	return out
}

func language(fn *node) string {
	for _, o := range append(fn.List("options"), fn.List("args")...) {
		if o.Str("defname") == "language" {
			return strings.ToLower(o.Get("arg").Str("sval"))
		}
	}
	if fn.Is("DoStmt") {
		return "plpgsql"
	}
	return ""
}

// procedural returns the statements and expressions of a PL/pgSQL body that the
// library reports, placed in the text, and the body itself without a tree.
func procedural(code string, f function) []*unit {
	block := newUnit(code, f.start, f.end, &node{Kind: "body", Loc: -1})
	units := []*unit{block}
	s, err := pgtree.Procedure(code[f.from:f.to])
	if err != nil {
		return append(units, statements(block, f.end)...)
	}
	body := code[f.start:f.end]
	next := map[string]int{} // query → where to look for its next occurrence
	for _, q := range queries(s) {
		at := locate(body, q, next[q])
		if rest, ok := strings.CutPrefix(q, "SELECT"); at < 0 && ok { // it was PERFORM, one byte longer
			if at = locate(body, rest, next[q]) - len("SELECT"); at < 0 {
				continue
			}
		}
		if at < 0 {
			continue
		}
		next[q] = at + 1
		if u := snippet(code, f.start+at, q); u != nil {
			units = append(units, u)
		}
	}
	return units
}

// statements cuts a body that the library does not read at its semicolons and block words; a piece counts when the
// grammar accepts it as a statement.
func statements(u *unit, end int) []*unit {
	var out []*unit
	from := -1
	for i, w := range append(slices.Clone(u.words), ";") {
		switch {
		case from >= 0 && (w == ";" || w == "loop"):
			to := end
			if i < len(u.toks) {
				to = u.toks[i].Start
			}
			if root, err := pgtree.Parse(u.code[from:to], from); err == nil {
				out = append(out, newUnit(u.code, from, to, root))
			}
			from = -1
		case from < 0 && slices.Contains([]string{"select", "insert", "update", "delete", "with"}, w):
			from = u.toks[i].Start
		}
	}
	return out
}

// snippet parses one statement or expression of a body.
func snippet(code string, at int, q string) *unit {
	first, _, _ := strings.Cut(strings.TrimSpace(q), " ")
	first, _, _ = strings.Cut(strings.ToLower(first), "\n")
	if slices.Contains([]string{"select", "insert", "update", "delete", "with", "merge", "values"}, first) {
		if root, err := pgtree.Parse(q, at); err == nil {
			return newUnit(code, at, at+len(q), root)
		}
		return nil
	}
	if i := strings.Index(q, ":="); i >= 0 {
		at, q = at+i+2, q[i+2:]
	}
	if root, err := pgtree.Parse("SELECT "+q, at-len("SELECT ")); err == nil {
		return newUnit(code, at, at+len(q), root)
	}
	return nil
}

// queries returns the texts of the expressions in the library's JSON, in order.
func queries(text string) []string {
	var out []string
	d := json.NewDecoder(strings.NewReader(text))
	key := false
	for {
		t, err := d.Token()
		if err != nil {
			return out
		}
		s, ok := t.(string)
		if key && ok && len(sqltext.Lex(s)) > 1 {
			out = append(out, s)
		}
		key = ok && !key && s == "query"
	}
}

// locate finds a query in its body. The library writes blanks in place of INTO.
func locate(body, q string, from int) int {
	for i := from; i+len(q) <= len(body); i++ {
		if (i == 0 || !wordByte(body[i-1]) || !wordByte(body[i])) && (i+len(q) == len(body) || !wordByte(body[i+len(q)])) &&
			same(body[i:i+len(q)], q) {
			return i
		}
	}
	return -1
}

func same(body, q string) bool {
	for i := range len(q) {
		if q[i] != body[i] && q[i] != ' ' {
			return false
		}
	}
	return true
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

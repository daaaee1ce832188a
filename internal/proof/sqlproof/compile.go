package sqlproof

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/lang/sqltext"
)

// Statement is the code of a test, ready to run: Prelude as the owner of the tables,
// Text as the application. Params[i] is bound to $i+1.
//
// A Copy cannot bind: Pieces are its text around the parameters, and Params has one
// name between each two pieces.
//
// A program makes a different statement for each call: [Statement.For]. Only Params,
// and which of them are Optional, are known before the call.
type Statement struct {
	Prelude string
	Text    string
	Params  []string
	Copy    bool
	Pieces  []string

	Optional []string
	Program  string
	Maker    Maker
	Runner   Runner // calls Program, which is a handler; nil if it makes a statement
}

// runnable lists the words with which the last statement may begin. Other statements
// either return nothing or act on the session and its transaction.
var runnable = []string{"select", "insert", "update", "delete", "merge", "with", "values", "call", "copy"}

// Compile splits code into the defining statements and the measured one, and turns
// :name into $n.
func Compile(code string) (*Statement, error) {
	stmts := split(code)
	if len(stmts) == 0 {
		return nil, fmt.Errorf("holds no statement")
	}
	last := stmts[len(stmts)-1]
	s := &Statement{}
	if word(code, last, 0) == "create" {
		call, err := synthesize(code, last)
		if err != nil {
			return nil, err
		}
		call.Prelude = code
		return call, params(code, stmts)
	}
	if err := params(code, stmts[:len(stmts)-1]); err != nil {
		return nil, err
	}
	if len(stmts) > 1 {
		s.Prelude = code[:last[0].Start]
	}
	first := word(code, last, 0)
	if !slices.Contains(runnable, first) {
		return nil, fmt.Errorf("ends with %s; the last statement is one of %s, or defines the function to call",
			strings.ToUpper(first), strings.ToUpper(strings.Join(runnable, ", ")))
	}
	s.Copy = first == "copy"
	if s.Copy {
		if word(code, last, 1) != "(" || !copiesOut(code, last) {
			return nil, fmt.Errorf("ends with a COPY that is not COPY (query) TO STDOUT")
		}
	}
	s.bind(code, last)
	return s, nil
}

// split cuts code at the semicolons between statements. Comments and blanks are
// dropped from the token lists; a statement without tokens does not count.
func split(code string) [][]sqltext.Token {
	var out [][]sqltext.Token
	var cur []sqltext.Token
	depth := 0 // nesting of BEGIN ATOMIC … END and CASE … END
	for _, t := range sqltext.Lex(code) {
		if t.Trivia() {
			continue
		}
		if t.Kind == sqltext.Word && len(cur) > 0 && word(code, cur, 0) == "create" {
			switch w := strings.ToLower(t.Text(code)); {
			case w == "atomic" && word(code, cur, len(cur)-1) == "begin", w == "case" && depth > 0:
				depth++
			case w == "end" && depth > 0:
				depth--
			}
		}
		if t.Kind == sqltext.Punct && t.Text(code) == ";" && depth == 0 {
			if len(cur) > 0 {
				out = append(out, cur)
			}
			cur = nil
			continue
		}
		cur = append(cur, t)
	}
	if len(cur) > 0 {
		out = append(out, cur)
	}
	return out
}

// word returns the i-th token of a statement in lower case, "" if there is none.
func word(code string, stmt []sqltext.Token, i int) string {
	if i < 0 || i >= len(stmt) {
		return ""
	}
	return strings.ToLower(stmt[i].Text(code))
}

// params reports a parameter in statements that are not bound.
func params(code string, stmts [][]sqltext.Token) error {
	for _, stmt := range stmts {
		for _, t := range stmt {
			if p := t.Text(code); t.Kind == sqltext.Param && p[0] == ':' {
				return fmt.Errorf("uses %s before the last statement; only the last one has parameters", p)
			}
		}
	}
	return nil
}

func (s *Statement) bind(code string, stmt []sqltext.Token) {
	var b strings.Builder
	from, end := stmt[0].Start, stmt[len(stmt)-1].End
	for _, t := range stmt {
		name := t.Text(code)
		if t.Kind != sqltext.Param || name[0] != ':' {
			continue
		}
		name = name[1:]
		piece := code[from:t.Start]
		from = t.End
		if s.Copy {
			s.Pieces, s.Params = append(s.Pieces, piece), append(s.Params, name)
			continue
		}
		i := slices.Index(s.Params, name)
		if i < 0 {
			i = len(s.Params)
			s.Params = append(s.Params, name)
		}
		fmt.Fprintf(&b, "%s$%d", piece, i+1)
	}
	if s.Copy {
		s.Pieces = append(s.Pieces, code[from:end])
		return
	}
	b.WriteString(code[from:end])
	s.Text = b.String()
}

// copiesOut reports whether a COPY has TO STDOUT after its bracketed query.
func copiesOut(code string, stmt []sqltext.Token) bool {
	depth := 0
	for i := 1; i < len(stmt); i++ {
		switch word(code, stmt, i) {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				return word(code, stmt, i+1) == "to" && word(code, stmt, i+2) == "stdout"
			}
		}
	}
	return false
}

// synthesize returns a call of the function or procedure that stmt creates.
func synthesize(code string, stmt []sqltext.Token) (*Statement, error) {
	i := 1
	if word(code, stmt, 1) == "or" && word(code, stmt, 2) == "replace" {
		i = 3
	}
	what := word(code, stmt, i)
	if what != "function" && what != "procedure" {
		return nil, fmt.Errorf("ends with CREATE %s and runs nothing; add the statement that is measured",
			strings.ToUpper(what))
	}
	var name strings.Builder
	for i++; i < len(stmt) && word(code, stmt, i) != "("; i++ {
		name.WriteString(stmt[i].Text(code))
	}
	s := &Statement{}
	var args []string
	for _, arg := range arguments(code, stmt, i) {
		param := strings.TrimPrefix(strings.Trim(arg, `"`), "p_")
		s.Params = append(s.Params, param)
		args = append(args, fmt.Sprintf("%s => $%d", arg, len(s.Params)))
	}
	s.Text = fmt.Sprintf("SELECT * FROM %s(%s)", name.String(), strings.Join(args, ", "))
	if what == "procedure" {
		s.Text = strings.Replace(s.Text, "SELECT * FROM", "CALL", 1)
	}
	return s, nil
}

// arguments returns the names of the input arguments in the bracket at i.
func arguments(code string, stmt []sqltext.Token, i int) []string {
	var out []string
	depth, fresh := 0, false
	for ; i < len(stmt); i++ {
		switch w := word(code, stmt, i); {
		case w == "(" || w == "[":
			depth++
			fresh = depth == 1
		case w == ")" || w == "]":
			if depth--; depth == 0 {
				return out
			}
		case w == "," && depth == 1:
			fresh = true
		case fresh && (w == "in" || w == "inout" || w == "variadic"):
		case fresh:
			if w != "out" {
				out = append(out, stmt[i].Text(code))
			}
			fresh = false
		}
	}
	return out
}

// Canon returns the code without comments, blanks and letter case of words: equal for
// files that the database cannot distinguish.
func Canon(code string) string {
	var b strings.Builder
	for _, stmt := range split(code) {
		for _, t := range stmt {
			text := t.Text(code)
			if t.Kind == sqltext.Word {
				text = strings.ToLower(text)
			}
			b.WriteString(text)
			b.WriteByte(' ')
		}
		b.WriteString(";\n")
	}
	return b.String()
}

// Split returns the statements of a text, each with the comments inside it.
func Split(code string) []string {
	var out []string
	for _, stmt := range split(code) {
		out = append(out, code[stmt[0].Start:stmt[len(stmt)-1].End])
	}
	return out
}

// WithoutElement removes from a CREATE TABLE the element (a column or constraint
// definition) that contains the byte at, and returns the new text and the element.
// Both are empty if at is in no element, or in a column's.
func WithoutElement(statement string, at int) (without, element string) {
	stmts := split(statement)
	if len(stmts) != 1 || word(statement, stmts[0], 0) != "create" || word(statement, stmts[0], 1) != "table" {
		return "", ""
	}
	toks := stmts[0]
	depth, from := 0, -1 // of the element, as a token index
	for i, t := range toks {
		w := t.Text(statement)
		end := depth == 1 && (w == "," || w == ")")
		switch w {
		case "(":
			if depth++; depth == 1 {
				from = i
			}
		case ")":
			depth--
		}
		if !end {
			continue
		}
		if toks[from].End <= at && at <= t.Start { // from is the bracket or comma before it
			first := strings.ToLower(toks[from+1].Text(statement))
			if !slices.Contains([]string{"unique", "primary", "check", "exclude", "foreign", "constraint"}, first) {
				return "", ""
			}
			cut := toks[from].Start
			if toks[from].Text(statement) == "(" {
				cut = toks[from].End
			}
			return statement[:cut] + statement[t.Start:], statement[toks[from+1].Start:toks[i-1].End]
		}
		from = i
	}
	return "", ""
}

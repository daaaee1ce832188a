// Package mutate derives minimal bad SQL from a good query: one weakening, one
// byte-range edit, comments and layout kept, so that a pair of files differs in
// its flaw and in nothing else.
//
// [Derive] reads the query with PostgreSQL's own grammar (compiled to WebAssembly, loaded at the first use) and
// proposes mutants; it does not know which of them do harm. [Keep] asks a proof engine: a mutant is kept when it
// works like its source in honest use and an attack on it succeeds, and is named after the requirements that it
// violates.
//
// An operator is a constant value and a line in [Operators]. docs/sql-proofs.md lists them.
package mutate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"assay/internal/lang/edit"
	"assay/internal/lang/sqltext"
	"assay/internal/proof/adequacy"
)

// Mutant is a good text with one weakening.
type Mutant struct {
	Operator    string
	Description string // what was changed, as a half sentence
	Start, End  int    // bytes of the good text that were replaced
	Replacement string
	Code        string // the whole text after the edit
}

// Operator proposes edits of one kind. It is a constant value.
type Operator struct {
	Name string // lower-case, dash-separated
	Doc  string // one line
	// Deletes reports that the operator removes a check instead of changing it into another.
	Deletes bool
	find    func(*unit) []change
}

// change is an edit with its description.
type change struct {
	edit.Edit
	why string
}

func changed(start, end int, text, why string, args ...any) change {
	return change{edit.Edit{Start: start, End: end, New: text}, fmt.Sprintf(why, args...)}
}

// changed replaces the tokens from..to.
func (u *unit) changed(from, to int, text, why string, args ...any) change {
	return changed(u.toks[from].Start, u.toks[to].End, text, why, args...)
}

// Derive returns the mutants of code, a query on the given tables, ordered by operator and place, without two of
// the same text. Without tables it knows only the columns that code itself names. It fails when code is not
// PostgreSQL.
//
// Parameters are written :name. The first call loads the parser, which takes a
// second or more.
func Derive(code string, tables []sqltext.Table) ([]Mutant, error) {
	return derive(code, tables, Operators())
}

// Deletions returns code without each of its checks, and with each part of its conditions decided: the mutants of
// operators with Deletes, and those of the decisions.
func Deletions(code string, tables []sqltext.Table) ([]adequacy.Removal, error) {
	ops := slices.DeleteFunc(Operators(), func(op Operator) bool { return !op.Deletes })
	mutants, err := derive(code, tables, append(ops, decisions...))
	var out []adequacy.Removal
	for _, m := range mutants {
		out = append(out, adequacy.Removal{Start: m.Start, Description: m.Description, Code: m.Code})
	}
	return out, err
}

func derive(code string, tables []sqltext.Table, ops []Operator) ([]Mutant, error) {
	units, err := read(code, tables)
	if err != nil {
		return nil, fmt.Errorf("deriving mutants: %w", err)
	}
	bodies := parses(code, true) == nil
	seen := map[string]bool{normalized(code): true}
	var out []Mutant
	for _, op := range ops {
		var found []change
		for _, u := range units {
			found = append(found, op.find(u)...)
		}
		slices.SortStableFunc(found, func(a, b change) int {
			return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End), cmp.Compare(a.New, b.New))
		})
		for _, c := range found {
			m, ok := finish(code, op.Name, c)
			if !ok || seen[normalized(m.Code)] || parses(m.Code, bodies) != nil {
				continue
			}
			seen[normalized(m.Code)] = true
			out = append(out, m)
		}
	}
	return out, nil
}

// finish makes an edit minimal and keeps the comments that it covers; ok is
// false when it changes nothing or cannot keep them.
func finish(code, operator string, c change) (m Mutant, ok bool) {
	want := comments(code)
	for try := range 3 {
		e := c.Edit
		switch try {
		case 1: // the layout before a comment's end mattered: leave it
			for e.Start < e.End && isBlank(code[e.Start]) {
				e.Start++
			}
			if e.Start == c.Start {
				continue
			}
		case 2: // the replaced text holds comments: put them back
			for _, t := range comments(code[e.Start:e.End]) {
				e.New += " " + t
				if strings.HasPrefix(t, "--") {
					e.New += "\n"
				}
			}
		}
		e = minimal(code, e)
		text, err := edit.Apply(code, []edit.Edit{e})
		if err == nil && text != code && slices.Equal(comments(text), want) {
			return Mutant{operator, c.why, e.Start, e.End, e.New, text}, true
		}
	}
	return Mutant{}, false
}

// minimal removes from an edit the ends that it does not change.
func minimal(code string, e edit.Edit) edit.Edit {
	for e.Start < e.End && e.New != "" && code[e.Start] == e.New[0] {
		e.Start, e.New = e.Start+1, e.New[1:]
	}
	for e.Start < e.End && e.New != "" && code[e.End-1] == e.New[len(e.New)-1] {
		e.End, e.New = e.End-1, e.New[:len(e.New)-1]
	}
	return e
}

// comments returns the comments of a text, including those inside function bodies.
func comments(code string) []string {
	var out []string
	for _, t := range sqltext.Lex(code) {
		switch {
		case t.Comment():
			out = append(out, t.Text(code))
		case t.Kind == sqltext.DollarString:
			start, end := sqltext.DollarBody(code, t)
			out = append(out, comments(code[start:end])...)
		}
	}
	return out
}

// normalized returns the text without comments and blanks: the part that the server distinguishes.
func normalized(code string) string {
	var b strings.Builder
	for _, t := range sqltext.Lex(code) {
		switch {
		case t.Trivia():
		case t.Kind == sqltext.DollarString:
			start, end := sqltext.DollarBody(code, t)
			b.WriteString(normalized(code[start:end]))
		default:
			b.WriteString(t.Text(code))
			b.WriteByte(' ')
		}
	}
	return b.String()
}

func isBlank(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// Package reformat lays the code out in another careful style: other indentation,
// other places for opening braces. No token changes.
package reformat

import (
	"strings"

	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
	"assay/internal/lang/sqltext"
	"assay/internal/lang/transform"
)

// Transformation is a placebo.
var Transformation = transform.Transformation{
	Name: "reformat",
	Doc: `change indentation and the place of braces, nothing else

Its effect on a subject is the noise floor against which other transformations are measured.`,
	Kind:      transform.Placebo,
	Letter:    "P",
	Promises:  transform.C1,
	Languages: transform.SolidityAndSQL(),
	Options: []transform.Option{{Name: "style", Values: []string{"seeded", "two", "tabs", "braces"},
		Doc: "two blanks, tabs, or braces on lines of their own"}},
	Run: run,
}

func run(in *transform.Input) (*transform.Output, error) {
	style := in.Options["style"]
	if style == "seeded" {
		style = transform.Pick(in.Dice, []string{"two", "tabs", "braces"}, "style")
	}
	out := &transform.Output{Edits: map[string][]edit.Edit{}, Note: "laid out: " + style}
	for _, f := range in.Shown() {
		r := rewriter{text: f.Text, style: style, step: step(f.Text)}
		if transform.IsSQL(in.Task.Language) {
			r.query()
		} else {
			r.contract()
		}
		out.Edits[f.Path] = r.edits
	}
	if out.Empty() {
		return nil, transform.NotApplicable("it has nothing to lay out anew")
	}
	return out, nil
}

// step returns the smallest indentation in blanks, 4 if there is none.
func step(text string) int {
	least := 0
	for line := range strings.Lines(text) {
		n := len(line) - len(strings.TrimLeft(line, " "))
		if n > 1 && (least == 0 || n < least) && strings.TrimSpace(line) != "" {
			least = n
		}
	}
	if least == 0 {
		return 4
	}
	return least
}

type rewriter struct {
	text, style string
	step        int
	edits       []edit.Edit
}

func (r *rewriter) contract() {
	toks := solidity.Lex(r.text)
	depth := 0
	for i, t := range toks {
		switch s := t.Text(r.text); {
		case t.Kind == solidity.Space:
			r.space(t.Start, t.End, i == 0)
		case s == "(" || s == "[":
			depth++
		case s == ")" || s == "]":
			depth--
		case s == "{" && r.style == "braces" && depth == 0 && i > 1 && toks[i-1].Kind == solidity.Space &&
			toks[i-1].Text(r.text) == " " && !toks[i-2].Comment():
			// a brace that opens a block ends its line; others stay
			if strings.TrimSpace(r.text[t.End:transform.LineEnd(r.text, t.End)]) != "" {
				continue
			}
			r.edits = append(r.edits, edit.Edit{Start: t.Start - 1, End: t.Start, New: "\n" + transform.Indent(r.text, t.Start)})
		}
	}
}

func (r *rewriter) query() {
	if r.style == "braces" { // SQL has no braces: clauses get one more blank instead
		r.style = "wide"
	}
	r.clauses(0, len(r.text))
}

// clauses formats a piece of SQL, and the bodies of functions in it.
func (r *rewriter) clauses(from, to int) {
	piece := r.text[from:to]
	toks := sqltext.Lex(piece)
	for i, t := range toks {
		switch {
		case t.Kind == sqltext.Space:
			r.space(from+t.Start, from+t.End, i == 0 && from == 0)
		case sqltext.CodeBody(piece, toks, i):
			start, end := sqltext.DollarBody(piece, t)
			r.clauses(from+start, from+end)
		}
	}
}

// space changes the indentation at the end of a run of blanks that contains a line end
// or begins the text.
func (r *rewriter) space(start, end int, first bool) {
	from := strings.LastIndexByte(r.text[start:end], '\n')
	if from < 0 && !first {
		return
	}
	from += start + 1
	if first && from <= start {
		from = start
	}
	old := r.text[from:end]
	if old == "" || strings.Trim(old, " ") != "" {
		return
	}
	levels, rest := len(old)/r.step, len(old)%r.step
	now := old
	switch r.style {
	case "two":
		unit := 2
		if r.step == 2 {
			unit = 4
		}
		now = strings.Repeat(" ", levels*unit+rest)
	case "tabs":
		now = strings.Repeat("\t", levels) + strings.Repeat(" ", rest)
	case "wide":
		now = old + strings.Repeat(" ", levels)
	}
	if now != old {
		r.edits = append(r.edits, edit.Edit{Start: from, End: end, New: now})
	}
}

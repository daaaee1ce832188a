package report

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/sqltext"
)

// Text is one text of a sample with its labels and its ground truth.
type Text struct {
	Path     string     `json:"path"`
	Source   string     `json:"source,omitempty"` // "" when it is left out, which Cut reports
	Language string     `json:"language"`
	Cut      string     `json:"cut,omitempty"`
	About    string     `json:"about,omitempty"`    // the problem with a query, in words
	Violates []Violated `json:"violates,omitempty"` // requirements
	Labels   []Mark     `json:"labels,omitempty"`
}

// Violated is a numbered requirement that a text violates.
type Violated struct {
	Number int    `json:"number"`
	Text   string `json:"text"`
}

// Mark is one label of a text, on lines from Line to End; 0 for the whole text.
type Mark struct {
	Name  string `json:"name"`
	Class string `json:"class"` // of the page's style
	Where string `json:"where"`
	Text  string `json:"text,omitempty"`
	Line  int    `json:"line"`
	End   int    `json:"end"`
}

type diffHunk struct {
	Skipped int // number of lines left out before it
	Lines   []diffLine
}

type diffLine struct {
	Sign, Class string
	Old, New    string
	Tokens      []token
}

// underReview returns the file that the question is about, empty for a task without files.
func underReview(v *bench.Variant) bench.File {
	if len(v.Task.Files) == 0 {
		return bench.File{}
	}
	return v.Task.Files[0]
}

// violated returns the requirements that a variant violates, with their text.
func violated(v *bench.Variant) []Violated {
	var out []Violated
	rs := sqltext.ParseSpec(v.Task.Spec).Requirements
	for _, l := range v.Targets() {
		for _, n := range l.Requirements {
			r := Violated{Number: n}
			if i := slices.IndexFunc(rs, func(r sqltext.Requirement) bool { return r.Number == n }); i >= 0 {
				r.Text = Visible(rs[i].Text)
			}
			out = append(out, r)
		}
	}
	return out
}

// whole reports whether a label is about a whole file, as those of SQL are.
func whole(v *bench.Variant, l bench.Label) bool { return v.Format.ByRequirement() || l.Span.Line == 0 }

func labels(v *bench.Variant) []Mark {
	var out []Mark
	for _, l := range v.Labels {
		if whole(v, l) || l.Span.File != "" && l.Span.File != underReview(v).Path {
			continue
		}
		where := fmt.Sprintf("line %d", l.Span.Line)
		if l.Span.EndLine > l.Span.Line {
			where = fmt.Sprintf("lines %d to %d", l.Span.Line, l.Span.EndLine)
		}
		if l.Scope != "" {
			where += ", " + l.Scope
		}
		text := string(l.Act)
		if l.Note != "" {
			if text != "" {
				text += ": "
			}
			text += l.Note
		}
		out = append(out, Mark{l.Name(), mark(l.Function), where, Visible(text), l.Span.Line,
			max(l.Span.Line, l.Span.EndLine)})
	}
	return out
}

// mark returns the CSS class of a security function.
func mark(f bench.SecurityFunction) string {
	return "l-" + strings.ToLower(strings.ReplaceAll(string(f), "_", "-"))
}

// unified converts a diff into hunks of lines with their tokens.
func unified(all []change, old, new [][]token) []diffHunk {
	var out []diffHunk
	last := 0 // number of lines of the old text so far
	for _, h := range hunks(all, 3) {
		hunk := diffHunk{}
		for i, c := range h {
			l := diffLine{Sign: string(c.Kind)}
			if c.Old > 0 {
				l.Old = fmt.Sprint(c.Old)
			}
			if c.New > 0 {
				l.New = fmt.Sprint(c.New)
			}
			if i == 0 && c.Old > 0 {
				hunk.Skipped = c.Old - 1 - last
			}
			last = max(last, c.Old)
			switch c.Kind {
			case '-':
				l.Class, l.Sign, l.Tokens = "del", "−", old[c.Old-1]
			case '+':
				l.Class, l.Tokens = "add", new[c.New-1]
			default:
				l.Tokens = old[c.Old-1]
			}
			hunk.Lines = append(hunk.Lines, l)
		}
		out = append(out, hunk)
	}
	return out
}

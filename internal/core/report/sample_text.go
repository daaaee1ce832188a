package report

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/lang/sqltext"
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

// underReview returns the file that the question is about, empty for a task without files.
func underReview(v *bench.Variant) bench.File {
	if len(v.Task.Files) == 0 {
		return bench.File{}
	}
	return v.Task.Files[0]
}

// ViolatedBy returns the requirements that a variant violates, with their text; nil for a safe one, and for a contract.
func ViolatedBy(v *bench.Variant) []Violated {
	var out []Violated
	rs := sqltext.ParseSpec(v.Task.Spec).Requirements
	for _, l := range v.Targets() {
		for _, n := range l.Requirements {
			r := Violated{Number: n}
			if i := slices.IndexFunc(rs, func(r sqltext.Requirement) bool { return r.Number == n }); i >= 0 {
				r.Text = Visible(strings.ReplaceAll(rs[i].Text, "`", "")) // a page shows words, not Markdown
			}
			out = append(out, r)
		}
	}
	return out
}

// WholeText reports whether a label is about a whole file, as those of SQL are.
func WholeText(v *bench.Variant, l bench.Label) bool {
	return v.Format.ByRequirement() || l.Span.Line == 0
}

func labels(v *bench.Variant) []Mark {
	var out []Mark
	for _, l := range v.Labels {
		if WholeText(v, l) || l.Span.File != "" && l.Span.File != underReview(v).Path {
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
		out = append(out, Mark{l.Name(), LabelStyle(l.Function), where, Visible(text), l.Span.Line,
			max(l.Span.Line, l.Span.EndLine)})
	}
	return out
}

// LinesNamed returns the lines of the text under review that a finding names: those it gives, else the one on which the
// function of its location is declared; nil if it names none.
func LinesNamed(v *bench.Variant, f bench.Finding) []bench.Range {
	if len(f.Lines) > 0 {
		return f.Lines
	}
	name, _, _ := strings.Cut(f.Location, "(")
	name = identifier.FindString(name)
	if name == "" {
		return nil
	}
	for i, line := range splitLines(underReview(v).Text) {
		if m := declaration.FindStringSubmatch(line); m != nil && m[1] == name {
			return []bench.Range{{From: i + 1, To: i + 1}}
		}
	}
	return nil
}

var (
	identifier  = regexp.MustCompile(`[A-Za-z_$][\w$]*$`) // the last one of a qualified name
	declaration = regexp.MustCompile(`\bfunction\s+([A-Za-z_$][\w$]*)`)
)

// LabelMeaning says in a few words what a security function means, "" for an unknown one.
func LabelMeaning(f bench.SecurityFunction) string {
	return map[bench.SecurityFunction]string{
		bench.RootCause: "the code that is the flaw", bench.Prereq: "needed for the flaw, not faulty itself",
		bench.SecondaryVuln: "another true flaw", bench.InsuffGuard: "a protection that does not protect",
		bench.Decoy: "looks dangerous and is safe", bench.Benign: "correct", bench.Unrelated: "irrelevant here",
	}[f]
}

// LabelStyle returns the CSS class of a security function, in reports and in the browser.
func LabelStyle(f bench.SecurityFunction) string {
	return "l-" + strings.ToLower(strings.ReplaceAll(string(f), "_", "-"))
}

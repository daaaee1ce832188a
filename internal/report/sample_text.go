package report

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/sqltext"
)

// textView is one text with its labels, the difference to its twin, and what
// the subjects answered about it.
type textView struct {
	Name, Truth, Class string
	Violates           []sqltext.Requirement
	Description        string
	Path               string
	Lines              []codeLine // nil when the text is not printed
	Labels             []labelView
	Cut                string
	Twin               string
	Diff               []diffHunk
	Answers            []answerView
}

type codeLine struct {
	N       int
	Changed bool
	Labels  []string
	Mark    string // CSS class of the strongest label on the line, "" without one
	Tokens  []token
}

type labelView struct{ Function, Mark, Where, Text string }

type diffHunk struct {
	Skipped int // lines left out before it
	Lines   []diffLine
}

type diffLine struct {
	Sign, Class string
	Old, New    string
	Tokens      []token
}

// buildTexts shows the variants of a base. Of a pair one text is
// shown whole and the other as the difference: the vulnerable one whole, unless
// its twin is the twin of others too, as a good test is of several bad ones.
func buildTexts(s *Suite, vs []*bench.Variant, subjects []bench.Subject, trials placesOf, b *budget) (out []textView) {
	byKey, twinOf := map[string]*bench.Variant{}, map[string]int{}
	for _, v := range vs {
		byKey[v.Key] = v
		if v.Truth == bench.Vulnerable {
			twinOf[v.Twin]++
		}
	}
	for _, v := range vs {
		t := textView{Name: short(v), Truth: v.Truth.String(), Path: underReview(v).Path}
		var twin *bench.Variant
		if v.Truth == bench.Vulnerable {
			t.Class = classes(v)
			t.Violates = violated(v)
			if v.Format == "tenantsql" {
				t.Description = v.RootCause
			}
			twin = byKey[v.Twin]
		}
		onlyDiff := v.Truth == bench.Safe && twinOf[v.Key] == 1
		if !onlyDiff {
			b.print(&t, v, twin, twin != nil && twinOf[v.Twin] > 1)
		}
		t.Labels = labels(v)
		t.Answers = b.answers(s.source, subjects, trials[v.Key])
		out = append(out, t)
	}
	return out
}

// classes names the class of every documented flaw of a variant.
func classes(v *bench.Variant) string {
	var out []string
	for _, s := range v.Documented() {
		if t := s.Class.Title(); !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return strings.Join(out, ", ")
}

// underReview returns the file that the question is about, empty for a task without files.
func underReview(v *bench.Variant) bench.File {
	if len(v.Task.Files) == 0 {
		return bench.File{}
	}
	return v.Task.Files[0]
}

// violated returns the requirements that a variant breaks, with their text.
func violated(v *bench.Variant) []sqltext.Requirement {
	var out []sqltext.Requirement
	rs := sqltext.ParseSpec(v.Task.Spec).Requirements
	for _, l := range v.Targets() {
		for _, n := range l.Requirements {
			r := sqltext.Requirement{Number: n}
			if i := slices.IndexFunc(rs, func(r sqltext.Requirement) bool { return r.Number == n }); i >= 0 {
				r = rs[i]
			}
			out = append(out, r)
		}
	}
	return out
}

// whole reports whether a label speaks of a whole file, as those of SQL do.
func whole(v *bench.Variant, l bench.Label) bool { return v.Format == "tenantsql" || l.Span.Line == 0 }

func labels(v *bench.Variant) []labelView {
	var out []labelView
	for _, l := range v.Labels {
		if whole(v, l) {
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
		out = append(out, labelView{l.Name(), mark(l.Function), where, text})
	}
	return out
}

// mark is the CSS class of a security function.
func mark(f bench.SecurityFunction) string {
	return "l-" + strings.ToLower(strings.ReplaceAll(string(f), "_", "-"))
}

// code builds the lines of a text, with the labels on the lines where they start.
func code(v *bench.Variant, tokens [][]token, changed map[int]bool) []codeLine {
	out := make([]codeLine, len(tokens))
	for i := range tokens {
		out[i] = codeLine{N: i + 1, Changed: changed[i+1], Tokens: tokens[i]}
	}
	for _, l := range v.Labels {
		if whole(v, l) || l.Span.File != "" && l.Span.File != underReview(v).Path {
			continue
		}
		for n := l.Span.Line; n <= max(l.Span.Line, l.Span.EndLine) && n <= len(out); n++ {
			line := &out[n-1]
			if n == l.Span.Line && !slices.Contains(line.Labels, l.Name()) {
				line.Labels = append(line.Labels, l.Name())
			}
			if line.Mark == "" || l.Function == bench.RootCause {
				line.Mark = mark(l.Function)
			}
		}
	}
	return out
}

// unified turns a diff into hunks of lines with their tokens.
func unified(all []change, old, new [][]token) []diffHunk {
	var out []diffHunk
	last := 0 // lines of the old text seen so far
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

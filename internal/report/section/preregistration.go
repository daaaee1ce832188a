package section

import (
	"fmt"
	"strings"

	"assay/internal/bench"
	"assay/internal/report"
	"assay/internal/report/write"
)

var preregistration = Section{ID: "preregistration", Title: "Preregistration",
	Tables: []string{"registration", "families", "hypotheses"}, Build: buildPreregistration}

func buildPreregistration(d *report.Data) (write.Section, bool) {
	r := d.Registered
	if r == nil {
		return write.Section{}, false
	}
	out := write.Section{Lead: []string{report.Registration(d)}, Facts: []write.Fact{
		{Name: "Title", Text: orNone(r.Title)},
		{Name: "Fixed", Text: report.When(r.RegisteredAt) + " (clock of that machine)"},
		{Name: "Hash", Text: r.Hash, Code: true},
		{Name: "Plan", Text: fmt.Sprintf("%d trials, %s", r.Plan.Trials, r.Plan.Hash)},
		{Name: "Repetitions", Text: fmt.Sprint(r.Repetitions)},
		{Name: "Alpha", Text: fmt.Sprint(r.Alpha)},
	}}
	if len(r.Deviations) > 0 {
		out.Tables = append(out.Tables, write.Table{ID: "deviations", Of: "Not as registered", Says: r.Deviations})
	}
	registered := write.Table{ID: "registration", Of: "Hypotheses",
		Columns: []write.Column{words("hypothesis", "Hypothesis"), words("family", "Family"),
			prose("text", "Claim")}}
	for _, h := range r.Hypotheses {
		registered.Rows = append(registered.Rows, write.Cells(h.ID, h.Family, h.Text))
	}
	families := write.Table{ID: "families", Title: "Families of tests",
		Columns: []write.Column{words("family", "Family"), words("correction", "Correction"), prose("text", "Tests")}}
	for _, f := range r.Families {
		families.Rows = append(families.Rows, write.Cells(f.Name, f.Correction, orNone(f.Text)))
	}
	out.Tables = append(out.Tables, registered, families, Hypotheses(r, report.Hypotheses(d)))
	out.Tables = append(out.Tables, Exclusions(report.Exclusions(d))...)
	return out, true
}

// Hypotheses returns the results of a run on what was registered. A result without lines is words, or is not
// tested yet.
func Hypotheses(r *bench.Registered, all []report.HypothesisResult) write.Table {
	t := write.Table{ID: "hypotheses", Title: fmt.Sprintf("Hypotheses, as preregistered, at α = %g", r.Alpha), Main: true}
	hidden := func(key, help string) write.Column { return write.Column{Key: key, Title: key, Help: help, Data: true} }
	t.Columns = []write.Column{
		hidden("hypothesis", "its id in the preregistration"), hidden("text", "its text"),
		hidden("family", "family of tests that it was registered in"),
		hidden("correction", "of the p values of the family: holm or none"),
		hidden("tests", "number of tests in the family, including those that could not be done"),
		hidden("alpha", "level of the tests"), hidden("claim",
			"tested claim, in words; empty for a hypothesis without a test"),
		subjectColumn(), prose("verdict", "Verdict"), hidden("why", "reason that it could not be tested"),
		hidden("first", "first number"), hidden("second", "number that it is compared with"),
		{Key: "difference", Title: "Difference (n)", Help: "first minus second, over n clusters", Number: true},
		hidden("method", "of its interval"),
		hidden("bases", "number of clusters of the difference"),
		{Key: "p", Title: "p", Help: "of the claim as registered", Number: true},
		{Key: "adjusted", Title: "adjusted", Help: "p adjusted in its family", Number: true},
		hidden("detectable", "minimum detectable effect (power 80 %), for a hypothesis that is not supported"),
		{Key: "test", Title: "Test", Help: "test that gave p", Text: true, Less: 1},
	}
	tested := false
	for i := range all {
		h := &all[i]
		part := h.ID + ": " + h.Text
		if h.Claim != "" {
			part += " " + h.Claim + "; " + h.FamilyText() + "."
		}
		shared := []write.Value{write.Text(h.ID), write.Text(h.Text), write.Text(h.Family), write.Text(h.Correction),
			write.Int(h.Tests), write.Figure(fmt.Sprint(r.Alpha), r.Alpha), write.Text(h.Claim)}
		if len(h.Lines) == 0 {
			t.Rows = append(t.Rows, write.Row{Part: part, Cells: append(shared, write.Text(""), write.Text(h.Note))})
			continue
		}
		for _, l := range h.Lines {
			row := write.Row{Part: part, Cells: append(shared[:len(shared):len(shared)], hypothesisCells(l)...),
				Notes: l.Warnings}
			if tested = tested || l.Verdict != report.NotTestable; l.Why != "" {
				row.Notes = append([]string{l.Why}, l.Warnings...)
			}
			t.Rows = append(t.Rows, row)
		}
	}
	if tested {
		t.Foot = []string{report.HypothesesText}
	}
	return t
}

// hypothesisCells returns the cells of one subject, from its name on.
func hypothesisCells(l report.HypothesisLine) []write.Value {
	c := l.Cells()
	verdict := write.Text(string(l.Verdict))
	if l.Verdict == report.Supported {
		verdict.Tone = write.Good
	}
	if c.Detectable != "" {
		verdict.Lines = []string{"shown at ≥ " + c.Detectable}
	}
	difference := write.Optional(c.Difference, l.Difference)
	method, n := "", write.Text("")
	if l.Difference != nil {
		difference.Interval, difference.Range, difference.Strong = l.Interval, c.Interval, true
		n = write.Int(l.Bases)
		difference.Text += fmt.Sprintf(" (%d)", l.Bases)
	}
	if l.Interval != nil {
		method = l.Interval.Method
	}
	return []write.Value{write.Text(l.Subject), verdict, write.Text(l.Why), write.Optional("", l.First),
		write.Optional("", l.Second), difference, write.Text(method), n, write.Optional(c.P, l.P),
		write.Optional(c.Adjusted, l.Adjusted), write.Optional(c.Detectable, l.Detectable), write.Text(l.Test)}
}

// Exclusions returns what the numbers of hypotheses leave out, or no table when that is nothing. It belongs to the
// table of hypotheses.
func Exclusions(left report.LeftOut) []write.Table {
	t := write.Table{ID: "hypotheses", Of: "Exclusions, as preregistered", Main: true}
	for _, e := range left.Exclusions {
		says := e.Name()
		if e.Of > 0 { // it has been applied to trials
			says += ": " + e.Result()
		}
		t.Says = append(t.Says, says+".")
	}
	if u := left.LeftUnnamed(); u != "" {
		t.Warnings = []string{u}
	}
	if len(t.Says)+len(t.Warnings) == 0 {
		return nil
	}
	return []write.Table{t}
}

// minus replaces hyphens with typographic minus signs.
func minus(s string) string { return strings.ReplaceAll(s, "-", "−") }

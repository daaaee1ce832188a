package report

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/report/write"
)

var summary = Section{ID: "summary", Title: "Summary", Tables: []string{"summary"}, Build: buildSummary}

func buildSummary(d *Data) (write.Section, bool) {
	var out write.Section
	suites(d, func(s *Suite) {
		h := HeadlineOf(d, s)
		out.Tables = append(out.Tables, write.Table{ID: "summary", Group: s.Name, Census: s.Census().String(),
			Says: Explain(h), Warnings: Caveats(h), Main: true})
	})
	out.Facts = append(measured(d), facts(d)...)
	out.Tables = append(out.Tables, write.Table{ID: "reading", Title: "How to read this report", Folded: true,
		Lead: slices.Clone(reading)})
	return out, true
}

// measured returns the subject matter of a run.
func measured(d *Data) []write.Fact {
	var of []string
	suites(d, func(s *Suite) { of = append(of, s.Name) })
	return []write.Fact{
		{Name: "Suites", Text: orNone(List(of))},
		{Name: "Subjects", Text: subjectsIn(names(d.AllSubjects()))},
	}
}

// facts returns the time of a run, its size, and its judges.
func facts(d *Data) []write.Fact {
	ended := 0
	for _, t := range d.Trials {
		if t.Outcome == bench.Answered {
			ended++
		}
	}
	out := []write.Fact{
		{Name: "Trials", Text: fmt.Sprintf("%s, of which %s answered", Count(len(d.Trials)), Count(ended))},
		{Name: "Started", Text: When(d.Started)},
	}
	if d.Complete && !d.Ended.IsZero() && !d.Started.IsZero() {
		out = append(out, write.Fact{Name: "Took", Text: Span(d.Ended.Sub(d.Started))})
	} else if !d.Complete {
		out = append(out, write.Fact{Name: "Ended", Text: "incomplete"})
	}
	out = append(out, write.Fact{Name: "Judge", Text: orNone(d.Manifest.Judging.String())})
	return out
}

// reading explains how to read a report.
var reading = []string{
	"Every sample comes as a pair: a text with a known flaw, and the same text with the flaw repaired in as few lines " +
		"as possible. A subject that understands the flaw calls the first vulnerable and the second safe. One that " +
		"recognises a style, a name or a well-known incident gives both the same verdict. Its detection rate can still " +
		"be high; the pairs show the difference.",
	"Numbers read k/n, percent, and a 95 % confidence interval in brackets; in charts the dot is the value and the " +
		"line its interval. A trial that was refused, truncated, filtered, unparsed or failed stays in every denominator " +
		"and counts as not found; a trial that was not asked is in none. If more than a tenth of the judgements is " +
		"missing, numbers that depend on them are not measured. Raised figures refer to notes under the table. A dash " +
		"means that a number is not defined; it never means zero.",
}

// maxSubjects is the largest number of subjects that a summary names.
const maxSubjects = 8

// subjectsIn names the subjects of a run, or counts them when there are many.
func subjectsIn(list []string) string {
	if len(list) > maxSubjects {
		return fmt.Sprintf("%d: %s and %d others", len(list), strings.Join(list[:3], ", "), len(list)-3)
	}
	return orNone(List(list))
}

// orNone returns s, or a dash for nothing.
func orNone(s string) string {
	if s == "" {
		return write.None
	}
	return s
}

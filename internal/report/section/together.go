package section

import (
	"cmp"
	"fmt"
	"strings"

	"assay/internal/report"
	"assay/internal/report/write"
)

var together = Section{ID: "together", Title: "Together", Tables: []string{"together", "together-pairs",
	"together-classes"}, Build: buildTogether}

// buildTogether shows what several subjects find together.
func buildTogether(d *report.Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"All subjects combined into one: a flaw counts as found if any subject finds " +
		"it, or if more than half do. Combining by “any” finds more and raises more false alarms."}}
	suites(d, func(s *report.Suite) {
		t, ok := report.TogetherOf(d, s)
		if !ok {
			return
		}
		out.Tables = append(out.Tables, union(s, t), overlap(s, t), unionByClass(s, t))
	})
	return out, len(out.Tables) > 0
}

func union(s *report.Suite, of *report.Together) write.Table {
	t := write.Table{ID: "together", Group: s.Name, Title: "Found by any, by more than half, " +
		"and by each; and what each adds", Census: fmt.Sprintf("%s that all %d were asked about",
		report.Plural(of.Texts, "text"), len(of.Subjects)),
		Columns: []write.Column{subjectColumn(), counts("tdr", "TDR"), counts("adds", "found by no other"),
			counts("false-alarm", "False alarm")},
		Foot: []string{"The majority of repetitions decides. Found by no other: the loss of “any” without the subject."}}
	if len(of.LeftOut) > 0 {
		t.Foot = append(t.Foot, "Left out as controls: "+strings.Join(of.LeftOut, ", ")+".")
	}
	if of.Other > 0 {
		t.Warnings = append(t.Warnings, fmt.Sprintf("%s that not all subjects were asked about %s left out.",
			report.Plural(of.Other, "text"), report.Agree(of.Other, "is", "are")))
	}
	for _, l := range of.Lines {
		t.Rows = append(t.Rows, write.Cells(l.Name, shown(l.Found, l.Adds, l.Alarm)))
	}
	for i, l := range []report.TogetherLine{of.Union, of.Majority} {
		row := write.Cells(l.Name, shown(l.Found), write.Text(""), shown(l.Alarm))
		row.Total = i == 0
		t.Rows = append(t.Rows, row)
	}
	return t
}

// overlap shows, for each pair of subjects, the share of what either finds that both find.
func overlap(s *report.Suite, of *report.Together) write.Table {
	t := write.Table{ID: "together-pairs", Group: s.Name, Title: "Flaws that both found, of flaws that either found",
		Folded: true, Columns: []write.Column{subjectColumn()}}
	for i, name := range of.Subjects {
		t.Columns = append(t.Columns, write.Column{Key: name, Title: name, Number: true, Name: true})
		row := write.Cells(name)
		for k := range of.Subjects {
			if k == i {
				row.Cells = append(row.Cells, write.Blank)
				continue
			}
			row.Cells = append(row.Cells, share(of.Both[i][k]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func unionByClass(s *report.Suite, of *report.Together) write.Table {
	t := write.Table{ID: "together-classes", Group: s.Name, Title: "The same by class", Folded: true,
		Columns: []write.Column{words("class", "Class"), counts("texts", "texts"), counts("union", of.Union.Name),
			counts("majority", of.Majority.Name), counts("best_found", "best alone"), words("best", "by"),
			counts("all", "all found"), counts("alone", "one alone found")}}
	for _, c := range of.Classes {
		best := c.Best
		if c.BestFound.Value.K == 0 {
			best = ""
		}
		t.Rows = append(t.Rows, write.Cells(cmp.Or(c.Class.Title(), "not classified"), write.Int(c.Texts),
			shown(c.Union, c.Majority, c.BestFound), orNone(best), write.Int(c.All), write.Int(c.Alone)))
	}
	return t
}

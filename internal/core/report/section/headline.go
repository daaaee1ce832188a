package section

import (
	"strings"

	"assay/internal/core/metric"
	"assay/internal/core/report"
	"assay/internal/core/report/write"
)

var headline = Section{ID: "headline", Title: "Headline", Tables: []string{"headline"}, Build: buildHeadline}

func buildHeadline(d *report.Data) (write.Section, bool) {
	var out write.Section
	columns := []write.Column{{Key: "subject", Title: "Subject", Name: true}}
	reading := "Sorted by TDR, then by name. Each cell is k/n, percent, and a 95 % interval in brackets."
	for _, m := range report.HeadlineMetrics() {
		c := numbers(m)
		c.Dot, c.Chance = true, m.ID == metric.BalancedAccuracy.ID
		switch m.ID {
		case metric.AnsweredShare.ID:
			c.Dot, c.Count, c.Less = false, true, 1
		case metric.BalancedAccuracy.ID:
			c.Less = 2
		}
		columns = append(columns, c)
		reading += " " + m.Title + ": " + strings.TrimSuffix(m.Doc, ".") + "."
	}
	columns = append(columns, write.Column{Key: "diagnosis", Title: "Diagnosis", Under: true})
	suites(d, func(s *report.Suite) {
		t := write.Table{ID: "headline", Group: s.Name, Columns: columns, Foot: []string{reading}, Main: true}
		t.Strip = &write.Strip{Marks: []string{metric.TDR.ID, metric.PairCorrect.ID, metric.FalseAlarm.ID}, Word: "diagnosis"}
		h := report.HeadlineOf(d, s)
		if fewer := h.Incomplete(); len(fewer) > 0 {
			t.Foot = append(t.Foot, "Rows with other denominators are listed last: "+report.List(fewer)+".")
		}
		if absent := h.Absent(); absent != "" {
			t.Foot = append(t.Foot, absent)
		}
		shared := sharedDoc(h.Lines)
		if shared != "" {
			t.Foot = append(t.Foot, "All subjects except the built-in: "+shared+".")
		}
		for _, l := range h.Lines {
			doc := l.Subject.Doc
			if doc == shared {
				doc = ""
			}
			row := write.Cells(write.Value{Text: l.Subject.Name, Doc: doc}, shown(l.Cells...), l.Says())
			row.Folded = h.Control(l.Subject)
			t.Rows = append(t.Rows, row)
		}
		out.Tables = append(out.Tables, t)
	})
	return out, len(out.Tables) > 0
}

// sharedDoc returns the statements about every subject that is not built in, "" when they differ or there is only
// one such subject: the same text under each of forty rows would not help a reader.
func sharedDoc(lines []report.Line) string {
	doc, n := "", 0
	for _, l := range lines {
		switch {
		case l.Subject.Kind == "builtin":
		case n == 0 || l.Subject.Doc == doc:
			doc = l.Subject.Doc
			n++
		default:
			return ""
		}
	}
	if n < 2 {
		return ""
	}
	return doc
}

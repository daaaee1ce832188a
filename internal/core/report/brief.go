package report

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

const (
	briefLines = 8 // subjects of a suite that a brief report shows
	briefSays  = 2 // sentences
	briefNotes = 2 // warnings of all suites that it shows
)

// briefMetrics are the columns of a brief report.
func briefMetrics() []metric.Metric {
	return []metric.Metric{metric.PairCorrect, metric.TDR, metric.FalseAlarm}
}

// Brief returns what a screen shows when a run ends: a line for each subject and suite, who understands better, what
// went wrong, and tables that only a run which asked for them has. The rest is in [Main] and on the page.
func Brief(d *Data) write.Document {
	d = d.Shared()
	if d.Manifest.Until != nil {
		return Main(d)
	}
	out := write.Document{Title: "assay report", Run: d.RunID}
	var caveats []string
	var of write.Section
	suites(d, func(s *Suite) {
		h := HeadlineOf(d, s)
		of.Tables = append(of.Tables, briefTable(d, h))
		caveats = append(caveats, Caveats(h)...)
		if fewer := h.Incomplete(); len(fewer) > 0 {
			caveats = append(caveats, fmt.Sprintf("On %s, %s.", s.Name, List(fewer)))
		}
	})
	if len(of.Tables) > 0 {
		says := Answer(d)
		of.Tables[len(of.Tables)-1].Says = says[:min(len(says), briefSays)]
		out.Sections = append(out.Sections, of)
	}
	for _, s := range Document(d).Main().Sections {
		asked := slices.ContainsFunc(s.Tables, func(t write.Table) bool { return t.ID == foreign.Tables[0] })
		if asked && s.ID == headline.ID {
			s.Tables = slices.DeleteFunc(slices.Clone(s.Tables), func(t write.Table) bool { return t.ID != foreign.Tables[0] })
		}
		if asked || s.ID == knowledge.ID || s.ID == fresh.ID || len(of.Tables) == 0 {
			out.Sections = append(out.Sections, s)
		}
	}
	notes := slices.Concat(caveats, d.Warnings())
	more := "Every table: assay report. Every answer: assay serve."
	if n := len(notes) - briefNotes; n > 0 {
		notes, more = notes[:briefNotes:briefNotes], Plural(n, "more note")+" and every table: assay report. "+
			"Every answer: assay serve."
	}
	for _, n := range notes {
		out.Foot = append(out.Foot, "! "+n)
	}
	out.Foot = append(out.Foot, more)
	return out
}

// briefTable shows the subjects of a suite, a line each.
func briefTable(d *Data, h *Headline) write.Table {
	c := h.Suite.Census()
	t := write.Table{ID: "brief", Group: h.Suite.Name, Census: fmt.Sprintf("%s, %s (%d vulnerable, %d safe) · %s%s",
		Plural(c.Samples, "sample"), Plural(c.Variants, "text"), c.Vulnerable, c.Safe, c.proved(), ended(h.Suite)),
		Columns: []write.Column{{Key: "subject", Title: "Subject", Name: true}}}
	for _, m := range briefMetrics() {
		t.Columns = append(t.Columns, numbers(m))
	}
	asked := d.asksRepairs()
	if len(asked) > 0 {
		t.Columns = append(t.Columns, namedColumns()[1])
	}
	t.Columns = append(t.Columns, write.Column{Key: "diagnosis", Title: "Diagnosis", Under: true})
	for i, l := range h.Lines {
		if i == briefLines && len(h.Lines) > briefLines+1 {
			t.Rows = append(t.Rows, write.Cells(fmt.Sprintf("… and %d more", len(h.Lines)-i)))
			break
		}
		row := write.Cells(l.Subject.Name)
		for _, m := range briefMetrics() {
			row.Cells = append(row.Cells, rounded(shown(l.Cell(m.ID))[0]))
		}
		if len(asked) > 0 {
			row.Cells = append(row.Cells, rounded(d.namedCells(h.Suite, l.Subject.Name, asked)[1]))
		}
		row.Cells = append(row.Cells, write.Value{Text: l.Says()})
		t.Rows = append(t.Rows, row)
	}
	return t
}

// rounded returns a share in whole percent, with its interval.
func rounded(v write.Value) write.Value {
	if v.NotMeasured != "" {
		return write.Value{Text: v.Text, NotMeasured: v.NotMeasured, Warnings: []string{v.NotMeasured}}
	}
	if v.Number == nil {
		return write.Value{Text: v.Text}
	}
	out := write.Value{Text: fmt.Sprintf("%.0f %%", 100**v.Number)}
	if iv := v.Interval; iv != nil {
		out.Range = fmt.Sprintf("[%.0f, %.0f]", 100*iv.Lo, 100*iv.Hi)
	}
	return out
}

// ended says how the trials of a suite on its original texts ended, those without an answer by reason.
func ended(s *Suite) string {
	by := map[bench.Outcome]int{}
	for _, p := range s.trials {
		by[s.source[p].Outcome]++
	}
	parts := []string{Plural(by[bench.Answered], "answer")}
	for _, o := range bench.Outcomes() {
		if n := by[o]; n > 0 && o != bench.Answered {
			parts = append(parts, fmt.Sprintf("%d %s", n, o))
		}
	}
	if n := by[""]; n > 0 {
		parts = append(parts, fmt.Sprintf("%d not asked", n))
	}
	return " · " + strings.Join(parts, ", ")
}

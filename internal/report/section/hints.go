package section

import (
	"assay/internal/bench"
	"assay/internal/report"
	"assay/internal/report/write"
)

var hints = Section{ID: "hints", Title: "Hints", Tables: []string{"hints", "hints-alarm"}, Build: buildHints}

// buildHints lays what subjects make of their task beside what was given away to them: a
// table a suite and task.
func buildHints(d *report.Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"The same texts with increasing hints: none, the family of the class, the function (for a query, the requirement), class and function, the root cause. Both halves of a pair get the same hint. Trials with a hint enter this section only."}}
	parts := d.Parts()
	for i := range parts {
		s := &parts[i]
		lines := report.HintsOf(d, s)
		if len(lines) == 0 {
			continue
		}
		what := "The documented flaw found, by hint"
		switch s.Asks {
		case bench.AnswerExploit:
			what = "Attacks that work on the text and not on its twin, by hint"
		case bench.AnswerPatch:
			what = "Repairs that work, by hint"
		}
		for _, t := range []struct {
			id, title string
			cells     func(report.HintLine) []report.Cell
		}{{"hints", what, func(l report.HintLine) []report.Cell { return l.Found }},
			{"hints-alarm", "Claims on safe texts, by hint", func(l report.HintLine) []report.Cell { return l.Alarm }}} {
			table := write.Table{ID: t.id, Group: s.Name, Title: t.title, Main: t.id == "hints", Columns: []write.Column{subjectColumn()}}
			for _, level := range report.HintLevels() {
				table.Columns = append(table.Columns, counts(level, level))
			}
			for _, l := range lines {
				row := write.Row{Cells: []write.Value{write.Text(l.Subject)}}
				for _, c := range t.cells(l) {
					row.Cells = append(row.Cells, value(c.Metric, c.Value))
				}
				table.Rows = append(table.Rows, row)
			}
			out.Tables = append(out.Tables, table)
		}
	}
	return out, len(out.Tables) > 0
}

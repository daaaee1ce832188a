package report

import (
	"fmt"

	"assay/internal/metric"
)

var repetitionsSection = Section{ID: "repetitions", Title: "Repetitions", Build: buildRepetitions}

type repetitionsData struct {
	Columns []headlineColumn
	Suites  []repetitionsSuite
}

type repetitionsSuite struct {
	Name  string
	Rows  []repetitionsRow
	Notes []string
}

type repetitionsRow struct {
	Name  string
	Cells []Cell
	Split string // of the variance of detection
}

func repetitionMetrics() []metric.Metric {
	return []metric.Metric{metric.FlipRate, metric.TDR, metric.FoundAlways, metric.FoundOnce}
}

// buildRepetitions says how far a subject agrees with itself. Without repetitions
// there is nothing to say.
func buildRepetitions(d *Data) (any, bool) {
	var out repetitionsData
	for _, m := range repetitionMetrics() {
		out.Columns = append(out.Columns, headlineColumn{m.Title, m.Doc})
	}
	suites := d.Suites()
	for i := range suites {
		s := &suites[i]
		part := repetitionsSuite{Name: s.Name}
		var notes footnotes
		subjects := d.SubjectsOf(s)
		var names []string
		for _, sub := range subjects {
			names = append(names, sub.Name)
		}
		values := d.values(s, names, repetitionMetrics())
		for k, sub := range subjects {
			rows, values := s.Headline(sub.Name), values[k]
			if !values[0].Defined && !values[2].Defined {
				continue
			}
			row := repetitionsRow{Name: sub.Name, Split: none}
			for j, v := range values {
				row.Cells = append(row.Cells, Cell{Metric: repetitionMetrics()[j], Value: v, Marks: notes.number(v.Warnings)})
			}
			if c, ok := metric.Consistency(rows); ok {
				row.Split = fmt.Sprintf("%s between texts, %s between repetitions", percent(c.ICC), percent(1-c.ICC))
			}
			part.Rows = append(part.Rows, row)
		}
		part.Notes = notes
		if len(part.Rows) > 0 {
			out.Suites = append(out.Suites, part)
		}
	}
	return out, len(out.Suites) > 0
}

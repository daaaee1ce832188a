package report

import (
	"fmt"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

// Foreign is an external metric: the values that a program of the user computed from the rows of each subject.
// Nothing here computes or checks it.
type Foreign struct {
	Metric  metric.Metric                      // for its title, doc and scale
	Version string                             // hash of the program's files
	Values  map[string]map[string]metric.Value // by suite and subject; a missing value is undefined
}

// Everything returns the rows of one subject in the suite: first those of the original texts, in order of variant,
// then those of the transformed ones.
func (s *Suite) Everything(subject string) []bench.Trial {
	places := s.bySubject[subject]
	return append(rowsAt(s.source, places[0]), rowsAt(s.source, places[1])...)
}

var foreign = Section{Tables: []string{"foreign"}, Build: buildForeign}

// buildForeign shows the values of the user's own programs: one table for each suite, one column for each metric.
func buildForeign(d *Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"Numbers in this section were computed by programs that the user named with " +
		"--metric, from the rows of this run. assay checked " +
		"only their form and that equal rows gave an equal number, not the numbers or their intervals."}}
	if len(d.Foreign) == 0 {
		return out, false
	}
	for _, f := range d.Foreign {
		out.Legend = append(out.Legend, write.Fact{Name: f.Metric.Title,
			Text: fmt.Sprintf("%s (%s, version %s)", f.Metric.Doc, f.Metric.ID, f.Version)})
	}
	suites(d, func(s *Suite) {
		table := write.Table{ID: "foreign", Group: s.Name, Title: "External metrics", Main: true,
			Columns: []write.Column{subjectColumn()}}
		for _, f := range d.Foreign {
			table.Columns = append(table.Columns, counts(f.Metric.ID, f.Metric.Title+" (foreign)"),
				counts(f.Metric.ID+"_rows", "rows"))
		}
		for _, subject := range d.Subjects {
			if len(s.Everything(subject.Name)) == 0 {
				continue
			}
			row := write.Row{Cells: []write.Value{write.Text(subject.Name)}}
			for _, f := range d.Foreign {
				v := f.Values[s.Name][subject.Name]
				n := v.N
				v.K, v.N = 0, 0 // a program reports what it counted, but not which of it is a success
				row.Cells = append(row.Cells, value(f.Metric, v), write.Int(n))
			}
			table.Rows = append(table.Rows, row)
		}
		out.Tables = append(out.Tables, filled(table)...)
	})
	return out, len(out.Tables) > 0
}

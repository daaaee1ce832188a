package section

import (
	"fmt"

	"assay/internal/metric"
	"assay/internal/report"
	"assay/internal/report/write"
)

var repetitions = Section{ID: "repetitions", Title: "Repetitions", Tables: []string{"repetitions", "repetitions-k"},
	Build: buildRepetitions}

// buildRepetitions shows how consistent a subject is over its repetitions. Without repetitions it returns nothing.
func buildRepetitions(d *report.Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"Agreement of a subject with itself when asked again. Repetitions are not " +
		"additional samples: they do not narrow an interval by themselves."}}
	metrics := []metric.Metric{metric.FlipRate, metric.TDR, metric.FoundAlways, metric.FoundOnce}
	columns := []write.Column{subjectColumn()}
	for _, m := range metrics {
		columns = append(columns, numbers(m))
	}
	columns = append(columns, prose("variance", "Variance of detection"))
	suites(d, func(s *report.Suite) {
		t := write.Table{ID: "repetitions", Group: s.Name, Title: "Agreement of repetitions", Columns: columns}
		subjects := names(d.SubjectsOf(s))
		for k, values := range d.Values(s, subjects, metrics) {
			if !values[0].Defined && !values[2].Defined {
				continue
			}
			row, split := write.Cells(subjects[k]), ""
			for j, v := range values {
				row.Cells = append(row.Cells, value(metrics[j], v))
			}
			if c, ok := metric.Consistency(s.Headline(subjects[k])); ok {
				split = fmt.Sprintf("%s between texts, %s between repetitions", report.Percent(c.ICC), report.Percent(1-c.ICC))
			}
			row.Cells = append(row.Cells, write.Text(split))
			t.Rows = append(t.Rows, row)
		}
		for _, t := range []write.Table{t, found(d, s, subjects)} {
			if len(t.Rows) > 0 {
				out.Tables = append(out.Tables, t)
			}
		}
	})
	return out, len(out.Tables) > 0
}

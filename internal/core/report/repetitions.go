package report

import (
	"fmt"

	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

var repetitions = Section{ID: "repetitions", Title: "Repetitions", Tables: []string{"repetitions", "repetitions-k"},
	Build: buildRepetitions}

// buildRepetitions shows how consistent a subject is over its repetitions. Without repetitions it returns nothing.
func buildRepetitions(d *Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"Agreement of a subject with itself when asked again. Repetitions are not " +
		"additional samples: they do not narrow an interval by themselves."}}
	metrics := []metric.Metric{metric.FlipRate, metric.TDR, metric.FoundAlways, metric.FoundOnce}
	heads := append([]write.Column{subjectColumn()}, columns(metrics)...)
	heads = append(heads, prose("variance", "Variance of detection"))
	suites(d, func(s *Suite) {
		t := write.Table{ID: "repetitions", Group: s.Name, Title: "Agreement of repetitions", Columns: heads}
		subjects := names(d.SubjectsOf(s))
		for k, values := range d.Values(s, subjects, metrics) {
			if !values[0].Defined && !values[2].Defined {
				continue
			}
			split := ""
			if c, ok := metric.Consistency(s.Headline(subjects[k])); ok {
				split = fmt.Sprintf("%s between texts, %s between repetitions", Percent(c.ICC), Percent(1-c.ICC))
			}
			t.Rows = append(t.Rows, write.Cells(subjects[k], cells(metrics, values), write.Text(split)))
		}
		out.Tables = append(out.Tables, filled(t, found(d, s, subjects))...)
	})
	return out, len(out.Tables) > 0
}

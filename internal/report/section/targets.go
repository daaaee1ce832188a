package section

import (
	"assay/internal/metric"
	"assay/internal/report"
	"assay/internal/report/write"
)

var targets = Section{ID: "targets", Title: "Texts with several documented flaws", Tables: []string{"targets"}, Build: buildTargets}

// buildTargets counts the flaws where texts have several. Elsewhere TDR says it all.
func buildTargets(d *report.Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"Some texts have several documented flaws. TDR asks whether one of them was found; target recall counts the flaws, and the last column the texts of which every flaw was found."}}
	metrics := append([]metric.Metric{metric.TDR}, metric.PerTarget()...)
	columns := []write.Column{subjectColumn()}
	for _, m := range metrics {
		columns = append(columns, numbers(m))
	}
	suites(d, func(s *report.Suite) {
		if !metric.Several(s.Variants) {
			return
		}
		t := write.Table{ID: "targets", Group: s.Name, Title: "Flaws found", Columns: columns}
		subjects := names(d.SubjectsOf(s))
		for k, values := range d.Values(s, subjects, metrics) {
			row := write.Cells(subjects[k])
			for j, v := range values {
				row.Cells = append(row.Cells, value(metrics[j], v))
			}
			t.Rows = append(t.Rows, row)
		}
		out.Tables = append(out.Tables, t)
	})
	return out, len(out.Tables) > 0
}

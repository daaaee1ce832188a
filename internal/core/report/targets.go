package report

import (
	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

var targets = Section{Tables: []string{"targets"},
	Build: buildTargets}

// buildTargets counts the flaws where texts have several. For other texts, TDR is sufficient.
func buildTargets(d *Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"Some texts have several documented flaws. TDR asks whether one of them was " +
		"found; target recall counts the flaws, the next column counts the texts with every flaw found. The table also has " +
		"the share of correct findings, on texts with flaws and on repaired ones, and the share of repaired " +
		"texts that are called vulnerable."}}
	metrics := append(append([]metric.Metric{metric.TDR}, metric.PerTarget()...), metric.FindingPrecision,
		metric.FalseAlarm)
	suites(d, func(s *Suite) {
		if !metric.Several(s.Variants) {
			return
		}
		t := write.Table{ID: "targets", Group: s.Name, Title: "Flaws found",
			Columns: append([]write.Column{subjectColumn()}, columns(metrics)...), Main: s.Name == bench.AuditSuite}
		subjects := names(d.SubjectsOf(s))
		for k, values := range d.Values(s, subjects, metrics) {
			t.Rows = append(t.Rows, write.Cells(subjects[k], cells(metrics, values)))
		}
		out.Tables = append(out.Tables, t)
	})
	return out, len(out.Tables) > 0
}

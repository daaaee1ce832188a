package report

import (
	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

var targets = Section{Tables: []string{"targets", "severities"},
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
		if metrics := bySeverity(s.Variants); len(metrics) > 1 {
			t := write.Table{ID: "severities", Group: s.Name, Title: "Flaws found by their severity",
				Columns: append([]write.Column{subjectColumn()}, columns(metrics)...)}
			for k, values := range d.Values(s, subjects, metrics) {
				t.Rows = append(t.Rows, write.Cells(subjects[k], cells(metrics, values)))
			}
			out.Tables = append(out.Tables, t)
		}
	})
	return out, len(out.Tables) > 0
}

// manyFlaws is the number of flaws in one text from which the severity of each tells more than the text.
const manyFlaws = 4

// bySeverity returns the recall of the flaws of each severity, the gravest first; nil where no text has many flaws.
func bySeverity(variants []*bench.Variant) (out []metric.Metric) {
	have, many := map[string]bool{}, false
	for _, v := range variants {
		sets := v.Documented()
		many = many || v.Truth == bench.Vulnerable && len(sets) >= manyFlaws
		for _, set := range sets {
			have[set.Severity] = have[set.Severity] || v.Truth == bench.Vulnerable
		}
	}
	for _, severity := range []string{"critical", "high", "medium", "low"} {
		if many && have[severity] {
			out = append(out, metric.RecallOf(severity))
		}
	}
	return out
}

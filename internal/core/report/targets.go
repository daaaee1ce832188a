package report

import (
	"slices"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

var targets = Section{Tables: []string{"targets", "severities", "audits"},
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
		out.Tables = append(out.Tables, d.bySubject(s, write.Table{ID: "targets", Title: "Flaws found",
			Main: s.Name == bench.AuditSuite}, metrics))
		if metrics := bySeverity(s.Variants); len(metrics) > 1 {
			out.Tables = append(out.Tables,
				d.bySubject(s, write.Table{ID: "severities", Title: "Flaws found by their severity"}, metrics),
				d.bySubject(s, write.Table{ID: "audits", Title: "Flaws found by the number of findings", Foot: []string{
					"Recall by the first findings of each answer alone is the free-response curve. A finding that no label " +
						"confirms or contradicts is unlabelled: it may be true, and counts as neither right nor wrong."}},
					append(slices.Clone(curve), metric.TargetRecall, metric.FindingsPerText, metric.LabelPrecision,
						metric.Unlabelled, metric.SeverityKappa)))
		}
	})
	return out, len(out.Tables) > 0
}

// bySubject fills a table with a row for each subject and a column for each metric.
func (d *Data) bySubject(s *Suite, t write.Table, metrics []metric.Metric) write.Table {
	t.Group, t.Columns = s.Name, append([]write.Column{subjectColumn()}, columns(metrics)...)
	subjects := names(d.SubjectsOf(s))
	for k, values := range d.Values(s, subjects, metrics) {
		t.Rows = append(t.Rows, write.Cells(subjects[k], cells(metrics, values)))
	}
	return t
}

// curve is recall at some numbers of findings.
var curve = []metric.Metric{metric.RecallWithin(1), metric.RecallWithin(3), metric.RecallWithin(5),
	metric.RecallWithin(10)}

// bySeverity returns the recall of the flaws of each severity, the gravest first; nil where no text has many flaws.
func bySeverity(variants []*bench.Variant) (out []metric.Metric) {
	have, many := map[string]bool{}, false
	for _, v := range variants {
		many = many || v.Truth == bench.Vulnerable && v.Audited()
		for _, set := range v.Documented() {
			have[set.Severity] = have[set.Severity] || v.Truth == bench.Vulnerable
		}
	}
	for _, severity := range bench.Severities {
		if many && have[severity] {
			out = append(out, metric.RecallOf(severity))
		}
	}
	return out
}

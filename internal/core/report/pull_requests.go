package report

import (
	"cmp"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

var pullRequests = Section{Tables: []string{"pull-requests"}, Build: buildPullRequests}

// buildPullRequests shows the verdicts on changes of projects by how title and description tell the change, and what
// the telling alone moved.
func buildPullRequests(d *Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"Changes of projects, as in pull requests. A vulnerable one introduces a flaw " +
		"or claims to repair one that stays; a safe one repairs it or is harmless. Each is told in three ways: honest, " +
		"neutral, misleading. What repairs a flaw is the counterpart of what introduces it or claims to repair it."}}
	shares := []struct {
		metric.Metric
		kind string // "" for all
	}{{metric.Accuracy, ""}, {metric.Recall, bench.ChangeIntroduces}, {metric.Recall, bench.ChangeClaims},
		{metric.FalseAlarm, bench.ChangeRepairs}, {metric.FalseAlarm, bench.ChangeHarmless}, {metric.FalseAlarm, ""},
		{metric.PairCorrect, ""}}
	verdicts := []metric.Metric{metric.Accuracy, metric.Recall, metric.FalseAlarm} // what the telling may move
	suites(d, func(s *Suite) {
		if slices.ContainsFunc(s.Variants, func(v *bench.Variant) bool { return v.Change == nil }) {
			return
		}
		t := write.Table{ID: "pull-requests", Group: s.Name, Main: true, Title: "Verdicts on changes, by how they are told",
			Columns: []write.Column{subjectColumn(), keyed("told", "Told")}, Foot: []string{"Of each kind: the share called " +
				"vulnerable. Moved: with this title and description minus with a neutral one, on the same changes, in points; in " +
				"parentheses the number of clusters; p is Holm-adjusted. The changes about one flaw are one cluster; that those " +
				"of a project share files is not in the intervals."}}
		for _, x := range shares {
			c := numbers(x.Metric)
			c.Key, c.Title = cmp.Or(x.kind, c.Key), cmp.Or(x.kind, c.Title)
			t.Columns = append(t.Columns, c)
		}
		t.Columns = append(t.Columns, counts("moved", "accuracy moved"), counts("moved-vulnerable", "vulnerable moved"),
			counts("moved-safe", "safe moved"))
		var tests []*metric.Difference // of each row, by verdicts
		for _, sub := range d.SubjectsOf(s) {
			rows := func(told, kind string) []bench.Trial {
				return slices.DeleteFunc(slices.Clone(s.Headline(sub.Name)), func(r bench.Trial) bool {
					return told != "all" && r.Variant.Change.Told != told || kind != "" && r.Variant.Change.Kind != kind
				})
			}
			for _, told := range append(slices.Clone(bench.ChangeTellings), "all") {
				row := write.Cells(sub.Name, told)
				for _, x := range shares {
					row.Cells = append(row.Cells, value(x.Metric, x.Compute(rows(told, x.kind))))
				}
				for _, m := range verdicts {
					var x metric.Tested // empty for a row that is no comparison
					if told != "neutral" && told != "all" {
						x = metric.Test(m, rows(told, ""), rows("neutral", ""))
					}
					tests = append(tests, &x.Difference)
				}
				t.Rows = append(t.Rows, row)
			}
		}
		adjust(tests)
		for i, x := range tests {
			row := &t.Rows[i/len(verdicts)]
			row.Cells = append(row.Cells, moved(verdicts[i%len(verdicts)], *x))
		}
		out.Tables = append(out.Tables, filled(t)...)
	})
	return out, len(out.Tables) > 0
}

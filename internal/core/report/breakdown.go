package report

import (
	"fmt"
	"maps"
	"net/url"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

var breakdown = Section{ID: "breakdown", Title: "Breakdown", Tables: breakdownIDs, Build: buildBreakdown}

// breakdownIDs name the tables of detection, of pairs, and of right verdicts.
var breakdownIDs = []string{"breakdown-detection", "breakdown-pairs", "breakdown-accuracy"}

func buildBreakdown(d *Data) (write.Section, bool) {
	var out write.Section
	suites(d, func(s *Suite) {
		var drawn, tables []write.Table
		for _, dim := range dimensions(s.Format) {
			of := breakdownTables(d, s, dim)
			if dim.by == "class" && len(of) > 0 {
				heat(s.Name, &of[0])
				drawn, of = of[:1], of[1:]
			}
			tables = append(tables, of...)
		}
		out.Tables = append(append(out.Tables, drawn...), tables...)
	})
	return out, len(out.Tables) > 0
}

// heat makes a page colour a table of a share by class and subject; each cell links to the trials that it counts.
func heat(suite string, t *write.Table) {
	t.Heat, t.Folded = true, false
	t.Foot = append(t.Foot, "A stronger colour is a higher rate. Each rate links to its trials.")
	for i := range t.Rows {
		for j := range t.Rows[i].Cells {
			if c := &t.Rows[i].Cells[j]; j > 1 && c.N > 0 {
				c.Link = trialsAt(suite, t.Columns[j].Title, "vulnerable", t.Rows[i].Cells[0].Text)
			}
		}
	}
}

// trialsAt returns the address, in a page, of the trials of a subject that numbers count, those with a wrong verdict
// first: on the texts of one truth and class, "" for any.
func trialsAt(suite, subject, truth, class string) string {
	q := url.Values{"suite": {Visible(suite)}, "subject": {Visible(subject)}, "counted": {"yes"}, "sort": {"wrong"}}
	if truth != "" {
		q.Set("truth", truth)
	}
	if class != "" {
		q.Set("class", Visible(class))
	}
	return "#trials?" + q.Encode()
}

// breakdownTables returns a table of detection and one of pairs for a
// dimension, or none when no variant has a value on it.
func breakdownTables(d *Data, s *Suite, dim dimension) []write.Table {
	subjects := HeadlineOf(d, s).Names()
	values := map[string]map[string]bool{} // value → vulnerable variants
	rows := make([][]bench.Trial, len(subjects))
	for i, name := range subjects {
		rows[i] = s.Headline(name)
		for same := range metric.Runs(rows[i]) {
			variant := same[0].Variant
			v := dim.of(variant)
			if v == "" {
				continue
			}
			if values[v] == nil {
				values[v] = map[string]bool{}
			}
			if variant.Truth == bench.Vulnerable {
				values[v][variant.Key] = true
			}
		}
	}
	metrics := []metric.Metric{metric.TDR, metric.PairCorrect}
	if dim.accuracy {
		metrics = append(metrics, metric.Accuracy)
	}
	found := make([]map[string][]metric.Value, len(subjects)) // by value
	Each(len(subjects), func(i int) {
		found[i] = map[string][]metric.Value{}
		for _, c := range metric.Group(rows[i], dim.metric()) {
			found[i][c.Name] = metric.Values(metrics, c.Rows)
		}
	})
	var out []write.Table
	for k, m := range metrics {
		t := write.Table{ID: breakdownIDs[k], Group: s.Name, Title: fmt.Sprintf("%s by %s", m.Title, dim.by),
			Lead: []string{Sentence(m.Doc)}, Folded: true}
		t.Main = m.ID == metric.Accuracy.ID
		t.Columns = []write.Column{words(dim.by, dim.by), counts("vulnerable", "vulnerable")}
		for _, name := range subjects {
			t.Columns = append(t.Columns, write.Column{Key: name, Title: name, Number: true, Name: true})
		}
		for _, of := range slices.Sorted(maps.Keys(values)) {
			if len(values[of]) == 0 && m.ID != metric.Accuracy.ID {
				continue // nothing to find
			}
			row := write.Cells(dim.say(of), write.Int(len(values[of])))
			for i := range subjects {
				v := metric.Value{} // of a subject that was not asked
				if of := found[i][of]; of != nil {
					v = of[k]
				}
				row.Cells = append(row.Cells, value(m, v))
			}
			t.Rows = append(t.Rows, row)
		}
		out = append(out, filled(t)...)
	}
	return out
}

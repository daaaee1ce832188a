package report

import (
	"fmt"

	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

var asPaper = Section{Tables: []string{"definitions", "definitions-sui"}, Build: buildAsPaper}

func buildAsPaper(d *Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"The numbers as the paper computes them, for comparison with its Tables 2 and " +
		"7, next to those of assay. docs/paper.md explains the differences. " +
		"The paper counts vulnerable texts only and leaves out those without an answer. It defines “found” twice: root " +
		"cause, location and type (§4.5), or type and location at least in part (Appendix I.3)."}}
	suites(d, func(s *Suite) {
		out.Tables = append(out.Tables, filled(definitions(d, s), asPaperSUI(d, s))...)
	})
	return out, len(out.Tables) > 0
}

// definitions compares the definitions of each number, one part for each subject.
func definitions(d *Data, s *Suite) write.Table {
	t := write.Table{ID: "definitions", Group: s.Name, Title: "Each number by both definitions",
		Columns: []write.Column{words("number", "Number"), counts("paper", "Paper, §4.5"), counts("paper_i3", "Paper, I.3"),
			counts("assay", "assay"), prose("differs", "In assay")}}
	p := metric.PaperDefinitions()
	d4, i3, weights := p[0], p[1], metric.Weightings()[1]
	lines := []struct {
		name   string
		ms     [3]metric.Metric // the paper's two, and ours; equal ones are shown once
		differ string
	}{
		{"TDR", [3]metric.Metric{d4.TDR, i3.TDR, metric.TDR}, "a text without an answer is not found"},
		{"Accuracy", [3]metric.Metric{metric.PaperAccuracy, metric.PaperAccuracy, metric.Accuracy}, "safe texts count too"},
		{"Lucky guesses", [3]metric.Metric{d4.LuckyGuess, i3.LuckyGuess, metric.LuckyGuess},
			"vulnerable texts only: a safe text has no flaw to find"},
		{"Reasoning", [3]metric.Metric{d4.Reasoning, i3.Reasoning, metric.Reasoning}, "as §4.5"},
		{"Finding precision", [3]metric.Metric{metric.PaperPrecision, metric.PaperPrecision, metric.FindingPrecision},
			"findings on safe texts count too"},
		{"SUI", [3]metric.Metric{d4.SUI(weights), i3.SUI(weights), metric.SUIDefault}, "computed from the numbers above"},
	}
	var ms []metric.Metric
	for _, l := range lines {
		ms = append(ms, l.ms[:]...)
	}
	names := HeadlineOf(d, s).Names()
	values := d.Values(s, names, ms)
	for i, name := range names {
		for j, l := range lines {
			row := write.Cells(l.name, cells(l.ms[:], values[i][3*j:3*j+3]), l.differ)
			row.Part = name
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// asPaperSUI returns Table 7 by each definition.
func asPaperSUI(d *Data, s *Suite) write.Table {
	t := write.Table{ID: "definitions-sui", Group: s.Name, Title: "SUI and its rank by weights, by each definition",
		Columns: []write.Column{subjectColumn()},
		Foot:    []string{"In brackets the rank. " + withoutSUI}}
	for _, w := range metric.Weightings() {
		t.Columns = append(t.Columns, weightColumn(w))
	}
	subjects := conditions(d, s)
	type definition struct {
		name string
		of   func(metric.Weights) metric.Metric
	}
	var all []definition
	for _, p := range metric.PaperDefinitions() {
		all = append(all, definition{"Paper, " + p.Match, p.SUI})
	}
	all = append(all, definition{"assay", func(w metric.Weights) metric.Metric { return metric.SUIMetric(w, false) }})
	for _, def := range all {
		var ms []metric.Metric
		for _, w := range metric.Weightings() {
			ms = append(ms, def.of(w))
		}
		ranks := metric.Ranks(ms, subjects)
		for i, c := range subjects {
			row := write.Row{Part: def.name, Cells: []write.Value{{Text: c.Name}}}
			defined := false
			for j, v := range metric.Values(ms, c.Rows) {
				cell := plain(value(ms[j], v))
				if v.Defined {
					defined = true
					if r := ranks[j][i]; r.OK {
						cell.Text += fmt.Sprintf(" (%g)", r.Rank)
					}
				}
				row.Cells = append(row.Cells, cell)
			}
			if defined {
				t.Rows = append(t.Rows, row)
			}
		}
	}
	return t
}

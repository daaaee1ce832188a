package export

import (
	"fmt"
	"strings"

	"assay/internal/metric"
	"assay/internal/prompt"
	"assay/internal/report"
	"assay/internal/stats/rank"
)

// conditions returns the headline rows of every subject, in the order of the headline.
func conditions(d *report.Data, s *report.Suite) []metric.Condition {
	var out []metric.Condition
	for _, l := range report.HeadlineOf(d, s).Lines {
		out = append(out, metric.Condition{Name: l.Subject.Name, Rows: s.Headline(l.Subject.Name)})
	}
	return out
}

// performance is Table 2. Bold is the best value only where no other subject's
// rank interval reaches into its own (resolutions §4 row 27).
func performance(d *report.Data, s *report.Suite) (tabular, bool) {
	metrics := []metric.Metric{metric.TDR, metric.SUIDefault, metric.Accuracy, metric.RCIR, metric.AVA, metric.FSV}
	t := tabular{Columns: "lrrrrrrr", Head: []string{"Model", "TDR", "SUI", "Acc", "RCIR", "AVA", "FSV", "Findings"},
		Notes: []string{"TDR and Acc in percent with their 95 % intervals. Bold: first, and no rank interval of another subject reaches it. Findings: mean number in an answer."}}
	subjects := conditions(d, s)
	var values [][]metric.Value
	for _, c := range subjects {
		values = append(values, metric.Values(metrics, c.Rows))
	}
	ranks := make([][]rank.Ranked, len(metrics))
	for j, m := range metrics {
		ranks[j] = metric.Rank(m, subjects)
	}
	notes := map[string]bool{}
	for i, c := range subjects {
		row := []string{tex(c.Name)}
		for j, m := range metrics {
			v, r := values[i][j], ranks[j][i]
			cell := texValue(m, v)
			if len(subjects) > 1 && r.OK && r.Unique && r.Rank == 1 {
				cell = "\\textbf{" + cell + "}"
			}
			if m.Scale == metric.Percent && v.Interval != nil {
				cell += fmt.Sprintf(" {\\footnotesize [%.1f, %.1f]}", 100*v.Interval.Lo, 100*v.Interval.Hi)
			}
			row = append(row, cell)
			if !v.Defined && m.Scale == metric.Index {
				notes["SUI, RCIR, AVA and FSV need a judge that scores reasoning, and a target that was found."] = true
			}
			if v.Missing > 0 && m.ID == metric.TDR.ID {
				notes["Trials without an answer count as not found."] = true
			}
		}
		findings, answers := 0, 0
		for _, r := range c.Rows {
			if r.Answer != nil {
				answers++
				findings += len(r.Answer.Findings)
			}
		}
		mean := "--"
		if answers > 0 {
			mean = fmt.Sprintf("%.1f", float64(findings)/float64(answers))
		}
		t.Rows = append(t.Rows, append(row, mean))
	}
	t.Notes = append(t.Notes, sortedKeys(notes)...)
	return t, len(t.Rows) > 0
}

// strategies is Table 5: the levels that the strategies of the run's models have.
func strategies(d *report.Data, s *report.Suite) (tabular, bool) {
	t := tabular{Columns: "ll", Head: []string{"Model", "Strategy"}, Notes: []string{"A dash: the templates of the strategy do not know the factor."}}
	for _, f := range prompt.Factors() {
		t.Columns += "c"
		t.Head = append(t.Head, tex(f.Name))
	}
	for _, sub := range d.SubjectsOf(s) {
		if sub.Kind != "model" {
			continue
		}
		row := []string{tex(sub.Name)}
		st, err := prompt.For(s.Format, sub.Strategy)
		row = append(row, texOr(sub.Strategy, st.Name))
		for _, f := range prompt.Factors() {
			level := ""
			if err == nil {
				level = st.Level(f.Name)
			}
			row = append(row, texOr(level, "–"))
		}
		t.Rows = append(t.Rows, row)
	}
	return t, len(t.Rows) > 0
}

// weights is Table 6, with the weights of the reader.
func weights(d *report.Data, _ *report.Suite) (tabular, bool) {
	t := tabular{Columns: "lrrr", Head: []string{"Configuration", "Detection", "Reasoning", "Precision"}}
	for _, w := range d.Weightings() {
		t.Rows = append(t.Rows, []string{tex(w.Name), fmt.Sprintf("%.2f", w.TDR), fmt.Sprintf("%.2f", w.Reasoning), fmt.Sprintf("%.2f", w.Precision)})
	}
	return t, true
}

// suiTable is Table 7, with the share of all weightings under which the order stands.
func suiTable(d *report.Data, s *report.Suite) (tabular, bool) {
	t := tabular{Columns: "l" + strings.Repeat("r", len(d.Weightings())), Head: []string{"Model"}}
	subjects := conditions(d, s)
	rows := make([][]string, len(subjects))
	for i, c := range subjects {
		rows[i] = []string{tex(c.Name)}
	}
	defined := false
	for _, w := range d.Weightings() {
		m := metric.SUIMetric(w, false)
		t.Head = append(t.Head, tex(w.Name))
		ranks := metric.Rank(m, subjects)
		for i, c := range subjects {
			cell := "--"
			if v := m.Compute(c.Rows); v.Defined {
				defined = true
				cell = texValue(m, v)
				if r := ranks[i]; r.OK {
					cell += fmt.Sprintf(" (%g; %d to %d)", r.Rank, r.Lo, r.Hi)
				}
			}
			rows[i] = append(rows[i], cell)
		}
	}
	t.Rows = rows
	t.Notes = append(t.Notes, "In brackets the rank and its 95 % interval.")
	if r, ok := metric.WeightRobustness(subjects, d.Weightings()); ok {
		t.Notes = append(t.Notes, fmt.Sprintf("The order by default weights stands under %.0f %% of all weightings.", 100*r.Weighting.Stands))
	}
	return t, defined
}

func texValue(m metric.Metric, v metric.Value) string {
	switch {
	case !v.Defined:
		return "--"
	case m.Scale == metric.Index:
		return fmt.Sprintf("%.3f", v.Point)
	}
	return fmt.Sprintf("%.1f", 100*v.Point)
}

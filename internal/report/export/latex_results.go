package export

import (
	"fmt"
	"strings"

	"assay/internal/metric"
	"assay/internal/prompt"
	"assay/internal/report"
	"assay/internal/stats"
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
// rank interval reaches into its own (resolutions §4 row 27). What no subject has
// a number for is left out, and named.
func performance(d *report.Data, s *report.Suite) (tabular, bool) {
	t := tabular{Columns: "l", Head: []string{"Model"},
		Notes: []string{"TDR and Acc in percent with their 95 % intervals. Bold: first, and no rank interval of another subject reaches it. Findings: mean number in an answer."}}
	columns := []struct {
		title string
		metric.Metric
	}{{"TDR", metric.TDR}, {"SUI", metric.SUIDefault}, {"Acc", metric.Accuracy}, {"RCIR", metric.RCIR}, {"AVA", metric.AVA}, {"FSV", metric.FSV}}
	metrics := make([]metric.Metric, len(columns))
	for j, c := range columns {
		metrics[j] = c.Metric
	}
	subjects := conditions(d, s)
	values := make([][]metric.Value, len(subjects))
	for i, c := range subjects {
		values[i] = metric.Values(metrics, c.Rows)
		t.Rows = append(t.Rows, []string{texName(c.Name)})
	}
	var without []string
	missing, partly := false, false
	for j, c := range columns {
		defined := 0
		for i := range subjects {
			if values[i][j].Defined {
				defined++
			}
			missing = missing || values[i][j].Missing > 0 && c.ID == metric.TDR.ID
		}
		if defined == 0 {
			without = append(without, c.title)
			continue
		}
		partly = partly || defined < len(subjects) && c.Scale == metric.Index
		ranks := metric.Rank(c.Metric, subjects)
		for i := range subjects {
			v, r := values[i][j], ranks[i]
			cell := texValue(c.Metric, v)
			if len(subjects) > 1 && r.OK && r.Unique && r.Rank == 1 {
				cell = "\\textbf{" + cell + "}"
			}
			t.Rows[i] = append(t.Rows[i], cell)
			if c.Scale == metric.Percent {
				t.Rows[i] = append(t.Rows[i], texInterval(v.Interval))
			}
		}
		if c.Scale == metric.Percent {
			t.Columns, t.Head = t.Columns+"r@{ }l", append(t.Head, `\multicolumn{2}{c}{`+c.title+`}`)
		} else {
			t.Columns, t.Head = t.Columns+"r", append(t.Head, c.title)
		}
	}
	t.Columns, t.Head = t.Columns+"r", append(t.Head, "Findings")
	for i, c := range subjects {
		t.Rows[i] = append(t.Rows[i], meanFindings(c.Rows))
	}
	const needs = "need a judge that scores reasoning, and a target that was found."
	if len(without) > 0 {
		t.Notes = append(t.Notes, "Nobody has a number for "+strings.Join(without, ", ")+"; SUI, RCIR, AVA and FSV "+needs)
	} else if partly {
		t.Notes = append(t.Notes, "SUI, RCIR, AVA and FSV "+needs)
	}
	if missing {
		t.Notes = append(t.Notes, "Trials without an answer count as not found.")
	}
	return t, len(t.Rows) > 0
}

// texInterval writes an interval of a share, small, beside its number.
func texInterval(i *stats.Interval) string {
	if i == nil {
		return ""
	}
	return fmt.Sprintf("{\\footnotesize [%.1f, %.1f]}", 100*i.Lo, 100*i.Hi)
}

// meanFindings is the mean number of findings in an answer.
func meanFindings(rows []metric.Row) string {
	findings, answers := 0, 0
	for _, r := range rows {
		if r.Answer != nil {
			answers++
			findings += len(r.Answer.Findings)
		}
	}
	if answers == 0 {
		return "--"
	}
	return fmt.Sprintf("%.1f", float64(findings)/float64(answers))
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
		row := []string{texName(sub.Name)}
		st, err := prompt.For(s.Format, sub.Strategy)
		row = append(row, nameOr(sub.Strategy, st.Name))
		for _, f := range prompt.Factors() {
			level := ""
			if err == nil {
				level = st.Level(f.Name)
			}
			row = append(row, nameOr(level, "–"))
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
		rows[i] = []string{texName(c.Name)}
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
					cell += fmt.Sprintf(" {\\footnotesize (%g; %d to %d)}", r.Rank, r.Lo, r.Hi)
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

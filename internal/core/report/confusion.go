package report

import (
	"maps"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

var confusion = Section{Tables: []string{"confusion", "confusion-parts"},
	Build: buildConfusion}

// Lucky guesses belong to the statistics of verdicts: a right verdict that does not name the flaw. The TDR of the
// whole suite is in the headline.
func confusionMetrics(whole bool) []metric.Metric {
	if whole {
		return []metric.Metric{metric.Accuracy, metric.Precision, metric.Recall, metric.F1, metric.F2, metric.MCC,
			metric.LuckyGuess}
	}
	return []metric.Metric{metric.Accuracy, metric.Precision, metric.Recall, metric.F1, metric.TDR, metric.LuckyGuess}
}

func buildConfusion(d *Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"Verdicts against truth. Calling a vulnerable text vulnerable is a hit of the " +
		"verdict, not yet of the flaw: TDR asks for the flaw itself, and in SQL for the violated " +
		"requirement. Lucky guesses are hits of the verdict that miss the flaw. A trial without an answer enters none of " +
		"the four counts; accuracy counts it as wrong, and recall as not found."}}
	suites(d, func(s *Suite) {
		c := confuser{names: HeadlineOf(d, s).Names()}
		for _, name := range c.names {
			c.rows = append(c.rows, s.Headline(name))
		}
		whole := confusionTable(s, "confusion", "All of "+s.Name, true)
		whole.Opened = true
		whole.Rows = c.part("", true, false, func(*bench.Variant) bool { return true })
		out.Tables = append(out.Tables, whole)
		twins := map[string]bool{}
		for _, v := range s.Variants {
			if v.Truth == bench.Vulnerable {
				twins[v.Twin] = true
			}
		}
		for _, dim := range dimensions(s.Format) {
			t := confusionTable(s, "confusion-parts", "By "+dim.by, false)
			// A clean contract has no flaw, and so no class.
			clean := func(v *bench.Variant) bool { return dim.by == "class" && v.Truth == bench.Safe && !twins[v.Key] }
			// A good SQL test is the twin of bad ones of several classes and has none of its own.
			hide := s.Format.ByRequirement() && dim.by == "class"
			for _, value := range valuesOf(s, dim) {
				t.Rows = append(t.Rows, c.part(dim.say(value), false, hide, func(v *bench.Variant) bool {
					return dim.of(v) == value && !(hide && v.Truth == bench.Safe) && !clean(v)
				})...)
			}
			out.Tables = append(out.Tables, filled(t)...)
		}
	})
	return out, len(out.Tables) > 0
}

func confusionTable(s *Suite, id, title string, whole bool) write.Table {
	t := write.Table{ID: id, Group: s.Name, Title: title + ": verdicts against truth", Folded: true}
	t.Columns = []write.Column{subjectColumn(), counts("tp", "vulnerable, said so"),
		counts("fn", "vulnerable, called safe"), counts("fp", "safe, called vulnerable"), counts("tn", "safe, said so"),
		counts("missing", "no answer")}
	t.Columns = append(t.Columns, columns(confusionMetrics(whole))...)
	return t
}

// confuser builds the parts of one suite's tables.
type confuser struct {
	names []string
	rows  [][]bench.Trial // by name
}

func (c *confuser) part(name string, whole, hideSafe bool, in func(*bench.Variant) bool) []write.Row {
	metrics := confusionMetrics(whole)
	all := make([]*write.Row, len(c.names)) // nil for subjects that were not asked about it
	Each(len(c.names), func(i int) {
		rows := rowsWhere(c.rows[i], in)
		if len(rows) == 0 {
			return
		}
		k := metric.Confuse(rows)
		row := write.Cells(c.names[i], write.Int(k.TP), write.Int(k.FN), write.Int(k.FP), write.Int(k.TN),
			write.Int(k.MissingVulnerable+k.MissingOK), cells(metrics, metric.Values(metrics, rows)))
		if hideSafe {
			row.Cells[3], row.Cells[4] = write.Text(""), write.Text("")
			for j, m := range metrics { // what depends on safe texts as well
				if slices.Contains([]string{metric.Accuracy.ID, metric.Precision.ID, metric.F1.ID}, m.ID) {
					row.Cells[6+j] = write.Text("")
				}
			}
		}
		row.Part = name
		all[i] = &row
	})
	var out []write.Row
	for _, row := range all {
		if row != nil {
			out = append(out, *row)
		}
	}
	return out
}

// valuesOf returns the values of a dimension in a suite, sorted.
func valuesOf(s *Suite, dim dimension) []string {
	seen := map[string]bool{}
	for _, v := range s.Variants {
		if value := dim.of(v); value != "" {
			seen[value] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

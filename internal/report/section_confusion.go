package report

import (
	"assay/internal/bench"
	"assay/internal/metric"
)

var confusionSection = Section{ID: "confusion", Title: "Verdicts and truth", Build: buildConfusion}

type confusionData struct{ Suites []confusionSuite }

type confusionSuite struct {
	Name   string
	Tables []confusionTable
	Notes  []string
}

// confusionTable has the whole suite, or every part that a dimension tells apart.
type confusionTable struct {
	Suite, Caption, By string // By is "" for the whole suite
	Metrics            []metric.Metric
	Parts              []confusionPart
}

type confusionPart struct {
	Name string
	Rows []confusionRow
}

type confusionRow struct {
	Name     string
	Counts   metric.Confusion
	Missing  int
	HideSafe bool // the part has no safe variants of its own
	Cells    []Cell
}

// Lucky guesses belong to the statistics of verdicts: a right verdict that does
// not name the flaw. The TDR of the whole suite stands in the headline.
func confusionMetrics(whole bool) []metric.Metric {
	if whole {
		return []metric.Metric{metric.Accuracy, metric.Precision, metric.Recall, metric.F1, metric.F2, metric.MCC, metric.LuckyGuess}
	}
	return []metric.Metric{metric.Accuracy, metric.Precision, metric.Recall, metric.F1, metric.TDR, metric.LuckyGuess}
}

func buildConfusion(d *Data) (any, bool) {
	var out confusionData
	suites := d.Suites()
	for i := range suites {
		s := &suites[i]
		c := newConfuser(s, headline(d, s))
		whole := confusionTable{Suite: s.Name, Caption: "All of " + s.Name, Metrics: confusionMetrics(true)}
		whole.Parts = append(whole.Parts, c.part("", whole.Metrics, false, func(*bench.Variant) bool { return true }))
		view := confusionSuite{Name: s.Name, Tables: []confusionTable{whole}}
		for _, dim := range dimensions(s.Format) {
			t := confusionTable{Suite: s.Name, Caption: "By " + dim.by, By: dim.by, Metrics: confusionMetrics(false)}
			// A good SQL test is the twin of bad ones of several classes and has none of its own.
			hide := s.Format == "tenantsql" && dim.by == "class"
			for _, value := range valuesOf(s, dim) {
				p := c.part(dim.say(value), t.Metrics, hide, func(v *bench.Variant) bool {
					return dim.of(v) == value && !(hide && v.Truth == bench.Safe)
				})
				if len(p.Rows) > 0 {
					t.Parts = append(t.Parts, p)
				}
			}
			if len(t.Parts) > 0 {
				view.Tables = append(view.Tables, t)
			}
		}
		view.Notes = c.notes
		out.Suites = append(out.Suites, view)
	}
	return out, len(out.Suites) > 0
}

// confuser makes the parts of one suite's tables, and collects their footnotes.
type confuser struct {
	names []string
	rows  [][]metric.Row // by name
	notes footnotes
}

func newConfuser(s *Suite, h *Headline) *confuser {
	c := &confuser{names: h.names()}
	for _, name := range c.names {
		c.rows = append(c.rows, s.Headline(name))
	}
	return c
}

func (c *confuser) part(name string, metrics []metric.Metric, hideSafe bool, in func(*bench.Variant) bool) confusionPart {
	p := confusionPart{Name: name}
	values := make([][]metric.Value, len(c.names)) // nil for who was asked nothing of it
	all := make([]confusionRow, len(c.names))
	each(len(c.names), func(i int) {
		rows := rowsWhere(c.rows[i], in)
		if len(rows) == 0 {
			return
		}
		all[i] = confusionRow{Name: c.names[i], Counts: metric.Confuse(rows), HideSafe: hideSafe}
		all[i].Missing = all[i].Counts.MissingVulnerable + all[i].Counts.MissingOK
		values[i] = metric.Values(metrics, rows)
	})
	for i, row := range all {
		if values[i] == nil {
			continue
		}
		for k, v := range values[i] {
			row.Cells = append(row.Cells, Cell{metrics[k], v, c.notes.number(v.Warnings)})
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

// valuesOf lists what a dimension distinguishes in a suite, sorted.
func valuesOf(s *Suite, dim dimension) []string {
	seen := map[string]int{}
	for _, v := range s.Variants {
		if value := dim.of(v); value != "" {
			seen[value]++
		}
	}
	return sorted(seen)
}

package section

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/metric"
	"assay/internal/report"
	"assay/internal/report/write"
	"assay/internal/termtext"
)

var breakdown = Section{ID: "breakdown", Title: "Breakdown", Tables: breakdownIDs, Build: buildBreakdown}

// breakdownIDs name the tables of detection and of pairs.
var breakdownIDs = []string{"breakdown-detection", "breakdown-pairs"}

func buildBreakdown(d *report.Data) (write.Section, bool) {
	var out write.Section
	suites(d, func(s *report.Suite) {
		var drawn, tables []write.Table
		for _, dim := range dimensions(s.Format) {
			of := breakdownTables(d, s, dim)
			if dim.by == "class" && len(of) > 0 {
				drawn = []write.Table{{ID: "heat", Group: s.Name, Drawings: []*write.Drawing{heat(s, &of[0])}}}
			}
			tables = append(tables, of...)
		}
		if len(tables) > 0 {
			tables[0].Opened = true
			out.Tables = append(append(out.Tables, drawn...), tables...)
		}
	})
	return out, len(out.Tables) > 0
}

// breakdownTables returns a table of detection and one of pairs for a
// dimension, or none when no variant has a value on it.
func breakdownTables(d *report.Data, s *report.Suite, dim dimension) []write.Table {
	subjects := report.HeadlineOf(d, s).Names()
	values := map[string]map[string]bool{} // value → vulnerable variants
	rows := make([][]metric.Row, len(subjects))
	for i, name := range subjects {
		rows[i] = s.Headline(name)
		var last *bench.Variant
		for k := range rows[i] {
			variant := rows[i][k].Variant
			if variant == last {
				continue
			}
			last = variant
			if v := dim.of(variant); v != "" && variant.Truth == bench.Vulnerable {
				if values[v] == nil {
					values[v] = map[string]bool{}
				}
				values[v][variant.Key] = true
			}
		}
	}
	if len(values) == 0 {
		return nil
	}
	metrics := []metric.Metric{metric.TDR, metric.PairCorrect}
	found := make([]map[string][]metric.Value, len(subjects)) // by value
	report.Each(len(subjects), func(i int) {
		found[i] = map[string][]metric.Value{}
		for value := range values {
			found[i][value] = metric.Values(metrics, withTwins(rows[i], func(v *bench.Variant) bool { return dim.of(v) == value }))
		}
	})
	var out []write.Table
	for k, m := range metrics {
		t := write.Table{ID: breakdownIDs[k], Group: s.Name, Title: fmt.Sprintf("%s by %s", m.Title, dim.by), Lead: []string{report.Sentence(m.Doc)}, Folded: true}
		t.Columns = []write.Column{words(dim.by, dim.by), counts("vulnerable", "vulnerable")}
		for _, name := range subjects {
			t.Columns = append(t.Columns, write.Column{Key: name, Title: name, Number: true, Name: true})
		}
		for _, of := range slices.Sorted(maps.Keys(values)) {
			row := write.Cells(dim.say(of), write.Int(len(values[of])))
			for i := range subjects {
				row.Cells = append(row.Cells, value(m, found[i][of][k]))
			}
			t.Rows = append(t.Rows, row)
		}
		out = append(out, t)
	}
	return out
}

// Geometry of the heat map.
const (
	heatLeft = 230
	heatTop  = 140
	heatCell = 74
	heatRow  = 24

	heatWide   = 10 * heatCell // from here on cells become narrower
	heatNarrow = 26            // holds a percentage without a sign
)

// heatCells returns the width of a cell for so many subjects, and whether k/n fits into it.
func heatCells(subjects int) (width float64, counts bool) {
	if heatCell*subjects <= heatWide {
		return heatCell, true
	}
	return max(heatNarrow, float64(heatWide/subjects)), false
}

// heat draws a table of a share by class and subject, the more of the colour the
// more was found.
func heat(s *report.Suite, t *write.Table) *write.Drawing {
	subjects := t.Columns[2:]
	cell, counted := heatCells(len(subjects))
	caption := "The more colour, the more was found; in the cells, found of all."
	if !counted {
		caption = "The more colour, the more was found; in the cells, the percentage. The table has the counts."
	}
	p := &write.Drawing{Title: fmt.Sprintf("%s on %s by class and subject", metric.TDR.Title, s.Name), Class: "wide", Width: heatLeft + int(cell)*len(subjects) + 96, Height: heatTop + heatRow*len(t.Rows) + 6,
		Caption: caption}
	for i, c := range subjects {
		p.Slanted(heatLeft+cell*float64(i)+cell/2-10, heatTop-8, termtext.Clip(c.Title, 26))
	}
	var said []string
	for j, row := range t.Rows {
		y := heatTop + heatRow*float64(j)
		p.Label("", "end", heatLeft-10, y+16, termtext.Clip(row.Cells[0].Text, 32))
		var line []string
		for i, v := range row.Cells[2:] {
			x := heatLeft + cell*float64(i)
			line = append(line, subjects[i].Title+" "+v.String())
			if v.Number == nil {
				p.Rect("empty", x+1, y+1, cell-2, heatRow-2, 0)
				p.Label("soft", "middle", x+cell/2, y+16, write.None)
				continue
			}
			p.Rect("heat", x+1, y+1, cell-2, heatRow-2, 0.06+0.94**v.Number)
			text := v.Count()
			if text == "" {
				text = v.Text
			}
			if !counted {
				text = fmt.Sprintf("%.0f", 100**v.Number)
			}
			p.Label("on", "middle", x+cell/2, y+16, text)
		}
		said = append(said, row.Cells[0].Text+": "+strings.Join(line, ", "))
	}
	p.Desc = strings.Join(said, "; ") + "."
	return p
}

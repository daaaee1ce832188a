package report

import (
	"fmt"
	"slices"
	"strconv"

	"assay/internal/bench"
	"assay/internal/metric"
)

var breakdownSection = Section{ID: "breakdown", Title: "Breakdown", Build: buildBreakdown}

type breakdownData struct{ Suites []breakdownSuite }

type breakdownSuite struct {
	Name   string
	Heat   *plot // of the detection by class; nil where no text has one
	Tables []breakdownTable
	Notes  []string
}

type breakdownTable struct {
	Suite, By, Metric, Doc string
	Subjects               []string
	Rows                   []breakdownRow
	Open                   bool
}

type breakdownRow struct {
	Name     string
	Variants int // vulnerable ones
	Cells    []Cell
}

// dimension is one way of splitting the vulnerable variants of a suite.
type dimension struct {
	by  string
	of  func(*bench.Variant) string // "" leaves a variant out
	say func(string) string
}

func dimensions(format string) []dimension {
	same := func(s string) string { return s }
	group := "subset"
	if format == "tenantsql" {
		group = "application"
	}
	return []dimension{
		{group, func(v *bench.Variant) string { return v.Group }, same},
		{"tier", func(v *bench.Variant) string {
			if v.Tier == 0 {
				return ""
			}
			return strconv.Itoa(v.Tier)
		}, func(s string) string { return "tier " + s }},
		{"class", func(v *bench.Variant) string { return string(v.Class) }, func(s string) string { return bench.Class(s).Title() }},
	}
}

func buildBreakdown(d *Data) (any, bool) {
	var out breakdownData
	suites := d.Suites()
	for i := range suites {
		s := &suites[i]
		part := breakdownSuite{Name: s.Name}
		var notes footnotes
		lines := headline(d, s).Lines
		for _, dim := range dimensions(s.Format) {
			tables := breakdownTables(s, lines, dim, &notes)
			if dim.by == "class" && len(tables) > 0 {
				part.Heat = heat(tables[0])
			}
			part.Tables = append(part.Tables, tables...)
		}
		part.Notes = notes
		if len(part.Tables) > 0 {
			part.Tables[0].Open = true
			out.Suites = append(out.Suites, part)
		}
	}
	return out, len(out.Suites) > 0
}

// breakdownTables returns a table of detection and one of pairs for a
// dimension, or none when no variant has a value on it.
func breakdownTables(s *Suite, lines []Line, dim dimension, notes *footnotes) []breakdownTable {
	values := map[string]map[string]bool{} // value → vulnerable variants
	rows := make([][]metric.Row, len(lines))
	for i, l := range lines {
		rows[i] = s.Headline(l.Subject.Name)
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
	ms := []metric.Metric{metric.TDR, metric.PairCorrect}
	numbers := make([]map[string][]metric.Value, len(lines)) // by value
	each(len(lines), func(i int) {
		numbers[i] = map[string][]metric.Value{}
		for value := range values {
			numbers[i][value] = metric.Values(ms, withTwins(rows[i], func(v *bench.Variant) bool { return dim.of(v) == value }))
		}
	})
	var out []breakdownTable
	for k, m := range ms {
		t := breakdownTable{Suite: s.Name, By: dim.by, Metric: m.Title, Doc: m.Doc}
		for _, l := range lines {
			t.Subjects = append(t.Subjects, l.Subject.Name)
		}
		for _, value := range sorted(values) {
			row := breakdownRow{Name: dim.say(value), Variants: len(values[value])}
			for i := range lines {
				v := numbers[i][value][k]
				row.Cells = append(row.Cells, Cell{Metric: m, Value: v, Marks: notes.number(v.Warnings)})
			}
			t.Rows = append(t.Rows, row)
		}
		out = append(out, t)
	}
	return out
}

// withTwins keeps the rows of the vulnerable variants for which in is true, and
// those of their twins, whatever the twins' own group or class: several
// vulnerable variants may share one twin.
func withTwins(rows []metric.Row, in func(*bench.Variant) bool) []metric.Row {
	twins := map[string]bool{}
	wanted := map[*bench.Variant]bool{}
	for i := range rows {
		v := rows[i].Variant
		if i > 0 && v == rows[i-1].Variant {
			continue
		}
		if v.Truth == bench.Vulnerable && in(v) {
			wanted[v], twins[v.Twin] = true, true
		}
	}
	return rowsWhere(rows, func(v *bench.Variant) bool { return wanted[v] || v.Truth == bench.Safe && twins[v.Key] })
}

// rowsWhere keeps the rows of the variants for which in is true.
func rowsWhere(rows []metric.Row, in func(*bench.Variant) bool) []metric.Row {
	var parts [][]metric.Row // of variants that stand together
	for from, to := 0, 0; from < len(rows); from = to {
		v := rows[from].Variant
		for to = from + 1; to < len(rows) && rows[to].Variant == v; to++ {
		}
		if in(v) {
			parts = append(parts, rows[from:to])
		}
	}
	return slices.Concat(parts...)
}

// Caption says what the table holds.
func (t breakdownTable) Caption() string { return fmt.Sprintf("%s by %s", t.Metric, t.By) }

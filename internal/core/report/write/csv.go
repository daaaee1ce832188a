package write

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"assay/internal/core/stats"
)

// CSV writes all tables of a document as one table, one line for each row: first the table and group of the row,
// then the columns in the order in which they first occur. A number with an interval or a count has further
// columns for these. A cell is empty when its value is not known or not defined, never zero. Without tables,
// nothing is written.
func CSV(w io.Writer, d Document) error {
	var tables []*Table
	for i := range d.Sections {
		for j := range d.Sections[i].Tables {
			if t := &d.Sections[i].Tables[j]; len(t.Columns) > 0 {
				tables = append(tables, t)
			} else if texts := t.texts(); len(texts.Rows) > 0 {
				tables = append(tables, texts)
			}
		}
	}
	if len(tables) == 0 {
		return nil
	}
	out := csv.NewWriter(w)
	columns := sheet(tables)
	record := make([]string, len(columns))
	for i, c := range columns {
		record[i] = c.name
	}
	err := out.Write(record)
	for _, t := range tables {
		places := map[string]int{}
		for i, c := range t.Columns {
			places[c.Key] = i
		}
		for i := range t.Rows {
			for k, c := range columns {
				record[k] = Inert(c.of(t, &t.Rows[i], places))
			}
			if err == nil {
				err = out.Write(record)
			}
		}
	}
	if out.Flush(); err == nil {
		err = out.Error()
	}
	if err != nil {
		return fmt.Errorf("writing CSV: %w", err)
	}
	return nil
}

// texts converts the text of a table without columns to a table.
func (t *Table) texts() *Table {
	out := &Table{ID: t.ID, Group: t.Group, Of: t.Of, Columns: Columns("kind", "text")}
	for _, part := range []struct {
		kind  string
		texts []string
	}{{"census", []string{t.Census}}, {"text", t.Lead}, {"sentence", t.Says}, {"warning", t.Warnings}, {"note", t.Foot}} {
		for _, text := range part.texts {
			if text != "" {
				out.Rows = append(out.Rows, Cells(part.kind, text))
			}
		}
	}
	return out
}

// sheetColumn is one column of the common table.
type sheetColumn struct {
	name string
	of   func(t *Table, r *Row, places map[string]int) string
}

// sheet returns the union of the columns of tables.
func sheet(tables []*Table) []sheetColumn {
	var out []sheetColumn
	scope := func(name string, of func(t *Table, r *Row) string) {
		first := ""
		for i, t := range tables {
			for k := range t.Rows {
				s := of(t, &t.Rows[k])
				if name != "table" && s != "" || i > 0 && s != first {
					out = append(out, sheetColumn{name, func(t *Table, r *Row, _ map[string]int) string { return of(t, r) }})
					return
				}
				first = s
			}
		}
	}
	scope("table", func(t *Table, _ *Row) string { return t.ID })
	scope("suite", func(t *Table, _ *Row) string { return t.Group })
	scope("of", func(t *Table, _ *Row) string { return t.Of })
	scope("part", func(t *Table, r *Row) string {
		if slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Data }) {
			return "" // these columns have it
		}
		return r.Part
	})
	var keys []string
	has := map[string][2]bool{} // an interval, a count
	for _, t := range tables {
		for i, c := range t.Columns {
			if !slices.Contains(keys, c.Key) {
				keys = append(keys, c.Key)
			}
			for _, r := range t.Rows {
				v, h := r.cell(i), has[c.Key]
				has[c.Key] = [2]bool{h[0] || v.Interval != nil, h[1] || v.N > 0}
			}
		}
	}
	warned, remarked := false, false
	for _, key := range keys {
		add := func(suffix string, of func(Value) string) {
			out = append(out, sheetColumn{key + suffix, func(_ *Table, r *Row, places map[string]int) string {
				if i, ok := places[key]; ok {
					return of(r.cell(i))
				}
				return ""
			}})
		}
		add("", Value.data)
		if has[key][0] {
			add("_lo", func(v Value) string { return bound(v, func(i *stats.Interval) float64 { return i.Lo }) })
			add("_hi", func(v Value) string { return bound(v, func(i *stats.Interval) float64 { return i.Hi }) })
		}
		if has[key][1] {
			add("_k", func(v Value) string { return counted(v, v.K) })
			add("_n", func(v Value) string { return counted(v, v.N) })
		}
	}
	for _, t := range tables {
		for _, r := range t.Rows {
			remarked = remarked || len(r.Notes) > 0
			for _, v := range r.Cells {
				warned = warned || len(v.Warnings) > 0
			}
		}
	}
	if warned || remarked {
		out = append(out, sheetColumn{"warnings", func(_ *Table, r *Row, _ map[string]int) string {
			all := slices.Clone(r.Notes)
			for _, v := range r.Cells {
				for _, w := range v.Warnings {
					if !slices.Contains(all, w) {
						all = append(all, w)
					}
				}
			}
			return strings.Join(all, "; ")
		}})
	}
	return out
}

func bound(v Value, of func(*stats.Interval) float64) string {
	if v.Interval == nil {
		return ""
	}
	return strconv.FormatFloat(of(v.Interval), 'g', -1, 64)
}

func counted(v Value, n int) string {
	if v.N == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// Inert prevents spreadsheets from reading text as a formula: a cell that looks like one and is no number gets a
// leading apostrophe.
func Inert(cell string) string {
	if cell == "" || !strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return cell
	}
	if _, err := strconv.ParseFloat(cell, 64); err == nil {
		return cell
	}
	return "'" + cell
}

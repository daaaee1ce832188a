package write

import (
	"slices"
	"strings"
)

// marks are the shapes of a strip, in the order of its columns.
var marks = []string{"dot", "square", "diamond"}

// lanes are the heights at which the marks are drawn, so that intervals do not cover each other.
var lanes = []int{5, 12, 19}

// stripView is a strip with the data that its template needs.
type stripView struct {
	Group, Label string
	Heads        []stripHead
	Word         string // title of its column
	Rows, Folded []stripRow
}

type stripHead struct{ Shape, Title, Help string }

type stripRow struct {
	Name, Doc   string
	Cells       []stripCell
	Title, Word string
	Marks       []stripMark
}

type stripCell struct{ Key, Count, Text, Range, Link string }

type stripMark struct {
	Shape      string
	At, Lo, Hi string // positions in percent of the width
	Y          int
	Whisker    bool
}

// strips returns the strips of a document, in order.
func strips(d Document) []stripView {
	var out []stripView
	for _, s := range d.Sections {
		for i := range s.Tables {
			if t := &s.Tables[i]; t.Strip != nil && len(t.Rows) > 0 {
				out = append(out, newStrip(t))
			}
		}
	}
	return out
}

func newStrip(t *Table) stripView {
	column := func(key string) int {
		return slices.IndexFunc(t.Columns, func(c Column) bool { return c.Key == key })
	}
	word, name := column(t.Strip.Word), t.shown()[0]
	v := stripView{Group: t.Group, Label: strings.TrimSpace("The answer of " + t.Group), Word: t.Columns[word].Title}
	for i, key := range t.Strip.Marks {
		c := t.Columns[column(key)]
		v.Heads = append(v.Heads, stripHead{marks[i], c.Title, c.Help})
	}
	for _, r := range t.Rows {
		row := stripRow{Name: r.cell(name).Text, Doc: r.cell(name).Doc, Word: r.cell(word).Text}
		var values []string
		for i, key := range t.Strip.Marks {
			c := r.cell(column(key))
			row.Cells = append(row.Cells, stripCell{key, c.Count(), c.Text, c.Range, c.Link})
			values = append(values, v.Heads[i].Title+" "+c.String())
			if c.Number == nil {
				continue
			}
			m := stripMark{Shape: marks[i], At: Position(*c.Number), Y: lanes[i]}
			if c.Interval != nil {
				m.Lo, m.Hi, m.Whisker = Position(c.Interval.Lo), Position(c.Interval.Hi), true
			}
			row.Marks = append(row.Marks, m)
		}
		row.Title = row.Name + ": " + strings.Join(values, ", ") + "; " + row.Word
		if r.Folded {
			v.Folded = append(v.Folded, row)
		} else {
			v.Rows = append(v.Rows, row)
		}
	}
	return v
}

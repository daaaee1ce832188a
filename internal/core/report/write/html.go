package write

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"
	"sync"

	"assay/internal/core/base/termtext"
)

//go:embed page.html
var pageText string

//go:embed style.css
var style string

//go:embed page.js
var script string

// policy permits a page to run its own script and style and nothing else, and to load nothing.
var policy = "default-src 'none'; script-src " + hashed(script) + "; style-src " + hashed(style) +
	"; img-src data:; base-uri 'none'; form-action 'none'"

// hashed returns the name of a text in a policy.
func hashed(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// pages returns the parsed templates. They are part of the program, so that an error in one is an error in the
// program; the tests execute every one.
var pages = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"plain": termtext.Plain, "breakable": Breakable, "strips": strips, "policy": func() string { return policy },
		"style":  func() template.CSS { return template.CSS(style) },
		"script": func() template.JS { return template.JS(script) },
	}).Parse(pageText))
})

// HTML writes a document as one file that needs no network and no other file. Without its script, only the
// Detail of sections is missing. html/template inserts all text as text; none of it is ever markup.
func HTML(w io.Writer, d Document) error {
	b := bufio.NewWriterSize(w, 1<<16)
	run := func(name string, data any) error {
		if err := pages().ExecuteTemplate(b, name, data); err != nil {
			return fmt.Errorf("writing HTML: %w", err)
		}
		return nil
	}
	if err := run("head", d); err != nil {
		return err
	}
	for _, s := range d.Sections {
		if err := run("open", s); err != nil {
			return err
		}
		if err := run("tables", views(s.Title, s.Tables)); err != nil {
			return err
		}
		if s.Detail != nil {
			if err := s.Detail(b); err != nil {
				return fmt.Errorf("writing HTML: section %s: %w", s.ID, err)
			}
		}
		if err := run("close", nil); err != nil {
			return err
		}
	}
	if err := run("foot", d); err != nil {
		return err
	}
	return b.Flush()
}

// Fragment writes tables for a page built by another package.
func Fragment(tables ...Table) (template.HTML, error) {
	var b strings.Builder
	if err := pages().ExecuteTemplate(&b, "tables", views("", tables)); err != nil {
		return "", fmt.Errorf("writing HTML: %w", err)
	}
	return template.HTML(b.String()), nil
}

// tableView is a table with the further data that its templates need.
type tableView struct {
	*Table
	Head      bool // the group begins here
	Level     int  // of the heading of its Of
	Label     string
	First     bool // first of several narrow tables in one row
	Last      bool
	Shown     []Column
	Body      []rowView
	Dots      bool // shares are drawn
	Drops     bool // differences are drawn
	Explained bool // its foot is not repeated below the next table
	Footnotes []string
	Panels    []*Drawing // small multiples
	Wide      []*Drawing
}

type rowView struct {
	Row
	Begins bool // the first row of a part
	Cells  []cellView
	Span   int
}

// Wrap reports whether the title of a column needs several lines.
func (c Column) Wrap() bool { return len(c.Title) > 18 }

type cellView struct {
	Value
	Column
	Count  string
	Header bool // heading of its row
	Bold   bool
	Mark   int    // number of its note, 0 without one
	Hint   string // its warnings, where the note gives ranges
	Dot    *dot
	Heat   string // class of its background colour
}

// views prepares the tables of a section; the section's title makes labels different from those of other sections.
func views(section string, tables []Table) []tableView {
	tables = slices.DeleteFunc(slices.Clone(tables), func(t Table) bool { return t.Listed })
	out := make([]tableView, len(tables))
	group := ""
	for i := range tables {
		t := &tables[i]
		v := tableView{Table: t, Level: 4, Head: t.Group != "" && t.Group != group}
		if t.Group == "" {
			v.Level = 3
		}
		group = t.Group
		v.Label = cmp.Or(strings.Trim(t.heading()+": "+t.Title, ": "), t.ID)
		if section != "" {
			v.Label = section + ": " + v.Label
		}
		v.First = t.Narrow && (i == 0 || !tables[i-1].Narrow || v.Head)
		v.Last = t.Narrow && (i+1 == len(tables) || !tables[i+1].Narrow || tables[i+1].Group != t.Group)
		v.Explained = t.Folded || i+1 == len(tables) || !slices.Equal(tables[i+1].Foot, t.Foot)
		for _, d := range t.Drawings {
			if d.Class == "panel" {
				v.Panels = append(v.Panels, d)
			} else {
				v.Wide = append(v.Wide, d)
			}
		}
		v.fill()
		out[i] = v
	}
	return out
}

func (v *tableView) fill() {
	t := v.Table
	if len(t.Rows) == 0 {
		return
	}
	shown := t.shown()
	for _, i := range shown {
		v.Shown = append(v.Shown, t.Columns[i])
		v.Dots = v.Dots || t.Columns[i].Dot
		v.Drops = v.Drops || t.Columns[i].Drop != nil
	}
	var found pageNotes
	part := ""
	for _, r := range t.Rows {
		row := rowView{Row: r, Begins: r.Part != "" && r.Part != part, Span: len(shown)}
		part = r.Part
		for k, i := range shown {
			value := r.cell(i)
			c := cellView{Value: value, Column: t.Columns[i], Count: value.Count(), Header: k == 0, Mark: found.of(value),
				Hint: warningsOf(value)}
			c.Bold = value.Strong || c.Column.Dot
			switch {
			case c.Column.Dot:
				c.Dot = newDot(r.cell(shown[0]).Text, c.Column, value)
			case c.Column.Drop != nil:
				c.Dot = newDrop(r.cell(shown[0]).Text, c.Column, value)
			case t.Heat && value.Number != nil && value.N > 0:
				c.Heat = fmt.Sprintf("heat h%d", int(math.Round(10**value.Number)))
			}
			row.Cells = append(row.Cells, c)
		}
		v.Body = append(v.Body, row)
	}
	v.Footnotes = found.lines()
	for _, row := range v.Body {
		for k := range row.Cells {
			if c := &row.Cells[k]; c.Mark > 0 && c.Hint == v.Footnotes[c.Mark-1] {
				c.Hint = "" // the note says the same
			}
		}
	}
}

// dot is a dot-and-whisker chart of one share on an axis from 0 to 100 %.
type dot struct {
	Title, Desc string
	At, Lo, Hi  string // positions in percent of the width
	Whisker     bool
	Chance      bool   // the middle of the axis is the chance level
	Zero        string // position of zero, on an axis of differences
	Band, Wide  string // start and width of the range without a meaning
}

// newDot returns the chart of a value, or nil when there is nothing to draw.
func newDot(subject string, c Column, v Value) *dot {
	if v.Number == nil {
		return nil
	}
	out := &dot{Title: fmt.Sprintf("%s of %s: %s", c.Title, subject, v.String()),
		Desc: "A dot at the value on an axis from 0 to 100 %.",
		At:   Position(*v.Number), Chance: c.Chance}
	if i := v.Interval; i != nil {
		out.Desc = fmt.Sprintf("A dot at the value and a line over its 95 %% interval %s, on an axis from 0 to 100 %%.",
			v.Range)
		out.Lo, out.Hi, out.Whisker = Position(i.Lo), Position(i.Hi), true
	}
	return out
}

// newDrop returns the chart of a difference, or nil when there is nothing to draw.
func newDrop(row string, c Column, v Value) *dot {
	if v.Number == nil {
		return nil
	}
	a := c.Drop
	at := func(x float64) float64 { return min(max((x-a.Lo)/(a.Hi-a.Lo), 0), 1) }
	out := &dot{Title: fmt.Sprintf("%s, %s: %s", row, c.Title, v.String()),
		Desc: fmt.Sprintf("A dot at the difference on an axis from %+.0f to %+.0f points.", 100*a.Lo, 100*a.Hi),
		At:   Position(at(*v.Number)), Zero: Position(at(0))}
	if i := v.Interval; i != nil {
		out.Lo, out.Hi, out.Whisker = Position(at(i.Lo)), Position(at(i.Hi)), true
	}
	if b := a.Band; b != nil {
		out.Desc += fmt.Sprintf(" The band from %+.1f to %+.1f is the drop under changes that should not matter.", 100*b.Lo,
			100*b.Hi)
		out.Band, out.Wide = Position(at(b.Lo)), Position(max(at(b.Hi)-at(b.Lo), 0.01))
	}
	return out
}

// Breakable cuts a name after slashes, dashes and colons, where a narrow column may break it.
func Breakable(name string) []string {
	var out []string
	for rest := termtext.Plain(name); rest != ""; {
		i := strings.IndexAny(rest, "/-:_") + 1
		if i == 0 {
			i = len(rest)
		}
		out = append(out, rest[:i])
		rest = rest[i:]
	}
	return out
}

// Package write holds the parts of a report, tables with what belongs to them, and one writer for each format:
// terminal, HTML, Markdown, LaTeX, CSV and JSON.
//
// A section is data: none of it uses the notation of a format. Every writer escapes all text, so that text of
// subjects, providers and suites is never markup. Equal data give equal bytes; the only errors are those of the
// writer.
package write

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"assay/internal/core/stats"
)

// None replaces a number that is not defined. It is never a zero.
const None = "–"

// Document is a report, or a part of one.
type Document struct {
	Title    string
	Run      string    // id, "" where it is no report of a run
	Answer   []string  // the first sentences of a page, next to its strips
	Facts    []Fact    // of the run, which a page shows below them
	Notes    []string  // about all of it
	Sections []Section // in the order in which they are read
	Foot     []string  // how to read it
}

// Section is one part of a document.
type Section struct {
	ID     string   `json:"id"` // anchor, and name for --table
	Title  string   `json:"title"`
	Lead   []string `json:"text,omitempty"` // paragraphs
	Facts  []Fact   `json:"facts,omitempty"`
	Legend []Fact   `json:"legend,omitempty"` // meanings of names in it
	Tables []Table  `json:"tables,omitempty"`

	// Detail writes, as HTML, what only a page has space for; nil for nothing.
	Detail func(io.Writer) error `json:"-"`
}

// Fact is a name with a text.
type Fact struct {
	Name  string `json:"name"`
	Text  string `json:"text"`
	Class string `json:"-"` // of its colour in a drawing
	Code  bool   `json:"-"` // a hash
}

// Table is columns and rows, with the text before and after them. A table without columns is text.
type Table struct {
	ID    string `json:"id"`              // of its kind: tables of several suites share one
	Group string `json:"suite,omitempty"` // its subject, such as a suite; adjacent tables of one group share a heading
	Of    string `json:"of,omitempty"`    // part of the group, such as a subject
	Title string `json:"title,omitempty"` // its content

	Census   string     `json:"census,omitempty"` // number of items that it covers
	Lead     []string   `json:"text,omitempty"`   // paragraphs before the table
	Facts    []Fact     `json:"facts,omitempty"`
	Says     []string   `json:"says,omitempty"`     // sentences, each with its numbers
	Warnings []string   `json:"warnings,omitempty"` // what to know before trusting it
	Drawings []*Drawing `json:"-"`
	Columns  []Column   `json:"columns,omitempty"`
	Rows     []Row      `json:"rows,omitempty"`
	Foot     []string   `json:"foot,omitempty"` // how to read it

	Strip  *Strip `json:"-"` // a page shows it first
	Heat   bool   `json:"-"` // a page colours its shares
	Listed bool   `json:"-"` // a page shows it in another form, in the section's Detail
	Main   bool   `json:"-"` // shown on a screen by default
	Folded bool   `json:"-"` // a page shows the title and opens the rest on request
	Opened bool   `json:"-"` // it is open at first
	Narrow bool   `json:"-"` // a page shows several in one row
}

// Strip describes how a page shows a table in its first screen: one line per row, with the shares of some columns
// as marks on one axis, and a word. It has no numbers: it names columns of the table, which all formats write.
type Strip struct {
	Marks []string // keys of the columns that are drawn, at most three: a dot, a square, a diamond
	Word  string   // key of the column with the word for what they show
}

// Column is one column of a table.
type Column struct {
	Key   string `json:"key"`
	Title string `json:"title"`
	Help  string `json:"help,omitempty"`

	Short  string `json:"-"` // title when there are many columns
	Number bool   `json:"-"` // aligned as numbers are
	Text   bool   `json:"-"` // prose, which needs space
	Name   bool   `json:"-"` // the title is the name of a subject, long and without blanks
	Data   bool   `json:"-"` // only machine-readable formats have it
	Dot    bool   `json:"-"` // a page draws its shares on an axis from 0 to 100 %
	Drop   *Drop  `json:"-"` // a page draws its differences on an axis about zero
	Chance bool   `json:"-"` // one half is chance
	Count  bool   `json:"-"` // a screen shows only k/n
	Under  bool   `json:"-"` // a narrow screen shows it below the first column
	Repeat bool   `json:"-"` // with the column before it, it names the row: each part of a split table has it
	Less   int    `json:"-"` // a narrow screen leaves out columns with 1 first, then those with 2; 0 stays
}

// Drop is the axis on which a page draws the differences of a column. Columns of one table have the same ends.
type Drop struct {
	Lo, Hi float64         // ends of the axis, with zero between them
	Band   *stats.Interval // range of differences without a meaning; nil without
}

// Row is one row of a table.
type Row struct {
	Part  string   `json:"part,omitempty"` // the part of the table that it belongs to; rows of one part are adjacent
	Cells []Value  `json:"cells"`          // in the order of the columns; those at the end may be missing
	Notes []string `json:"notes,omitempty"`
	Total bool     `json:"total,omitempty"` // it sums up the rows above

	Folded bool `json:"-"` // a strip opens it on request
}

// Value is the content of a cell: text, and for a number the number behind it.
type Value struct {
	Text     string          `json:"text,omitempty"`
	Number   *float64        `json:"value,omitempty"` // nil when Text is no number, or none is defined
	Interval *stats.Interval `json:"interval,omitempty"`
	K        int             `json:"k,omitempty"` // with N the count behind a rate
	N        int             `json:"n,omitempty"` // 0 when it is no single rate
	// NotMeasured is why there is no number although there are data, "" otherwise.
	NotMeasured string   `json:"not_measured,omitempty"`
	Warnings    []string `json:"warnings,omitempty"`

	Range  string   `json:"-"`              // the interval as text
	Doc    string   `json:"-"`              // its meaning, shown where there is space
	Lines  []string `json:"more,omitempty"` // in smaller type below
	Strong bool     `json:"-"`
	Tone   Tone     `json:"-"`
	Link   string   `json:"-"` // address in assay's own pages
	Code   bool     `json:"-"` // a hash or an id
}

// Tone is how a value is to be read, for colours.
type Tone string

// The tones; plain is "".
const (
	Good Tone = "good"
	Bad  Tone = "bad"
	Open Tone = "open"
)

// Text returns a value that is text; a dash for none.
func Text(s string) Value {
	if s == "" {
		s = None
	}
	return Value{Text: s}
}

// Blank is an empty cell.
var Blank = Value{}

// Int returns the value of a count.
func Int[T int | int64](n T) Value {
	x := float64(n)
	return Value{Text: strconv.FormatInt(int64(n), 10), Number: &x}
}

// Figure returns a number with the text to show for it.
func Figure(text string, x float64) Value { return Value{Text: text, Number: &x} }

// Optional returns a number with the text to show for it, or an empty cell without a number.
func Optional(text string, x *float64) Value {
	if x == nil {
		return Text("")
	}
	return Figure(text, *x)
}

// Count returns k/n, or "" for a metric that is no single rate.
func (v Value) Count() string {
	if v.N == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", v.K, v.N)
}

// String returns the value on one line: "6/16 37.5 % [18.5, 61.4]".
func (v Value) String() string {
	out := strings.TrimSpace(strings.Join([]string{v.Count(), v.Text, v.Range}, " "))
	for _, l := range v.Lines {
		out += "; " + l
	}
	return strings.Join(strings.Fields(out), " ")
}

// data returns the value for programs: the number in full, "" when none is defined.
func (v Value) data() string {
	switch {
	case v.Number != nil:
		return strconv.FormatFloat(*v.Number, 'g', -1, 64)
	case v.Text == None:
		return ""
	}
	return v.Text
}

// cell returns the value in column i of a row.
func (r Row) cell(i int) Value {
	if i >= len(r.Cells) {
		return Blank
	}
	return r.Cells[i]
}

// shown returns the indices of the columns that a reader sees.
func (t *Table) shown() []int {
	var out []int
	for i, c := range t.Columns {
		if !c.Data {
			out = append(out, i)
		}
	}
	return out
}

// notes numbers the warnings of a table, each text once, in the order in which a reader of some of its columns
// sees them.
type notes []string

// of returns the numbers of the warnings of a value.
func (n *notes) of(v Value) []int {
	var out []int
	for _, w := range v.Warnings {
		i := slices.Index(*n, w)
		if i < 0 {
			i = len(*n)
			*n = append(*n, w)
		}
		if !slices.Contains(out, i+1) {
			out = append(out, i+1)
		}
	}
	slices.Sort(out)
	return out
}

// Main returns the document with only the tables that a screen shows by default.
func (d Document) Main() Document {
	return d.only(func(s *Section) []Table {
		s.Facts, s.Legend = nil, nil
		return slices.DeleteFunc(slices.Clone(s.Tables), func(t Table) bool { return !t.Main })
	})
}

// Only returns the document with only the tables of some kinds, without what the document says about all of it. When
// it has none, a note says so instead of sections.
func (d Document) Only(ids ...string) Document {
	out := d.only(func(s *Section) []Table {
		of := slices.DeleteFunc(slices.Clone(s.Tables), func(t Table) bool { return !slices.Contains(ids, t.ID) })
		*s = Section{ID: s.ID}
		return of
	})
	if len(out.Sections) == 0 {
		out.Notes = append(slices.Clip(out.Notes), "The run has nothing for "+strings.Join(ids, ", ")+".")
	} else {
		out.Notes, out.Foot = nil, nil
	}
	return out
}

func (d Document) only(keep func(*Section) []Table) Document {
	var sections []Section
	for _, s := range d.Sections {
		if s.Tables = keep(&s); len(s.Tables) > 0 {
			sections = append(sections, s)
		}
	}
	d.Sections = sections
	return d
}

// heading returns the subject of a table: "suite, subject".
func (t *Table) heading() string {
	return strings.Join(slices.DeleteFunc([]string{t.Group, t.Of}, func(s string) bool { return s == "" }), ", ")
}

// Package write holds what a report is made of, tables with what belongs to them,
// and one writer for each format: terminal, HTML, Markdown, LaTeX, CSV and JSON.
//
// A section is data: none of it is in the notation of a format. Every writer
// escapes all text, so that words of subjects, providers and suites stay words.
// Equal data give equal bytes; the only errors are those of the writer.
package write

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"assay/internal/stats"
)

// None stands where a number is not defined. It is never a zero.
const None = "–"

// Document is a report, or a part of one.
type Document struct {
	Title    string
	Run      string    // id, "" where it is no report of a run
	Answer   []string  // sentences that a page opens with, beside its strips
	Facts    []Fact    // of the run, which a page shows below them
	Notes    []string  // what concerns all of it
	Sections []Section // in the order in which they are read
	Foot     []string  // how to read it
}

// Section is one part of a document.
type Section struct {
	ID     string   `json:"id"` // anchor, and name for --table
	Title  string   `json:"title"`
	Lead   []string `json:"text,omitempty"` // paragraphs
	Facts  []Fact   `json:"facts,omitempty"`
	Legend []Fact   `json:"legend,omitempty"` // what names in it mean
	Tables []Table  `json:"tables,omitempty"`

	// Detail writes what only a page has room for, as HTML; nil for nothing.
	Detail func(io.Writer) error `json:"-"`
}

// Fact is a name with a text.
type Fact struct {
	Name  string `json:"name"`
	Text  string `json:"text"`
	Class string `json:"-"` // of a colour that a drawing has for it
	Code  bool   `json:"-"` // a hash
}

// Table is columns and rows, with the text before and after them. One without
// columns is text.
type Table struct {
	ID    string `json:"id"`              // of its kind: tables of several suites share one
	Group string `json:"suite,omitempty"` // what it speaks of, such as a suite; tables of one group stand together
	Of    string `json:"of,omitempty"`    // what of the group, such as a subject
	Title string `json:"title,omitempty"` // what it holds

	Census   string     `json:"census,omitempty"` // counts what it is about
	Lead     []string   `json:"text,omitempty"`   // paragraphs before the table
	Facts    []Fact     `json:"facts,omitempty"`
	Says     []string   `json:"says,omitempty"`     // sentences, each with its numbers
	Warnings []string   `json:"warnings,omitempty"` // what to know before it is trusted
	Drawings []*Drawing `json:"-"`
	Columns  []Column   `json:"columns,omitempty"`
	Rows     []Row      `json:"rows,omitempty"`
	Foot     []string   `json:"foot,omitempty"` // how to read it

	Strip  *Strip `json:"-"` // a page opens with it
	Heat   bool   `json:"-"` // a page colours its shares
	Listed bool   `json:"-"` // a page has it in another way, in the section's Detail
	Main   bool   `json:"-"` // shown on a screen without being asked for
	Folded bool   `json:"-"` // a page shows the title and opens the rest on request
	Opened bool   `json:"-"` // it is open at first
	Narrow bool   `json:"-"` // a page sets several side by side
}

// Strip says how a page shows a table in its first screen: one line a row, with the
// shares of some columns as marks on one axis, and a word. It has no numbers: it
// names columns of the table, which all formats write.
type Strip struct {
	Marks []string // keys of the columns that are drawn, at most three: a dot, a square, a diamond
	Word  string   // key of the column that says what they show
}

// Column is one column of a table.
type Column struct {
	Key   string `json:"key"`
	Title string `json:"title"`
	Help  string `json:"help,omitempty"`

	Short  string `json:"-"` // title where columns are many
	Number bool   `json:"-"` // aligned as numbers are
	Text   bool   `json:"-"` // prose, which wants room
	Name   bool   `json:"-"` // the title is the name of a subject, long and without blanks
	Data   bool   `json:"-"` // only formats that programs read have it
	Dot    bool   `json:"-"` // a page draws its shares on an axis from 0 to 100 %
	Drop   *Drop  `json:"-"` // a page draws its differences on an axis about zero
	Chance bool   `json:"-"` // one half is chance
	Count  bool   `json:"-"` // a screen shows k/n alone
	Under  bool   `json:"-"` // a narrow screen shows it below the first column
	Less   int    `json:"-"` // a narrow screen leaves out columns with 1 first, then those with 2; 0 stays
}

// Drop is the axis on which a page draws the differences of a column. Columns of one
// table have the same ends.
type Drop struct {
	Lo, Hi float64         // ends of the axis, with zero between them
	Band   *stats.Interval // where differences lie that mean nothing; nil without
}

// Row is one row of a table.
type Row struct {
	Part  string   `json:"part,omitempty"` // which part of the table it belongs to; rows of one part stand together
	Cells []Value  `json:"cells"`          // in the order of the columns; those at the end may be missing
	Notes []string `json:"notes,omitempty"`
	Total bool     `json:"total,omitempty"` // it sums up those above

	Folded bool `json:"-"` // a strip opens it on request
}

// Value is what stands in a cell: text, and for a number what it was written from.
type Value struct {
	Text     string          `json:"text,omitempty"`
	Number   *float64        `json:"value,omitempty"` // nil where Text is no number, or none is defined
	Interval *stats.Interval `json:"interval,omitempty"`
	K        int             `json:"k,omitempty"` // with N the count behind a rate
	N        int             `json:"n,omitempty"` // 0 where it is no single rate
	Warnings []string        `json:"warnings,omitempty"`

	Range  string   `json:"-"`              // the interval as text
	Doc    string   `json:"-"`              // what it is, where there is room
	Lines  []string `json:"more,omitempty"` // smaller, below
	Strong bool     `json:"-"`
	Tone   Tone     `json:"-"`
	Link   string   `json:"-"` // address in this program's own pages
	Code   bool     `json:"-"` // a hash or an id
}

// Tone is how a value is to be taken.
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

// Blank is a cell in which nothing stands.
var Blank = Value{}

// Int returns a counted value.
func Int[T int | int64](n T) Value {
	x := float64(n)
	return Value{Text: strconv.FormatInt(int64(n), 10), Number: &x}
}

// Figure returns a number with the text that it is shown as.
func Figure(text string, x float64) Value { return Value{Text: text, Number: &x} }

// Count returns k/n, or "" for a metric that is no single rate.
func (v Value) Count() string {
	if v.N == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", v.K, v.N)
}

// String is the value on one line: "6/16 37.5 % [18.5, 61.4]".
func (v Value) String() string {
	out := strings.TrimSpace(strings.Join([]string{v.Count(), v.Text, v.Range}, " "))
	for _, l := range v.Lines {
		out += "; " + l
	}
	return strings.Join(strings.Fields(out), " ")
}

// data is the value for programs: the number in full, "" where none is defined.
func (v Value) data() string {
	switch {
	case v.Number != nil:
		return strconv.FormatFloat(*v.Number, 'g', -1, 64)
	case v.Text == None:
		return ""
	}
	return v.Text
}

// cell returns the value in a column of a row.
func (r Row) cell(i int) Value {
	if i >= len(r.Cells) {
		return Blank
	}
	return r.Cells[i]
}

// shown returns the places of the columns that a reader sees.
func (t *Table) shown() []int {
	var out []int
	for i, c := range t.Columns {
		if !c.Data {
			out = append(out, i)
		}
	}
	return out
}

// notes numbers the warnings of a table, each text once, in the order in which a
// reader of some of its columns meets them.
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

// Main returns the document with the tables alone that a screen shows without
// being asked for more.
func (d Document) Main() Document {
	return d.only(func(s *Section) []Table {
		s.Facts, s.Legend = nil, nil
		return slices.DeleteFunc(slices.Clone(s.Tables), func(t Table) bool { return !t.Main })
	})
}

// Only returns the document with the tables of one kind alone, or with the section
// of that id; without sections where it has neither.
func (d Document) Only(id string) Document {
	return d.only(func(s *Section) []Table {
		of := slices.DeleteFunc(slices.Clone(s.Tables), func(t Table) bool { return t.ID != id })
		switch {
		case len(of) > 0:
			*s = Section{ID: s.ID}
		case s.ID == id:
			of = s.Tables
		}
		return of
	})
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

// heading says what a table speaks of: "suite, subject".
func (t *Table) heading() string {
	return strings.Join(slices.DeleteFunc([]string{t.Group, t.Of}, func(s string) bool { return s == "" }), ", ")
}

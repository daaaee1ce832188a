package write

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// Grid reads lines whose cells are separated by tabs, like [text/tabwriter], and writes them like [List]: no wider
// than the screen, if there is one. Lines without a tab are unchanged, and end a block of columns.
type Grid struct {
	out   io.Writer
	width int
	text  bytes.Buffer
}

// NewGrid returns a grid of a width in columns; 0 means no limit.
func NewGrid(w io.Writer, width int) *Grid { return &Grid{out: w, width: width} }

// Write adds text. It never fails.
func (g *Grid) Write(p []byte) (int, error) { return g.text.Write(p) }

// numberRE matches the cells of a column of numbers: one number, or nothing.
var numberRE = regexp.MustCompile(`^(|[-–·]|[0-9]+)$`)

// Flush writes the added text. Its errors are those of the writer.
func (g *Grid) Flush() error {
	defer g.text.Reset()
	var block Table
	var err error
	flush := func() {
		if len(block.Rows) > 0 && err == nil {
			for i := range block.Columns {
				block.Columns[i].Number = block.numbers(i)
			}
			err = List(g.out, &block, g.width)
		}
		block = Table{}
	}
	for line := range strings.Lines(g.text.String()) {
		line = strings.TrimSuffix(line, "\n")
		if !strings.Contains(line, "\t") {
			flush()
			if err == nil {
				_, err = fmt.Fprintln(g.out, line)
			}
			continue
		}
		var row Row
		for cell := range strings.SplitSeq(strings.TrimSuffix(line, "\t"), "\t") {
			row.Cells = append(row.Cells, Value{Text: cell})
		}
		for len(block.Columns) < len(row.Cells) {
			block.Columns = append(block.Columns, Column{})
		}
		block.Rows = append(block.Rows, row)
	}
	flush()
	return err
}

// numbers reports whether a column holds numbers below its first cell, its title.
func (t *Table) numbers(column int) bool {
	some := false
	for _, r := range t.Rows[1:] {
		text := r.cell(column).String()
		if !numberRE.MatchString(text) {
			return false
		}
		some = some || text != ""
	}
	return some
}

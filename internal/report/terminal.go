package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"assay/internal/metric"
	"assay/internal/termtext"
)

// Terminal writes what a run showed as plain text for a screen of the given
// width: for every suite a table, its footnotes, what it means, and what to
// know before trusting it. Nothing but text is written: no colour, no cursor
// movement, and no control character that a name might carry.
//
// Widths from 80 columns are laid out; anything narrower is treated as 60. The
// only errors are those of w.
func Terminal(w io.Writer, d *Data, width int) error {
	b := bufio.NewWriter(w)
	width = max(width, 60)
	d = d.once()
	p := func(indent, text string) {
		for i, line := range termtext.Wrap(termtext.Plain(text), width-termtext.Columns(indent)) {
			if i == 0 {
				fmt.Fprintln(b, indent+line)
				continue
			}
			fmt.Fprintln(b, strings.Repeat(" ", termtext.Columns(indent))+line)
		}
	}
	suites := d.Suites()
	warnings := d.warnings()
	for _, n := range warnings {
		p("! ", n)
	}
	line := func(line string) { fmt.Fprintln(b, line) }
	if len(suites) == 0 {
		if len(d.Recalls) == 0 {
			p("", "No trial was planned, so there is nothing to report.")
		}
		terminalKnowledge(d, p, line)
		return b.Flush()
	}
	var tables []*Headline
	for i := range suites {
		tables = append(tables, headline(d, &suites[i]).copied())
	}
	how := choose(tables, width)
	for i, h := range tables {
		if i > 0 || len(warnings) > 0 {
			fmt.Fprintln(b)
		}
		p("", h.Suite.Name+": "+h.Suite.Census().String())
		fmt.Fprintln(b)
		for _, line := range render(build(h, how)) {
			fmt.Fprintln(b, strings.TrimRight(line, " "))
		}
		if len(h.Notes) > 0 {
			fmt.Fprintln(b)
		}
		for j, n := range h.Notes {
			p("  "+superscript(j+1)+" ", n)
		}
		fmt.Fprintln(b)
		for _, sentence := range explain(h) {
			p("  • ", sentence)
		}
		for _, c := range caveats(h) {
			p("  ! ", c)
		}
	}
	terminalHypotheses(d, width, p, line)
	terminalChanges(d, suites, width, p, line)
	terminalInvariance(d, p, line)
	terminalTools(d, p, line)
	terminalRanks(d, suites, width, p, line)
	terminalWeights(d, suites, width, p, line)
	terminalConfidence(d, suites, width, p, line)
	terminalKnowledge(d, p, line)
	terminalJudges(d, p, line)
	fmt.Fprintln(b)
	p("", "How to read it: each cell is k/n, percent, and a 95 % interval in brackets.")
	for _, m := range headlineMetrics()[:how.metrics] {
		p("  "+termtext.Pad(m.Title, 19, false), m.Doc)
	}
	return b.Flush()
}

// warnings says what concerns the run as a whole.
func (d *Data) warnings() []string {
	out := append([]string(nil), d.Notes...)
	if r := Registration(d); r != "" {
		out = append(out, r)
	}
	if waiting, n := d.Waiting(); waiting > 0 {
		out = append(out, fmt.Sprintf("The run is incomplete: %d of %s were not asked; the same command resumes it.", waiting, plural(n, "trial")))
	} else if !d.Complete && d.source().Len() > 0 {
		out = append(out, "The run was interrupted before it was marked complete; every planned trial has ended all the same.")
	}
	return out
}

// box is one cell of a text table: a line, and perhaps a second one below it.
type box struct {
	top, below string
	tail       string // footnote marks, behind the column's right edge
}

// textColumn is one column of a text table.
type textColumn struct {
	title string
	right bool
	cells []box
}

// plan is one way of laying out the headline tables of a report.
type plan struct {
	stacked bool // intervals below their numbers
	under   bool // the diagnosis below the subject
	metrics int  // leading metrics that are shown
	clip    int  // width of the subjects, 0 for as wide as they are
}

// choose returns the richest plan with which every table fits: first everything
// on one line a subject, then intervals below their numbers, then the diagnosis
// below the subject, then without the last columns, and at last with shortened
// names. The diagnosis and the first three metrics always stay.
func choose(hs []*Headline, width int) plan {
	over := func(p plan) int {
		n := 0
		for _, h := range hs {
			n = max(n, tableWidth(build(h, p))-width)
		}
		return n
	}
	for _, p := range []plan{{metrics: 5}, {stacked: true, metrics: 5}, {stacked: true, under: true, metrics: 5}, {stacked: true, under: true, metrics: 4}} {
		if over(p) == 0 {
			return p
		}
	}
	least := plan{stacked: true, under: true, metrics: 3}
	names := termtext.Columns("Subject")
	for _, h := range hs {
		for _, l := range h.Lines {
			names = max(names, termtext.Columns(termtext.Plain(l.Subject.Name)))
		}
	}
	if n := over(least); n > 0 {
		least.clip = max(18, names-n)
	}
	return least
}

// build makes the columns of one table and numbers its footnotes.
func build(h *Headline, p plan) []textColumn {
	h.annotate(p.metrics)
	subject, diagnosis := textColumn{title: "Subject"}, textColumn{title: "Diagnosis"}
	for _, l := range h.Lines {
		b := box{top: termtext.Plain(l.Subject.Name)}
		if p.clip > 0 {
			b.top = termtext.Clip(b.top, p.clip)
		}
		if p.under {
			b.below = "  " + string(l.Diagnosis)
		}
		subject.cells = append(subject.cells, b)
		diagnosis.cells = append(diagnosis.cells, box{top: string(l.Diagnosis)})
	}
	out := []textColumn{subject}
	for i, m := range headlineMetrics()[:p.metrics] {
		out = append(out, metricColumn(h, i, m, p.stacked))
	}
	if !p.under {
		out = append(out, diagnosis)
	}
	return out
}

// metricColumn lays out one metric: counts, percents and intervals each aligned.
func metricColumn(h *Headline, i int, m metric.Metric, stacked bool) textColumn {
	c := textColumn{title: m.Title, right: true}
	if m.ID == metric.BalancedAccuracy.ID {
		c.title = "Bal. acc."
	}
	wide, wideInterval, wideMarks := 0, 0, 0
	for _, l := range h.Lines {
		wide = max(wide, termtext.Columns(l.Cells[i].Number()))
		wideInterval = max(wideInterval, termtext.Columns(l.Cells[i].Interval()))
		wideMarks = max(wideMarks, termtext.Columns(marks(l.Cells[i].Marks)))
	}
	for _, l := range h.Lines {
		cell := l.Cells[i]
		b := box{tail: marks(cell.Marks)}
		switch {
		case m.ID == metric.AnsweredShare.ID:
			b.top = cell.Count()
			if b.top == "" {
				b.top = none
			}
		case stacked:
			b.top, b.below = termtext.Pad(cell.Number(), wide, true), cell.Interval()
			if k := cell.Count(); k != "" {
				b.top = k + "  " + b.top
			}
		default:
			b.top = termtext.Pad(cell.Number(), wide, true) + termtext.Pad(b.tail, wideMarks, false)
			if k := cell.Count(); k != "" {
				b.top = k + "  " + b.top
			}
			b.top += " " + termtext.Pad(cell.Interval(), wideInterval, true)
			b.tail = ""
		}
		c.cells = append(c.cells, b)
	}
	return c
}

// gap is the space between two columns.
const gap = 3

// size returns the width of the column proper and of its marks.
func (c textColumn) size() (body, tail int) {
	body = termtext.Columns(c.title)
	for _, b := range c.cells {
		body = max(body, termtext.Columns(b.top), termtext.Columns(b.below))
		tail = max(tail, termtext.Columns(b.tail))
	}
	return body, tail
}

func tableWidth(cols []textColumn) int {
	n := -gap
	for _, c := range cols {
		body, tail := c.size()
		n += gap + body + tail
	}
	return n
}

func render(cols []textColumn) []string {
	line := func(cell func(textColumn) (text, tail string)) string {
		var out strings.Builder
		for i, c := range cols {
			if i > 0 {
				out.WriteString(strings.Repeat(" ", gap))
			}
			body, tail := c.size()
			text, mark := cell(c)
			out.WriteString(termtext.Pad(text, body, c.right) + termtext.Pad(mark, tail, false))
		}
		return out.String()
	}
	out := []string{
		line(func(c textColumn) (string, string) { return c.title, "" }),
		strings.Repeat("─", tableWidth(cols)),
	}
	for i := range cols[0].cells {
		out = append(out, line(func(c textColumn) (string, string) { return c.cells[i].top, c.cells[i].tail }))
		below := line(func(c textColumn) (string, string) { return c.cells[i].below, "" })
		if strings.TrimSpace(below) != "" {
			out = append(out, below)
		}
	}
	return out
}

package write

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/internal/core/base/termtext"
)

// leastWidth is the smallest supported screen width.
const leastWidth = 60

// Terminal writes a document as plain text for a screen of the given width. It writes only text: no colour, no
// cursor movement, and no control character that a name might contain.
func Terminal(w io.Writer, d Document, width int) error {
	return document(&screen{w: bufio.NewWriter(w), width: max(width, leastWidth)}, d)
}

// Coloured is [Terminal] with bold titles and coloured warnings. It removes control characters from every line
// before it colours it, since w receives escape sequences unchanged.
func Coloured(w io.Writer, d Document, width int) error {
	return document(&screen{w: bufio.NewWriter(w), width: max(width, leastWidth), coloured: true}, d)
}

func document(p *screen, d Document) error {
	for _, n := range d.Notes {
		p.para("! ", n)
	}
	for _, s := range d.Sections {
		p.section(s)
	}
	for i, f := range d.Foot {
		if i == 0 {
			p.gap()
		}
		p.para("", f)
	}
	return p.w.Flush()
}

// screen writes wrapped text and tables.
type screen struct {
	w     *bufio.Writer
	width int
	begun bool // there is text above
	blank bool // the line above is empty

	coloured bool
}

// Styles of lines, as terminal escape codes.
const (
	bold   = "1"
	yellow = "33"
	faint  = "2"
)

// styled writes a line in a style when colour is on.
func (p *screen) styled(style, s string) {
	if s = strings.TrimRight(s, " "); p.coloured && s != "" {
		s = "\x1b[" + style + "m" + termtext.Plain(s) + "\x1b[0m"
	}
	p.put(s)
}

func (p *screen) line(s string) {
	s = strings.TrimRight(s, " ")
	if p.coloured {
		s = termtext.Plain(s)
	}
	p.put(s)
}

func (p *screen) put(s string) {
	fmt.Fprintln(p.w, s)
	p.begun, p.blank = true, s == ""
}

// gap separates the next block from the one above it.
func (p *screen) gap() {
	if p.begun && !p.blank {
		p.line("")
	}
}

// para writes a paragraph, with its further lines indented like the text of the first.
func (p *screen) para(indent, text string) {
	warning := strings.HasSuffix(indent, "! ")
	for _, l := range termtext.Wrap(termtext.Plain(text), p.width-termtext.Columns(indent)) {
		if warning {
			p.styled(yellow, indent+l)
		} else {
			p.line(indent + l)
		}
		indent = strings.Repeat(" ", termtext.Columns(indent))
	}
}

func (p *screen) facts(list []Fact) {
	wide := 0
	for _, f := range list {
		wide = max(wide, min(termtext.Columns(termtext.Plain(f.Name)), 24))
	}
	for _, f := range list {
		p.para("  "+termtext.Pad(termtext.Plain(f.Name), wide, false)+"  ", f.Text)
	}
}

func (p *screen) section(s Section) {
	p.gap()
	if s.Title != "" {
		p.styled(bold, strings.ToUpper(termtext.Plain(s.Title)))
	}
	for _, l := range s.Lead {
		p.para("", l)
	}
	p.facts(s.Facts)
	p.facts(s.Legend)
	foot, title := "", ""
	for i := range s.Tables {
		t := &s.Tables[i]
		p.table(t, t.Title != title)
		title = t.Title
		// The same explanation is written once for all tables that it belongs to.
		last := i+1 == len(s.Tables) || strings.Join(s.Tables[i+1].Foot, "\n") != strings.Join(t.Foot, "\n")
		if foot = strings.Join(t.Foot, "\n"); last && foot != "" {
			p.gap()
			for _, f := range t.Foot {
				p.para("", f)
			}
		}
	}
}

func (p *screen) table(t *Table, titled bool) {
	head := termtext.Plain(t.heading())
	if t.Census != "" {
		head = strings.TrimPrefix(head+": "+t.Census, ": ")
	}
	if head != "" {
		p.gap()
		p.para("", head)
	}
	if titled && t.Title != "" && len(t.Columns) > 0 && len(t.Rows) > 0 {
		if head == "" {
			p.gap()
		}
		p.para("", t.Title)
	}
	for _, l := range t.Lead {
		p.para("", l)
	}
	p.facts(t.Facts)
	if len(t.Columns) > 0 && len(t.Rows) > 0 {
		if t.Census == "" { // else its line is the title
			p.gap()
		}
		found := p.grid(t)
		for i, n := range found {
			p.para("  "+superscript(i+1)+" ", n)
		}
	}
	for _, s := range t.Says {
		p.para("  • ", s)
	}
	for _, s := range t.Warnings {
		p.para("  ! ", s)
	}
}

// plan is one way to lay out a table.
type plan struct {
	stacked bool // intervals below their numbers
	under   bool // columns marked Under are below the first one
	less    int  // columns with Less from 1 up to this number are left out
	text    int  // width at which prose is wrapped, 0 for one line
}

// leastName is the width to which names are broken before a column is left out.
const leastName = 24

// gapWidth is the space between two columns.
const gapWidth = 3

// grid writes the richest layout that fits: everything on one line per row, then intervals below their numbers,
// then with wrapped prose, then with columns below the first one, then without the columns that may be left out.
// Long names are broken before that. A table that still does not fit is continued below. It returns the footnotes
// of what was written.
func (p *screen) grid(t *Table) notes {
	const broad, slim = 40, 26
	plans := []plan{{}, {stacked: true}, {stacked: true, text: broad}, {stacked: true, text: slim},
		{stacked: true, under: true, text: slim}}
	most := 0
	for _, c := range t.Columns {
		most = max(most, c.Less)
	}
	for less := 1; less <= most; less++ {
		plans = append(plans, plan{stacked: true, under: true, less: less, text: slim})
	}
	for _, how := range plans {
		var found notes
		cols := t.lay(how, &found)
		over, names := wide(cols)-p.width, wide(cols[:1])
		if over > 0 && how.stacked && names-over >= leastName {
			cols[0].clip(names - over)
			over = 0
		}
		if over <= 0 {
			p.render(t, cols, true)
			return found
		}
	}
	var found notes
	cols := t.lay(plans[len(plans)-1], &found)
	p.continued(t, cols)
	return found
}

// continued writes a table that is too wide as several, each with the columns that name a row.
func (p *screen) continued(t *Table, cols []column) {
	const room = 22 // minimum for the other columns next to the names
	lead := 1
	for lead < len(cols)-1 && cols[lead].repeat {
		lead++
	}
	keys, rest := cols[:lead:lead], cols[lead:]
	widest := room
	for _, c := range rest {
		widest = max(widest, wide([]column{c}))
	}
	widths := make([]int, lead)
	for i := range keys {
		widths[i] = wide(keys[i : i+1])
	}
	// Names need 18 cells, but leave the others their room.
	names := max(18*lead, p.width-gapWidth-widest)
	fit(widths, func(int) bool { return false }, min(names, p.width-gapWidth-room)-(gapWidth-listGap)*(lead-1))
	for i := range keys {
		keys[i].clip(widths[i])
	}
	for first := true; len(rest) > 0; first = false {
		n := 1
		for n < len(rest) && wide(append(keys, rest[:n+1]...)) <= p.width {
			n++
		}
		if n == 1 && wide(append(keys, rest[0])) > p.width {
			rest[0].clip(max(12, p.width-gapWidth-wide(keys)))
		}
		p.render(t, append(keys, rest[:n]...), first)
		if rest = rest[n:]; len(rest) > 0 {
			p.line("")
		}
	}
}

// box is one cell of a text table: a line, and further lines below it.
type box struct {
	top   string
	below []string
	tail  string // footnote marks, after the column's right edge
}

// column is one column of a text table.
type column struct {
	title  string
	right  bool
	repeat bool
	cells  []box
}

// clip shortens the column to n cells of a terminal.
func (c *column) clip(n int) {
	for i := range c.cells {
		b := &c.cells[i]
		if cut := termtext.Clip(b.top, n); cut != b.top && len(b.below) == 0 {
			lines := breakName(b.top, n)
			b.top, b.below = lines[0], lines[1:]
		} else {
			b.top = termtext.Middle(b.top, n)
		}
		for j := range b.below {
			b.below[j] = termtext.Middle(b.below[j], n)
		}
	}
	c.title = termtext.Clip(c.title, n)
}

// breakName cuts a name into at most two lines of n cells, after a punctuation mark if there is one. Text that
// does not fit is removed from the middle, so that names with different ends stay different.
func breakName(name string, n int) []string {
	head := strings.TrimSuffix(termtext.Clip(name, n), "…")
	if at := strings.LastIndexAny(head, "+/:- "); at >= n/3 {
		head = head[:at+1]
	}
	return []string{head, "  " + termtext.Middle(strings.TrimPrefix(name, head), n-2)}
}

// lay builds the columns of a table and numbers its footnotes.
func (t *Table) lay(how plan, found *notes) []column {
	var out []column
	var below []int // columns that are shown below the first one
	for k, i := range t.shown() {
		c := t.Columns[i]
		switch {
		case k > 0 && c.Less > 0 && c.Less <= how.less:
			continue
		case k > 0 && c.Under && how.under:
			below = append(below, i)
			continue
		}
		out = append(out, t.column(i, how, found))
	}
	for r := range out[0].cells {
		for _, i := range below {
			if s := termtext.Plain(t.Rows[r].cell(i).String()); s != "" {
				out[0].cells[r].below = append(out[0].cells[r].below, "  "+s)
			}
		}
	}
	return out
}

// column lays out one column: counts, numbers and intervals each aligned.
func (t *Table) column(i int, how plan, found *notes) column {
	c := t.Columns[i]
	out := column{title: termtext.Plain(cmp.Or(c.Short, c.Title)), right: c.Number, repeat: c.Repeat}
	numbers, ranges, tails := 0, 0, 0
	var cells []Value
	var marked []string
	for _, r := range t.Rows {
		v := r.cell(i)
		cells, marked = append(cells, v), append(marked, superscripts(found.of(v)))
		numbers, ranges = max(numbers, termtext.Columns(v.Text)), max(ranges, termtext.Columns(v.Range))
		tails = max(tails, termtext.Columns(marked[len(marked)-1]))
	}
	for k, v := range cells {
		b := box{top: termtext.Plain(v.Text), tail: marked[k]}
		if count := v.Count(); count != "" {
			b.top = count + "  " + termtext.Pad(b.top, numbers, true)
			if c.Count {
				b.top = count
			}
		}
		switch {
		case c.Count || v.Range == "" && (ranges == 0 || how.stacked):
		case how.stacked:
			b.below = append(b.below, v.Range)
		default:
			if v.Count() == "" {
				b.top = termtext.Pad(b.top, numbers, true)
			}
			b.top += termtext.Pad(b.tail, tails, false) + " " + termtext.Pad(v.Range, ranges, true)
			b.tail = ""
		}
		if c.Text && how.text > 0 {
			if lines := termtext.Wrap(b.top, how.text); len(lines) > 1 {
				b.top, b.below = lines[0], append(lines[1:], b.below...)
			}
		}
		for _, l := range v.Lines {
			if !out.right {
				l = "  " + l
			}
			b.below = append(b.below, termtext.Plain(l))
		}
		out.cells = append(out.cells, b)
	}
	return out
}

// size returns the width of the column's text and of its marks.
func (c column) size() (body, tail int) {
	body = termtext.Columns(c.title)
	for _, b := range c.cells {
		body, tail = max(body, termtext.Columns(b.top)), max(tail, termtext.Columns(b.tail))
		for _, l := range b.below {
			body = max(body, termtext.Columns(l))
		}
	}
	return body, tail
}

func wide(cols []column) int {
	n := -gapWidth
	for _, c := range cols {
		body, tail := c.size()
		n += gapWidth + body + tail
	}
	return n
}

// render writes columns and, when remarks is set, the remarks on each row below it.
func (p *screen) render(t *Table, cols []column, remarks bool) {
	put := func(cell func(column) (text, tail string)) {
		var out strings.Builder
		for i, c := range cols {
			if i > 0 {
				out.WriteString(strings.Repeat(" ", gapWidth))
			}
			body, tail := c.size()
			text, mark := cell(c)
			out.WriteString(termtext.Pad(text, body, c.right) + termtext.Pad(mark, tail, false))
		}
		if line := out.String(); strings.TrimSpace(line) != "" {
			p.line(line)
		}
	}
	rule := strings.Repeat("─", min(wide(cols), p.width))
	put(func(c column) (string, string) { return c.title, "" })
	p.styled(faint, rule)
	part := ""
	for i := range cols[0].cells {
		if r := t.Rows[i]; r.Part != part && r.Part != "" {
			p.para("· ", r.Part)
			part = r.Part
		} else if r.Total {
			p.styled(faint, rule)
		}
		put(func(c column) (string, string) { return c.cells[i].top, c.cells[i].tail })
		lines := 0
		for _, c := range cols {
			lines = max(lines, len(c.cells[i].below))
		}
		for k := range lines {
			put(func(c column) (string, string) {
				if k < len(c.cells[i].below) {
					return c.cells[i].below[k], ""
				}
				return "", ""
			})
		}
		for _, n := range t.Rows[i].Notes {
			if remarks {
				p.para("  ! ", n)
			}
		}
	}
}

// List writes a table like a command-line program, one line per row. When width is positive, columns of text are
// made to fit: the last is continued below, and others lose their middle; a name that would lose too much is on
// its own line. Without a width, lines have their natural length, so that they can be searched one by one. Without
// titles there is no head.
func List(w io.Writer, t *Table, width int) error {
	b := bufio.NewWriter(w)
	columns := t.shown()
	head := make([]string, len(columns))
	for k, i := range columns {
		head[k] = termtext.Plain(t.Columns[i].Title)
	}
	var lines [][]string
	if slices.ContainsFunc(head, func(s string) bool { return s != "" }) {
		lines = append(lines, head)
	}
	for _, r := range t.Rows {
		line := make([]string, len(columns))
		for k, i := range columns {
			line[k] = termtext.Plain(r.cell(i).String())
		}
		lines = append(lines, line)
	}
	widths := make([]int, len(columns))
	for _, line := range lines {
		for k, s := range line {
			widths[k] = max(widths[k], termtext.Columns(s))
		}
	}
	number := func(k int) bool { return t.Columns[columns[k]].Number }
	full := slices.Clone(widths)
	fit(widths, number, width)
	const indent = 2
	first := 0 // column with which a line begins
	if len(widths) > 2 && !number(0) && widths[0] < min(full[0], leastLead) {
		first = 1
		copy(widths, full)
		fit(widths[1:], func(k int) bool { return number(k + 1) }, width-indent)
	}
	last := len(columns) - 1
	for _, line := range lines {
		var rest []string
		out := ""
		if first > 0 {
			fmt.Fprintln(b, termtext.Middle(line[0], width))
			out = strings.Repeat(" ", indent)
		}
		for k, s := range line {
			if k < first {
				continue
			}
			if k == last && !number(k) && termtext.Columns(s) > widths[k] {
				rest = termtext.Wrap(s, widths[k])
				s, rest = rest[0], rest[1:]
			}
			out += termtext.Pad(termtext.Middle(s, widths[k]), widths[k], number(k)) + strings.Repeat(" ", listGap)
		}
		fmt.Fprintln(b, strings.TrimRight(out, " "))
		before := strings.Repeat(" ", max(0, termtext.Columns(out)-widths[last]-listGap))
		for _, s := range rest {
			fmt.Fprintln(b, before+termtext.Middle(s, widths[last]))
		}
	}
	return b.Flush()
}

const (
	listGap   = 2  // blanks between columns of a list
	leastLead = 20 // smallest width for a name at the start of a row; a longer one has its own line instead
)

// fit makes columns narrower until they fit into a width: the last one down to a readable width of prose, then the
// widest of text. Numbers are never cut. A width of 0 means no limit.
func fit(widths []int, number func(int) bool, width int) {
	last := len(widths) - 1
	over := listGap*last - width
	for _, n := range widths {
		over += n
	}
	if width <= 0 || over <= 0 {
		return
	}
	const least, prose = 8, 24
	if !number(last) {
		less := min(over, max(0, widths[last]-prose))
		widths[last], over = widths[last]-less, over-less
	}
	for ; over > 0; over-- {
		widest := -1
		for k, n := range widths {
			if !number(k) && n > least && (widest < 0 || n > widths[widest]) {
				widest = k
			}
		}
		if widest < 0 {
			return
		}
		widths[widest]--
	}
}

// Columns returns columns of text with these titles.
func Columns(titles ...string) []Column {
	out := make([]Column, len(titles))
	for i, t := range titles {
		out[i] = Column{Key: strings.ToLower(t), Title: t}
	}
	return out
}

// Cells returns a row of values, lists of values, and other arguments as fmt prints them.
func Cells(cells ...any) Row {
	var r Row
	for _, c := range cells {
		switch c := c.(type) {
		case Value:
			r.Cells = append(r.Cells, c)
		case []Value:
			r.Cells = append(r.Cells, c...)
		default:
			r.Cells = append(r.Cells, Value{Text: fmt.Sprint(c)})
		}
	}
	return r
}

// superscript formats a footnote number in superior figures.
func superscript(n int) string {
	return strings.Map(func(r rune) rune { return []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[r-'0'] }, fmt.Sprint(n))
}

// superscripts formats footnote numbers, "¹ ³".
func superscripts(ns []int) string {
	out := make([]string, len(ns))
	for i, n := range ns {
		out[i] = superscript(n)
	}
	return strings.Join(out, " ")
}

package write

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// latexMacros are the macros that tables use. A document may define them first.
const latexMacros = `\ifdefined\assaybox\else\newsavebox{\assaybox}\fi
% A table that is wider than the line, or higher than the page, is scaled to fit.
\providecommand{\assayfit}[1]{\sbox{\assaybox}{#1}%
  \ifdim\wd\assaybox>\linewidth\sbox{\assaybox}{\resizebox{\linewidth}{!}{\usebox{\assaybox}}}\fi
  \ifdim\dimexpr\ht\assaybox+\dp\assaybox>0.8\textheight\sbox{\assaybox}{\resizebox{!}{0.8\textheight}{\usebox{\assaybox}}}\fi
  \usebox{\assaybox}}
\providecommand{\assaynotes}[1]{\par\smallskip\parbox{\ifdim\wd\assaybox<0.6\linewidth0.6\linewidth\else\wd\assaybox\fi}{\footnotesize\raggedright #1}}
\providecommand{\assaychar}[2]{\ifdefined\Umathcode#2\else\texttt{[U+#1]}\allowbreak\fi}
`

// texPrinter counts the tables that were written.
type texPrinter struct {
	printer
	tables int
	labels map[string]bool
}

// LaTeX writes the tables of a document as fragments for \input, in a document that loads booktabs and graphicx.
func LaTeX(w io.Writer, d Document) error {
	p := &texPrinter{printer: printer{w: w}, labels: map[string]bool{}}
	p.f("%% Run %s. Needs \\usepackage{booktabs,graphicx}.\n", oneLine(d.Run))
	for _, n := range d.Notes {
		p.f("%% %s\n", oneLine(n))
	}
	p.f("%s", latexMacros)
	for _, s := range d.Sections {
		p.section(s)
	}
	if p.err != nil {
		return fmt.Errorf("writing LaTeX: %w", p.err)
	}
	return nil
}

func (p *texPrinter) paragraphs(texts []string) {
	for _, t := range texts {
		p.f("\n{\\raggedright %s\\par}\n", texProse(t))
	}
}

func (p *texPrinter) facts(facts []Fact) {
	for _, f := range facts {
		p.f("\n{\\raggedright\\textbf{%s} %s\\par}\n", texProse(f.Name), texProse(f.Text))
	}
}

func (p *texPrinter) section(s Section) {
	if s.Title != "" {
		p.f("\n\\subsection*{%s}\n", texProse(s.Title))
	}
	p.paragraphs(s.Lead)
	p.facts(s.Facts)
	p.facts(s.Legend)
	for i := range s.Tables {
		t := &s.Tables[i]
		if len(t.Columns) > 0 && len(t.Rows) > 0 {
			p.table(t)
			continue
		}
		if h := t.heading(); h != "" {
			p.f("\n{\\raggedright\\textbf{%s}\\par}\n", texProse(h))
		}
		p.facts(t.Facts)
		p.paragraphs(t.notes())
	}
}

// notes returns all text about a table.
func (t *Table) notes() []string {
	var out []string
	if t.Census != "" {
		out = append(out, t.Census+".")
	}
	for _, part := range [][]string{t.Lead, t.Says, t.Warnings, t.Foot} {
		out = append(out, part...)
	}
	return out
}

// floats is the number of tables after which the previous ones are placed on pages: LaTeX fails when too many wait.
const floats = 15

// texTable is a table in LaTeX.
type texTable struct {
	spec    string
	head    []string
	rows    [][]string
	parts   []string   // plain text of the part that begins with the row; "" for none
	high    []int      // approximate number of lines of each row
	remarks [][]string // on each row, plain text
	ruled   []bool     // whether there is a rule above the row
	notes   []string   // plain text
}

// proseWidth is the number of characters on one line of a column of prose.
const proseWidth = 24

// body builds the columns: a number with an interval takes two, so that both are aligned.
func (t *Table) body() texTable {
	var out texTable
	var titles []string
	counts := 0
	for k, i := range t.shown() {
		c := t.Columns[i]
		title := cmp.Or(c.Short, c.Title)
		titles = append(titles, title)
		switch {
		case twoColumns(t, i):
			out.spec += "r@{ }l"
		case c.Number:
			out.spec += "r"
		default:
			out.spec += "l"
		}
		if k > 0 {
			counts += len([]rune(title)) + 2
		}
	}
	const fits = 90 // number of characters of titles above which they are vertical
	shown := t.shown()
	for k, title := range titles {
		head := texName(title)
		if counts > fits && t.Columns[shown[k]].Number {
			head = `\rotatebox{90}{` + head + `}`
		}
		if twoColumns(t, shown[k]) {
			head = `\multicolumn{2}{c}{` + head + `}`
		}
		out.head = append(out.head, head)
	}
	var found notes
	part := ""
	for _, r := range t.Rows {
		var row []string
		high := 1
		for k, i := range shown {
			v := r.cell(i)
			text := texCell(v, k == 0)
			if t.Columns[i].Text && len(v.Text) > proseWidth {
				text = `\parbox[t]{5cm}{\raggedright ` + texProse(v.Text) + `}`
				high = max(high, 1+len(v.Text)/proseWidth)
			}
			if ns := found.of(v); len(ns) > 0 {
				text += "$^{" + strings.Trim(strings.ReplaceAll(fmt.Sprint(ns), " ", ","), "[]") + "}$"
			}
			row = append(row, text)
			if twoColumns(t, i) {
				small := ""
				if v.Range != "" {
					small = `{\footnotesize ` + tex(v.Range) + "}"
				}
				row = append(row, small)
			}
		}
		begins := ""
		if r.Part != part {
			begins, part = r.Part, r.Part
		}
		out.parts, out.high = append(out.parts, begins), append(out.high, high)
		out.rows, out.ruled = append(out.rows, row), append(out.ruled, r.Total)
		var remarks []string
		for _, n := range r.Notes {
			remarks = append(remarks, strings.TrimPrefix(r.cell(shown[0]).Text+": ", None+": ")+n)
		}
		out.remarks = append(out.remarks, remarks)
	}
	out.notes = t.notes()
	for i, n := range found {
		out.notes = append(out.notes, fmt.Sprintf("(%d) %s", i+1, n))
	}
	return out
}

func twoColumns(t *Table, i int) bool {
	return slices.ContainsFunc(t.Rows, func(r Row) bool { return r.cell(i).Range != "" })
}

func texCell(v Value, name bool) string {
	text := tex(v.Text)
	if name {
		text = texName(v.Text)
	}
	if c := v.Count(); c != "" {
		text = tex(c) + " " + text
	}
	if v.Strong && text != "" {
		text = `\textbf{` + text + `}`
	}
	for _, l := range v.Lines {
		text += ` {\footnotesize (` + tex(l) + `)}`
	}
	return text
}

// page returns the end of the rows that are in one float with those from on, so that they need not be scaled down.
// Lengths are in points.
func (t *texTable) page(from int) (to int) {
	const full, line = 480, 12
	notes := func(list []string) (high int) {
		for _, n := range list {
			high += 5 + len(n)/8 // small type, about 80 characters per line
		}
		return high
	}
	high := notes(t.notes)
	for to = from; to < len(t.rows); to++ {
		high += line*t.high[to] + notes(t.remarks[to]) + line*((len(t.parts[to])+79)/80)
		if high > full && to > from {
			break
		}
	}
	return to
}

func (p *texPrinter) table(t *Table) {
	body := t.body()
	caption := cmp.Or(t.Title, t.ID)
	name := "tab:" + t.ID
	if of := t.heading(); of != "" {
		caption += " (" + of + ")"
	}
	if t.Group != "" {
		name += "-" + label(t.Group)
	}
	if p.labels[name] && t.Of != "" {
		name += "-" + label(t.Of)
	}
	for n, base := 2, name; p.labels[name]; n++ {
		name = fmt.Sprintf("%s-%d", base, n)
	}
	p.labels[name] = true
	for from := 0; from < len(body.rows); {
		to := body.page(from)
		p.float(caption, name, &body, from, to)
		from = to
	}
}

// float writes some rows of a table, all of them when they fit on a page.
func (p *texPrinter) float(caption, name string, body *texTable, from, to int) {
	if p.tables++; p.tables%floats == 0 {
		p.f("\n\\clearpage\n")
	}
	p.f("\n%% %s\n\\begin{table}\n  \\centering\n  "+
		"\\setlength{\\abovecaptionskip}{0pt}\\setlength{\\belowcaptionskip}{6pt}\\setlength{\\tabcolsep}{4pt}\n",
		oneLine(caption))
	if from == 0 {
		p.f("  \\caption{%s.}\n  \\label{%s}\n", tex(caption), name)
	} else {
		p.f("  \\addtocounter{table}{-1}\\caption{%s, continued.}\n", tex(caption))
	}
	p.f("  \\assayfit{\\begin{tabular}{%s}\n    \\toprule\n    %s \\\\\n    \\midrule\n", body.spec,
		strings.Join(body.head, " & "))
	var notes []string
	for i := from; i < to; i++ {
		if body.ruled[i] {
			p.f("    \\midrule\n")
		}
		if part := body.parts[i]; part != "" {
			p.f("    \\multicolumn{%d}{@{}p{0.9\\linewidth}@{}}{\\raggedright %s} \\\\\n", len(body.rows[i]), texProse(part))
		}
		p.f("    %s \\\\\n", strings.Join(body.rows[i], " & "))
		notes = append(notes, body.remarks[i]...)
	}
	if to == len(body.rows) {
		notes = append(notes, body.notes...)
	}
	p.f("    \\bottomrule\n  \\end{tabular}}\n")
	if len(notes) > 0 {
		for i, n := range notes {
			notes[i] = texProse(n)
		}
		p.f("  \\assaynotes{%s}\n", strings.Join(notes, " "))
	}
	p.f("\\end{table}\n")
}

package export

import (
	"fmt"
	"io"
	"strings"

	"assay/internal/report"
)

// latexTable is a table for a paper: a name, and what writes its body from the
// data of one suite. It is not ok when the suite has nothing for it.
type latexTable struct {
	Name    string // of --table, and of the label
	Number  int    // in the paper; 0 for what it has not
	Caption string
	once    bool // it speaks of the run, and is built without a suite
	build   func(d *report.Data, s *report.Suite) (t tabular, ok bool)
}

// tabular is a table before it is written. Cells are LaTeX already.
type tabular struct {
	Columns string // of the tabular environment
	Head    []string
	Rows    [][]string
	Total   []string         // below a rule of its own; nil for none
	Notes   []string         // what the reader must know, plain text
	Beside  map[int][]string // the same of single rows
}

func latexTables() []latexTable {
	return []latexTable{
		{Name: "composition", Number: 1, Caption: "Composition by subset", build: composition},
		{Name: "performance", Number: 2, Caption: "Overall performance, by target detection rate", build: performance},
		{Name: "classes", Number: 3, Caption: "Vulnerability types by subset", build: classes},
		{Name: "codeacts", Number: 4, Caption: "Labelled code acts", build: codeActs},
		{Name: "strategies", Number: 5, Caption: "Prompting strategies of the run", build: strategies},
		{Name: "weights", Number: 6, Caption: "Weights of the security understanding index", once: true, build: weights},
		{Name: "sui", Number: 7, Caption: "Security understanding index and ranks, by weights", build: suiTable},
		{Name: "hypotheses", Caption: "Hypotheses as preregistered", once: true, build: registered},
	}
}

func latexNames() (names []string) {
	for _, t := range latexTables() {
		names = append(names, t.Name)
	}
	return names
}

// latexMacros are what tables are written with. A document may define them first.
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
}

// writeLaTeX writes one table, or all, of every suite: fragments for \input in a
// document that loads booktabs and graphicx.
func writeLaTeX(w io.Writer, d *report.Data, table string) error {
	p := &texPrinter{printer: printer{w: w}}
	p.f("%% Run %s. Needs \\usepackage{booktabs,graphicx}.\n", oneLine(d.RunID))
	if !d.Complete {
		p.f("%% The run is not complete: numbers speak of what was asked.\n")
	}
	p.f("%s", latexMacros)
	suites := d.Suites()
	labels := labelsOf(suites)
	for _, t := range latexTables() {
		if table != "" && table != t.Name {
			continue
		}
		if t.once {
			p.table(t, "", "", d, nil)
			continue
		}
		for i := range suites {
			p.table(t, suites[i].Name, "-"+labels[i], d, &suites[i])
		}
	}
	if p.err != nil {
		return fmt.Errorf("writing LaTeX: %w", p.err)
	}
	return nil
}

// floats is after how many tables those before are put on pages: LaTeX is an error
// when too many wait.
const floats = 15

// table writes a table of a suite, or of the run where that has no name.
func (p *texPrinter) table(t latexTable, of, label string, d *report.Data, s *report.Suite) {
	title := t.Name
	if t.Number > 0 {
		title = fmt.Sprintf("Table %d (%s)", t.Number, t.Name)
	}
	if of != "" {
		title += " of " + oneLine(of)
		of = " (" + tex(of) + ")"
	}
	body, ok := t.build(d, s)
	if !ok {
		p.f("\n%% %s: the run has nothing for it.\n", title)
		return
	}
	for from := 0; from < len(body.Rows); {
		to := body.page(from)
		p.float(title, t, of, label, body, from, to)
		from = to
	}
}

// page returns the end of the rows that stand in one float with those from on, so
// that they are read without being made small. Lengths are in points.
func (t tabular) page(from int) (to int) {
	const full, line = 480, 12
	notes := func(list []string) (high int) {
		for _, n := range list {
			high += 5 + len(n)/8 // small, about 80 characters a line
		}
		return high
	}
	high := notes(t.Notes)
	for to = from; to < len(t.Rows); to++ {
		high += line + notes(t.Beside[to])
		if high > full && to > from {
			break
		}
	}
	return to
}

// float writes some rows of a table, all of them where they fit a page.
func (p *texPrinter) float(title string, t latexTable, of, label string, body tabular, from, to int) {
	if p.tables++; p.tables%floats == 0 {
		p.f("\n\\clearpage\n")
	}
	p.f("\n%% %s\n\\begin{table}\n  \\centering\n  \\setlength{\\abovecaptionskip}{0pt}\\setlength{\\belowcaptionskip}{6pt}\\setlength{\\tabcolsep}{4pt}\n", title)
	if caption := t.Caption + of; from == 0 {
		p.f("  \\caption{%s.}\n  \\label{tab:%s%s}\n", caption, t.Name, label)
	} else {
		p.f("  \\addtocounter{table}{-1}\\caption{%s, continued.}\n", caption)
	}
	p.f("  \\assayfit{\\begin{tabular}{%s}\n    \\toprule\n    %s \\\\\n    \\midrule\n", body.Columns, strings.Join(body.Head, " & "))
	var notes []string
	for i := from; i < to; i++ {
		p.f("    %s \\\\\n", strings.Join(body.Rows[i], " & "))
		notes = append(notes, body.Beside[i]...)
	}
	if to == len(body.Rows) {
		if body.Total != nil {
			p.f("    \\midrule\n    %s \\\\\n", strings.Join(body.Total, " & "))
		}
		notes = append(notes, body.Notes...)
	}
	p.f("    \\bottomrule\n  \\end{tabular}}\n")
	if len(notes) > 0 {
		for i, n := range notes {
			notes[i] = tex(n)
		}
		p.f("  \\assaynotes{%s}\n", strings.Join(notes, " "))
	}
	p.f("\\end{table}\n")
}

// heads writes the heads of columns of counts, upright where they would make the
// table wider than a page.
func heads(names []string) []string {
	const fits = 45 // characters
	letters := 0
	for _, n := range names {
		letters += len([]rune(n)) + 2
	}
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = texName(n)
		if letters > fits {
			out[i] = `\rotatebox{90}{` + out[i] + `}`
		}
	}
	return out
}

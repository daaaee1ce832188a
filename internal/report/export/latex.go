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
	Number  int    // in the paper
	Caption string
	once    bool // it speaks of the run, and is built without a suite
	build   func(d *report.Data, s *report.Suite) (t tabular, ok bool)
}

// tabular is a table before it is written. Cells are LaTeX already.
type tabular struct {
	Columns string // of the tabular environment
	Head    []string
	Rows    [][]string
	Total   []string // below a rule of its own; nil for none
	Notes   []string // what the reader must know, plain text
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
	title, caption := t.Name, t.Caption
	if t.Number > 0 {
		title = fmt.Sprintf("Table %d (%s)", t.Number, t.Name)
	}
	if of != "" {
		title += " of " + oneLine(of)
		caption += " (" + tex(of) + ")"
	}
	body, ok := t.build(d, s)
	if !ok {
		p.f("\n%% %s: the run has nothing for it.\n", title)
		return
	}
	if p.tables++; p.tables%floats == 0 {
		p.f("\n\\clearpage\n")
	}
	p.f("\n%% %s\n\\begin{table}\n  \\centering\n  \\setlength{\\abovecaptionskip}{0pt}\\setlength{\\belowcaptionskip}{6pt}\\setlength{\\tabcolsep}{4pt}\n", title)
	p.f("  \\caption{%s.}\n  \\label{tab:%s%s}\n", caption, t.Name, label)
	p.f("  \\assayfit{\\begin{tabular}{%s}\n    \\toprule\n    %s \\\\\n    \\midrule\n", body.Columns, strings.Join(body.Head, " & "))
	for _, r := range body.Rows {
		p.f("    %s \\\\\n", strings.Join(r, " & "))
	}
	if body.Total != nil {
		p.f("    \\midrule\n    %s \\\\\n", strings.Join(body.Total, " & "))
	}
	p.f("    \\bottomrule\n  \\end{tabular}}\n")
	if len(body.Notes) > 0 {
		var notes []string
		for _, n := range body.Notes {
			notes = append(notes, tex(n))
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

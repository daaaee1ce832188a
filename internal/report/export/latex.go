package export

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/report"
)

// latexTable is one of the paper's tables: a name, and what writes its body
// from the data of one suite. It is not ok when the suite has nothing for it.
type latexTable struct {
	Name    string // of --table, and of the label
	Number  int    // in the paper
	Caption string
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

func paperTables() []latexTable {
	return []latexTable{
		{"composition", 1, "Composition by subset", composition},
		{"performance", 2, "Overall performance, by target detection rate", performance},
		{"classes", 3, "Vulnerability types by subset", classes},
		{"codeacts", 4, "Labelled code acts", codeActs},
		{"strategies", 5, "Prompting strategies of the run", strategies},
		{"weights", 6, "Weights of the security understanding index", weights},
		{"sui", 7, "SUI and ranks under the weights of Table~6", suiTable},
	}
}

var latexTables = func() (names []string) {
	for _, t := range paperTables() {
		names = append(names, t.Name)
	}
	return names
}()

// writeLaTeX writes one table, or all, of every suite: fragments for \input in a
// document that loads booktabs.
func writeLaTeX(w io.Writer, d *report.Data, table string) error {
	p := &printer{w: w}
	p.f("%% Run %s. Needs \\usepackage{booktabs}.\n", oneLine(d.RunID))
	if !d.Complete {
		p.f("%% The run is not complete: numbers speak of what was asked.\n")
	}
	suites := d.Suites()
	for _, t := range paperTables() {
		if table != "" && table != t.Name {
			continue
		}
		for i := range suites {
			body, ok := t.build(d, &suites[i])
			if !ok {
				p.f("\n%% Table %d (%s) of %s: the run has nothing for it.\n", t.Number, t.Name, oneLine(suites[i].Name))
				continue
			}
			p.table(t, &suites[i], body)
		}
	}
	if p.err != nil {
		return fmt.Errorf("writing LaTeX: %w", p.err)
	}
	return nil
}

func (p *printer) table(t latexTable, s *report.Suite, body tabular) {
	p.f("\n%% Table %d: %s\n\\begin{table}\n  \\centering\n  \\begin{tabular}{%s}\n    \\toprule\n", t.Number, t.Name, body.Columns)
	p.f("    %s \\\\\n    \\midrule\n", strings.Join(body.Head, " & "))
	for _, r := range body.Rows {
		p.f("    %s \\\\\n", strings.Join(r, " & "))
	}
	if body.Total != nil {
		p.f("    \\midrule\n    %s \\\\\n", strings.Join(body.Total, " & "))
	}
	p.f("    \\bottomrule\n  \\end{tabular}\n  \\caption{%s (%s).", t.Caption, tex(s.Name))
	for _, n := range body.Notes {
		p.f(" %s", tex(n))
	}
	p.f("}\n  \\label{tab:%s-%s}\n\\end{table}\n", t.Name, labelOf(s.Name))
}

func composition(_ *report.Data, s *report.Suite) (tabular, bool) {
	t := tabular{Columns: "lrrrrr", Head: []string{"Subset", "Samples", "Vulnerable", "Safe", "Proved", "Bases"},
		Notes: []string{"Variants are counted as vulnerable and safe; a sample is proved when all of its texts were executed. Sources are not in the record of a run."}}
	type counts struct{ samples, vulnerable, safe, proved, bases int }
	groups := map[string]*counts{}
	sum := counts{}
	samples, bases, unproved := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, v := range s.Variants {
		unproved[v.Sample] = unproved[v.Sample] || v.Proof != bench.Proved
	}
	for _, v := range s.Variants {
		c := groups[v.Group]
		if c == nil {
			c = &counts{}
			groups[v.Group] = c
		}
		for _, c := range []*counts{c, &sum} {
			if v.Truth == bench.Vulnerable {
				c.vulnerable++
			} else {
				c.safe++
			}
			if !samples[v.Sample] {
				c.samples++
				if !unproved[v.Sample] {
					c.proved++
				}
			}
			if !bases[v.Group+"\x00"+v.Base] {
				c.bases++
			}
		}
		samples[v.Sample], bases[v.Group+"\x00"+v.Base] = true, true
	}
	line := func(name string, c counts) []string {
		out := []string{name}
		for _, n := range []int{c.samples, c.vulnerable, c.safe, c.proved, c.bases} {
			out = append(out, fmt.Sprint(n))
		}
		return out
	}
	for _, g := range sortedKeys(groups) {
		t.Rows = append(t.Rows, line(texOr(g, "no subset"), *groups[g]))
	}
	t.Total = line("Total", sum)
	return t, len(t.Rows) > 0
}

// classes counts the vulnerable variants by class and subset.
func classes(_ *report.Data, s *report.Suite) (tabular, bool) {
	by := map[bench.Class]map[string]int{}
	sum, total := map[string]int{}, map[bench.Class]int{}
	for _, v := range s.Variants {
		if v.Truth != bench.Vulnerable {
			continue
		}
		if by[v.Class] == nil {
			by[v.Class] = map[string]int{}
		}
		by[v.Class][v.Group]++
		sum[v.Group]++
		total[v.Class]++
	}
	groups := sortedKeys(sum)
	t := tabular{Columns: "l" + strings.Repeat("r", len(groups)), Head: []string{"Vulnerability type"}, Notes: []string{"Vulnerable texts are counted."}}
	for _, g := range groups {
		t.Head = append(t.Head, texOr(g, "no subset"))
	}
	order := sortedKeys(by)
	slices.SortStableFunc(order, func(a, b bench.Class) int { return cmp.Compare(total[b], total[a]) })
	for _, c := range order {
		row := []string{texOr(c.Title(), "not classified")}
		for _, g := range groups {
			row = append(row, countOrDash(by[c][g]))
		}
		t.Rows = append(t.Rows, row)
	}
	t.Total = []string{"Total"}
	for _, g := range groups {
		t.Total = append(t.Total, fmt.Sprint(sum[g]))
	}
	return t, len(t.Rows) > 0
}

// codeActs counts labels by act and function, on the vulnerable texts.
func codeActs(_ *report.Data, s *report.Suite) (tabular, bool) {
	t := tabular{Columns: "lrrrr", Head: []string{"Code act", "Root cause", "Prerequisite", "Decoy", "Other"}, Notes: []string{"Labels on vulnerable texts are counted."}}
	counts, found := map[bench.CodeAct][4]int{}, false
	for _, v := range s.Variants {
		if v.Truth != bench.Vulnerable {
			continue
		}
		for _, l := range v.Labels {
			if l.Act == "" {
				continue
			}
			found = true
			c := counts[l.Act]
			switch l.Function {
			case bench.RootCause:
				c[0]++
			case bench.Prereq:
				c[1]++
			case bench.Decoy:
				c[2]++
			default:
				c[3]++
			}
			counts[l.Act] = c
		}
	}
	for _, a := range bench.CodeActs() {
		row := []string{"\\texttt{" + tex(string(a)) + "}"}
		for _, n := range counts[a] {
			row = append(row, countOrDash(n))
		}
		t.Rows = append(t.Rows, row)
	}
	return t, found
}

func countOrDash(n int) string {
	if n == 0 {
		return "--"
	}
	return fmt.Sprint(n)
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	out := make([]K, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

var texEscapes = strings.NewReplacer("\\", "\\textbackslash{}", "{", "\\{", "}", "\\}", "$", "\\$", "&", "\\&", "#", "\\#", "%", "\\%", "_", "\\_",
	"^", "\\textasciicircum{}", "~", "\\textasciitilde{}", "<", "\\textless{}", ">", "\\textgreater{}", "|", "\\textbar{}",
	"[", "{[}", "]", "{]}", "*", "{*}", // which a line end before them would take for its argument
	"\n", " ", "\r", " ", "–", "--", "−", "$-$", "·", "$\\cdot$", "×", "$\\times$")

// tex writes text so that LaTeX shows it as it is. Characters outside ASCII
// stay: they need an engine that reads UTF-8 and a font that has them.
func tex(text string) string { return texEscapes.Replace(text) }

func texOr(text, empty string) string { return tex(cmp.Or(text, empty)) }

// oneLine keeps text within a comment.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// labelOf keeps what any engine takes in a label.
func labelOf(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '-'
	}, name)
}

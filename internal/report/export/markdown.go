package export

import (
	"fmt"
	"io"
	"strings"

	"assay/internal/metric"
	"assay/internal/report"
)

// markdown writes what was registered, the headline, the pair outcomes, the
// transformations, ranks and confidences as GitHub flavoured Markdown.
func markdown(w io.Writer, d *report.Data) error {
	p := &printer{w: w}
	p.f("# assay: run %s\n", mark(d.RunID))
	if !d.Complete {
		p.f("\n**The run is not complete: numbers speak of what was asked.**\n")
	}
	for _, n := range d.Notes {
		p.f("\n> %s\n", mark(n))
	}
	if r := report.Registration(d); r != "" {
		p.f("\n> %s\n", mark(r))
	}
	p.hypotheses(d)
	p.exclusions(d)
	suites := d.Suites()
	for i := range suites {
		s := &suites[i]
		h := report.HeadlineOf(d, s)
		p.f("\n## %s\n\n%s\n", mark(s.Name), mark(s.Census().String()))
		p.headline(h)
		p.pairs(h)
		if t, ok := report.TransformationsOf(d, s); ok {
			p.changes(t)
		}
		p.ranks(d, s)
		p.ownWeights(d, s)
		p.confidence(d, s)
	}
	if len(suites) == 0 {
		p.f("\nNothing was planned.\n")
	}
	p.f("\nEvery number stands with its 95 %% interval; – is a number that is not defined, never a zero.\n")
	if p.err != nil {
		return fmt.Errorf("writing Markdown: %w", p.err)
	}
	return nil
}

func (p *printer) headline(h *report.Headline) {
	if len(h.Lines) == 0 {
		return
	}
	head, rule := "| Subject |", "|---|"
	for _, c := range h.Lines[0].Cells {
		head += " " + mark(c.Metric.Title) + " |"
		rule += "---:|"
	}
	p.f("\n%s Diagnosis |\n%s---|\n", head, rule)
	for _, l := range h.Lines {
		p.f("| %s |", mark(l.Subject.Name))
		for _, c := range l.Cells {
			p.f(" %s |", mark(cellText(c))+footmarks(c.Marks))
		}
		p.f(" %s |\n", mark(string(l.Diagnosis)))
	}
	for i, n := range h.Notes {
		p.f("\n<sup>%d</sup> %s", i+1, mark(n))
		if i == len(h.Notes)-1 {
			p.f("\n")
		} else {
			p.f("<br>")
		}
	}
}

func (p *printer) pairs(h *report.Headline) {
	asked := 0
	for _, l := range h.Lines {
		asked += l.Pairs.N
	}
	if asked == 0 {
		return
	}
	p.f("\n### Pair outcomes\n\n| Subject |")
	rule := "|---|"
	for _, o := range metric.PairOutcomes() {
		p.f(" %s |", o)
		rule += "---:|"
	}
	p.f(" pairs |\n%s---:|\n", rule)
	for _, l := range h.Lines {
		p.f("| %s |", mark(l.Subject.Name))
		for _, o := range metric.PairOutcomes() {
			p.f(" %d |", l.Pairs.By[o])
		}
		p.f(" %d |\n", l.Pairs.N)
	}
}

// changes writes what every chain took from TDR and from the pairs.
func (p *printer) changes(t *report.Transformations) {
	p.f("\n### Transformations\n\nDrops refer to %s; a loss is positive, in percentage points.\n", mark(t.Reference))
	p.f("\n| Subject | Chain | Kind | Verdicts changed | TDR | Drop in TDR | beyond placebo |\n|---|---|---|---:|---:|---:|---:|\n")
	for _, s := range t.Subjects {
		for i, l := range s.Lines {
			beyond := "–"
			if len(l.Beyond) > 0 {
				beyond = drop(l.Beyond[0])
			}
			p.f("| %s | %s | %s | %s | %s | %s | %s |\n", mark(s.Subject.Name), mark(t.Chains[i].Chain), mark(t.Chains[i].Kind),
				mark(cellText(l.Changed)), mark(cellText(l.Cells[0])), mark(drop(l.Drops[0])), mark(beyond))
		}
	}
}

// cellText is a number with count and interval.
func cellText(c report.Cell) string {
	return strings.Join(strings.Fields(c.Count()+" "+c.Number()+" "+c.Interval()), " ")
}

// drop writes a difference in points, with p as adjusted in its family.
func drop(d metric.Difference) string {
	if !d.Defined {
		return "–"
	}
	out := fmt.Sprintf("%+.1f", 100*d.Point)
	if d.Interval != nil {
		out += fmt.Sprintf(" [%.1f, %.1f]", 100*d.Interval.Lo, 100*d.Interval.Hi)
	}
	if d.Adjusted != nil {
		out += fmt.Sprintf(", p %.3f", *d.Adjusted)
	}
	return out
}

func footmarks(ns []int) string {
	out := ""
	for _, n := range ns {
		out += fmt.Sprintf("<sup>%d</sup>", n)
	}
	return out
}

// markEscapes are the characters that Markdown, a table or HTML would read; @ and
// # could name people and issues.
var markEscapes = strings.NewReplacer("\\", "\\\\", "|", "\\|", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]", "<", "&lt;", ">", "&gt;", "&", "&amp;",
	"~", "\\~", "$", "\\$", "@", "@\u2060", "#", "\\#", "\r\n", " ", "\n", " ", "\r", " ", "!", "\\!")

// mark writes text so that Markdown shows it as it is, on one line.
func mark(text string) string { return markEscapes.Replace(text) }

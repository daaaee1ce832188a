package report

import (
	"fmt"
	"strings"

	"assay/internal/termtext"
)

// HypothesesText says how the results of registered tests are read.
const HypothesesText = "Difference: the first that the hypothesis names minus the second, n bases, with its 95 % interval. p: of the claim as registered, one-sided where it has a side. Not supported is no sign of the contrary. Shown at ≥: what would have been found in 80 of 100 cases."

// terminalHypotheses writes what the run shows of every registered hypothesis.
func terminalHypotheses(d *Data, width int, p func(indent, text string), line func(string)) {
	hs := Hypotheses(d)
	if len(hs) == 0 {
		return
	}
	line("")
	p("", fmt.Sprintf("Hypotheses, as preregistered, at α = %g", d.Registered.Alpha))
	tested := false
	for _, h := range hs {
		line("")
		p(termtext.Plain(h.ID)+"  ", h.Text)
		if h.Note != "" {
			p("  • ", h.Note)
			continue
		}
		p("  • ", h.Claim+"; "+h.Company()+".")
		var could []HypothesisLine
		for _, l := range h.Lines {
			if l.Verdict != NotTestable {
				could = append(could, l)
			}
		}
		if len(could) > 0 {
			tested = true
			line("")
			for _, l := range render(hypothesisTable(could, width)) {
				line(strings.TrimRight(l, " "))
			}
		}
		for _, l := range h.Lines {
			if l.Verdict == NotTestable {
				p("  ! ", fmt.Sprintf("%s %s: %s", l.Subject, l.Verdict, l.Why))
			}
			for _, w := range l.Warnings {
				p("  ! ", l.Subject+": "+w)
			}
		}
	}
	if tested {
		line("")
		p("", HypothesesText)
	}
	left := Exclusions(d)
	if len(left.Exclusions) > 0 {
		line("")
		p("", "Exclusions, as preregistered")
		for _, e := range left.Exclusions {
			p("  • ", e.Name()+": "+e.Says()+".")
		}
	}
	if u := left.LeftUnnamed(); u != "" {
		line("")
		p("  ! ", u)
	}
}

// hypothesisTable lays out the tests of one hypothesis: the richest table that fits.
func hypothesisTable(lines []HypothesisLine, width int) []textColumn {
	var cols []textColumn
	for _, stacked := range []bool{false, true} {
		if cols = hypothesisColumns(lines, stacked, 0); tableWidth(cols) <= width {
			return cols
		}
	}
	body, _ := cols[0].size()
	return hypothesisColumns(lines, true, max(body-(tableWidth(cols)-width), 12))
}

// hypothesisColumns makes the table; subjects are clipped to so many cells, 0 for
// as wide as they are. Where they are stacked, the
// interval stands below the difference, and what would have shown below the verdict.
func hypothesisColumns(lines []HypothesisLine, stacked bool, clip int) []textColumn {
	names := textColumn{title: "Subject"}
	difference, ps := textColumn{title: "Difference (n)", right: true}, textColumn{title: "p", right: true}
	adjusted, verdict := textColumn{title: "adjusted", right: true}, textColumn{title: "Verdict"}
	shown := textColumn{title: "shown at ≥", right: true}
	for _, l := range lines {
		name := termtext.Plain(l.Subject)
		if clip > 0 {
			name = termtext.Clip(name, clip)
		}
		c := l.Cells()
		dif := fmt.Sprintf("%s (%d)", c.Difference, l.Bases)
		names.cells = append(names.cells, box{top: name})
		ps.cells = append(ps.cells, box{top: c.P})
		adjusted.cells = append(adjusted.cells, box{top: c.Adjusted})
		if stacked {
			below := ""
			if c.Detectable != "" {
				below = "  shown at ≥ " + c.Detectable
			}
			difference.cells = append(difference.cells, box{top: dif, below: c.Interval})
			verdict.cells = append(verdict.cells, box{top: string(l.Verdict), below: below})
			continue
		}
		difference.cells = append(difference.cells, box{top: strings.TrimSpace(dif + " " + c.Interval)})
		verdict.cells = append(verdict.cells, box{top: string(l.Verdict)})
		shown.cells = append(shown.cells, box{top: c.Detectable})
	}
	out := []textColumn{names, difference, ps, adjusted, verdict}
	for _, b := range shown.cells {
		if b.top != "" {
			return append(out, shown)
		}
	}
	return out
}

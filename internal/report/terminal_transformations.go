package report

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/metric"
	"assay/internal/termtext"
)

// changeColumns is which columns of a table of chains are shown.
type changeColumns struct {
	pairs, alarm, changed bool
	name                  int // width of the chains, 0 for as wide as they are
}

// changeLayouts are the layouts of a table of chains, the richest first. A long
// chain is broken before a column goes.
func changeLayouts() []changeColumns {
	const broken = 22
	return []changeColumns{
		{true, true, true, 0}, {true, true, true, broken}, {true, false, true, 0}, {true, false, true, broken},
		{false, false, true, 0}, {false, false, true, broken}, {false, false, false, 0}, {false, false, false, broken},
	}
}

// terminalChanges writes the transformations of every suite. p writes wrapped
// text, line a line as it is.
func terminalChanges(d *Data, suites []Suite, width int, p func(indent, text string), line func(string)) {
	for i := range suites {
		t, ok := transformations(d, &suites[i])
		if !ok {
			continue
		}
		line("")
		p("", t.Suite.Name+", transformed: "+t.census())
		p("", t.explanation())
		var notes footnotes
		var unchanged []string
		for _, s := range t.Subjects {
			if s.Unchanged {
				unchanged = append(unchanged, s.Subject.Name)
				continue
			}
			line("")
			p("", s.Subject.Name)
			for _, l := range render(t.layout(s, width, &notes)) {
				line(strings.TrimRight(l, " "))
			}
		}
		line("")
		for _, said := range t.diagnoses() {
			p("  • ", said)
		}
		if len(unchanged) > 0 {
			p("  • ", fmt.Sprintf("%s %s the same of every transformed text as of the reference.", list(unchanged), agree(len(unchanged), "says", "say")))
		}
		for j, n := range notes {
			p("  "+superscript(j+1)+" ", n)
		}
		for _, c := range t.caveats() {
			p("  ! ", c)
		}
	}
}

// layout returns the columns of one subject's table: the richest that fit.
func (t *Transformations) layout(s ChangedLines, width int, notes *footnotes) []textColumn {
	var cols []textColumn
	for _, how := range changeLayouts() {
		trial := slices.Clone(*notes) // numbers of a layout that is not used must not be taken
		cols = t.columns(s, how, &trial)
		if tableWidth(cols) <= width {
			*notes = trial
			return cols
		}
	}
	body, _ := cols[0].size()
	return t.columns(s, changeColumns{name: max(body-(tableWidth(cols)-width), 12)}, notes)
}

// columns makes the table: a row for the reference, then one for every chain.
func (t *Transformations) columns(s ChangedLines, how changeColumns, notes *footnotes) []textColumn {
	names := textColumn{title: "Chain", cells: []box{{top: "reference"}}}
	for _, c := range t.Chains {
		names.cells = append(names.cells, nameBox(c, how.name))
	}
	out := []textColumn{names}
	for i, m := range transformedMetrics() {
		switch m.ID {
		case metric.Discrimination.ID:
			continue // JSON and HTML have it
		case metric.PairCorrect.ID:
			if !how.pairs {
				continue
			}
		case metric.FalseAlarm.ID:
			if !how.alarm {
				continue
			}
		}
		c := textColumn{title: m.Title, right: true, cells: []box{cellBox(s.Reference[i], notes)}}
		for _, l := range s.Lines {
			c.cells = append(c.cells, cellBox(l.Cells[i], notes))
		}
		out = append(out, c)
	}
	if how.changed {
		c := textColumn{title: changedMetric.Title, right: true, cells: []box{{}}}
		for _, l := range s.Lines {
			c.cells = append(c.cells, cellBox(l.Changed, notes))
		}
		out = append(out, c)
	}
	drop, beyond := textColumn{title: "TDR lost (n)", right: true, cells: []box{{}}}, textColumn{title: "beyond placebo", right: true, cells: []box{{}}}
	for _, l := range s.Lines {
		drop.cells = append(drop.cells, dropBox(l.Drops[0], notes))
		if l.Beyond == nil {
			beyond.cells = append(beyond.cells, box{top: none})
			continue
		}
		beyond.cells = append(beyond.cells, dropBox(l.Beyond[0], notes))
	}
	out = append(out, drop)
	if len(t.Placebos) > 0 {
		out = append(out, beyond)
	}
	return out
}

// nameBox writes a chain, with what it is and the certificates of its variants
// below, as far as there is room; a name that is too long is broken behind a
// plus, and what it is gives way.
func nameBox(c Chain, width int) box {
	c.Chain, c.Kind = termtext.Plain(c.Chain), termtext.Plain(c.Kind)
	if width == 0 || termtext.Columns(c.Chain) <= width {
		below := strings.TrimRight("  "+c.Kind, " ")
		if all := below + "; " + shares(c.Certificates); width == 0 || termtext.Columns(all) <= width {
			below = all
		}
		return box{top: c.Chain, below: below}
	}
	at := strings.LastIndexAny(c.Chain[:min(width, len(c.Chain))], "+:-") + 1
	if at == 0 {
		at = width
	}
	return box{top: c.Chain[:at], below: "  " + termtext.Clip(c.Chain[at:], width-2)}
}

func cellBox(c Cell, notes *footnotes) box {
	b := box{top: c.Number(), below: c.Interval(), tail: marks(notes.number(c.Value.Warnings))}
	if k := c.Count(); k != "" {
		b.top = k + "  " + b.top
	}
	return b
}

func dropBox(d metric.Difference, notes *footnotes) box {
	if !d.Defined {
		return box{top: none}
	}
	return box{top: fmt.Sprintf("%s (%d)", drop(d), d.Bases), below: dropInterval(d), tail: marks(notes.number(d.Warnings))}
}

// drop writes a difference in points, "" when there is none to write.
func drop(d metric.Difference) string {
	return number(metric.Points, metric.Value{Defined: d.Defined, Point: d.Point})
}

func dropInterval(d metric.Difference) string { return interval(metric.Points, d.Interval) }

// census counts what the chains made.
func (t *Transformations) census() string {
	certificates := map[string]int{}
	for _, v := range t.Suite.Transformed {
		certificates[certificate(v)]++
	}
	return fmt.Sprintf("%s of %s; %s", plural(len(t.Suite.Transformed), "variant"), plural(len(t.Chains), "chain"), shares(certificates))
}

// explanation says what the differences are.
func (t *Transformations) explanation() string {
	out := "Changed: verdicts that are not the ones on the reference, which is " + t.Reference +
		". TDR lost: points of TDR that the reference has and the transformed texts have not, on the n bases that have both."
	if len(t.Placebos) > 0 {
		out += " Beyond placebo: what of it the changes that should not matter (" + list(t.Placebos) + ") do not cost as well."
	}
	return out
}

// caveats says what to know before a difference is trusted.
func (t *Transformations) caveats() []string {
	var out []string
	if t.Waiting > 0 {
		out = append(out, fmt.Sprintf("%s of transformed texts were not asked; they count as not found.", plural(t.Waiting, "trial")))
	}
	n := 0
	for _, v := range t.Suite.Transformed {
		if certificate(v) == unproved {
			n++
		}
	}
	if n > 0 {
		out = append(out, fmt.Sprintf("%s of %s %s not proved by execution: that a flaw survived the rewriting, or went, is what the transformation promises.",
			count(n), plural(len(t.Suite.Transformed), "transformed variant"), agree(n, "is", "are")))
	}
	return append(out, "The intervals are not adjusted for the number of chains; with many, some exclude 0 by chance.")
}

package section

import (
	"fmt"
	"strings"

	"assay/internal/metric"
	"assay/internal/report"
	"assay/internal/report/write"
	"assay/internal/termtext"
)

var transformations = Section{ID: "transformations", Title: "Transformations", Tables: []string{"transformations", "changes", "changes-effects", "chains"}, Build: buildTransformations}

// margin is the difference below which two conditions count as equivalent.
const margin = 0.1

func buildTransformations(d *report.Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"The same samples, rewritten: with other names, other comments, another layout or another flow, while the flaw stays what it was. Who understands the flaw does not mind; " +
		"who recognises the code does. Interventions change the flaw itself; placebos change what should not matter to anyone and show how much a verdict moves for no reason."}}
	suites(d, func(s *report.Suite) {
		if t, ok := report.TransformationsOf(d, s); ok {
			out.Tables = append(out.Tables, changed(t)...)
		}
	})
	return out, len(out.Tables) > 0
}

// changed returns the tables of one suite: what is said of all, a table a subject,
// and what the chains did.
func changed(t *report.Transformations) []write.Table {
	all := write.Table{ID: "transformations", Group: t.Suite.Name, Census: t.Census(), Lead: []string{t.Explanation()}, Says: t.Diagnoses(), Warnings: t.Caveats(), Main: true}
	var unchanged []string
	var tables []write.Table
	for _, s := range t.Subjects {
		if s.Unchanged {
			unchanged = append(unchanged, s.Subject.Name)
			continue
		}
		tables = append(tables, changes(t, s))
		if e := changeEffects(t, s); len(e.Rows) > 0 {
			tables = append(tables, e)
		}
	}
	if len(unchanged) > 0 {
		all.Says = append(all.Says, fmt.Sprintf("%s %s the same of every transformed text as of the reference.", report.List(unchanged), report.Agree(len(unchanged), "says", "say")))
	}
	trajectory(t, &all)
	out := append([]write.Table{all}, tables...)
	return append(out, chains(t))
}

func changes(t *report.Transformations, s report.ChangedLines) write.Table {
	out := write.Table{ID: "changes", Group: t.Suite.Name, Of: s.Subject.Name, Title: "By chain of transformations", Drawings: []*write.Drawing{changeChart(t, s)}, Main: true}
	out.Foot = []string{"“Within 10 points”: the interval at 90 % excludes a larger difference; that a difference is not significant shows no such thing."}
	out.Columns = []write.Column{words("chain", "Chain")}
	for _, m := range report.TransformedMetrics() {
		c := numbers(m)
		c.Less = map[string]int{metric.Discrimination.ID: 1, metric.FalseAlarm.ID: 3, metric.PairCorrect.ID: 4}[m.ID]
		out.Columns = append(out.Columns, c)
	}
	moved := numbers(report.ChangedMetric)
	moved.Less = 5
	out.Columns = append(out.Columns, moved, counts("tdr_lost", "TDR lost (n)"))
	beyond := len(t.Placebos) > 0
	if beyond {
		out.Columns = append(out.Columns, counts("beyond_placebo", "beyond placebo"))
	}
	pairs := counts("pairs_lost", "pairs lost (n)")
	pairs.Less = 2
	out.Columns = append(out.Columns, pairs)
	reference := write.Cells("reference")
	for _, c := range s.Reference {
		reference.Cells = append(reference.Cells, value(c.Metric, c.Value))
	}
	out.Rows = append(out.Rows, reference)
	for i, l := range s.Lines {
		c := t.Chains[i]
		name := write.Value{Text: c.Chain}
		for _, below := range []string{c.Kind, report.Shares(c.Certificates)} {
			if below != "" {
				name.Lines = append(name.Lines, below)
			}
		}
		row := write.Row{Cells: []write.Value{name}}
		for _, c := range append(l.Cells[:len(l.Cells):len(l.Cells)], l.Changed) {
			row.Cells = append(row.Cells, value(c.Metric, c.Value))
		}
		row.Cells = append(row.Cells, lost(l.Drops[0]))
		switch {
		case beyond && l.Beyond != nil:
			row.Cells = append(row.Cells, lost(l.Beyond[0]))
		case beyond:
			row.Cells = append(row.Cells, write.Text(""))
		}
		row.Cells = append(row.Cells, lost(l.Drops[1]))
		out.Rows = append(out.Rows, row)
	}
	return out
}

// changeEffects has the paired effects of each chain on TDR.
func changeEffects(t *report.Transformations, s report.ChangedLines) write.Table {
	out := write.Table{ID: "changes-effects", Group: t.Suite.Name, Of: s.Subject.Name, Title: "Paired effects on TDR, by chain", Folded: true,
		Columns: append([]write.Column{words("chain", "Chain")}, report.EffectColumns("reference", "chain")...), Foot: []string{report.EffectFoot()}}
	for i, l := range s.Lines {
		if l.Effects != nil {
			out.Rows = append(out.Rows, write.Row{Cells: append([]write.Value{{Text: t.Chains[i].Chain}}, report.EffectCells(*l.Effects)...)})
		}
	}
	return out
}

// lost makes a cell of a difference in points.
func lost(d metric.Difference) write.Value {
	if !d.Defined {
		return write.Text("")
	}
	out := write.Figure(report.Drop(d), d.Point)
	out.Interval, out.Range, out.Warnings, out.Strong = d.Interval, report.DropInterval(d), d.Warnings, true
	if d.Bases > 0 {
		out.Text += fmt.Sprintf(" (%d)", d.Bases)
	}
	if d.P != nil && d.Point != 0 {
		out.Lines = append(out.Lines, report.PValue(*d.P))
		if d.Adjusted != nil {
			out.Lines = append(out.Lines, "adjusted "+strings.TrimPrefix(report.PValue(*d.Adjusted), "p "))
		}
	}
	if d.Equivalent(margin) {
		out.Lines = append(out.Lines, fmt.Sprintf("within %.0f points", 100*margin))
	}
	return out
}

// chains says what each chain did to the suite.
func chains(t *report.Transformations) write.Table {
	out := write.Table{ID: "chains", Group: t.Suite.Name, Title: "What each chain did to " + t.Suite.Name, Folded: true}
	out.Columns = []write.Column{words("chain", "Chain"), words("kind", "Kind"), words("letters", "Paper"), counts("applied", "applies to"), counts("variants", "variants"),
		prose("promises", "Promises"), words("certificates", "Certificates")}
	for _, c := range t.Chains {
		applied := write.Text("")
		if n := c.Programs + c.Silent; n > 0 {
			applied = write.Text(fmt.Sprintf("%d/%d", c.Applied, n))
		}
		out.Rows = append(out.Rows, write.Cells(c.Chain, orNone(c.Kind), orNone(c.Letters), applied, write.Int(c.Variants), orNone(c.Promises), report.Shares(c.Certificates)))
	}
	return out
}

// Geometry of charts with a row for each name, in units of the view box.
const (
	chartWidth = 760
	chartLeft  = 292 // where the axis begins
	chartRight = 640 // where it ends
	chartRow   = 22
	chartTop   = 24
)

func abscissa(share float64) float64 { return chartLeft + share*(chartRight-chartLeft) }

// shareAxis draws a horizontal axis of shares over some rows.
func shareAxis(p *write.Drawing, rows int) {
	bottom := float64(chartTop + chartRow*rows)
	p.Width, p.Height = chartWidth, chartTop+chartRow*rows+8
	for _, share := range []float64{0, 0.25, 0.5, 0.75, 1} {
		p.Line("axis", abscissa(share), 20, abscissa(share), bottom)
		p.Label("soft", "middle", abscissa(share), 12, fmt.Sprintf("%.0f %%", 100*share))
	}
}

// changeChart shows the TDR of one subject under every chain, one row a chain.
func changeChart(t *report.Transformations, s report.ChangedLines) *write.Drawing {
	p := &write.Drawing{Title: fmt.Sprintf("TDR of %s on %s by chain", s.Subject.Name, t.Suite.Name),
		Caption: "Dot: TDR. Line: its 95 % interval. Broken line: TDR on the reference. Filled dots preserve the flaw, squares intervene, hollow dots are placebos."}
	shareAxis(p, 1+len(s.Lines))
	if v := s.Reference[0].Value; v.Defined {
		p.Line("ref", abscissa(v.Point), 20, abscissa(v.Point), float64(chartTop+chartRow*(1+len(s.Lines))))
	}
	var said []string
	add := func(row int, name, kind string, c report.Cell) {
		y := float64(chartTop + chartRow*row + chartRow/2)
		p.Label("", "end", chartLeft-14, y+4, termtext.Clip(name, 38))
		p.Label("soft", "start", chartRight+14, y+4, c.Number())
		v := c.Value
		if !v.Defined {
			said = append(said, name+" has no text with a flaw")
			return
		}
		if v.Interval != nil {
			p.Line("whisker", abscissa(v.Interval.Lo), y, abscissa(v.Interval.Hi), y)
		}
		switch kind {
		case report.KindIntervention:
			p.Rect("point", abscissa(v.Point)-4, y-4, 8, 8, 1)
		case report.KindPlacebo:
			p.Circle("point hollow", abscissa(v.Point), y)
		default:
			p.Circle("point", abscissa(v.Point), y)
		}
		said = append(said, name+" "+report.Full(metric.Percent, v))
	}
	add(0, "reference", "", s.Reference[0])
	for i, l := range s.Lines {
		add(1+i, t.Chains[i].Chain, t.Chains[i].Kind, l.Cells[0])
	}
	p.Desc = strings.Join(said, "; ") + "."
	return p
}

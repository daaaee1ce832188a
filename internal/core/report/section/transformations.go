package section

import (
	"fmt"
	"math"
	"strings"

	"assay/internal/core/metric"
	"assay/internal/core/report"
	"assay/internal/core/report/write"
	"assay/internal/core/stats"
)

var transformations = Section{ID: "transformations", Title: "Transformations",
	Tables: []string{"transformations", "drops", "changes", "changes-effects", "chains"}, Build: buildTransformations}

// margin is the difference below which two conditions count as equivalent.
const margin = 0.1

func buildTransformations(d *report.Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"The same samples, rewritten with other names, comments, layout or control " +
		"flow, while the flaw stays. A subject that understands the flaw is unaffected; " +
		"one that recognises the code is not. Interventions change the flaw itself; placebos change nothing that should " +
		"matter and show the random variation of verdicts."}}
	suites(d, func(s *report.Suite) {
		if t, ok := report.TransformationsOf(d, s); ok {
			out.Tables = append(out.Tables, changed(t)...)
		}
	})
	return out, len(out.Tables) > 0
}

// changed returns the tables of one suite: the statements about all subjects, one table for each subject, and the
// effects of the chains.
func changed(t *report.Transformations) []write.Table {
	all := write.Table{ID: "transformations", Group: t.Suite.Name, Census: t.Census(), Lead: []string{t.Explanation()},
		Says: t.Diagnoses(), Warnings: t.Caveats(), Main: true}
	var unchanged []string
	var tables []write.Table
	for _, s := range t.Subjects {
		if s.Unchanged {
			unchanged = append(unchanged, s.Subject.Name)
			continue
		}
		tables = append(append(tables, changes(t, s)), filled(changeEffects(t, s))...)
	}
	if len(unchanged) > 0 {
		all.Says = append(all.Says, fmt.Sprintf("%s %s the same verdict on every transformed text as on the reference.",
			report.List(unchanged), report.Agree(len(unchanged), "gives", "give")))
	}
	if len(t.NotAsked) > 0 {
		all.Says = append(all.Says, fmt.Sprintf("Not asked about any transformed text: %s.", report.List(t.NotAsked)))
	}
	trajectory(t, &all)
	out := []write.Table{all}
	if len(t.Subjects) > 0 {
		out = append(out, drops(t))
	}
	return append(append(out, tables...), chains(t))
}

func changes(t *report.Transformations, s report.ChangedLines) write.Table {
	out := write.Table{ID: "changes", Group: t.Suite.Name, Of: s.Subject.Name, Title: "By chain of transformations",
		Folded: true, Main: true}
	out.Foot = []string{"“Within 10 points”: the 90 % interval excludes a larger difference. A non-significant " +
		"difference alone does not show this."}
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
	out.Rows = append(out.Rows, write.Cells("reference", shown(s.Reference...)))
	for i, l := range s.Lines {
		c := t.Chains[i]
		name := write.Value{Text: c.Chain}
		for _, below := range []string{c.Kind, report.Shares(c.Certificates)} {
			if below != "" {
				name.Lines = append(name.Lines, below)
			}
		}
		row := write.Cells(name, shown(l.Cells...), shown(l.Changed), lost(l.Drops[0]))
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

// drops returns the drop in TDR of every subject under every chain, which a page draws on one axis, with the band
// of the placebos behind it.
func drops(t *report.Transformations) write.Table {
	out := write.Table{ID: "drops", Group: t.Suite.Name, Title: "Drop in TDR by chain and subject: " +
		"reference minus chain, in points", Columns: []write.Column{words("chain", "Chain")},
		Foot: []string{"A dot right of zero: the subject finds less in the rewritten texts. In " +
			"parentheses: the number of clusters with both."}}
	lo, hi := -0.1, 0.1
	for _, s := range t.Subjects {
		for _, l := range s.Lines {
			if d := l.Drops[0]; d.Defined {
				lo, hi = min(lo, d.Point), max(hi, d.Point)
				if d.Interval != nil {
					lo, hi = min(lo, d.Interval.Lo), max(hi, d.Interval.Hi)
				}
			}
		}
	}
	lo, hi = math.Floor(lo*10)/10, math.Ceil(hi*10)/10
	out.Foot = append(out.Foot, fmt.Sprintf("Axis: %s to %+.0f points; the tick is zero.", signed(lo), 100*hi))
	for _, s := range t.Subjects {
		c := write.Column{Key: s.Subject.Name, Title: s.Subject.Name, Number: true, Name: true,
			Drop: &write.Drop{Lo: lo, Hi: hi, Band: placeboBand(t, s)}}
		out.Columns = append(out.Columns, c)
	}
	if len(t.Placebos) > 0 {
		out.Foot = append(out.Foot, "Band: from the smallest to the largest drop under a placebo, intervals included. A "+
			"drop within the band is no larger than that of a placebo.")
	}
	part := map[string]string{report.KindPreserving: "preserving: the flaw stays",
		report.KindIntervention: "interventions: the flaw is changed",
		report.KindPlacebo:      "placebos: nothing changes that should matter"}
	for i, c := range t.Chains {
		row := write.Row{Part: part[c.Kind], Cells: []write.Value{{Text: c.Chain}}}
		for _, s := range t.Subjects {
			drop := lost(s.Lines[i].Drops[0])
			drop.Lines = nil // the subject's own table has the tests
			row.Cells = append(row.Cells, drop)
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

func signed(x float64) string { return minus(fmt.Sprintf("%+.0f", 100*x)) }

// placeboBand returns the range of a subject's drops under the placebos with their intervals, nil without any.
func placeboBand(t *report.Transformations, s report.ChangedLines) *stats.Interval {
	var out *stats.Interval
	for i, c := range t.Chains {
		d := s.Lines[i].Drops[0]
		if c.Kind != report.KindPlacebo || !d.Defined {
			continue
		}
		lo, hi := d.Point, d.Point
		if d.Interval != nil {
			lo, hi = d.Interval.Lo, d.Interval.Hi
		}
		if out == nil {
			out = &stats.Interval{Lo: lo, Hi: hi}
		}
		out.Lo, out.Hi = min(out.Lo, lo), max(out.Hi, hi)
	}
	return out
}

// changeEffects returns the paired effects of each chain on TDR.
func changeEffects(t *report.Transformations, s report.ChangedLines) write.Table {
	out := write.Table{ID: "changes-effects", Group: t.Suite.Name, Of: s.Subject.Name,
		Title: "Paired effects on TDR, by chain", Folded: true,
		Columns: append([]write.Column{words("chain", "Chain")}, report.EffectColumns("reference", "chain")...),
		Foot:    []string{report.EffectFoot()}}
	for i, l := range s.Lines {
		if l.Effects != nil {
			out.Rows = append(out.Rows, write.Cells(t.Chains[i].Chain, report.EffectCells(*l.Effects)))
		}
	}
	return out
}

// lost returns the cell of a difference in points.
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

// chains returns what each chain did to the suite.
func chains(t *report.Transformations) write.Table {
	out := write.Table{ID: "chains", Group: t.Suite.Name, Title: "Effect of each chain on " + t.Suite.Name, Folded: true}
	out.Columns = []write.Column{words("chain", "Chain"), words("kind", "Kind"), words("letters", "Paper"),
		counts("applied", "applies to"), counts("variants", "variants"),
		prose("promises", "Promises"), words("certificates", "Certificates")}
	for _, c := range t.Chains {
		applied := write.Text("")
		if n := c.Programs + c.Silent; n > 0 {
			applied = write.Text(fmt.Sprintf("%d/%d", c.Applied, n))
		}
		out.Rows = append(out.Rows, write.Cells(c.Chain, orNone(c.Kind), orNone(c.Letters), applied, write.Int(c.Variants),
			orNone(c.Promises), report.Shares(c.Certificates)))
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

package report

import (
	"fmt"
	"strings"

	"assay/internal/metric"
	"assay/internal/termtext"
)

var transformationsSection = Section{ID: "transformations", Title: "Transformations", Build: buildTransformations}

type transformationsData struct{ Suites []changeSuite }

type changeSuite struct {
	Name, Census, Explanation string
	Columns                   []headlineColumn
	Beyond                    bool
	Subjects                  []changeSubject
	Trajectory                *trajectories // nil without a chain that preserves the flaw
	Unchanged                 string
	Diagnoses                 []string
	Chains                    []chainFact
	Notes, Caveats            []string
}

// chainFact is what a chain did to the suite.
type chainFact struct {
	Name, Kind, Letters, Promises, Applied, Certificates string
	Variants                                             int
}

type changeSubject struct {
	Suite, Name string
	Chart       changeChart
	Rows        []changeRow
}

type changeRow struct {
	Name, Kind           string
	Cells                []Cell // of transformedMetrics, then the changed verdicts; the reference has no last one
	Reference, HasBeyond bool
	Drop, Beyond         dropCell
	Pairs                dropCell
}

// dropCell is a difference, ready to be shown.
type dropCell struct {
	Number, Interval, P string
	Within              string // says that the data show a small difference, not merely none
	Bases               int
	Marks               []int
}

// margin is the difference below which two conditions count as equivalent.
const margin = 0.1

func buildTransformations(d *Data) (any, bool) {
	var out transformationsData
	suites := d.Suites()
	for i := range suites {
		if t, ok := transformations(d, &suites[i]); ok {
			out.Suites = append(out.Suites, t.view())
		}
	}
	return out, len(out.Suites) > 0
}

func (t *Transformations) view() changeSuite {
	out := changeSuite{Name: t.Suite.Name, Census: t.census(), Explanation: t.explanation(), Beyond: len(t.Placebos) > 0, Caveats: t.caveats()}
	for _, m := range append(transformedMetrics(), changedMetric) {
		out.Columns = append(out.Columns, headlineColumn{m.Title, m.Doc})
	}
	for _, c := range t.Chains {
		f := chainFact{Name: c.Chain, Kind: c.Kind, Letters: c.Letters, Promises: c.Promises, Variants: c.Variants, Certificates: shares(c.Certificates), Applied: none}
		if n := c.Programs + c.Silent; n > 0 {
			f.Applied = fmt.Sprintf("%d/%d", c.Applied, n)
		}
		out.Chains = append(out.Chains, f)
	}
	out.Diagnoses, out.Trajectory = t.diagnoses(), t.trajectory()
	var notes footnotes
	var unchanged []string
	for _, s := range t.Subjects {
		if s.Unchanged {
			unchanged = append(unchanged, s.Subject.Name)
			continue
		}
		out.Subjects = append(out.Subjects, t.viewSubject(s, &notes))
	}
	if len(unchanged) > 0 {
		out.Unchanged = fmt.Sprintf("%s %s the same of every transformed text as of the reference.", list(unchanged), agree(len(unchanged), "says", "say"))
	}
	out.Notes = notes
	return out
}

func (t *Transformations) viewSubject(s ChangedLines, notes *footnotes) changeSubject {
	out := changeSubject{Suite: t.Suite.Name, Name: s.Subject.Name, Chart: t.chart(s)}
	number := func(cells []Cell) []Cell {
		shown := make([]Cell, len(cells))
		for i, c := range cells {
			c.Marks = notes.number(c.Value.Warnings)
			shown[i] = c
		}
		return shown
	}
	out.Rows = append(out.Rows, changeRow{Name: "reference", Cells: number(s.Reference), Reference: true})
	for i, l := range s.Lines {
		row := changeRow{Name: t.Chains[i].Chain, Kind: t.Chains[i].Kind, Cells: append(number(l.Cells), number([]Cell{l.Changed})...),
			Drop: newDrop(l.Drops[0], notes), Pairs: newDrop(l.Drops[1], notes)}
		if l.Beyond != nil {
			row.HasBeyond, row.Beyond = true, newDrop(l.Beyond[0], notes)
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

func newDrop(d metric.Difference, notes *footnotes) dropCell {
	if !d.Defined {
		return dropCell{Number: none}
	}
	out := dropCell{Number: drop(d), Interval: dropInterval(d), Bases: d.Bases, Marks: notes.number(d.Warnings)}
	if d.P != nil && d.Point != 0 {
		out.P = fmt.Sprintf("p %.2g", *d.P)
		if d.Adjusted != nil {
			out.P += fmt.Sprintf(", adjusted %.2g", *d.Adjusted)
		}
	}
	if d.Equivalent(margin) {
		out.Within = fmt.Sprintf("within %.0f points", 100*margin)
	}
	return out
}

// Geometry of the chart, in units of its view box.
const (
	chartWidth = 760
	chartLeft  = 292 // where the axis begins
	chartRight = 640 // where it ends
	chartRow   = 22
	chartTop   = 24
)

// changeChart shows the TDR of one subject under every chain, one row a chain.
type changeChart struct {
	Title, Desc                 string
	Width, Height, Bottom       int
	Left, Right, Label, Percent int
	Ticks                       []chartTick
	Reference                   string // abscissa of the reference, "" when it is not defined
	Rows                        []chartLine
}

type chartTick struct {
	X    string
	Text string
}

type chartLine struct {
	Name, Value, Kind string
	Y, TextY          int
	X, Lo, Hi         string // "" where there is nothing to draw
	SquareX           string // left edge of the mark of an intervention
	SquareY           int
}

func (t *Transformations) chart(s ChangedLines) changeChart {
	out := changeChart{
		Title: fmt.Sprintf("TDR of %s on %s by chain", s.Subject.Name, t.Suite.Name),
		Width: chartWidth, Left: chartLeft, Right: chartRight, Label: chartLeft - 14, Percent: chartRight + 14,
	}
	for _, share := range []float64{0, 0.25, 0.5, 0.75, 1} {
		out.Ticks = append(out.Ticks, chartTick{abscissa(share), fmt.Sprintf("%.0f %%", 100*share)})
	}
	var said []string
	add := func(name, kind string, c Cell) {
		y := chartTop + chartRow*len(out.Rows) + chartRow/2
		r := chartLine{Name: termtext.Clip(name, 38), Kind: kind, Value: c.Number(), Y: y, TextY: y + 4, SquareY: y - 4}
		if v := c.Value; v.Defined {
			r.X, r.SquareX = abscissa(v.Point), fmt.Sprintf("%.1f", abscissaOf(v.Point)-4)
			if v.Interval != nil {
				r.Lo, r.Hi = abscissa(v.Interval.Lo), abscissa(v.Interval.Hi)
			}
			said = append(said, name+" "+full(metric.Percent, v))
		} else {
			said = append(said, name+" has no text with a flaw")
		}
		out.Rows = append(out.Rows, r)
	}
	add("reference", "reference", s.Reference[0])
	out.Reference = out.Rows[0].X
	for i, l := range s.Lines {
		add(t.Chains[i].Chain, t.Chains[i].Kind, l.Cells[0])
	}
	out.Bottom = chartTop + chartRow*len(out.Rows)
	out.Height = out.Bottom + 8
	out.Desc = strings.Join(said, "; ") + "."
	return out
}

func abscissaOf(share float64) float64 { return chartLeft + share*(chartRight-chartLeft) }

func abscissa(share float64) string { return fmt.Sprintf("%.1f", abscissaOf(share)) }

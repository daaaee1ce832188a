package compare

import (
	"fmt"
	"io"
	"strings"

	"assay/internal/core/metric"
	"assay/internal/core/report"
	"assay/internal/core/report/write"
)

// JSON writes the comparison as one indented JSON object.
func (c *Comparison) JSON(w io.Writer) error {
	return write.JSON(w, c)
}

// Document returns the comparison with one table for every pair of subjects: B against A, one row per metric, and
// for each non-significant difference the detectable one.
func (c *Comparison) Document() write.Document {
	out := write.Document{Title: "assay comparison", Run: c.A, Notes: c.Warnings}
	s := write.Section{ID: "comparison", Title: "Comparison",
		Lead: []string{fmt.Sprintf("A: run %s. B: run %s.", c.A, c.B)}}
	if c.A == c.B {
		s.Lead = []string{"run " + c.A}
	}
	for i := range c.Pairs {
		s.Tables = append(s.Tables, c.Pairs[i].table())
		if t := c.Pairs[i].effects(); len(t.Rows) > 0 {
			s.Tables = append(s.Tables, t)
		}
	}
	out.Sections = []write.Section{s}
	out.Foot = []string{fmt.Sprintf("n: clusters. p: two-sided, adjusted after Holm for the %s of this comparison. ~: "+
		"not significant at %g %%, which does not show equality; "+
		"equivalent: two one-sided tests show a difference below %g points. Shown at ≥: the minimum detectable effect, "+
		"found in %g of 100 cases.", report.Plural(c.Family, "test"), 100*c.Alpha, 100*c.Margin, 100*metric.Power)}
	return out
}

func (p *Pair) table() write.Table {
	t := write.Table{ID: "comparison", Group: p.Suite, Census: fmt.Sprintf(
		"%d texts of %d clusters that both were asked about", p.Variants, p.Bases),
		Facts: []write.Fact{{Name: "A", Text: p.A}, {Name: "B", Text: p.B}}, Warnings: p.Warnings, Main: true}
	t.Columns = []write.Column{{Key: "metric", Title: "Metric"}, {Key: "a", Title: "A", Number: true},
		{Key: "b", Title: "B", Number: true}, {Key: "delta", Title: "B − A", Number: true},
		{Key: "bases", Title: "n", Number: true}, {Key: "p", Title: "p", Number: true},
		{Key: "adjusted", Title: "adjusted", Number: true}, {Key: "call", Title: "Call"},
		{Key: "detectable", Title: "shown at ≥", Number: true, Data: true}}
	for _, r := range p.Rows {
		t.Rows = append(t.Rows, write.Row{Cells: r.cells(), Notes: r.Warnings})
	}
	return t
}

// effects returns the paired effects of the shares of single trials.
func (p *Pair) effects() write.Table {
	t := write.Table{ID: "effects", Group: p.Suite, Title: "Paired effects, B minus A",
		Foot:    []string{report.EffectFoot()},
		Columns: append([]write.Column{{Key: "metric", Title: "Metric"}}, report.EffectColumns("B", "A")...), Main: true}
	for _, r := range p.Rows {
		if r.Effects != nil {
			t.Rows = append(t.Rows, write.Cells(r.Title, report.EffectCells(*r.Effects)))
		}
	}
	return t
}

// cells returns the cells of the row, in the columns of the table.
func (r Row) cells() []write.Value {
	value := func(v metric.Value) write.Value {
		c := report.Cell{Metric: r.metric, Value: v}
		out := write.Value{Text: c.Number(), Range: c.Interval(), NotMeasured: v.NotMeasured}
		if v.Defined {
			out.Number, out.Interval = &v.Point, v.Interval
		}
		return out
	}
	delta, p, adjusted, shown, call := write.Text(""), write.Text(""), write.Text(""), write.Blank,
		write.Text(string(r.Call))
	if r.Delta != nil {
		delta = write.Optional(report.Signed(r.metric.Scale, *r.Delta), r.Delta)
		delta.Range, delta.Interval = report.SignedInterval(r.metric.Scale, r.Interval), r.Interval
	}
	if r.P != nil {
		p = write.Figure(report.Probability(*r.P), *r.P)
		adjusted = write.Figure(report.Probability(*r.Adjusted), *r.Adjusted)
	}
	if r.Detectable != nil {
		shown = write.Text("nothing")
		if d := r.Detectable.Difference; d != nil {
			shown = write.Optional(strings.TrimPrefix(report.Signed(r.metric.Scale, *d), "+"), d)
		}
		call.Lines = []string{"shown at ≥ " + shown.Text}
	}
	return []write.Value{write.Text(r.Title), value(r.A), value(r.B), delta, write.Int(r.Bases), p, adjusted, call, shown}
}

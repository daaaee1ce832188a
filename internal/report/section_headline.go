package report

import (
	"fmt"

	"assay/internal/metric"
)

var headlineSection = Section{ID: "headline", Title: "Headline", Build: buildHeadline}

type headlineData struct {
	Columns []headlineColumn
	Suites  []headlineSuite
}

type headlineColumn struct{ Title, Doc string }

type headlineSuite struct {
	Name, Census string
	Lines        []headlineLine
	Notes        []string
}

type headlineLine struct {
	Name, Doc string
	Cells     []headlineCell
	Diagnosis string
}

type headlineCell struct {
	Cell
	Chart *dot // nil when the value is not defined
}

func buildHeadline(d *Data) (any, bool) {
	var out headlineData
	for _, m := range headlineMetrics() {
		out.Columns = append(out.Columns, headlineColumn{m.Title, m.Doc})
	}
	suites := d.Suites()
	for i := range suites {
		h := headline(d, &suites[i])
		s := headlineSuite{Name: suites[i].Name, Census: suites[i].Census().String(), Notes: h.Notes}
		for _, l := range h.Lines {
			line := headlineLine{Name: l.Subject.Name, Doc: l.Subject.Doc, Diagnosis: string(l.Diagnosis)}
			for _, c := range l.Cells {
				line.Cells = append(line.Cells, headlineCell{c, newDot(l.Subject.Name, c)})
			}
			s.Lines = append(s.Lines, line)
		}
		out.Suites = append(out.Suites, s)
	}
	return out, len(out.Suites) > 0
}

// dot is a dot-and-whisker chart of one share on an axis from 0 to 100 %.
type dot struct {
	Title, Desc string
	At, Lo, Hi  string // positions in percent of the width
	Whisker     bool
	Chance      bool // the middle of the axis is chance
}

// newDot charts a cell, or returns nil when there is nothing to chart.
func newDot(subject string, c Cell) *dot {
	if !c.Value.Defined || c.Metric.Scale != metric.Percent || c.Metric.ID == metric.AnsweredShare.ID {
		return nil
	}
	out := &dot{
		Title:  fmt.Sprintf("%s of %s: %s", c.Metric.Title, subject, full(c.Metric.Scale, c.Value)),
		Desc:   "A dot at the value on an axis from 0 to 100 %.",
		At:     position(c.Value.Point),
		Chance: c.Metric.ID == metric.BalancedAccuracy.ID,
	}
	if i := c.Value.Interval; i != nil {
		out.Desc = fmt.Sprintf("A dot at the value and a line over its 95 %% interval %s, on an axis from 0 to 100 %%.", c.Interval())
		out.Lo, out.Hi, out.Whisker = position(i.Lo), position(i.Hi), true
	}
	return out
}

// position writes a share as a coordinate.
func position(x float64) string { return fmt.Sprintf("%.2f%%", 100*x) }

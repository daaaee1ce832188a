package report

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/core/base/termtext"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

// Geometry of the plane of TDR and false alarm.
const (
	planeLeft   = 48
	planeRight  = 420
	planeTop    = 16
	planeBottom = 304
)

// plane draws every subject by its false alarm and its TDR, each with its interval: a subject that alarms on
// everything lies on the right, one that knows the flaw from its repair above the diagonal. It is nil when no subject
// has both.
func plane(h *Headline) *write.Drawing {
	p := &write.Drawing{Title: "TDR against false alarm on " + h.Suite.Name, Class: "wide", Width: costWidth,
		Height: planeBottom + 48, Caption: "Dot: TDR and false alarm in percent, with their 95 % intervals. Broken line: " +
			"as many alarms as hits. Better is up and to the left."}
	x := func(share float64) float64 { return planeLeft + share*(planeRight-planeLeft) }
	y := func(share float64) float64 { return planeBottom - share*(planeBottom-planeTop) }
	p.Shares(planeLeft, planeRight, planeTop, planeBottom)
	for _, s := range []float64{0, 0.5, 1} {
		p.Line("axis", x(s), planeTop, x(s), planeBottom)
		p.Label("soft", "middle", x(s), planeBottom+18, fmt.Sprintf("%.0f", 100*s))
	}
	p.Line("ref", x(0), y(0), x(1), y(1))
	p.Label("soft", "middle", x(0.5), planeBottom+38, "false alarm, in percent")
	var desc []string
	var lines []Line
	var heights []float64
	for _, l := range h.Lines {
		if found, alarm := l.Cell(metric.TDR.ID).Value, l.Cell(metric.FalseAlarm.ID).Value; found.Defined && alarm.Defined {
			lines, heights = append(lines, l), append(heights, y(found.Point))
		}
	}
	if len(lines) == 0 {
		return nil
	}
	labels := labelHeights(heights, planeBottom)
	for i, l := range lines {
		found, alarm := l.Cell(metric.TDR.ID), l.Cell(metric.FalseAlarm.ID)
		px, py := x(alarm.Value.Point), y(found.Value.Point)
		if iv := found.Value.Interval; iv != nil {
			p.Line("whisker", px, y(iv.Lo), px, y(iv.Hi))
		}
		if iv := alarm.Value.Interval; iv != nil {
			p.Line("whisker", x(iv.Lo), py, x(iv.Hi), py)
		}
		p.Circle("point", px, py)
		p.Line("lead", px+5, py, planeRight+8, labels[i])
		p.Label("", "start", planeRight+12, labels[i]+4, termtext.Clip(l.Subject.Name, 40))
		desc = append(desc, fmt.Sprintf("%s TDR %s, false alarm %s", l.Subject.Name, found.Number(), alarm.Number()))
	}
	p.Desc = strings.Join(desc, "; ") + "."
	return p
}

// matrix draws the outcome of every pair for every subject: a row a subject, a column a pair, in the order of the
// outcomes of the first subject, then of the second, and so on. It is nil with less than two subjects with pairs.
func matrix(h *Headline) *write.Drawing {
	type column struct {
		at  string
		has []int // outcome by subject, as an index of the legend; -1 where it was not asked
	}
	const row, left, right = 22, 200, 740
	outcomes := metric.PairOutcomes()
	lines := slices.DeleteFunc(slices.Clone(h.Lines), func(l Line) bool { return l.Pairs.N == 0 })
	if len(lines) < 2 {
		return nil
	}
	var columns []column
	at := map[string]int{}
	for k, l := range lines {
		for _, pair := range metric.Pairs(h.Suite.Headline(l.Subject.Name)) {
			key := fmt.Sprint(pair.Vulnerable.Variant.Key, " ", pair.Vulnerable.Repetition)
			i, ok := at[key]
			if !ok {
				i = len(columns)
				at[key], columns = i, append(columns, column{key, slices.Repeat([]int{-1}, len(lines))})
			}
			columns[i].has[k] = slices.Index(outcomes, pair.Outcome)
		}
	}
	slices.SortFunc(columns, func(a, b column) int {
		if c := slices.Compare(a.has, b.has); c != 0 {
			return c
		}
		return strings.Compare(a.at, b.at)
	})
	p := &write.Drawing{Title: "Pairs by subject on " + h.Suite.Name, Class: "wide", Width: costWidth,
		Height: row*len(lines) + 8, Caption: "A column is a pair, and a row a subject: which pairs are hard for all, and " +
			"which only for one. Colours as in the bars."}
	x := func(i int) float64 { return left + float64(i)/float64(len(columns))*(right-left) }
	var desc []string
	for k, l := range lines {
		p.Label("", "end", left-10, float64(row*k+16), termtext.Clip(l.Subject.Name, 26))
		hits, only := 0, 0
		for from := 0; from < len(columns); {
			to := from
			for to < len(columns) && columns[to].has[k] == columns[from].has[k] {
				to++
			}
			if o := columns[from].has[k]; o >= 0 {
				p.Rect(pairLegend()[o].Class, x(from), float64(row*k+3), x(to)-x(from), row-4)
			}
			from = to
		}
		for _, c := range columns {
			if c.has[k] != 0 {
				continue
			}
			hits++
			if !slices.Contains(slices.Concat(c.has[:k], c.has[k+1:]), 0) {
				only++
			}
		}
		desc = append(desc, fmt.Sprintf("%s has %s right, %d of them alone", l.Subject.Name, Plural(hits, "pair"), only))
	}
	p.Desc = strings.Join(desc, "; ") + "."
	return p
}

// versus draws, for the subject with the most pairs right against each other that is not built in, the paired
// difference in pairs right with its interval. It is nil with less than two such subjects.
func (d *Data) versus(h *Headline) *write.Drawing {
	lines := rivals(h.Lines)
	if len(lines) < 2 {
		return nil
	}
	const row, left, right, top = 22, 292, 640, 24
	first := lines[0].Subject.Name
	p := &write.Drawing{Title: fmt.Sprintf("%s against the others on %s", first, h.Suite.Name), Class: "wide",
		Width: costWidth, Caption: "Dot: pairs right of " + first + " minus those of the other on the same texts, in " +
			"points. Line: 95 % interval, not corrected for the number of comparisons."}
	x := func(diff float64) float64 { return left + (diff+1)/2*(right-left) }
	var desc []string
	for _, l := range lines[1:] {
		t := d.pairsBetween(h.Suite, first, l.Subject.Name)
		if !t.Defined || t.Interval == nil {
			continue
		}
		y := float64(top + row*len(desc) + row/2)
		p.Label("", "end", left-14, y+4, termtext.Clip(l.Subject.Name, 38))
		p.Line("whisker", x(t.Interval.Lo), y, x(t.Interval.Hi), y)
		p.Circle("point", x(t.Point), y)
		says := minus(fmt.Sprintf("%+.0f [%+.0f, %+.0f]", 100*t.Point, 100*t.Interval.Lo, 100*t.Interval.Hi))
		p.Label("soft", "start", right+14, y+4, says)
		desc = append(desc, says+" points against "+l.Subject.Name)
	}
	if len(desc) == 0 {
		return nil
	}
	bottom := float64(top + row*len(desc))
	for _, diff := range []float64{-1, -0.5, 0, 0.5, 1} {
		p.Line(map[bool]string{true: "ref", false: "axis"}[diff == 0], x(diff), top-4, x(diff), bottom)
		p.Label("soft", "middle", x(diff), 12, minus(fmt.Sprintf("%+.0f", 100*diff)))
	}
	p.Height, p.Desc = int(bottom)+8, strings.Join(desc, "; ")+"."
	return p
}

// path is a subject with its values on the reference and under every chain, in order.
type path struct {
	name   string
	values []metric.Value
}

// pathChart draws a line for every subject over some steps.
func pathChart(title string, steps []string, paths []path) *write.Drawing {
	const left, right, top, bottom, most = 48, 500, 16, 284, 30
	p := &write.Drawing{Title: title, Class: "wide", Width: costWidth, Height: bottom + 24 + 14*len(steps),
		Caption: "Dots: values in percent, with 95 % intervals. A line joins those of a subject."}
	x := func(step int) float64 { return left + 20 + float64(step)/float64(len(steps)-1)*(right-left-40) }
	y := func(share float64) float64 { return bottom - share*(bottom-top) }
	p.Shares(left, right, top, bottom)
	for i, s := range steps {
		p.Label("soft", "middle", x(i), bottom+18, fmt.Sprint(i))
		p.Label("soft", "start", left, float64(bottom+36+14*i), fmt.Sprintf("%d  %s", i, termtext.Clip(s, 90)))
	}
	var desc []string
	var last []float64
	for _, w := range paths {
		var points []write.Point
		var says []string
		for i, v := range w.values {
			if !v.Defined {
				continue
			}
			points = append(points, write.Point{X: x(i), Y: y(v.Point)})
			if iv := v.Interval; iv != nil {
				p.Line("whisker", x(i), y(iv.Lo), x(i), y(iv.Hi))
			}
			p.Circle("point", x(i), y(v.Point))
			says = append(says, fmt.Sprintf("%d %s", i, Percent(v.Point)))
		}
		p.Path("trajectory", points, false)
		if len(points) > 0 {
			last = append(last, points[len(points)-1].Y)
			desc = append(desc, w.name+": "+strings.Join(says, ", "))
		} else {
			last = append(last, bottom)
		}
	}
	labels := labelHeights(last, bottom)
	for i, w := range paths {
		p.Label("", "start", right+12, labels[i]+4, termtext.Clip(w.name, most))
		p.Line("lead", right-20, last[i], right+8, labels[i])
	}
	p.Desc = strings.Join(desc, "; ") + "."
	return p
}

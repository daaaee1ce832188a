package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/termtext"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

// costed is a subject with its price in dollars for a hundred questions.
type costed struct {
	name  string
	price float64
	score metric.Value
}

// priced is the metric that is drawn against the price: pairs right, or TDR where a suite has no pairs.
func priced(h *Headline) metric.Metric {
	if slices.ContainsFunc(h.Lines, func(l Line) bool { return l.Cell(metric.PairCorrect.ID).Value.Defined }) {
		return metric.PairCorrect
	}
	return metric.TDR
}

// prices returns, for every suite, the cost of detection: the line connects the subjects that no other beats on
// both price and the share of pairs right.
func prices(d *Data) []write.Table {
	var out []write.Table
	suites(d, func(s *Suite) {
		t := write.Table{ID: "price", Group: "Price on " + s.Name}
		var list []costed
		var unknown []string
		h := HeadlineOf(d, s)
		m := priced(h)
		for _, l := range h.Lines {
			price, ok := priceOf(s, l.Subject.Name, l.Subject.Kind == "builtin")
			score := l.Cell(m.ID).Value
			if !ok || !score.Defined {
				unknown = append(unknown, l.Subject.Name)
				continue
			}
			list = append(list, costed{l.Subject.Name, price, score})
		}
		switch paid := slices.ContainsFunc(list, func(c costed) bool { return c.price > 0 }); {
		case paid:
			t.Drawings = []*write.Drawing{costChart(s.Name, m, list)}
			t.Columns = []write.Column{subjectColumn(), counts("price", "dollars per 100 questions"), numbers(m)}
			for _, c := range list {
				t.Rows = append(t.Rows, write.Cells(c.name, write.Figure(Dollars(c.price), c.price),
					value(m, c.score)))
			}
		case len(unknown) == 0:
			t.Foot = []string{"No subject had a cost, so detection has no price here."}
		}
		if len(unknown) > 0 {
			t.Foot = []string{fmt.Sprintf(
				"Not drawn, because the score or the price of some answers is unknown: %s. Give prices with `--price`.",
				strings.Join(unknown, ", "))}
		}
		out = append(out, t)
	})
	return out
}

// priceOf returns the price of a hundred questions of a suite for a subject; ok is false when the price of one is
// not known. Built-in subjects are free.
func priceOf(s *Suite, subject string, builtin bool) (price float64, ok bool) {
	n, sum := 0, 0.0
	for _, r := range s.Headline(subject) {
		switch u := r.Used(); {
		case r.Outcome == "", r.Outcome == bench.Failed && !u.Priced:
			continue // no answer
		case u.Priced:
			sum += u.CostUSD
		case !builtin:
			return 0, false
		}
		n++
	}
	if n == 0 {
		return 0, false
	}
	return 100 * sum / float64(n), true
}

// Geometry of the chart of costs.
const (
	costWidth  = 760
	costHeight = 330
	costLeft   = 48
	costFree   = 96 // column of free subjects
	costStart  = 132
	costRight  = 490
	costTop    = 16
	costBottom = 284
)

func costChart(suite string, m metric.Metric, list []costed) *write.Drawing {
	p := &write.Drawing{Title: m.Title + " on " + suite + " by price", Class: "wide", Width: costWidth, Height: costHeight,
		Caption: "Dot: " + m.Title + " in percent, with its 95 % interval. Filled dots and the line: no " +
			"subject has more at a lower price."}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, c := range list {
		if c.price > 0 {
			lo, hi = min(lo, c.price), max(hi, c.price)
		}
	}
	first, last := math.Floor(math.Log10(lo)), math.Ceil(math.Log10(hi))
	if last == first {
		last++
	}
	x := func(price float64) float64 {
		if price <= 0 {
			return costFree
		}
		return costStart + (math.Log10(price)-first)/(last-first)*(costRight-costStart)
	}
	y := func(share float64) float64 { return costBottom - share*(costBottom-costTop) }
	p.Shares(costLeft, costRight, costTop, costBottom)
	p.Label("soft", "middle", costFree, costBottom+18, "free")
	for e := first; e <= last; e++ {
		p.Line("axis", x(math.Pow(10, e)), costTop, x(math.Pow(10, e)), costBottom)
		p.Label("soft", "middle", x(math.Pow(10, e)), costBottom+18, "$"+
			strings.TrimSuffix(fmt.Sprintf("%g", math.Pow(10, e)), ".0"))
	}
	p.Label("soft", "middle", (costLeft+costRight)/2, costBottom+38, "dollars per 100 questions")

	slices.SortStableFunc(list, func(a, b costed) int {
		return cmp.Or(cmp.Compare(a.price, b.price), cmp.Compare(b.score.Point, a.score.Point), cmp.Compare(a.name, b.name))
	})
	best := math.Inf(-1)
	var steps []write.Point
	var desc []string
	onLine := map[string]bool{}
	for _, c := range list {
		if c.score.Point > best {
			if len(steps) > 0 {
				steps = append(steps, write.Point{X: x(c.price), Y: y(best)})
			}
			steps = append(steps, write.Point{X: x(c.price), Y: y(c.score.Point)})
			best = c.score.Point
			onLine[c.name] = true
		}
	}
	p.Path("front", append(steps, write.Point{X: costRight, Y: y(best)}), false)
	var heights []float64
	for _, c := range list {
		heights = append(heights, y(c.score.Point))
	}
	labels := labelHeights(heights, costBottom)
	for i, c := range list {
		px, py := x(c.price), y(c.score.Point)
		if iv := c.score.Interval; iv != nil {
			p.Line("whisker", px, y(iv.Lo), px, y(iv.Hi))
		}
		class, word := "point hollow", ""
		if onLine[c.name] {
			class, word = "point", ", on the line"
		}
		p.Circle(class, px, py)
		p.Label("", "start", costRight+12, labels[i]+4, termtext.Clip(c.name, 35))
		p.Line("lead", px+5, py, costRight+8, labels[i])
		desc = append(desc, fmt.Sprintf("%s %s per 100 questions, %s %s%s", c.name, Dollars(c.price), m.Title,
			Full(m.Scale, c.score), word))
	}
	p.Desc = strings.Join(desc, "; ") + "."
	return p
}

// labelHeights returns the heights of names at the right edge of a chart that ends at bottom: each as near to its dot
// as the others permit, without overlap.
func labelHeights(dots []float64, bottom float64) []float64 {
	const line = 14
	order := make([]int, len(dots))
	out := slices.Clone(dots)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(out[a], out[b]) })
	for k, i := range order[min(1, len(order)):] {
		out[i] = max(out[i], out[order[k]]+line)
	}
	floor := bottom + line
	for _, i := range slices.Backward(order) {
		out[i] = min(out[i], floor)
		floor = out[i] - line
	}
	return out
}

package report

import (
	"fmt"

	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

// EffectColumns returns the columns of the paired effects of single trials
// (docs/decisions/0013-intervals-and-tests.md), of two conditions by name.
func EffectColumns(first, second string) []write.Column {
	number := func(key, title string) write.Column { return write.Column{Key: key, Title: title, Number: true} }
	return []write.Column{number("both", "both"), number("first", first+" only"), number("second", second+" only"),
		number("neither", "neither"), number("mid_p", "mid-p"),
		number("newcombe", "Newcombe"), number("tango", "Tango"), number("odds", "odds ratio"),
		number("equivalence_p", "p of equivalence"), number("detectable", "detectable")}
}

// EffectFoot explains how to read them.
func EffectFoot() string {
	return fmt.Sprintf("Both, only one, neither: the number of right items. Newcombe and Tango: the difference, "+
		"first minus second, with each 95 %% interval. Odds ratio: right in the first only, divided by right in the second "+
		"only, with its exact interval. "+
		"P of equivalence tests that the two differ by %.0f points or more. Detectable: the smallest difference, in "+
		"points, that this many pairs show with a power of 80 %%.", 100*metric.EquivalenceMargin)
}

// EffectCells returns the values of [EffectColumns].
func EffectCells(e metric.Effects) []write.Value {
	t := e.Table
	out := []write.Value{write.Int(t.A), write.Int(t.B), write.Int(t.C), write.Int(t.D), probability(&e.MidP)}
	points := func(i metric.Value) write.Value {
		v := write.Figure(Number(metric.Points, i), i.Point)
		v.Interval, v.Range = i.Interval, Interval(metric.Points, i.Interval)
		return v
	}
	difference := float64(t.B-t.C) / float64(t.N())
	out = append(out, points(metric.Value{Defined: true, Point: difference, Interval: e.Newcombe}),
		points(metric.Value{Defined: true, Point: difference, Interval: e.Tango}))
	odds := write.Text("")
	if o := e.Odds; o != nil {
		odds = write.Value{Text: ratio(o.Ratio), Number: o.Ratio, Range: fmt.Sprintf("[%s, %s]", ratio(&o.Lo), ratio(o.Hi))}
	}
	detectable := write.Text("")
	if e.Detectable != nil {
		detectable = write.Figure(fmt.Sprintf("%.1f", 100**e.Detectable), *e.Detectable)
	}
	return append(out, odds, probability(&e.Equivalent), detectable)
}

// ratio formats a ratio, nil for an unbounded one.
func ratio(x *float64) string {
	if x == nil {
		return "∞"
	}
	return fmt.Sprintf("%.3g", *x)
}

package metric

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"assay/internal/bench"
	"assay/internal/core/stats"
)

// Tested is a tested difference of two conditions or subjects, first minus second. Reference is the value of the
// first, Treated that of the second, and P two-sided; nil without a test.
type Tested struct {
	Difference
	Test    string   // how P was computed; "" without it
	Effects *Effects // nil where items are no independent pairs
}

// Test tests whether a metric differs on the items that both conditions have. It uses the exact McNemar test when
// items are independent pairs, and otherwise sign flips over bases. It uses swaps when bases have no number of
// their own, or when the difference is not the mean of theirs, as for a correlation or for a rate of which some
// bases have more texts. So P is about Point.
//
// When a few judgements are missing, P is the largest value that they leave possible.
func Test(m Metric, first, second []bench.Trial) Tested {
	t := test(m, first, second)
	a, b := NewSheet(first), NewSheet(second)
	_, some := a.notMeasured(m)
	_, more := b.notMeasured(m)
	if !t.Defined || t.P == nil || !some && !more {
		return t
	}
	for i, x := range a.decided() {
		for j, y := range b.decided() {
			if i == j {
				continue
			}
			if o := test(m, x.rows, y.rows); o.P != nil && *o.P > *t.P {
				t.P = o.P
			} else if o.Defined && o.P == nil {
				t.P = nil
				t.Warnings = append(t.Warnings, "missing judgements allow no test")
				return t
			}
		}
	}
	return t
}

// test tests the difference of the known results.
func test(m Metric, first, second []bench.Trial) Tested {
	t := Tested{Difference: Delta(m, first, second)}
	twoSided := t.P
	t.P = nil
	if !t.Defined {
		return t
	}
	if e, ok := EffectsOf(m, first, second); ok {
		t.Effects = &e
		if t.Interval == nil { // an interval of another kind replaces the missing one
			t.Interval = e.Newcombe
			t.Warnings = slices.DeleteFunc(t.Warnings, func(w string) bool {
				return strings.HasSuffix(w, "no bootstrap interval")
			})
		}
	}
	joined, columns := paired(m, first, second)
	diffs, _ := baseDiffs(joined, minus(m.statistic(), columns))
	// Whether the difference is the mean of the differences of the bases.
	isMean := math.Abs(floats.Sum(diffs)/float64(len(diffs))-t.Point) < 1e-9
	if twoSided == nil || !isMean {
		if s, ok := swapTest(joined, columns, m.statistic()); ok {
			t.P, t.Test = &s.P, s.Test()
		}
		return t
	}
	t.P, t.Test = twoSided, "sign flips over clusters"
	if t.Effects != nil {
		t.Test = "exact McNemar"
	}
	return t
}

// swapTest tests the difference of f between two conditions or subjects by swapping their answers within bases
// ([stats.Swap]). It is for metrics without a number for a single base, such as balanced accuracy when a base has
// safe texts only; when each base has a number, [Delta] has the sharper P. ok is false when the difference is
// undefined.
func swapTest(joined [][]float64, columns int, f stats.Statistic) (t stats.Swapped, ok bool) {
	a, b := make([][]float64, len(joined)), make([][]float64, len(joined))
	for i, c := range joined {
		a[i], b[i] = c[:columns], c[columns:]
	}
	return stats.Swap(a, b, f, seed)
}

// Power is the share of cases in which the smallest detectable difference would have been shown.
const Power = 0.8

// Detectable returns the smallest difference that this amount of data would have shown with [Power] at a level, and
// how it was computed. The difference is nil when no difference would have been shown;
// the method is "" when neither can be computed.
func (t Tested) Detectable(level float64) (difference *float64, method string) {
	if t.P == nil {
		return nil, ""
	}
	if t.Effects != nil {
		table := t.Effects.Table
		n, discordant := table.N(), table.B+table.C
		if d, ok := stats.SmallestDetectable(n, float64(discordant)/float64(n), level, Power); ok {
			return &d, fmt.Sprintf("exact McNemar on %d pairs, %d of them discordant", n, discordant)
		}
		return DetectableAtBest(n, level)
	}
	if t.Interval == nil || t.Interval.Width() == 0 {
		return nil, ""
	}
	norm := distuv.UnitNormal
	se := t.Interval.Width() / (2 * norm.Quantile(1-(1-stats.Level)/2))
	d := se * (norm.Quantile(1-level/2) + norm.Quantile(Power))
	return &d, fmt.Sprintf("normal approximation from the interval over %d clusters", t.Bases)
}

// DetectableAtBest returns what n pairs can show in the most favourable case, as [Tested.Detectable] does.
func DetectableAtBest(n int, level float64) (difference *float64, method string) {
	if d, ok := stats.SmallestDetectableAtBest(n, level, Power); ok {
		difference = &d
	}
	return difference, fmt.Sprintf("exact McNemar on %d pairs, at best", n)
}

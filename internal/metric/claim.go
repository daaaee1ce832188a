package metric

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"assay/internal/bench"
	"assay/internal/stats"
)

// Claim is a statement, made in advance, about a metric's difference between two conditions or subjects, first
// minus second.
type Claim struct {
	Sign   int     // −1: it is below 0; 1: above; 0: it is not 0
	Margin float64 // if above 0: the difference is within this distance of 0, and Sign is ignored
}

// Tested is the test of a claim on data. Reference is the value of the first condition, Treated that of the
// second, and P that of the claim: one-sided where it has a side, of two one-sided tests where it has a margin;
// nil without a test.
type Tested struct {
	Difference
	Test    string   // how P was computed; "" without it
	Effects *Effects // nil where items are no independent pairs

	claim Claim
	scale Scale
}

// Hold tests a claim on the items that both conditions have. It uses the exact McNemar test or Tango's score tests
// when items are independent pairs, and otherwise sign flips over bases. It uses swaps when bases have no number
// of their own, or when the difference is not the mean of theirs, as for a correlation or for a rate of which some
// bases have more texts. Equivalence is tested by the bootstrap. So P is about Point.
//
// When a few judgements are missing, P is the largest value that they leave possible.
func (c Claim) Hold(m Metric, first, second []bench.Trial) Tested {
	t := c.hold(m, first, second)
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
			if o := c.hold(m, x.rows, y.rows); o.P != nil && *o.P > *t.P {
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

// hold tests the claim on the known results.
func (c Claim) hold(m Metric, first, second []bench.Trial) Tested {
	t := Tested{Difference: Delta(m, first, second), claim: c, scale: m.Scale}
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
	difference := minus(m.statistic(), columns)
	diffs, ownNumbers := baseDiffs(joined, difference)
	if c.Margin > 0 {
		t.equivalent(joined, columns, difference, diffs, ownNumbers)
		return t
	}
	// Whether the difference is the mean of the differences of the bases.
	isMean := math.Abs(floats.Sum(diffs)/float64(len(diffs))-t.Point) < 1e-9
	if twoSided == nil || !isMean {
		if s, ok := swapTest(joined, columns, m.statistic()); ok {
			p := map[int]float64{-1: s.Below, 0: s.P, 1: s.Above}[c.Sign]
			t.P, t.Test = &p, s.Test()
		}
		return t
	}
	t.P, t.Test = twoSided, "sign flips over clusters"
	if t.Effects != nil {
		t.Test = "exact McNemar"
	}
	if c.Sign != 0 {
		towards := make([]float64, len(diffs))
		for i, d := range diffs {
			towards[i] = float64(c.Sign) * d
		}
		p := stats.SignFlipAbove(towards, seed)
		t.P, t.Test = &p, t.Test+", one-sided"
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

// equivalent tests a claim with a margin. Resamples of few bases carry no information on bases that were not
// drawn: p is never below the p of as many bases without any difference, the most that they could show.
func (t *Tested) equivalent(joined [][]float64, columns int, difference stats.Statistic, diffs []float64,
	ownNumbers bool) {
	if t.Effects != nil {
		if p, ok := t.Effects.Table.Equivalent(t.claim.Margin); ok {
			t.P, t.Test = &p, "two one-sided score tests"
		}
		return
	}
	same, equal := ownNumbers, true
	for _, d := range diffs {
		same = same && d == 0
	}
	for _, c := range joined {
		equal = equal && slices.Equal(c[:columns], c[columns:])
	}
	least, ok := (stats.Matched{A: len(joined)}).Equivalent(t.claim.Margin)
	if !ok {
		return
	}
	if p, ok := stats.EquivalentBootstrap(joined, difference, t.claim.Margin, seed); ok {
		p = max(p, least)
		t.P, t.Test = &p, "two one-sided bootstrap tests over clusters"
	} else if same || equal {
		t.P, t.Test = &least, "two one-sided score tests on clusters, none of which differs"
	}
}

// Shown reports whether the data support the claim, for a p adjusted by the caller: it is below the level, and the
// difference has the claimed sign or size.
func (t Tested) Shown(adjusted, level float64) bool {
	wrongSign := t.claim.Margin == 0 && float64(t.claim.Sign)*t.Point < 0
	return t.P != nil && adjusted < level && !wrongSign
}

// Power is the share of cases in which the smallest detectable difference would have been shown.
const Power = 0.8

// Detectable returns the smallest difference that this amount of data would have shown with [Power] at a level, for a
// claim without a margin, and how it was computed. The difference is nil when no difference would have been shown;
// the method is "" when neither can be computed.
func (t Tested) Detectable(level float64) (difference *float64, method string) {
	if t.P == nil || t.claim.Margin > 0 {
		return nil, ""
	}
	if t.claim.Sign != 0 {
		level *= 2 // the level of the two-sided test that rejects equally often on this side
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

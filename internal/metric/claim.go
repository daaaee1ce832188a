package metric

import (
	"math"
	"slices"
	"strings"

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
				return strings.HasSuffix(w,
					"no bootstrap interval")
			})
		}
	}
	joined, columns := paired(m, first, second)
	diffs, ownNumbers := baseDiffs(joined, columns, m.statistic())
	if c.Margin > 0 {
		t.equivalent(m, joined, columns, diffs, ownNumbers)
		return t
	}
	if twoSided == nil || !meanOf(diffs, t.Point) {
		if s, ok := swapTest(m, first, second); ok {
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

// meanOf reports whether a difference is the mean of the differences of the bases.
func meanOf(diffs []float64, point float64) bool {
	sum := 0.0
	for _, d := range diffs {
		sum += d
	}
	return math.Abs(sum/float64(len(diffs))-point) < 1e-9
}

// equivalent tests a claim with a margin. Resamples of few bases carry no information on bases that were not
// drawn: p is never below the p of as many bases without any difference, the most that they could show.
func (t *Tested) equivalent(m Metric, joined [][]float64, columns int, diffs []float64, ownNumbers bool) {
	if t.Effects != nil {
		if p, ok := t.Effects.Table.Equivalent(t.claim.Margin); ok {
			t.P, t.Test = &p, "two one-sided score tests"
		}
		return
	}
	f := m.statistic()
	difference := func(s []float64) (float64, bool) {
		x, okX := f(s[:columns])
		y, okY := f(s[columns:])
		return x - y, okX && okY
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
	aside := t.claim.Margin == 0 && float64(t.claim.Sign)*t.Point < 0
	return t.P != nil && adjusted < level && !aside
}

// Detectable returns the smallest difference that this amount of data would have shown in 80 of 100 cases at a
// level, for a claim with a direction; nil when there is none, or it cannot be computed.
func (t Tested) Detectable(level float64) *float64 {
	const power = 0.8
	if t.P == nil || t.claim.Margin > 0 {
		return nil
	}
	if t.claim.Sign != 0 {
		level *= 2 // the level of the two-sided test that rejects equally often on this side
	}
	if t.Effects != nil {
		table := t.Effects.Table
		d, ok := stats.SmallestDetectable(table.N(), float64(table.B+table.C)/float64(table.N()), level, power)
		if !ok {
			d, ok = stats.SmallestDetectableAtBest(table.N(), level, power)
		}
		if ok {
			return &d
		}
		return nil
	}
	if t.Interval == nil || t.Interval.Width() == 0 {
		return nil
	}
	norm := distuv.UnitNormal
	se := t.Interval.Width() / (2 * norm.Quantile(1-(1-stats.Level)/2))
	d := se * (norm.Quantile(1-level/2) + norm.Quantile(power))
	return &d
}

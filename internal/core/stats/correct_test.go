package stats

import (
	"math"
	"testing"
)

// The paper's rates under its own judge: sensitivity 47/47, specificity 60/69
// (paper Appendix G; docs/paper.md row 25).
func TestRoganGladen(t *testing.T) {
	sens, spec := Rated{47, 47}, Rated{60, 69}
	for _, c := range []struct {
		k, n int
		want float64
	}{
		{38, 66, 0.512}, {38, 68, 0.493}, {36, 68, 0.458}, {30, 68, 0.357}, {26, 68, 0.289}, {12, 67, 0.056},
	} {
		got, ok := RoganGladen(Rated{c.k, c.n}, sens, spec)
		if !ok || math.Abs(got.Value-c.want) > 1.1e-3 { // the reference rounds its inputs
			t.Errorf("%d/%d: %.4f (ok %v), want %.3f", c.k, c.n, got.Value, ok, c.want)
		}
		if got.Interval.Lo > got.Value || got.Interval.Hi < got.Value {
			t.Errorf("%d/%d: %v does not hold %.4f", c.k, c.n, got.Interval, got.Value)
		}
	}
	// 10 % on the gold standard is less than the judge's false alarms.
	low, ok := RoganGladen(Rated{1, 10}, sens, spec)
	if !ok || low.Raw >= 0 || low.Value != 0 || low.Interval.Lo != 0 || len(low.Warnings) == 0 {
		t.Errorf("%+v", low)
	}
	for _, c := range [][3]Rated{
		{{0, 0}, sens, spec}, {{1, 2}, {0, 0}, spec}, {{1, 2}, sens, {3, 2}}, {{1, 2}, {1, 2}, {1, 2}},
	} {
		if got, ok := RoganGladen(c[0], c[1], c[2]); ok {
			t.Errorf("%v is ok: %+v", c, got)
		}
	}
}

// Equations 6, 7, 16 and 17 evaluated apart, in the form that the R package asht
// gives them (prevSeSp).
func TestLangReiczigel(t *testing.T) {
	for _, c := range []struct {
		rate, sens, spec Rated
		lo, hi           float64
	}{
		{Rated{3, 263}, Rated{88, 89}, Rated{132, 134}, 0, 0.025920},
		{Rated{38, 68}, Rated{47, 47}, Rated{60, 69}, 0.342249, 0.636790},
		{Rated{81, 263}, Rated{90, 91}, Rated{414, 418}, 0.250876, 0.368249},
	} {
		got, ok := RoganGladen(c.rate, c.sens, c.spec)
		if !ok {
			t.Fatal("not ok")
		}
		near(t, "lo", got.Interval.Lo, c.lo, 5e-6)
		near(t, "hi", got.Interval.Hi, c.hi, 5e-6)
	}
}

// With a judge that never errs in a huge calibration set, the correction is
// none and the interval is close to Wilson's.
func TestRoganGladenOfPerfectJudge(t *testing.T) {
	perfect := Rated{1_000_000, 1_000_000}
	c, _ := RoganGladen(Rated{81, 263}, perfect, perfect)
	w, _ := Wilson(81, 263)
	near(t, "value", c.Value, 81.0/263, 1e-9)
	near(t, "lo", c.Interval.Lo, w.Lo, 2e-3)
	near(t, "hi", c.Interval.Hi, w.Hi, 2e-3)
}

// The interval covers the truth about as often as it says, judge errors included.
func TestRoganGladenCoverage(t *testing.T) {
	if testing.Short() {
		t.Skip("simulation; run without -short")
	}
	rng := newRand(11)
	draw := func(n int, p float64) Rated {
		r := Rated{N: n}
		for range n {
			if rng.Float64() < p {
				r.K++
			}
		}
		return r
	}
	const runs, truth, sens, spec = 4000, 0.4, 0.95, 0.87
	covered := 0
	for range runs {
		c, ok := RoganGladen(draw(100, truth*sens+(1-truth)*(1-spec)), draw(47, sens), draw(69, spec))
		if ok && c.Interval.Lo <= truth && truth <= c.Interval.Hi {
			covered++
		}
	}
	if share := float64(covered) / runs; share < 0.935 || share > 0.975 {
		t.Errorf("covered the truth in %.1f %% of %d simulations", 100*share, runs)
	}
}

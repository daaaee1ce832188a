package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 99)) }

func TestInteraction(t *testing.T) {
	// Two against three: 10 splits; only the observed one and none other is as extreme.
	d := Interaction([]float64{1, 1}, []float64{0, 0, 0}, 1)
	if !d.OK || d.Value != 1 || math.Abs(d.P-0.1) > 1e-12 {
		t.Errorf("%+v", d)
	}
	// Pitman's classic by hand: {1,2} against {3,4}: 2 of 6 splits are as extreme.
	if d := Interaction([]float64{1, 2}, []float64{3, 4}, 1); math.Abs(d.P-2.0/6) > 1e-12 || d.Value != -2 {
		t.Errorf("%+v", d)
	}
	if d := Interaction(nil, []float64{1}, 1); d.OK || len(d.Warnings) == 0 {
		t.Errorf("an empty group: %+v", d)
	}
	if d := Interaction([]float64{1, 1, 1}, []float64{1, 1}, 1); d.P != 1 || d.Value != 0 || d.Interval != nil {
		t.Errorf("all equal: %+v", d)
	}
	// Drawn splits agree with all of them: 10 against 10, then the same data with a pair of zeros more.
	a := []float64{.9, .8, .1, .7, .3, .6, .5, .9, .2, .4, 0}
	b := []float64{.1, .3, .2, .5, .4, .0, .3, .6, .1, .2, 0}
	exact, drawn := Interaction(a[:10], b[:10], 1).P, Interaction(a, b, 1).P
	if math.Abs(exact-drawn) > 0.02 {
		t.Errorf("p = %.4f enumerated, %.4f drawn", exact, drawn)
	}
}

// Tests of no effect reject at the level they claim, or less.
func TestNullRates(t *testing.T) {
	if testing.Short() {
		t.Skip("simulation; run without -short")
	}
	rng := newRand(5)
	const runs = 1500
	var interaction, flips, mcnemar, mid, equivalent, tango int
	for r := range runs {
		var a, b, d []float64
		for range 7 {
			a, b = append(a, rng.Float64()), append(b, rng.Float64())
		}
		if permute(append(a, b...), 7, uint64(r)) <= 0.05 {
			interaction++
		}
		// Three repetitions a base, both conditions with the base's own rate.
		for range 14 {
			p, diff := rng.Float64(), 0.0
			for range 3 {
				if rng.Float64() < p {
					diff++
				}
				if rng.Float64() < p {
					diff--
				}
			}
			d = append(d, diff/3)
		}
		if SignFlip(d, uint64(r)) <= 0.05 {
			flips++
		}
		var m, apart Matched
		for range 100 {
			tallyPair(&m, rng.Float64(), 0.15, 0.15)
			tallyPair(&apart, rng.Float64(), 0.20, 0.10) // exactly at a margin of 10 points
		}
		exact, midP := m.McNemar()
		if exact <= 0.05 {
			mcnemar++
		}
		if midP <= 0.05 {
			mid++
		}
		if p, _ := apart.Equivalent(0.1); p <= 0.05 {
			equivalent++
		}
		if i, _ := apart.Tango(); i.Lo > 0.1 || i.Hi < 0.1 {
			tango++
		}
	}
	for _, c := range []struct {
		what     string
		n        int
		low, top float64
	}{
		{"interaction", interaction, 0.035, 0.066},
		{"sign flips", flips, 0.01, 0.06},
		{"McNemar", mcnemar, 0.015, 0.05},
		{"McNemar mid-p", mid, 0.03, 0.066},
		{"equivalence at its margin", equivalent, 0.03, 0.07},
		{"Tango leaves out the truth", tango, 0.035, 0.07},
	} {
		if share := float64(c.n) / runs; share < c.low || share > c.top {
			t.Errorf("%s: %.3f of %d simulations, want between %.3f and %.3f", c.what, share, runs, c.low, c.top)
		}
	}
}

// tallyPair adds a pair: only the first with chance b, only the second with chance c.
func tallyPair(m *Matched, u, b, c float64) {
	switch {
	case u < b:
		m.B++
	case u < b+c:
		m.C++
	case u < b+c+(1-b-c)/2:
		m.A++
	default:
		m.D++
	}
}

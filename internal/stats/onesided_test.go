package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestSignFlipAbove(t *testing.T) {
	for _, c := range []struct {
		diffs []float64
		want  float64
	}{
		{[]float64{1, 1, 1, 1, 1, -1, 0, 0}, 7.0 / 64},            // five of six: (1 + 6) / 2⁶
		{[]float64{-1, -1, -1, -1, -1, 1, 0}, 63.0 / 64},          // one of six at least
		{[]float64{1, -1}, 0.75},                                  // a sum of 0 is reached by three of four
		{[]float64{0.5, 1, 1}, 1.0 / 8},                           // the highest of all sums
		{[]float64{1.0 / 3, -1, 1}, 0.5},                          // 7/3, 5/3, 1/3 and 1/3 of eight
		{[]float64{math.Pi, -math.E, math.Sqrt2 / 100}, 3.0 / 8},  // no common step: 5.87, 5.85 and itself, 0.44
		{[]float64{-math.Pi, math.E, -math.Sqrt2 / 100}, 6.0 / 8}, // all but the two lowest
		{[]float64{0, 0}, 1}, {nil, 1},
	} {
		if got := SignFlipAbove(c.diffs, 1); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v: %v, want %v", c.diffs, got, c.want)
		}
	}
}

// The p value of equivalence is below 0.05 exactly where the interval at 90 % lies inside.
func TestEquivalentBootstrap(t *testing.T) {
	mean := func(s []float64) (float64, bool) { return s[0] / s[1], s[1] > 0 }
	rng := rand.New(rand.NewPCG(3, 3))
	inside, outside := 0, 0
	for range 30 {
		clusters := make([][]float64, 20)
		for i := range clusters {
			clusters[i] = []float64{rng.NormFloat64()*0.2 + 0.04, 1}
		}
		e := JointBootstrap(clusters, []Statistic{mean}, 1)[0]
		const margin = 0.1
		within := e.Inner.Lo > -margin && e.Inner.Hi < margin
		p, ok := EquivalentBootstrap(clusters, mean, margin, 1)
		if !ok || within != (p < 0.05) {
			t.Errorf("p %v, interval [%v, %v]", p, e.Inner.Lo, e.Inner.Hi)
		}
		if within {
			inside++
		} else {
			outside++
		}
		if p, _ := EquivalentBootstrap(clusters, mean, 10, 1); p > 0.0002 || p < 1.0/(Draws+1) {
			t.Errorf("far inside: p %v", p)
		}
		if p, _ := EquivalentBootstrap(clusters, mean, 1e-6, 1); p < 0.5 {
			t.Errorf("no room at all: p %v", p)
		}
		if p, _ := EquivalentBootstrap(clusters, func(s []float64) (float64, bool) { return s[0]/s[1] + 1, s[1] > 0 }, margin,
			1); p < 0.999 {
			t.Errorf("far outside: p %v", p)
		}
	}
	if inside == 0 || outside == 0 {
		t.Errorf("%d inside, %d outside: one of the two is not tried", inside, outside)
	}
	if _, ok := EquivalentBootstrap([][]float64{{0, 1}, {0, 1}}, mean, 0.1, 1); ok {
		t.Error("nothing varies, and it is equivalent")
	}
	if _, ok := EquivalentBootstrap([][]float64{{0, 0}, {0, 0}}, mean, 0.1, 1); ok {
		t.Error("undefined, and equivalent")
	}
}

package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Three clusters of 2, 1 and 3 items with the sums 1, 1 and 1: the mean is 1/2, the deviations of the clusters are 0,
// 1/2 and −1/2, and so the standard error is √(3/2 · 1/2)/6.
func TestClusterMean(t *testing.T) {
	m, ok := ClusterMean([]float64{1, 1, 1}, []float64{2, 1, 3})
	if !ok || m.Value != 0.5 || m.Clusters != 3 || m.Items != 6 {
		t.Fatalf("%+v, %v", m, ok)
	}
	near(t, "standard error", m.SE, math.Sqrt(0.75)/6, 1e-15)
	i, _ := m.Interval()
	near(t, "upper limit", i.Hi-0.5, 4.302652729911275*m.SE, 1e-9) // t of 2 degrees of freedom
	p, _ := m.Above(i.Lo)
	near(t, "p at the lower limit", p, 0.025, 1e-9)
	near(t, "detectable", m.Detectable(0.05, 0.8), (1.959963984540054+0.8416212335729143)*m.SE, 1e-9)
	for _, c := range [][2][]float64{{{1}, {1}}, {nil, nil}} {
		if _, ok := ClusterMean(c[0], c[1]); ok {
			t.Errorf("%v has a standard error", c)
		}
	}
	same, _ := ClusterMean([]float64{0.1, 0.1, 0.1}, []float64{1, 1, 1})
	if _, ok := same.Interval(); ok || same.SE != 0 {
		t.Errorf("rounding is variation: %+v", same)
	}
}

// Of many differences none of which dominates, the normal distribution gives nearly the p value of the draws; where
// one dominates, it is not used.
func TestSignFlipOfMany(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	diffs := make([]float64, 3000)
	for i := range diffs {
		diffs[i] = rng.NormFloat64() + 0.03
	}
	nz, sum := nonzero(diffs)
	drawn := drawFlips(nz, math.Abs(sum), 1)
	near(t, "p", SignFlip(diffs, 1), drawn, 4*math.Sqrt(drawn*(1-drawn)/100_000))
	if _, ok := normalFlips(nz, math.Abs(sum)); !ok {
		t.Error("the normal distribution is not used")
	}
	nz[0] = 100
	if _, ok := normalFlips(nz, math.Abs(sum)); ok {
		t.Error("one difference dominates, and the sum is taken for normal")
	}
}

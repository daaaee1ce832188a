package stats

import (
	"math"
	"testing"
)

// Shrout and Fleiss (1979), table 2: six targets, four judges; ICC(1,1) = 0.17,
// mean squares 11.24 between and 6.26 within.
func TestVarianceComponents(t *testing.T) {
	c, ok := VarianceComponents([][]float64{{9, 2, 5, 8}, {6, 1, 3, 2}, {8, 4, 6, 8}, {7, 1, 2, 6}, {10, 5, 6, 9},
		{6, 2, 4, 7}, {3}})
	if !ok || c.Groups != 6 {
		t.Fatalf("%+v", c)
	}
	near(t, "within", c.Within, 6.26, 5e-3)
	near(t, "between", c.Between, (11.24-6.26)/4, 5e-3)
	near(t, "ICC", c.ICC, 0.17, 5e-3)
	// Repetitions that never differ, in groups of unequal size; and nothing but noise.
	c, _ = VarianceComponents([][]float64{{1, 1}, {0, 0, 0}, {1, 1}})
	near(t, "always alike", c.ICC, 1, 1e-12)
	c, _ = VarianceComponents([][]float64{{1, 0}, {0, 1}, {1, 0}})
	near(t, "noise", c.ICC, 0, 1e-12)
	for _, g := range [][][]float64{nil, {{1, 0}}, {{1}, {0}, {1}}, {{1, 1}, {1, 1}}} {
		if c, ok := VarianceComponents(g); ok || math.IsNaN(c.ICC) {
			t.Errorf("%v is ok: %+v", g, c)
		}
	}
}

// The cross-check agrees with the bootstrap, and with the binomial where every
// cluster is one trial.
func TestRatioSE(t *testing.T) {
	var single, grouped [][]float64
	for i := range 60 {
		single = append(single, []float64{float64(i % 3 / 2), 1})
		grouped = append(grouped, []float64{float64(i % 5), float64(4 + i%2)})
	}
	se, ok := ratioSE(single)
	if !ok {
		t.Fatal("not ok")
	}
	near(t, "single trials", se, math.Sqrt(1.0/3*2/3/59), 1e-12)
	se, _ = ratioSE(grouped)
	_, ci, _, _ := ClusterBootstrap(grouped, rate, 1)
	near(t, "bootstrap", ci.Width()/(2*z), se, 0.05*se)
	for _, c := range [][][]float64{nil, {{1, 1}}, {{0, 0}, {0, 0}}} {
		if _, ok := ratioSE(c); ok {
			t.Errorf("%v is ok", c)
		}
	}
}

// ratioSE returns the cluster-robust standard error of the share of column 0 in column 1, by linearisation
// (Cochran 1977, §6.3; Miller 2024, arXiv:2411.00640, for questions asked in groups): a cross-check of the
// bootstrap that needs no resampling. ok is false with fewer than two clusters or an empty denominator.
func ratioSE(clusters [][]float64) (se float64, ok bool) {
	n := float64(len(clusters))
	if n < 2 {
		return 0, false
	}
	total := Sums(clusters)
	if total[1] == 0 {
		return 0, false
	}
	ratio, squares := total[0]/total[1], 0.0
	for _, c := range clusters {
		d := c[0] - ratio*c[1]
		squares += d * d
	}
	return math.Sqrt(n/(n-1)*squares) / math.Abs(total[1]), true
}

package stats

import (
	"math"
	"testing"
)

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if math.Abs(got-want) > tol {
		t.Errorf("%s = %.6f, want %.6f", what, got, want)
	}
}

// Values from Newcombe (1998), table I, method 3, and from the reference
// figures in the discussion of the paper's gold-standard subset.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		k, n   int
		lo, hi float64
	}{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
		{2, 10, 0.0567, 0.5098},
		{29, 29, 0.8830, 1},
	} {
		i, ok := Wilson(c.k, c.n)
		if !ok {
			t.Fatalf("Wilson(%d, %d) not ok", c.k, c.n)
		}
		near(t, "lo", i.Lo, c.lo, 5e-5)
		near(t, "hi", i.Hi, c.hi, 5e-5)
	}
	for _, c := range [][2]int{{0, 0}, {3, 2}, {-1, 4}} {
		if _, ok := Wilson(c[0], c[1]); ok {
			t.Errorf("Wilson(%d, %d) is ok", c[0], c[1])
		}
	}
}

func rate(s []float64) (float64, bool) {
	if s[1] == 0 {
		return 0, false
	}
	return s[0] / s[1], true
}

func TestClusterBootstrap(t *testing.T) {
	// 40 clusters of 4 trials, a quarter of the clusters all-success: the
	// clusters, not the 160 trials, must carry the uncertainty.
	var clusters [][]float64
	for i := range 40 {
		k := 0.0
		if i%4 == 0 {
			k = 4
		}
		clusters = append(clusters, []float64{k, 4})
	}
	v, ci, warn, ok := ClusterBootstrap(clusters, rate, 1)
	if !ok || ci == nil || len(warn) != 0 {
		t.Fatalf("ok=%v ci=%v warnings=%q", ok, ci, warn)
	}
	near(t, "value", v, 0.25, 0)
	naive, _ := Wilson(40, 160)
	if ci.Width() < 1.5*naive.Width() {
		t.Errorf("interval %v ignores the clustering (naive width %.3f)", ci, naive.Width())
	}
	honest, _ := Wilson(10, 40)
	near(t, "width", ci.Width(), honest.Width(), 0.03)

	again, ci2, _, _ := ClusterBootstrap(clusters, rate, 1)
	if again != v || *ci2 != *ci {
		t.Error("same seed, other result")
	}
}

func TestClusterBootstrapRefusesWhatItCannotKnow(t *testing.T) {
	if _, _, _, ok := ClusterBootstrap(nil, rate, 1); ok {
		t.Error("no clusters is ok")
	}
	if _, _, _, ok := ClusterBootstrap([][]float64{{0, 0}}, rate, 1); ok {
		t.Error("0/0 is ok")
	}
	for _, c := range [][][]float64{{{1, 2}}, {{1, 1}, {1, 1}, {1, 1}}} {
		_, ci, warn, ok := ClusterBootstrap(c, rate, 1)
		if !ok || ci != nil || len(warn) != 1 {
			t.Errorf("%v: ok=%v ci=%v warnings=%q", c, ok, ci, warn)
		}
	}
}

// The interval must cover the truth about as often as it says.
func TestClusterBootstrapCoverage(t *testing.T) {
	if testing.Short() {
		t.Skip("simulation; run without -short")
	}
	const truth, runs = 0.3, 150
	covered := 0
	for r := range runs {
		rng := uint64(r)*2654435761 + 12345
		next := func() float64 {
			rng ^= rng << 13
			rng ^= rng >> 7
			rng ^= rng << 17
			return float64(rng>>11) / (1 << 53)
		}
		var clusters [][]float64
		for range 40 {
			k := 0.0
			for range 3 {
				if next() < truth {
					k++
				}
			}
			clusters = append(clusters, []float64{k, 3})
		}
		_, ci, _, _ := ClusterBootstrap(clusters, rate, uint64(r))
		if ci != nil && ci.Lo <= truth && truth <= ci.Hi {
			covered++
		}
	}
	if share := float64(covered) / runs; share < 0.91 || share > 0.985 {
		t.Errorf("a 95 %% interval covered the truth in %.1f %% of %d simulations", 100*share, runs)
	}
}

// With one pair a cluster the test is exact McNemar: 2 · P(X ≤ min(b, c)), X ~ Bin(b+c, ½).
func TestSignFlipIsMcNemar(t *testing.T) {
	for _, c := range []struct {
		b, c int
		p    float64
	}{
		{9, 0, 0.00390625}, // the paper's nine judge-yes, human-no cases
		{5, 0, 0.0625},
		{6, 0, 0.03125},
		{8, 2, 0.109375},
		{3, 3, 1},
		{0, 0, 1},
	} {
		var d []float64
		for range c.b {
			d = append(d, 1)
		}
		for range c.c {
			d = append(d, -1)
		}
		d = append(d, 0, 0, 0)
		near(t, "p", SignFlip(d, 1), c.p, 1e-12)
	}
}

func TestSignFlipMonteCarlo(t *testing.T) {
	var d []float64
	for i := range 40 { // 26 plus, 14 minus: exact two-sided binomial p = 0.0807
		if i < 26 {
			d = append(d, 1)
		} else {
			d = append(d, -1)
		}
	}
	near(t, "p", SignFlip(d, 7), 0.0807, 0.004)
	if SignFlip(d, 7) != SignFlip(d, 7) {
		t.Error("same seed, other p")
	}
}

package stats

import (
	"math"
	"math/rand/v2"
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

// By convolution and by enumeration the p is the same, and by drawing nearly.
func TestLatticeFlips(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	exact := 0
	for range 200 {
		n, q := 1+rng.IntN(16), []int{1, 2, 3, 10, 7, 60}[rng.IntN(6)]
		var d, steps []float64 // in whole steps nothing is rounded
		sum := 0.0
		for range n {
			x := float64(1 + rng.IntN(q))
			d, steps = append(d, x/float64(q)), append(steps, x)
			if rng.IntN(3) == 0 {
				x = -x
			}
			sum += x
		}
		got, ok := latticeFlips(d, math.Abs(sum)/float64(q))
		if want := enumerateFlips(steps, math.Abs(sum)); !ok || math.Abs(got-want) > 1e-12 {
			t.Fatalf("%v, sum %g: %g, %v; enumerated %g", d, sum, got, ok, want)
		}
		exact++
	}
	if exact != 200 {
		t.Errorf("%d compared", exact)
	}
	var many []float64
	for i := range 60 {
		many = append(many, []float64{0.1, 0.3, -0.2, 0.7, -0.6}[i%5])
	}
	sum, sizes := 0.0, []float64{}
	for _, x := range many {
		sum, sizes = sum+x, append(sizes, math.Abs(x))
	}
	if p, drawn := SignFlip(many, 1), drawFlips(sizes, math.Abs(sum)*(1-1e-12), 1); math.Abs(p-drawn) > 0.01 ||
		p == drawn {
		t.Errorf("exact %g, drawn %g", p, drawn)
	}
	if _, ok := latticeFlips([]float64{math.Pi, 1}, 1); ok {
		t.Error("pi is a multiple of nothing")
	}
	if _, ok := latticeFlips([]float64{1, 1e-12}, 1); ok {
		t.Error("what is nearly nothing is not nothing")
	}
	all := make([]float64, 100)
	for i := range all {
		all[i] = 1
	}
	if p := SignFlip(all, 1); math.Abs(p-math.Pow(2, -99)) > 1e-33 {
		t.Errorf("all of 100 on one side: %g", p)
	}
}

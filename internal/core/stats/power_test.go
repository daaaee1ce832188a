package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// The table of exact McNemar power in the project's reference on statistics
// (§5): three effects at alpha 0.05, 0.05/7 and 0.05/42.
func TestPower(t *testing.T) {
	effects := []struct{ delta, psi float64 }{{0.10, 0.20}, {0.15, 0.25}, {0.20, 0.30}}
	alphas := []float64{0.05, 0.05 / 7, 0.05 / 42}
	for _, row := range []struct {
		n    int
		want [9]float64
	}{
		{5, [9]float64{0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{20, [9]float64{.03, 0, 0, .10, .01, 0, .20, .02, 0}},
		{46, [9]float64{.21, .05, .01, .43, .16, .05, .65, .32, .15}},
		{100, [9]float64{.54, .24, .10, .84, .59, .35, .96, .85, .66}},
		{150, [9]float64{.75, .47, .25, .96, .84, .66, 1, .98, .92}},
		{200, [9]float64{.88, .66, .43, .99, .95, .85, 1, 1, .98}},
		{300, [9]float64{.97, .88, .73, 1, 1, .98, 1, 1, 1}},
	} {
		for i, e := range effects {
			for j, a := range alphas {
				p, ok := mcNemarPower(row.n, e.delta, e.psi, a)
				if !ok {
					t.Fatal("not ok")
				}
				near(t, "power", p, row.want[3*i+j], 0.0051)
			}
		}
	}
}

// Minimum discordant pairs, all on one side, for p < alpha: 6, and 11 at 0.05/42.
func TestPowerAtTheEdge(t *testing.T) {
	for _, c := range []struct {
		n     int
		alpha float64
		want  float64
	}{{5, 0.05, 0}, {6, 0.05, 1}, {10, 0.05 / 42, 0}, {11, 0.05 / 42, 1}, {0, 0.05, 0}} {
		p, ok := mcNemarPower(c.n, 1, 1, c.alpha)
		if !ok || p != c.want {
			t.Errorf("n=%d alpha=%.4f: %v, want %v", c.n, c.alpha, p, c.want)
		}
	}
	// Without a difference the test rejects no more often than alpha.
	for _, n := range []int{10, 46, 200} {
		if p, _ := mcNemarPower(n, 0, 0.3, 0.05); p > 0.05 {
			t.Errorf("n=%d: size %v above 0.05", n, p)
		}
	}
	for _, c := range [][4]float64{{-1, 0, .2, .05}, {9, .3, .2, .05}, {9, .1, 1.2, .05}, {9, .1, .2, 0}} {
		if _, ok := mcNemarPower(int(c[0]), c[1], c[2], c[3]); ok {
			t.Errorf("%v is ok", c)
		}
	}
}

func TestSmallestDetectable(t *testing.T) {
	for _, n := range []int{46, 100, 300} {
		d, ok := SmallestDetectable(n, 0.3, 0.05, 0.8)
		if !ok {
			t.Fatalf("n=%d: not ok", n)
		}
		at, _ := mcNemarPower(n, d, 0.3, 0.05)
		under, _ := mcNemarPower(n, d-0.001, 0.3, 0.05)
		if at < 0.8 || under >= 0.8 {
			t.Errorf("n=%d: %.4f has power %.4f, a little less has %.4f", n, d, at, under)
		}
		best, ok := SmallestDetectableAtBest(n, 0.05, 0.8)
		if !ok || best >= d {
			t.Errorf("n=%d: at best %.4f, want less than %.4f", n, best, d)
		}
	}
	if _, ok := SmallestDetectable(5, 0.3, 0.05, 0.8); ok {
		t.Error("five pairs detect something")
	}
	if _, ok := SmallestDetectableAtBest(5, 0.05, 0.8); ok {
		t.Error("five pairs detect something at best")
	}
}

// With the difference that is returned, a new sample of as many clusters is significant in about 80 of 100 cases.
func TestDrawnDetectable(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var sums, sizes []float64
	for range 60 {
		n := float64(1 + rng.IntN(5))
		sums, sizes = append(sums, n*0.2+n*0.5*rng.NormFloat64()), append(sizes, n)
	}
	pilot, _ := ClusterMean(sums, sizes)
	for _, n := range []int{20, 60, 5000} {
		delta, ok := DrawnDetectable(sums, sizes, n, 0.05, 0.8, 1)
		if !ok {
			t.Fatal(n)
		}
		found, times := 0, 2000
		if n > 2000 {
			times = 200
		}
		for range times {
			x, k := make([]float64, n), make([]float64, n)
			for i := range n {
				j := rng.IntN(len(sums))
				x[i], k[i] = sums[j]+(delta-pilot.Value)*sizes[j], sizes[j]
			}
			if m, _ := ClusterMean(x, k); m.SE > 0 {
				if i, _ := m.Interval(); i.Lo > 0 {
					found++
				}
			}
		}
		near(t, fmt.Sprint("power with ", n), float64(found)/float64(times), 0.8, 4*math.Sqrt(0.16/float64(times)))
	}
	for _, c := range [][2][]float64{{{1, 1}, {1, 1}}, {{1}, {1}}} {
		if _, ok := DrawnDetectable(c[0], c[1], 10, 0.05, 0.8, 1); ok {
			t.Errorf("%v shows something", c)
		}
	}
}

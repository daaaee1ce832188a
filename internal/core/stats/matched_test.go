package stats

import (
	"math"
	"testing"
)

// Fagerland, Lydersen and Laake (2013), tables 1 and 2: airway
// hyper-responsiveness (Bentur 2009) and complete response (Cavo 2012).
// Agresti (2013), table 11.1: approval ratings, McNemar z² = 17.36.
func TestMcNemar(t *testing.T) {
	for _, c := range []struct {
		m          Matched
		exact, mid float64
		tol        float64
	}{
		{Matched{1, 1, 7, 12}, 0.0703, 0.0391, 5e-5},
		{Matched{59, 6, 16, 80}, 0.0525, 0.0347, 5e-5},
		{Matched{794, 150, 86, 570}, 3.716e-5, 3.2e-5, 5e-6},
		{Matched{47, 9, 0, 60}, 0.00390625, 0.001953125, 1e-12}, // the paper's human validation
		{Matched{5, 3, 3, 1}, 1, 1 - 20.0/128, 1e-12},
		{Matched{5, 0, 0, 1}, 1, 1, 0},
		{Matched{}, 1, 1, 0},
	} {
		exact, mid := c.m.McNemar()
		near(t, "exact p", exact, c.exact, c.tol)
		near(t, "mid-p", mid, c.mid, c.tol)
	}
}

// Newcombe (1998), Stat Med 17:2635, table III, method 10.
func TestNewcombe(t *testing.T) {
	for _, c := range []struct {
		m      Matched
		lo, hi float64
	}{
		{Matched{36, 12, 2, 0}, 0.0569, 0.3404},
		{Matched{20, 12, 2, 16}, 0.0562, 0.3292},
		{Matched{18, 12, 2, 18}, 0.0562, 0.3290},
		{Matched{36, 14, 0, 0}, 0.1528, 0.4167},
		{Matched{35, 14, 0, 1}, 0.1461, 0.4175},
		{Matched{18, 14, 0, 18}, 0.1441, 0.3963},
		{Matched{2, 97, 1, 0}, 0.8721, 0.9854},
		{Matched{0, 29, 1, 0}, 0.6666, 0.9882},
		{Matched{0, 30, 0, 0}, 0.8395, 1},
		{Matched{54, 0, 0, 0}, -0.0664, 0.0664},
		{Matched{53, 0, 0, 1}, -0.0729, 0.0729},
		{Matched{27, 0, 0, 27}, -0.0351, 0.0351},
		{Matched{59, 6, 16, 80}, -0.1186, -0.0046}, // Fagerland, Lydersen and Laake (2014)
	} {
		i, ok := c.m.Newcombe()
		if !ok {
			t.Fatalf("%+v: not ok", c.m)
		}
		near(t, "lo", i.Lo, c.lo, 1e-4)
		near(t, "hi", i.Hi, c.hi, 1e-4)
	}
}

// Cavo 2012 and Bentur 2009 in Fagerland, Lydersen and Laake (2014), Stat Med 33:2850.
func TestTango(t *testing.T) {
	for _, c := range []struct {
		m      Matched
		lo, hi float64
		tol    float64
	}{
		{Matched{59, 6, 16, 80}, -0.1240, -0.0054, 5e-5},
		{Matched{1, 1, 7, 12}, -0.517, -0.026, 5e-4},
	} {
		i, ok := c.m.Tango()
		if !ok {
			t.Fatalf("%+v: not ok", c.m)
		}
		near(t, "lo", i.Lo, c.lo, c.tol)
		near(t, "hi", i.Hi, c.hi, c.tol)
		// At its limits the score test is at its critical values, and at 0 it is McNemar's z.
		near(t, "score at lo", c.m.score(i.Lo), z, 1e-6)
		near(t, "score at hi", c.m.score(i.Hi), -z, 1e-6)
		near(t, "score at 0", c.m.score(0), float64(c.m.B-c.m.C)/math.Sqrt(float64(c.m.B+c.m.C)), 1e-9)
	}
	for _, m := range []Matched{{A: 10}, {D: 10}, {B: 5}, {C: 5}, {A: 1}} {
		i, ok := m.Tango()
		d, _ := m.Diff()
		if !ok || math.IsNaN(i.Lo) || math.IsNaN(i.Hi) || i.Lo > d || i.Hi < d || i.Width() <= 0 {
			t.Errorf("%+v: %v", m, i)
		}
	}
}

// Two one-sided tests at 5 % agree with a 90 % interval inside the margin: this
// table's Tango interval at 90 % is (−0.112, −0.014).
func TestEquivalent(t *testing.T) {
	m := Matched{59, 6, 16, 80}
	for _, c := range []struct {
		margin float64
		below  bool
	}{{0.05, false}, {0.10, false}, {0.12, true}, {0.2, true}} {
		p, ok := m.Equivalent(c.margin)
		if !ok || p < 0.05 != c.below {
			t.Errorf("margin %v: p = %v, want below 0.05: %v", c.margin, p, c.below)
		}
	}
	swapped, _ := Matched{59, 16, 6, 80}.Equivalent(0.1)
	p, _ := m.Equivalent(0.1)
	near(t, "swapped", swapped, p, 1e-12)
	// Few items show nothing, however alike.
	if p, _ := (Matched{A: 5, D: 5}).Equivalent(0.1); p < 0.05 {
		t.Errorf("ten equal pairs are called equivalent within 10 points, p = %v", p)
	}
	if _, ok := m.Equivalent(0); ok {
		t.Error("margin 0 is ok")
	}
}

// Breslow and Day's conditional estimate: the postoperative pain data of Ezra
// 2010 have 25 and 2 discordant pairs (Fagerland, Lydersen and Laake 2017, table 8.14).
func TestOddsRatio(t *testing.T) {
	o, ok := Matched{B: 25, C: 2}.OddsRatio()
	if !ok {
		t.Fatal("not ok")
	}
	near(t, "ratio", *o.Ratio, 12.5, 1e-12)
	near(t, "lo", o.Lo, 3.1169, 5e-5)
	near(t, "hi", *o.Hi, 108.8892, 5e-4)
	one, _ := Matched{B: 9}.OddsRatio()
	if one.Ratio != nil || one.Hi != nil || one.Lo < 1 {
		t.Errorf("9 to 0: %+v", one)
	}
	none, _ := Matched{C: 9}.OddsRatio()
	if *none.Ratio != 0 || none.Lo != 0 || *none.Hi > 1 {
		t.Errorf("0 to 9: %+v", none)
	}
	if _, ok := (Matched{A: 3, D: 3}).OddsRatio(); ok {
		t.Error("no discordant pair is ok")
	}
}

func TestEffectSizes(t *testing.T) {
	m := Matched{A: 40, B: 20, C: 5, D: 35}
	g, _ := m.G()
	near(t, "g", g, 0.3, 1e-12)
	h, _ := m.H() // 60 % against 45 %: Cohen 1988, table 6.2.2: φ(.60) = 1.772, φ(.45) = 1.471
	near(t, "h", h, 0.301, 1e-3)
	for _, f := range []func() (float64, bool){Matched{}.G, Matched{}.H, Matched{}.Diff, Matched{A: 3}.G} {
		if _, ok := f(); ok {
			t.Error("undefined and ok")
		}
	}
	if _, ok := (Matched{A: 5, B: -1}).Newcombe(); ok {
		t.Error("a negative count is ok")
	}
}

// Clopper and Pearson: 13 of 16 in Ligården 2010, and none and all of ten.
func TestClopperPearson(t *testing.T) {
	for _, c := range []struct {
		k, n   int
		lo, hi float64
	}{{13, 16, 0.5435, 0.9595}, {10, 10, 0.6915, 1}, {0, 10, 0, 0.3085}} {
		i, ok := clopperPearson(c.k, c.n)
		if !ok {
			t.Fatal("not ok")
		}
		near(t, "lo", i.Lo, c.lo, 5e-5)
		near(t, "hi", i.Hi, c.hi, 5e-5)
	}
	if _, ok := clopperPearson(0, 0); ok {
		t.Error("0/0 is ok")
	}
}

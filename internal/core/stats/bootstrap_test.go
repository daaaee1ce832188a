package stats

import (
	"math"
	"testing"
)

// lawSchools are Efron's 15 pairs of LSAT and GPA (Efron and Tibshirani 1993,
// table 3.1) as sums of which correlation is a statistic.
func lawSchools() ([][]float64, Statistic) {
	lsat := []float64{576, 635, 558, 578, 666, 580, 555, 661, 651, 605, 653, 575, 545, 572, 594}
	gpa := []float64{339, 330, 281, 303, 344, 307, 300, 343, 336, 313, 312, 274, 276, 288, 296}
	var rows [][]float64
	for i, x := range lsat {
		x, y := x-600, gpa[i]-310
		rows = append(rows, []float64{1, x, y, x * x, y * y, x * y})
	}
	return rows, func(s []float64) (float64, bool) {
		n := s[0]
		vx, vy := s[3]-s[1]*s[1]/n, s[4]-s[2]*s[2]/n
		if vx <= 0 || vy <= 0 {
			return 0, false
		}
		return (s[5] - s[1]*s[2]/n) / math.Sqrt(vx*vy), true
	}
}

// r = 0.776 with the 90 % BCa interval (0.43, 0.92) (Efron 1987, JASA 82:171;
// 0.43 varies by one or two hundredths with the resamples).
func TestBCaOnLawSchools(t *testing.T) {
	rows, r := lawSchools()
	e := JointBootstrap(rows, []Statistic{r}, 1)[0]
	near(t, "r", e.Value, 0.776, 5e-4)
	near(t, "lo", e.Inner.Lo, 0.43, 0.025)
	near(t, "hi", e.Inner.Hi, 0.92, 0.01)
	if e.Interval.Lo >= e.Inner.Lo || e.Interval.Hi <= e.Inner.Hi {
		t.Errorf("95 %% %v within 90 %% %v", e.Interval, e.Inner)
	}
}

// Cells of one table see the same resamples as each alone, and weights the same as sums.
func TestJointIsEach(t *testing.T) {
	rng := newRand(8)
	var rows, first [][]float64
	for range 30 {
		a, b := rng.Float64(), rng.Float64()
		rows, first = append(rows, []float64{a, 1, b, 1, 0, 0}), append(first, []float64{a, 1})
	}
	ratioOf := func(j int) Statistic {
		return func(s []float64) (float64, bool) { return rate(s[j:]) }
	}
	got := JointBootstrap(rows, []Statistic{ratioOf(0), ratioOf(2), ratioOf(4)}, 3)
	v, ci, _, _ := ClusterBootstrap(first, rate, 3)
	if got[0].Value != v || *got[0].Interval != *ci {
		t.Errorf("jointly %v %v, alone %v %v", got[0].Value, got[0].Interval, v, ci)
	}
	if got[2].OK || got[2].Interval != nil || got[2].Value != 0 {
		t.Errorf("0/0: %+v", got[2])
	}
	w := WeightedBootstrap(len(first), func(weight []float64) (float64, bool) {
		s := []float64{0, 0}
		for i, x := range weight {
			s[0], s[1] = s[0]+x*first[i][0], s[1]+x*first[i][1]
		}
		return rate(s)
	}, 3)
	near(t, "weighted", w.Value, v, 1e-12)
	near(t, "weighted lo", w.Interval.Lo, ci.Lo, 1e-9)
	near(t, "weighted hi", w.Interval.Hi, ci.Hi, 1e-9)
	if e := WeightedBootstrap(0, nil, 1); e.OK {
		t.Error("no clusters are ok")
	}
}

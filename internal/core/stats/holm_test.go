package stats

import "testing"

// By hand, and R's p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm"): 0.03 0.06 0.06 0.02.
func TestHolm(t *testing.T) {
	for i, want := range []float64{0.03, 0.06, 0.06, 0.02} {
		near(t, "adjusted p", Holm([]float64{0.01, 0.04, 0.03, 0.005})[i], want, 1e-12)
	}
	if got := Holm([]float64{0.7, 0.9}); got[0] != 1 || got[1] != 1 {
		t.Errorf("%v, want both cut at 1", got)
	}
	if got := Holm(nil); len(got) != 0 {
		t.Errorf("no tests: %v", got)
	}
}

// The values of R's p.adjust(p, "BH").
func TestBenjaminiHochberg(t *testing.T) {
	ps := []float64{0.01, 0.04, 0.03, 0.005, 0.8}
	for i, want := range []float64{0.025, 0.05, 0.05, 0.025, 0.8} {
		near(t, "adjusted", BenjaminiHochberg(ps)[i], want, 1e-12)
	}
}

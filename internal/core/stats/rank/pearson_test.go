package rank

import (
	"math"
	"testing"
)

// The first set of Anscombe 1973, whose correlation is 0.816 with p 0.00217.
func TestPearson(t *testing.T) {
	x := []float64{10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5}
	y := []float64{8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68}
	r, p, ok := Pearson(x, y)
	if !ok || math.Abs(r-0.81642) > 5e-6 || math.Abs(p-0.00217) > 5e-6 {
		t.Errorf("r %.5f, p %.5f", r, p)
	}
	for i := range y {
		y[i] = -y[i]
	}
	if s, q, _ := Pearson(x, y); s != -r || q != p {
		t.Errorf("turned round: %v %v", s, q)
	}
	if r, p, ok := Pearson([]float64{1, 2, 3}, []float64{2, 4, 6}); !ok || r != 1 || p != 0 {
		t.Errorf("a line: %v %v %v", r, p, ok)
	}
	for _, c := range [][2][]float64{{{1, 2}, {1, 2}}, {{1, 1, 1}, {1, 2, 3}}, {{1, 2, 3}, {1, 2}}} {
		if _, _, ok := Pearson(c[0], c[1]); ok {
			t.Errorf("%v has a correlation", c)
		}
	}
}

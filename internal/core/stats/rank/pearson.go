package rank

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Pearson returns the linear correlation of two scorings of the same items (the paper's equation 6), and the
// two-sided p of Student's t with n − 2 degrees of freedom, which assumes that the items are independent. p is 0
// when the correlation is perfect. ok is false for fewer than three items, unequal lengths, or a scoring in which
// nothing varies.
func Pearson(x, y []float64) (r, p float64, ok bool) {
	n := len(x)
	if n != len(y) || n < 3 {
		return 0, 0, false
	}
	r = stat.Correlation(x, y, nil)
	if math.IsNaN(r) {
		return 0, 0, false
	}
	r = min(1, max(-1, r))
	if math.Abs(r) == 1 {
		return r, 0, true
	}
	free := float64(n - 2)
	t := math.Abs(r) * math.Sqrt(free/(1-r*r))
	return r, 2 * distuv.StudentsT{Mu: 0, Sigma: 1, Nu: free}.Survival(t), true
}

// PearsonWeighted returns the correlation of [Pearson] of the data in which pair i of x and y occurs weight[i]
// times, as a function of weight.
func PearsonWeighted(x, y []float64) func(weight []float64) (r float64, ok bool) {
	return func(weight []float64) (float64, bool) {
		if len(x) != len(y) || len(weight) != len(x) || floats.Sum(weight) < 3 {
			return 0, false
		}
		r := stat.Correlation(x, y, weight)
		if math.IsNaN(r) {
			return 0, false
		}
		return min(1, max(-1, r)), true
	}
}

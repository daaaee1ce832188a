package agree

import (
	"math"

	"assay/internal/core/stats"
)

// Alpha returns Krippendorff's alpha of categories (Krippendorff 2011, "Computing Krippendorff's
// alpha-reliability"), over the units with at least two ratings: 1 is perfect agreement, 0 is agreement by chance.
func (u Units) Alpha(scale Scale, seed uint64) stats.Estimate {
	k := u.Categories
	return u.estimate(func(unit []int) []float64 {
		counts, n := tally(unit, k)
		if n < 2 {
			return nil
		}
		row := make([]float64, k*k) // coincidences: ordered pairs of ratings of one unit
		for c, x := range counts {
			for d, y := range counts {
				if c == d {
					y--
				}
				row[c*k+d] = x * y / (n - 1)
			}
		}
		return row
	}, func(s []float64) (float64, bool) {
		totals, n := make([]float64, k), 0.0
		for c := range k {
			for d := range k {
				totals[c] += s[c*k+d]
			}
			n += totals[c]
		}
		observed, expected := 0.0, 0.0
		for c := range k {
			for d := range k {
				if c == d {
					continue
				}
				dist := 1.0
				if scale == Ordinal {
					dist = ordinal(totals, c, d)
				}
				observed += s[c*k+d] * dist
				expected += totals[c] * totals[d] * dist
			}
		}
		if expected <= 0 {
			return 0, false
		}
		return 1 - (n-1)*observed/expected, true
	}, seed)
}

// ordinal returns the squared distance of two categories, by the number of ratings between them.
func ordinal(totals []float64, c, d int) float64 {
	if c > d {
		c, d = d, c
	}
	between := 0.0
	for _, x := range totals[c : d+1] {
		between += x
	}
	between -= (totals[c] + totals[d]) / 2
	return between * between
}

// Scores holds the raters' scores of units, on a scale with meaningful differences.
type Scores struct {
	Values  [][]float64 // unit × rater; NaN if a rater gave none
	Cluster []string    // as in [Units]
}

// Alpha returns Krippendorff's alpha with the interval metric, over the units with at least two values.
func (s Scores) Alpha(seed uint64) stats.Estimate {
	if s.Cluster != nil && len(s.Cluster) != len(s.Values) {
		return stats.Estimate{Warnings: []string{"as many clusters as units are needed"}}
	}
	shift := s.mean() // far from 0, sums of squares lose the differences
	var rows [][]float64
	var cluster []string
	for i, unit := range s.Values {
		n, sum, squares := 0.0, 0.0, 0.0
		for _, x := range unit {
			if !math.IsNaN(x) {
				x -= shift
				n++
				sum += x
				squares += x * x
			}
		}
		if n < 2 {
			continue
		}
		// Over all ordered pairs, the squared differences add up to 2 (n Σx² − (Σx)²).
		rows = append(rows, []float64{n, sum, squares, 2 * (n*squares - sum*sum) / (n - 1)})
		if s.Cluster != nil {
			cluster = append(cluster, s.Cluster[i])
		}
	}
	return bootstrap(rows, cluster, func(c []float64) (float64, bool) {
		expected := 2 * (c[0]*c[2] - c[1]*c[1])
		if expected <= 1e-12*max(1, c[0]*c[2]) {
			return 0, false
		}
		return 1 - (c[0]-1)*c[3]/expected, true
	}, seed)
}

func (s Scores) mean() float64 {
	n, sum := 0.0, 0.0
	for _, unit := range s.Values {
		for _, x := range unit {
			if !math.IsNaN(x) {
				n++
				sum += x
			}
		}
	}
	return sum / max(n, 1)
}

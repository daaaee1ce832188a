package stats

import "math"

// Components splits the variance of repeated measurements between groups and
// within them.
type Components struct {
	Between float64 // variance of the groups' true means, cut at 0
	Within  float64 // variance of a measurement around its group's mean
	ICC     float64 // share of Between in their sum: 1 when repetitions never differ
	Groups  int     // with at least two measurements; others are left out
}

// VarianceComponents returns the one-way random effects estimate (analysis of variance; ICC(1,1) of Shrout and
// Fleiss 1979). ok is false with fewer than two groups of two measurements, or when nothing varies.
func VarianceComponents(groups [][]float64) (c Components, ok bool) {
	var n, squares, sum, within, between float64
	var used [][]float64
	for _, g := range groups {
		if len(g) < 2 {
			continue
		}
		used = append(used, g)
		n += float64(len(g))
		squares += float64(len(g) * len(g))
		for _, x := range g {
			sum += x
		}
	}
	k := float64(len(used))
	if k < 2 {
		return Components{}, false
	}
	for _, g := range used {
		mean := 0.0
		for _, x := range g {
			mean += x / float64(len(g))
		}
		for _, x := range g {
			within += (x - mean) * (x - mean)
		}
		between += float64(len(g)) * (mean - sum/n) * (mean - sum/n)
	}
	c.Groups = len(used)
	c.Within = within / (n - k)
	size := (n - squares/n) / (k - 1) // the groups' size, or its equivalent when they differ
	c.Between = max(0, (between/(k-1)-c.Within)/size)
	if c.Between+c.Within < 1e-15 {
		return Components{}, false
	}
	c.ICC = c.Between / (c.Between + c.Within)
	return c, true
}

// RatioSE returns the cluster-robust standard error of the share of column 0 in column 1, by linearisation
// (Cochran 1977, §6.3; Miller 2024, arXiv:2411.00640, for questions asked in groups): a cross-check of the
// bootstrap that needs no resampling. ok is false with fewer than two clusters or an empty denominator.
func RatioSE(clusters [][]float64) (se float64, ok bool) {
	n := float64(len(clusters))
	if n < 2 {
		return 0, false
	}
	total := columnSums(clusters)
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

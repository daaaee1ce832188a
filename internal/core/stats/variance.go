package stats

// Components splits the variance of repeated measurements between groups and within them.
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

package stats

import "math"

// Rated is a number of successes in a number of independent trials.
type Rated struct{ K, N int }

// Corrected is a rate corrected for the errors of the judge that measured it.
type Corrected struct {
	Value    float64  // cut to [0, 1]
	Raw      float64  // before the cut: below 0, the judge's false alarms explain all hits
	Interval Interval // Lang and Reiczigel, cut to [0, 1]
	Warnings []string
}

// RoganGladen corrects an observed rate by the sensitivity (share of true hits that the judge calls hits) and
// specificity (share of true misses that it calls misses) measured on a calibration set: θ = (p + spec − 1) /
// (sens + spec − 1) (Rogan and Gladen 1978). The interval accounts for the sampling of all three (Lang and
// Reiczigel 2014, Prev Vet Med 113:13, equations 6, 7, 16 and 17).
//
// ok is false without trials in one of the three, or when the judge is no better than chance (sens + spec ≤ 1),
// because then nothing can be corrected.
func RoganGladen(observed, sensitivity, specificity Rated) (c Corrected, ok bool) {
	for _, r := range []Rated{observed, sensitivity, specificity} {
		if r.N <= 0 || r.K < 0 || r.K > r.N {
			return Corrected{}, false
		}
	}
	share := func(r Rated, successes, trials float64) (p, n float64) {
		n = float64(r.N) + trials
		return (float64(r.K) + successes) / n, n
	}
	p, _ := share(observed, 0, 0)
	se, _ := share(sensitivity, 0, 0)
	sp, _ := share(specificity, 0, 0)
	if se+sp <= 1 {
		return Corrected{}, false
	}
	c.Raw = (p + sp - 1) / (se + sp - 1)
	c.Value = min(max(c.Raw, 0), 1)
	if c.Raw < 0 {
		c.Warnings = append(c.Warnings, "below zero before the cut: the judge's false alarms alone would give this many hits")
	}
	if c.Raw > 1 {
		c.Warnings = append(c.Warnings, "above one before the cut: the judge's misses do not fit this rate")
	}

	p, n := share(observed, z*z/2, z*z)
	se, nSe := share(sensitivity, 1, 2)
	sp, nSp := share(specificity, 1, 2)
	j := se + sp - 1
	if j <= 0 {
		c.Interval = Interval{Lo: 0, Hi: 1, Method: "Lang–Reiczigel"}
		c.Warnings = append(c.Warnings, "the calibration set is too small to distinguish the judge from chance")
		return c, true
	}
	theta := (p + sp - 1) / j
	vSe, vSp := se*(1-se)/nSe, sp*(1-sp)/nSp
	shift := 2 * z * z * (theta*vSe - (1-theta)*vSp)
	half := z * math.Sqrt((p*(1-p)/n+theta*theta*vSe+(1-theta)*(1-theta)*vSp)/(j*j))
	c.Interval = Interval{
		Lo:     min(max(theta+shift-half, 0), 1),
		Hi:     min(max(theta+shift+half, 0), 1),
		Method: "Lang–Reiczigel",
	}
	if sensitivity.N < 10 || specificity.N < 10 {
		c.Warnings = append(c.Warnings, "fewer than 10 calibration trials of one kind: the correction is rough")
	}
	return c, true
}

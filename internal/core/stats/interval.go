package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Level is the confidence level of every interval.
const Level = 0.95

// z and z90 are the two-sided normal quantiles for Level and for 90 %.
const (
	z   = 1.959963984540054
	z90 = 1.6448536269514722
)

// Interval is a confidence interval at [Level] for a number, on the scale of its estimate.
type Interval struct {
	Lo     float64 `json:"lo"`
	Hi     float64 `json:"hi"`
	Method string  `json:"method"` // how it was computed, for the reader
}

// Width returns Hi − Lo.
func (i Interval) Width() float64 { return i.Hi - i.Lo }

// Wilson returns the score interval for k successes in n independent trials (Wilson 1927). ok is false when n is
// not positive or k is outside [0, n].
func Wilson(k, n int) (i Interval, ok bool) {
	if n <= 0 || k < 0 || k > n {
		return Interval{}, false
	}
	p, m := float64(k)/float64(n), float64(n)
	den := 1 + z*z/m
	mid := (p + z*z/(2*m)) / den
	half := z / den * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	i = Interval{Lo: max(0, mid-half), Hi: min(1, mid+half), Method: "Wilson"}
	// At the ends the bound is exact; rounding must not move it.
	if k == 0 {
		i.Lo = 0
	}
	if k == n {
		i.Hi = 1
	}
	return i, true
}

// clopperPearson returns the exact interval for k successes in n independent trials (Clopper and Pearson 1934):
// its coverage is never below the nominal one, and so it is wider than Wilson's. ok is false when n is not
// positive or k is outside [0, n].
func clopperPearson(k, n int) (i Interval, ok bool) {
	if n <= 0 || k < 0 || k > n {
		return Interval{}, false
	}
	i = Interval{Lo: 0, Hi: 1, Method: "Clopper–Pearson"}
	const tail = (1 - Level) / 2
	x, m := float64(k), float64(n)
	if k > 0 {
		i.Lo = distuv.Beta{Alpha: x, Beta: m - x + 1}.Quantile(tail)
	}
	if k < n {
		i.Hi = distuv.Beta{Alpha: x + 1, Beta: m - x}.Quantile(1 - tail)
	}
	return i, true
}

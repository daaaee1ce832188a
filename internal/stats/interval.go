package stats

import "math"

// Level is the confidence level of every interval.
const Level = 0.95

// z is the two-sided normal quantile for Level.
const z = 1.959963984540054

// Interval is a confidence interval at [Level] for a number on whatever scale
// the estimate has.
type Interval struct {
	Lo     float64 `json:"lo"`
	Hi     float64 `json:"hi"`
	Method string  `json:"method"` // "Wilson" or "BCa bootstrap"
}

// Width returns Hi − Lo.
func (i Interval) Width() float64 { return i.Hi - i.Lo }

// Wilson returns the score interval for k successes in n independent trials
// (Wilson 1927). ok is false when n is not positive or k lies outside [0, n].
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

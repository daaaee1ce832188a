package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Matched is a paired 2×2 table: the results of the same items under two conditions. B and C are the discordant
// items, on which the two conditions differ.
type Matched struct {
	A int `json:"both"`
	B int `json:"first_only"`
	C int `json:"second_only"`
	D int `json:"neither"`
}

// N returns the number of items.
func (m Matched) N() int { return m.A + m.B + m.C + m.D }

// valid reports whether there is at least one item and no negative count.
func (m Matched) valid() bool { return m.A >= 0 && m.B >= 0 && m.C >= 0 && m.D >= 0 && m.N() > 0 }

// Diff returns the first rate minus the second, (B − C)/N; ok is false without items.
func (m Matched) Diff() (float64, bool) {
	if !m.valid() {
		return 0, false
	}
	return float64(m.B-m.C) / float64(m.N()), true
}

// McNemar returns the exact two-sided p value (binomial on the discordant
// items) and its mid-p variant, which is less conservative (Fagerland, Lydersen
// and Laake 2013, BMC Med Res Methodol 13:91). Without discordant items both are 1.
func (m Matched) McNemar() (exact, mid float64) {
	n, k := m.B+m.C, min(m.B, m.C)
	if n <= 0 || k < 0 {
		return 1, 1
	}
	bin := distuv.Binomial{N: float64(n), P: 0.5}
	at := bin.Prob(float64(k))
	if m.B == m.C {
		return 1, 1 - at/2
	}
	exact = min(1, 2*bin.CDF(float64(k)))
	return exact, max(0, exact-at)
}

// G returns Cohen's g, the share of discordant items that favour the first condition minus one half: 0.05, 0.15 and
// 0.25 are small, medium and large (Cohen 1988, chapter 5). ok is false without discordant items.
func (m Matched) G() (float64, bool) {
	if !m.valid() || m.B+m.C == 0 {
		return 0, false
	}
	return float64(m.B)/float64(m.B+m.C) - 0.5, true
}

// H returns Cohen's h of the two marginal rates, the difference of their arcsine transforms: 0.2, 0.5 and 0.8 are
// small, medium and large (Cohen 1988, chapter 6). ok is false without items.
func (m Matched) H() (float64, bool) {
	if !m.valid() {
		return 0, false
	}
	n := float64(m.N())
	return 2*math.Asin(math.Sqrt(float64(m.A+m.B)/n)) - 2*math.Asin(math.Sqrt(float64(m.A+m.C)/n)), true
}

// Odds is a conditional odds ratio with its exact interval. nil means infinity, which JSON cannot represent.
type Odds struct {
	Ratio  *float64 `json:"ratio"`
	Lo     float64  `json:"lo"`
	Hi     *float64 `json:"hi"`
	Method string   `json:"method"`
}

// OddsRatio returns the conditional odds ratio B/C with its exact interval, transformed from the Clopper–Pearson
// interval of B/(B+C) (Breslow and Day 1980, §5.2). Ratio and upper limit are infinite when C is 0. ok is false
// without discordant items.
func (m Matched) OddsRatio() (o Odds, ok bool) {
	share, ok := clopperPearson(m.B, m.B+m.C)
	if !ok || !m.valid() {
		return Odds{}, false
	}
	o = Odds{Method: "exact, from Clopper–Pearson"}
	if m.B > 0 && share.Lo < 1 {
		o.Lo = share.Lo / (1 - share.Lo)
	}
	if m.C > 0 {
		ratio, hi := float64(m.B)/float64(m.C), share.Hi/(1-share.Hi)
		o.Ratio, o.Hi = &ratio, &hi
	}
	return o, true
}

// Newcombe returns the interval for the difference of the two rates that combines their Wilson intervals, with the
// correlation corrected for continuity (Newcombe 1998, Stat Med 17:2635, method 10). ok is false without items.
func (m Matched) Newcombe() (Interval, bool) {
	d, ok := m.Diff()
	if !ok {
		return Interval{}, false
	}
	n := m.N()
	first, _ := Wilson(m.A+m.B, n)
	second, _ := Wilson(m.A+m.C, n)
	p, q := float64(m.A+m.B)/float64(n), float64(m.A+m.C)/float64(n)

	phi := 0.0
	margins := float64(m.A+m.B) * float64(m.C+m.D) * float64(m.A+m.C) * float64(m.B+m.D)
	if margins > 0 {
		num := float64(m.A)*float64(m.D) - float64(m.B)*float64(m.C)
		if num > 0 {
			num = max(0, num-float64(n)/2)
		}
		phi = num / math.Sqrt(margins)
	}
	joined := func(x, y float64) float64 { return math.Sqrt(max(0, x*x-2*phi*x*y+y*y)) }
	return Interval{
		Lo:     max(-1, d-joined(p-first.Lo, second.Hi-q)),
		Hi:     min(1, d+joined(first.Hi-p, q-second.Lo)),
		Method: "Newcombe, paired",
	}, true
}

// Tango returns the score interval for the difference of the two rates (Tango 1998, Stat Med 17:891): the
// differences that a score test does not reject. ok is false without items.
func (m Matched) Tango() (Interval, bool) {
	d, ok := m.Diff()
	if !ok {
		return Interval{}, false
	}
	// The statistic decreases with the tested difference.
	limit := func(lo, hi, target float64) float64 {
		for range 100 {
			mid := (lo + hi) / 2
			if m.score(mid) > target {
				lo = mid
			} else {
				hi = mid
			}
		}
		return (lo + hi) / 2
	}
	return Interval{Lo: limit(-1, d, z), Hi: limit(d, 1, -z), Method: "Tango"}, true
}

// score returns Tango's statistic for the null "first rate minus second is delta", signed: positive when the data
// are above delta.
func (m Matched) score(delta float64) float64 {
	n, b, c := float64(m.N()), float64(m.B), float64(m.C)
	num := b - c - n*delta
	// Maximum likelihood estimate of the share of C under the null.
	qa, qb, qc := 2*n, -b-c+(2*n-b+c)*delta, -c*delta*(1-delta)
	q := (math.Sqrt(max(0, qb*qb-4*qa*qc)) - qb) / (2 * qa)
	variance := n * (2*q + delta*(1-delta))
	switch {
	case variance > 1e-12:
		return num / math.Sqrt(variance)
	case num > 1e-12:
		return math.Inf(1)
	case num < -1e-12:
		return math.Inf(-1)
	}
	return 0
}

// Equivalent tests whether the two rates differ by less than margin, with two one-sided score tests (TOST; Tango
// 1998): a p below alpha shows equivalence. The absence of a significant difference does not. ok is false without
// items, or for a margin outside (0, 1).
func (m Matched) Equivalent(margin float64) (p float64, ok bool) {
	if !m.valid() || margin <= 0 || margin >= 1 {
		return 0, false
	}
	above, _ := m.Above(-margin)                    // against "it is −margin or less"
	below := distuv.UnitNormal.CDF(m.score(margin)) // against "it is margin or more"
	return max(below, above), true
}

// Above tests whether the first rate minus the second is above a limit, with a one-sided score test (Tango 1998): the
// p value of "it is limit or less". Against "it is limit or more", p is 1 minus that. ok is false without items, or
// for a limit outside (−1, 1).
func (m Matched) Above(limit float64) (p float64, ok bool) {
	if !m.valid() || limit <= -1 || limit >= 1 {
		return 0, false
	}
	return distuv.UnitNormal.CDF(-m.score(limit)), true
}

package stats

import "math"

// betsOf returns the shares of its wealth that a gambler bets on each difference, who may see at most so many and wants
// 1/level times its wealth. Their wealths are averaged, which needs no guess of the size of the effect. The bets are
// spread evenly between all of the wealth and the smallest bet that can win so much on half of the differences, since
// little is saved after these: one of size b gains b²/2 on each of full size, in logarithms, where it is the best one.
func betsOf(most int, level float64) (out [24]float64) {
	smallest := min(0.5, math.Sqrt(4*math.Log(1/level)/float64(max(1, most))))
	for j := range out {
		out[j] = smallest + (1-smallest)*(float64(j)+0.5)/float64(len(out))
	}
	return out
}

// ShownAfter returns after how many of the differences, each in [-1, 1], it is shown at a level that their mean is
// above a limit in (-1, 1); 0 if it is not. most is the number of differences that are planned; it only has to be known
// before. Whoever looks after each difference and stops at will errs in no more than a share level of all cases
// (Ville's inequality): as long as each difference is one of a new cluster, drawn at random. That the mean is below
// -limit is shown with the differences negated.
func ShownAfter(diffs []float64, limit, level float64, most int) int {
	bets := betsOf(most, level)
	wealth := [len(bets)]float64{}
	for j := range wealth {
		wealth[j] = 1 / float64(len(bets))
	}
	for i, d := range diffs {
		gain, sum := (d-limit)/(1+limit), 0.0 // at least -1, and 0 on average
		for j, bet := range bets {
			wealth[j] *= 1 + bet*gain
			sum += wealth[j]
		}
		if sum >= 1/level {
			return i + 1
		}
	}
	return 0
}

// Anytime returns the limits that differences in [-1, 1] leave for their mean, at 1 - level, however often one looks
// and whenever one stops: the confidence sequence of [ShownAfter], intersected over all looks. ok is false without a
// difference, and when no mean is left, since the differences are of several kinds.
func Anytime(diffs []float64, level float64, most int) (i Interval, ok bool) {
	i = Interval{Lo: lowest(diffs, level/2, most), Hi: -lowest(Negated(diffs), level/2, most),
		Method: "confidence sequence, anytime-valid"}
	return i, len(diffs) > 0 && i.Lo <= i.Hi
}

// lowest returns the largest limit that the mean is shown to be above, to 1e-6.
func lowest(diffs []float64, level float64, most int) float64 {
	lo, hi := -1.0, 1.0
	for hi-lo > 1e-6 {
		if mid := (lo + hi) / 2; ShownAfter(diffs, mid, level, most) > 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// Negated returns numbers with the other sign.
func Negated(xs []float64) []float64 {
	out := make([]float64, len(xs))
	for i, x := range xs {
		out[i] = -x
	}
	return out
}

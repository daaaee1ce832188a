package stats

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"
)

// mcNemarPower returns the probability that the exact McNemar test rejects at level alpha, for n pairs of which a share
// psi is expected to be discordant and whose rates differ by delta: the number of discordant pairs is binomial,
// and the number of these that favour one side is binomial too.
//
// ok is false unless n ≥ 0, 0 < alpha < 1, 0 ≤ psi ≤ 1 and |delta| ≤ psi.
func mcNemarPower(n int, delta, psi, alpha float64) (power float64, ok bool) {
	if delta < 0 {
		delta = -delta
	}
	if n < 0 || alpha <= 0 || alpha >= 1 || psi < 0 || psi > 1 || delta > psi {
		return 0, false
	}
	if psi == 0 {
		return 0, true
	}
	reject := rejections(n, alpha)
	favour := (psi + delta) / (2 * psi)
	for m := range n + 1 {
		if reject[m] < 0 {
			continue
		}
		weight := binomialProb(n, psi, m)
		if weight < 1e-15 {
			continue
		}
		// Rejected when at most reject[m] discordant pairs are on either side.
		k := float64(reject[m])
		power += weight * (binomialCDF(m, favour, k) + binomialCDF(m, 1-favour, k))
	}
	return min(1, power), true
}

// binomialProb returns P(X = k) for X ~ Bin(n, p), 0 < p ≤ 1.
func binomialProb(n int, p float64, k int) float64 {
	if p >= 1 {
		if k == n {
			return 1
		}
		return 0
	}
	return distuv.Binomial{N: float64(n), P: p}.Prob(float64(k))
}

// binomialCDF returns P(X ≤ k) for X ~ Bin(m, p), also at p = 0 and 1.
func binomialCDF(m int, p, k float64) float64 {
	switch {
	case p <= 0 || k >= float64(m):
		return 1
	case p >= 1:
		return 0
	}
	return distuv.Binomial{N: float64(m), P: p}.CDF(k)
}

// rejections returns, for every number of discordant pairs up to n, the largest minority that the exact two-sided
// test still rejects at alpha, or −1.
func rejections(n int, alpha float64) []int {
	out := make([]int, n+1)
	k := -1
	for m := range out {
		// The largest minority grows by at most one with each further pair.
		for k+1 <= m/2 {
			if p, _ := (Matched{B: k + 1, C: m - k - 1}).McNemar(); p > alpha {
				break
			}
			k++
		}
		out[m] = k
	}
	return out
}

// SmallestDetectable returns the smallest difference of two rates that the exact McNemar test finds with the given
// power (such as 0.8) in n pairs of which a share psi is discordant, to 0.0005. ok is false when no difference up
// to psi is found that often: then the data can show nothing.
func SmallestDetectable(n int, psi, alpha, power float64) (delta float64, ok bool) {
	if got, ok := mcNemarPower(n, psi, psi, alpha); !ok || got < power {
		return 0, false
	}
	return bisect(psi, func(d float64) bool { got, _ := mcNemarPower(n, d, psi, alpha); return got >= power }), true
}

// SmallestDetectableAtBest is [SmallestDetectable] in the most favourable case, in which all discordant pairs are
// on one side: nothing smaller can be found with n pairs, whatever their results. ok is false when n is too small
// for any difference.
func SmallestDetectableAtBest(n int, alpha, power float64) (delta float64, ok bool) {
	if got, ok := mcNemarPower(n, 1, 1, alpha); !ok || got < power {
		return 0, false
	}
	return bisect(1, func(d float64) bool { got, _ := mcNemarPower(n, d, d, alpha); return got >= power }), true
}

// bisect returns the smallest x in (0, hi] for which enough is true. enough must be true at hi, and monotone.
func bisect(hi float64, enough func(float64) bool) float64 {
	lo := 0.0
	for hi-lo > 0.0005 {
		if mid := (lo + hi) / 2; enough(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return hi
}

// DrawnDetectable returns the smallest mean difference that Student's t over n clusters finds with a power, when
// clusters vary as those of a pilot do, whose sums and sizes are as for [ClusterMean]: it draws n of them with
// replacement 2,000 times; for more than 2,000 the normal approximation does. ok is false when the pilot has fewer
// than two clusters, n is below two, or nothing varies.
func DrawnDetectable(sums, sizes []float64, n int, alpha, power float64, seed uint64) (delta float64, ok bool) {
	pilot, ok := ClusterMean(sums, sizes)
	if !ok || n < 2 || pilot.SE == 0 {
		return 0, false
	}
	const draws, most = 2000, 2000
	if n > most {
		return pilot.Detectable(alpha, power) * math.Sqrt(float64(pilot.Clusters)/float64(n)), true
	}
	rng := rand.New(rand.NewPCG(seed, 0x706c616e))
	critical := distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}.Quantile(1 - alpha/2)
	x, k := make([]float64, n), make([]float64, n)
	var enough []float64 // of each draw, the true difference from which it is significant
	for range draws {
		for i := range n {
			j := rng.IntN(len(sums))
			x[i], k[i] = sums[j], sizes[j]
		}
		m, _ := ClusterMean(x, k)
		enough = append(enough, critical*m.SE-(m.Value-pilot.Value))
	}
	var o order
	o.set(enough)
	return o.quantile(power), true
}

package stats

import (
	"math"
	"math/rand/v2"
)

// SignFlip tests paired differences against "no difference on average": under
// the null, each cluster's difference is as likely to have the other sign. It
// returns the two-sided p value of the sum.
//
// diffs holds one number a cluster, its mean difference. With one pair a
// cluster and differences of −1, 0 and 1 the test is the exact McNemar test.
// Up to 20 non-zero differences are enumerated completely; beyond that
// 100,000 seeded draws are used, with the usual +1 correction.
func SignFlip(diffs []float64, seed uint64) float64 {
	var nz []float64
	sum := 0.0
	for _, d := range diffs {
		if d != 0 {
			nz = append(nz, math.Abs(d))
			sum += d
		}
	}
	if len(nz) == 0 {
		return 1
	}
	observed := math.Abs(sum) * (1 - 1e-12) // rounding must not turn a tie into a difference
	if len(nz) <= 20 {
		return enumerateFlips(nz, observed)
	}
	const draws = 100_000
	rng := rand.New(rand.NewPCG(seed, 0x7369676e666c6970))
	extreme := 0
	for range draws {
		s, bits, left := 0.0, uint64(0), 0
		for _, d := range nz {
			if left == 0 {
				bits, left = rng.Uint64(), 64
			}
			if bits&1 == 0 {
				s += d
			} else {
				s -= d
			}
			bits, left = bits>>1, left-1
		}
		if math.Abs(s) >= observed {
			extreme++
		}
	}
	return float64(extreme+1) / float64(draws+1)
}

func enumerateFlips(d []float64, observed float64) float64 {
	// Gray code: each step flips one sign, so a step is one addition.
	s := 0.0
	for _, x := range d {
		s += x
	}
	signs := make([]bool, len(d)) // true: flipped to minus
	total := 1 << len(d)
	extreme := 0
	for i := 1; ; i++ {
		if math.Abs(s) >= observed {
			extreme++
		}
		if i == total {
			break
		}
		bit := 0
		for i>>bit&1 == 0 {
			bit++
		}
		if signs[bit] {
			s += 2 * d[bit]
		} else {
			s -= 2 * d[bit]
		}
		signs[bit] = !signs[bit]
	}
	return float64(extreme) / float64(total)
}

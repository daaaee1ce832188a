package stats

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// SignFlip tests paired differences against "no difference on average": under the null, each cluster's difference
// is as likely to have the other sign. It returns the two-sided p value of the sum.
//
// diffs holds one number per cluster, its mean difference. With one pair per cluster and differences of −1, 0 and
// 1, the test is the exact McNemar test. p is exact for differences that are multiples of one number, as means
// over equally many trials are, and for up to 20 differences of any kind; otherwise 100,000 seeded draws are used,
// with the usual +1 correction. Of more than 2,000 differences none of which dominates, the normal distribution of
// their sum gives p.
func SignFlip(diffs []float64, seed uint64) float64 {
	nz, sum := nonzero(diffs)
	if len(nz) == 0 {
		return 1
	}
	if p, ok := latticeFlips(nz, math.Abs(sum)); ok {
		return p
	}
	observed := math.Abs(sum) * (1 - 1e-12) // rounding must not turn a tie into a difference
	if len(nz) <= 20 {
		return enumerateFlips(nz, observed)
	}
	if p, ok := normalFlips(nz, math.Abs(sum)); ok {
		return p
	}
	return drawFlips(nz, observed, seed)
}

// normalFlips returns the p value of a sum of many differences with random signs from the normal distribution. The
// sum is symmetric, so the error of the approximation is of the order of its excess kurtosis. ok is false where that
// is not small.
func normalFlips(nz []float64, sum float64) (p float64, ok bool) {
	var second, fourth float64
	for _, d := range nz {
		second += d * d
		fourth += d * d * d * d
	}
	if len(nz) <= 2000 || fourth/(second*second) > 0.002 {
		return 0, false
	}
	return math.Erfc(sum / math.Sqrt(2*second)), true
}

// nonzero returns the absolute values of the differences that are not 0, and the sum of all.
func nonzero(diffs []float64) (abs []float64, sum float64) {
	for _, d := range diffs {
		if d != 0 {
			abs = append(abs, math.Abs(d))
			sum += d
		}
	}
	return abs, sum
}

func drawFlips(nz []float64, observed float64, seed uint64) float64 {
	const draws = 100_000
	rng := rand.New(rand.NewPCG(seed, 0x7369676e666c6970))
	extreme := 0
	for range draws {
		s, random, left := 0.0, uint64(0), 0
		for _, d := range nz {
			if left == 0 {
				random, left = rng.Uint64(), 64
			}
			s += math.Float64frombits(math.Float64bits(d) | random&1<<63) // d is positive: without a branch to predict
			random, left = random>>1, left-1
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
		bit := bits.TrailingZeros(uint(i))
		if signs[bit] {
			s += 2 * d[bit]
		} else {
			s -= 2 * d[bit]
		}
		signs[bit] = !signs[bit]
	}
	return float64(extreme) / float64(total)
}

// Limits of the computation of [latticeFlips]: the unit, as one divided by this, and the steps of the convolution.
const (
	maxDenominator = 5040
	maxSteps       = 20_000_000
)

// latticeFlips returns the exact p value when all differences are multiples of one unit, by convolution over the
// possible sums. ok is false when they are not, or when there would be too many sums. d holds positive numbers,
// and sum is the absolute value of their signed sum.
func latticeFlips(d []float64, sum float64) (p float64, ok bool) {
	at, total, observed, ok := lattice(d, sum)
	for k, x := range at {
		if s := 2*k - total; s >= observed || -s >= observed {
			p += x
		}
	}
	return min(p, 1), ok
}

// lattice counts in the common step of d: the observed sum, the total, and for each k the probability that the
// differences with a plus add up to k, so that the signed sum is 2k − total.
func lattice(d []float64, sum float64) (at []float64, total, observed int, ok bool) {
	unit := 0
search:
	for q := 1; q <= maxDenominator; q++ {
		for _, x := range d {
			if y := x * float64(q); math.Abs(y-math.Round(y)) > 1e-9*float64(q) {
				continue search
			}
		}
		unit = q
		break
	}
	if unit == 0 {
		return nil, 0, 0, false
	}
	steps := make([]int, len(d))
	common := 0
	for i, x := range d {
		steps[i] = int(math.Round(x * float64(unit)))
		if steps[i] == 0 {
			return nil, 0, 0, false // not zero, but closer to it than the unit resolves
		}
		common = gcd(common, steps[i])
		total += steps[i]
	}
	total /= common
	observed = int(math.Round(sum * float64(unit) / float64(common)))
	if len(d)*total > maxSteps {
		return nil, 0, 0, false
	}
	at = make([]float64, total+1)
	at[0] = 1
	reach := 0
	for _, s := range steps {
		s /= common
		reach += s
		for k := reach; k >= 0; k-- {
			x := 0.0
			if k <= reach-s {
				x = at[k]
			}
			if k >= s {
				x += at[k-s]
			}
			at[k] = x / 2
		}
	}
	return at, total, observed, true
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

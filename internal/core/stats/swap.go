package stats

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

const (
	swapDraws = 10_000 // random swaps, when there are too many to enumerate
	swapAll   = 13     // largest number of differing clusters for which all swaps are enumerated
)

// Swapped is the result of a test that swaps two conditions within clusters: the probability of a difference as
// large as the observed one if the conditions make no difference.
type Swapped struct {
	P     float64 // two-sided
	Exact bool    // all swaps were enumerated, instead of random ones
}

// Test returns the name of the test for the reader.
func (s Swapped) Test() string {
	if s.Exact {
		return "all swaps within clusters"
	}
	return fmt.Sprintf("%d drawn swaps within clusters", swapDraws)
}

// Swap tests f(first) − f(second), where both hold the sums of the same clusters under two conditions, row by row:
// under the null, swapping the two rows of a cluster is as likely as not. f is computed again for each swap, so
// that a cluster need not have a number of its own, such as a mean of two rates of which the cluster has only one.
//
// The test is exact when the results of a cluster under the two conditions are exchangeable. When only f is the
// same, and its parts are not, it rejects too rarely, since the swaps vary more than the difference does.
//
// Up to 13 differing clusters, all swaps are enumerated; with more, 10,000 seeded ones are drawn, with the usual +1
// correction. A swap under which f is undefined counts as extreme. ok is false when f is undefined as observed.
func Swap(first, second [][]float64, f Statistic, seed uint64) (out Swapped, ok bool) {
	if len(first) == 0 || len(first) != len(second) {
		return Swapped{}, false
	}
	a, b := Sums(first), Sums(second)
	difference := func() (float64, bool) {
		x, okX := f(a)
		y, okY := f(b)
		return x - y, okX && okY
	}
	observed, ok := difference()
	if !ok {
		return Swapped{}, false
	}
	var steps [][]float64 // the amounts that a swap adds to a and subtracts from b
	for i := range first {
		d := make([]float64, len(a))
		for j := range d {
			d[j] = second[i][j] - first[i][j]
		}
		if slices.ContainsFunc(d, func(x float64) bool { return x != 0 }) {
			steps = append(steps, d)
		}
	}
	const tie = 1e-9 // rounding must not turn a tie into a difference
	n, extreme := 0, 0
	look := func() {
		n++
		v, ok := difference()
		if !ok || math.Abs(v) >= math.Abs(observed)-tie {
			extreme++
		}
	}
	move := func(d []float64, sign float64) {
		for j, x := range d {
			a[j] += sign * x
			b[j] -= sign * x
		}
	}
	if len(steps) <= swapAll {
		swapped := make([]float64, len(steps)) // 1 for a swapped cluster
		for i := 1; ; i++ {
			look()
			if i == 1<<len(steps) {
				break
			}
			bit := bits.TrailingZeros(uint(i)) // Gray code: each step swaps one cluster
			move(steps[bit], 1-2*swapped[bit])
			swapped[bit] = 1 - swapped[bit]
		}
		return Swapped{P: float64(extreme) / float64(n), Exact: true}, true
	}
	rng := rand.New(rand.NewPCG(seed, 0x73776170))
	a0, b0 := slices.Clone(a), slices.Clone(b)
	for range swapDraws {
		copy(a, a0)
		copy(b, b0)
		random, left := uint64(0), 0
		for _, d := range steps {
			if left == 0 {
				random, left = rng.Uint64(), 64
			}
			if random&1 == 1 {
				move(d, 1)
			}
			random, left = random>>1, left-1
		}
		look()
	}
	return Swapped{P: float64(extreme+1) / float64(n+1)}, true
}

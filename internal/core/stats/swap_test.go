package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// balanced is the mean of two rates: right and all of the one, right and all of the other.
func balanced(s []float64) (float64, bool) {
	if s[1] == 0 || s[3] == 0 {
		return 0, false
	}
	return (s[0]/s[1] + s[2]/s[3]) / 2, true
}

// A pair, a text of the one kind, and two of the other. The first condition is
// right about all but one text of the last base, the second about that base alike
// and about nothing else.
//
//	as it is          (2/2 + 2/3)/2 − (0/2 + 1/3)/2 =  2/3
//	the pair swapped  (1/2 + 1/3)/2 − (1/2 + 2/3)/2 = −1/6
//	the lone swapped  (1/2 + 2/3)/2 − (1/2 + 1/3)/2 =  1/6
//	both swapped      (0/2 + 1/3)/2 − (2/2 + 2/3)/2 = −2/3
//
// The last base is the same under both, so that of four arrangements two are as
// far from 0.
func TestSwapByHand(t *testing.T) {
	first := [][]float64{{1, 1, 1, 1}, {1, 1, 0, 0}, {0, 0, 1, 2}}
	second := [][]float64{{0, 1, 0, 1}, {0, 1, 0, 0}, {0, 0, 1, 2}}
	got, ok := Swap(first, second, balanced, 1)
	if !ok || got != (Swapped{P: 0.5, Exact: true}) {
		t.Errorf("%+v", got)
	}
	back, _ := Swap(second, first, balanced, 1)
	if back != got {
		t.Errorf("the other way round: %+v", back)
	}
	if _, ok := Swap(first[1:2], second[1:2], balanced, 1); ok {
		t.Error("a difference of what is undefined")
	}
	if _, ok := Swap(nil, nil, balanced, 1); ok {
		t.Error("a difference of nothing")
	}
	if same, _ := Swap(first, first, balanced, 1); same != (Swapped{1, true}) {
		t.Errorf("nothing differs: %+v", same)
	}
	// Two of four arrangements leave one side empty: they count as extreme.
	lost, ok := Swap([][]float64{{1, 1, 1, 1}, {0, 0, 0, 0}}, [][]float64{{0, 0, 0, 0}, {0, 1, 0, 1}}, balanced, 1)
	if !ok || lost != (Swapped{P: 1, Exact: true}) {
		t.Errorf("swaps without a number: %+v", lost)
	}
}

// Of sums of one number a cluster, swapping is flipping signs.
func TestSwapIsSignFlip(t *testing.T) {
	diffs := []float64{0.5, -0.25, 1, 0.75, 0.3, -0.1, 0, 1}
	var first, second [][]float64
	for _, d := range diffs {
		first, second = append(first, []float64{d}), append(second, []float64{0})
	}
	sum := func(s []float64) (float64, bool) { return s[0], true }
	got, _ := Swap(first, second, sum, 1)
	if want := SignFlip(diffs, 1); math.Abs(got.P-want) > 1e-12 {
		t.Errorf("%+v, sign flip %v", got, want)
	}
	// Drawn, it comes near what is exact.
	var many []float64
	first, second = nil, nil
	for i := range 40 {
		d := float64(i%5) - 1.5
		many, first, second = append(many, d), append(first, []float64{d}), append(second, []float64{0})
	}
	drawn, _ := Swap(first, second, sum, 1)
	if want := SignFlip(many, 1); drawn.Exact || math.Abs(drawn.P-want) > 0.02 || drawn.P == want {
		t.Errorf("%+v, exactly %v", drawn, want)
	}
	// What is drawn is never 0.
	for i := range first {
		first[i][0] = 1
	}
	if all, _ := Swap(first, second, sum, 1); all.P != 1.0/(swapDraws+1) {
		t.Errorf("40 of one sign: %+v", all)
	}
	for i, d := range many {
		first[i][0] = d
	}
	if again, _ := Swap(first, second, sum, 1); again != drawn {
		t.Error("equal seeds give other draws")
	}
}

// swapRejections is how often the test rejects at 5 % when two subjects with given
// rates on the two kinds are asked about pairs and lone texts; answers of one base
// hang together.
func swapRejections(times, pairs, lone int, p, q [2]float64) float64 {
	rng := rand.New(rand.NewPCG(7, 7))
	rejected := 0
	for range times {
		var first, second [][]float64
		for i := range pairs + lone {
			hard := 0.3 * (rng.Float64() - 0.5)
			ask := func(rate [2]float64) []float64 {
				row := make([]float64, 4)
				for kind := range 2 {
					if kind == 0 && i >= pairs {
						continue
					}
					row[2*kind+1] = 1
					if rng.Float64() < rate[kind]+hard {
						row[2*kind] = 1
					}
				}
				return row
			}
			first, second = append(first, ask(p)), append(second, ask(q))
		}
		if got, ok := Swap(first, second, balanced, 1); ok && got.P < 0.05 {
			rejected++
		}
	}
	return float64(rejected) / float64(times)
}

// The test keeps its level under the null, for few bases with all swaps and for
// many with drawn ones; it still does where only the mean of the two rates is the
// same; and it finds what is there.
func TestSwapKeepsItsLevel(t *testing.T) {
	if testing.Short() {
		t.Skip("simulates")
	}
	const few, many = 1200, 200
	slack := func(times float64) float64 { return 3 * math.Sqrt(0.05*0.95/times) }
	if got := swapRejections(few, 6, 6, [2]float64{0.6, 0.7}, [2]float64{0.6, 0.7}); got > 0.05+slack(few) || got < 0.02 {
		t.Errorf("few clusters under the null: rejected in %.3f", got)
	}
	if got := swapRejections(many, 25, 15, [2]float64{0.6, 0.7}, [2]float64{0.6, 0.7}); got > 0.05+slack(many) ||
		got == 0 {
		t.Errorf("many clusters under the null: rejected in %.3f", got)
	}
	if got := swapRejections(few, 6, 6, [2]float64{0.75, 0.45}, [2]float64{0.45, 0.75}); got > 0.05+slack(few) {
		t.Errorf("equal means of unequal rates: rejected in %.3f", got)
	}
	if got := swapRejections(many/4, 25, 15, [2]float64{0.8, 0.8}, [2]float64{0.5, 0.5}); got < 0.8 {
		t.Errorf("30 points are found in %.3f only", got)
	}
}

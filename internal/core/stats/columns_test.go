package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Sums equal those of adding up cluster by cluster, to the last bit, whatever the columns contain and whatever
// other columns there are.
func TestColumns(t *testing.T) {
	rng := newRand(5)
	const n = 300
	kinds := []func(i int) float64{
		func(int) float64 { return 0 },
		func(int) float64 { return 7 },
		func(int) float64 { return -3 },
		func(int) float64 { return float64(rng.IntN(2)) },
		func(int) float64 { return float64(rng.IntN(11)) },
		func(int) float64 { return float64(rng.IntN(21) - 10) },
		func(i int) float64 { return float64(min(i, 1)) * 218 }, // fits a lane
		func(i int) float64 { return float64(min(i, 1)) * 230 }, // does not
		func(int) float64 { return float64(rng.IntN(1 << 30)) },
		func(int) float64 { return rng.Float64() },
		func(int) float64 { return float64(rng.IntN(3)) / 10 },
		func(i int) float64 { return 1e15 + float64(i%3) },
		func(i int) float64 { return float64(i%5) * 0.1 },
		func(i int) float64 { return float64(i%5) * 0.1 }, // the same again
		func(i int) float64 { return float64(i % 2) },
		func(i int) float64 { return float64(i % 2) },
	}
	var rows [][]float64
	for i := range n {
		var row []float64
		for _, k := range kinds {
			row = append(row, k(i))
		}
		rows = append(rows, row)
	}
	var want [][]float64
	rng = rand.New(rand.NewPCG(9, 0x61737361795f6273))
	for range Draws {
		times := make([]float64, n)
		for range n {
			times[rng.IntN(n)]++
		}
		sums := make([]float64, len(kinds))
		for i, w := range times {
			for j, x := range rows[i] {
				sums[j] += w * x
			}
		}
		want = append(want, sums)
	}
	k := 0
	Resample(rows, 9, func(sums []float64) {
		if !slices.Equal(sums, want[k]) && !t.Failed() {
			t.Errorf("resample %d: %v, want %v", k, sums, want[k])
		}
		k++
	})
	if k != Draws {
		t.Errorf("%d resamples", k)
	}
	cs := newColumns(2)
	for _, c := range [][]float64{{0, 1}, {5, 5}, {0, 1}, {0, 0.5}, {0, 1 << 20}, {2, 1}, {3, 1}, {4, 1}, {5, 1}} {
		cs.column(c)
	}
	if len(cs.counts) != 5 || len(cs.same) != 1 || len(cs.quads) != 1 {
		t.Errorf("%d counts, %d equal columns, %d times four", len(cs.counts), len(cs.same), len(cs.quads))
	}
}

// Columns that are mostly empty have the sums, and the interval, that they have in full.
func TestSparse(t *testing.T) {
	rng := newRand(7)
	const n, m = 60, 30
	rows, sparse := make([][]float64, n), make([]Sparse, m)
	for i := range rows {
		rows[i] = make([]float64, m)
		for j := range m {
			if rng.IntN(1+j) == 0 {
				rows[i][j] = rng.Float64()
				sparse[j].At, sparse[j].X = append(sparse[j].At, int32(i)), append(sparse[j].X, rows[i][j])
			}
		}
	}
	f := func(s []float64) (float64, bool) {
		v := 0.0
		for j, x := range s {
			v += float64(j%3) * x
		}
		return v / s[1], s[1] > 0
	}
	want, got := JointBootstrap(rows, []Statistic{f}, 4)[0], SparseBootstrap(n, sparse, f, 4)
	if got.Value != want.Value || *got.Interval != *want.Interval || *got.Inner != *want.Inner {
		t.Errorf("%v %v, in full %v %v", got.Value, got.Interval, want.Value, want.Interval)
	}
	if e := SparseBootstrap(0, nil, f, 1); e.OK {
		t.Error("no clusters are ok")
	}
	if e := SparseBootstrap(1, sparse[:0], func([]float64) (float64, bool) { return 1, true }, 1); !e.OK ||
		e.Interval != nil || len(e.Warnings) != 1 {
		t.Errorf("one cluster: %+v", e)
	}
}

func TestOrder(t *testing.T) {
	rng := newRand(6)
	var o order
	for what, value := range map[string]func(i int) float64{
		"any":        func(int) float64 { return rng.NormFloat64() },
		"ties":       func(int) float64 { return float64(rng.IntN(7)) / 3 },
		"two":        func(i int) float64 { return float64(i % 2) },
		"one":        func(int) float64 { return 0.3 },
		"outlier":    func(i int) float64 { return math.Pow(10, float64(i%300)) },
		"neighbours": func(i int) float64 { return math.Float64frombits(uint64(i % 3)) },
		"infinite":   func(i int) float64 { return []float64{1, 2, math.Inf(1)}[i%3] },
	} {
		var values []float64
		for i := range 10_000 {
			values = append(values, value(i))
		}
		o.set(values)
		want := slices.Sorted(slices.Values(values))
		for i := range values { // the first of a range is asked for before it is sorted
			if o.at(i) != want[i] && !t.Failed() {
				t.Errorf("%s: at %d is %v, want %v", what, i, o.at(i), want[i])
			}
		}
		if o.lo != want[0] || o.hi != want[9999] || o.quantile(1) != want[9999] || o.quantile(-1) != want[0] {
			t.Errorf("%s: from %v to %v", what, o.lo, o.hi)
		}
	}
	o.set([]float64{3, 1, 2})
	near(t, "between", o.quantile(0.25), 1.5, 1e-12)
}

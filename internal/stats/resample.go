package stats

import (
	"math/rand/v2"
	"slices"
	"sync"
)

// Resample calls each with the column sums of Draws resamples of the clusters.
// All rows have equal length and there is at least one. The slice is reused.
func Resample(clusters [][]float64, seed uint64, each func(sums []float64)) {
	columnsOf(clusters).resample(seed, each)
}

func columnsOf(clusters [][]float64) *columns {
	cs, column := newColumns(len(clusters)), make([]float64, len(clusters))
	for j := range clusters[0] {
		for i, c := range clusters {
			column[i] = c[j]
		}
		cs.column(column)
	}
	return cs
}

// maxKept bounds the resamples that are kept, in bytes: 20,000 for each cluster.
const maxKept = 48 << 20

// kept are resamples that were drawn, the last first. Tables are about the same
// bases all over, and drawing takes longer than counting what was drawn.
var kept struct {
	sync.Mutex
	list []resamples
}

// resamples says of Draws resamples how often every one of n clusters is in each: a
// word for each cluster and block of resamples, with a lane for each of these.
type resamples struct {
	n     int
	seed  uint64
	lanes []uint64
}

// drawn calls each with how often every one of n clusters is in a block of
// resamples, until there were Draws. The slice is not to be changed.
func drawn(n int, seed uint64, each func(lanes []uint64)) {
	rng := rand.New(rand.NewPCG(seed, 0x61737361795f6273))
	draw := func(lanes []uint64) {
		for k := range block {
			for range n {
				lanes[rng.IntN(n)] += 1 << (k * lane) // at most n times, and from 65,536 on nobody is drawn as often
			}
		}
	}
	if 8*n*Draws/block > maxKept/2 {
		lanes := make([]uint64, n)
		for range Draws / block {
			clear(lanes)
			draw(lanes)
			each(lanes)
		}
		return
	}
	lanes := keep(n, seed, func() []uint64 {
		lanes := make([]uint64, n*Draws/block)
		for i := range Draws / block {
			draw(lanes[i*n : (i+1)*n])
		}
		return lanes
	})
	for ; len(lanes) > 0; lanes = lanes[n:] {
		each(lanes[:n])
	}
}

// keep returns what is kept for n and seed, or makes and keeps it.
func keep(n int, seed uint64, make func() []uint64) []uint64 {
	kept.Lock()
	defer kept.Unlock()
	i := slices.IndexFunc(kept.list, func(r resamples) bool { return r.n == n && r.seed == seed })
	r := resamples{n: n, seed: seed}
	if i >= 0 {
		r = kept.list[i]
		kept.list = slices.Delete(kept.list, i, i+1)
	} else {
		r.lanes = make()
	}
	kept.list = slices.Insert(kept.list, 0, r)
	size := 0
	for i, k := range kept.list {
		if size += 8 * len(k.lanes); size > maxKept {
			kept.list = slices.Delete(kept.list, i, len(kept.list))
			break
		}
	}
	return r.lanes
}

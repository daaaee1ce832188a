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
		cs.add(column)
	}
	return cs
}

// maxKept bounds the resamples that are kept, in bytes: 10,000 for each cluster.
const maxKept = 32 << 20

// kept are resamples that were drawn, the last first. Tables are about the same
// bases all over, and drawing takes longer than counting what was drawn.
var kept struct {
	sync.Mutex
	list []resamples
}

// resamples says of Draws resamples how often every one of n clusters is in each.
type resamples struct {
	n     int
	seed  uint64
	times []uint8
}

// drawn calls each with how often every one of n clusters is in each of Draws
// resamples, a block of them at a time, one behind the other. The slice is not to be
// changed.
func drawn(n int, seed uint64, each func(times []uint8)) {
	rng := rand.New(rand.NewPCG(seed, 0x61737361795f6273))
	draw := func(times []uint8) {
		for range n {
			times[rng.IntN(n)]++ // at most n times, and from 256 on nobody is drawn as often
		}
	}
	if n*Draws > maxKept/2 {
		times := make([]uint8, block*n)
		for range Draws / block {
			clear(times)
			for k := range block {
				draw(times[k*n : (k+1)*n])
			}
			each(times)
		}
		return
	}
	times := keep(n, seed, func() []uint8 {
		times := make([]uint8, n*Draws)
		for i := range Draws {
			draw(times[i*n : (i+1)*n])
		}
		return times
	})
	for ; len(times) > 0; times = times[block*n:] {
		each(times[:block*n])
	}
}

// keep returns what is kept for n and seed, or makes and keeps it.
func keep(n int, seed uint64, make func() []uint8) []uint8 {
	kept.Lock()
	defer kept.Unlock()
	i := slices.IndexFunc(kept.list, func(r resamples) bool { return r.n == n && r.seed == seed })
	r := resamples{n: n, seed: seed}
	if i >= 0 {
		r = kept.list[i]
		kept.list = slices.Delete(kept.list, i, i+1)
	} else {
		r.times = make()
	}
	kept.list = slices.Insert(kept.list, 0, r)
	size := 0
	for i, k := range kept.list {
		if size += len(k.times); size > maxKept {
			kept.list = slices.Delete(kept.list, i, len(kept.list))
			break
		}
	}
	return r.times
}

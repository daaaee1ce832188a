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

// maxKept limits the resamples that are kept in memory, in bytes: 10,000 for each cluster.
const maxKept = 24 << 20

// kept are resamples that were already drawn, the most recent first. Tables use the same bases again and again,
// and drawing takes longer than counting the draws.
var kept struct {
	sync.Mutex
	list []resamples
}

// resamples holds, for each of Draws resamples, how often each of n clusters is in it: one word for each cluster
// and block of resamples, with one byte for each resample of the block.
type resamples struct {
	n    int
	seed uint64
	draw []uint32
}

// drawn calls each, until there were Draws resamples, with how often every one of n clusters is in a block of
// resamples, in lanes of a word. The slice is reused.
func drawn(n int, seed uint64, each func(lanes []uint64)) {
	rng := rand.New(rand.NewPCG(seed, 0x61737361795f6273))
	lanes := make([]uint64, n)
	if 4*n*Draws/block > maxKept/2 {
		for range Draws / block {
			clear(lanes)
			for k := range block {
				for range n {
					lanes[rng.IntN(n)] += 1 << (k * lane) // at most n times, and from 65,536 on no cluster is drawn that often
				}
			}
			each(lanes)
		}
		return
	}
	draw := keep(n, seed, func() []uint32 {
		draw := make([]uint32, n*Draws/block)
		for i := range Draws / block {
			for k := range block {
				for range n {
					draw[i*n+rng.IntN(n)] += 1 << (8 * k) // fewer than 256 times, except in one of 10^500 resamples
				}
			}
		}
		return draw
	})
	for ; len(draw) > 0; draw = draw[n:] {
		for i, d := range draw[:n] {
			pairs := (uint64(d) | uint64(d)<<16) & 0x0000ffff0000ffff
			lanes[i] = (pairs | pairs<<8) & 0x00ff00ff00ff00ff
		}
		each(lanes)
	}
}

// keep returns the kept resamples for n and seed, or makes and keeps them.
func keep(n int, seed uint64, make func() []uint32) []uint32 {
	kept.Lock()
	defer kept.Unlock()
	i := slices.IndexFunc(kept.list, func(r resamples) bool { return r.n == n && r.seed == seed })
	r := resamples{n: n, seed: seed}
	if i >= 0 {
		r = kept.list[i]
		kept.list = slices.Delete(kept.list, i, i+1)
	} else {
		r.draw = make()
	}
	kept.list = slices.Insert(kept.list, 0, r)
	size := 0
	for i, k := range kept.list {
		if size += 4 * len(k.draw); size > maxKept {
			kept.list = slices.Delete(kept.list, i, len(kept.list))
			break
		}
	}
	return r.draw
}

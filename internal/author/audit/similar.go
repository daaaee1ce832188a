package audit

import (
	"cmp"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"assay/internal/core/suite"
)

// minSimilarity is the similarity of two skeletons at which two bases are reported as near-duplicates.
const minSimilarity = 0.6

// Similar is a pair of bases whose most similar texts are near-duplicates: one
// idea asked twice, which the statistics would count as two.
type Similar struct {
	A          string  `json:"a"` // sources
	B          string  `json:"b"`
	Similarity float64 `json:"similarity"` // Jaccard index of the two skeletons
	SameTruth  bool    `json:"same_truth"`
}

const (
	shingle = 5  // tokens
	bands   = 48 // two skeletons are compared when one band of their sketches is equal:
	rows    = 3  // at similarity 0.6 that fails in 1 of 100,000 cases
)

// similar finds near-duplicates across bases. Names, numbers and strings are blanked first, since renaming makes
// nothing new. Sketches (MinHash in bands) select the pairs that are compared, so that work grows with the suite
// and not with its square.
func similar(c *corpus) []Similar {
	sets := make([][]uint64, len(c.texts))
	buckets := map[[2]uint64][]int{} // band and its hash
	var order [][2]uint64
	seeds := sketchSeeds()
	seen := map[uint64]bool{} // equal skeletons of one base are processed once
	for i := range c.texts {
		sets[i] = skeleton(c.texts[i].tokens)
		if len(sets[i]) == 0 {
			continue
		}
		once := mix(uint64(c.texts[i].base), 0x62617365)
		for _, x := range sets[i] {
			once = mix(once, x)
		}
		if seen[once] {
			continue
		}
		seen[once] = true
		sketch := minima(sets[i], seeds)
		for b := range bands {
			h := uint64(b)
			for _, m := range sketch[b*rows : (b+1)*rows] {
				h = mix(h, m)
			}
			key := [2]uint64{uint64(b), h}
			if buckets[key] == nil {
				order = append(order, key)
			}
			buckets[key] = append(buckets[key], i)
		}
	}

	best := map[[2]int]Similar{} // by bases
	compared := map[[2]int]bool{}
	for _, key := range order {
		for n, i := range buckets[key] {
			for _, j := range buckets[key][:n] {
				a, b := c.texts[i].base, c.texts[j].base
				if a == b || compared[[2]int{j, i}] {
					continue
				}
				compared[[2]int{j, i}] = true
				s := suite.Jaccard(sets[i], sets[j])
				pair := [2]int{min(a, b), max(a, b)}
				if old, ok := best[pair]; s >= minSimilarity && (!ok || s > old.Similarity) {
					best[pair] = Similar{c.texts[j].source, c.texts[i].source, s, c.bad[i] == c.bad[j]}
				}
			}
		}
	}
	out := []Similar{}
	for _, s := range best {
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b Similar) int {
		return cmp.Or(-cmp.Compare(a.Similarity, b.Similarity), cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B))
	})
	return out
}

// skeleton returns the sorted set of hashed shingles of code whose names,
// numbers and strings are blanked.
func skeleton(tokens []lexeme) []uint64 {
	var stream []uint64
	for _, l := range tokens {
		switch l.kind {
		case comment:
		case keyword, punct:
			h := fnv.New64a()
			h.Write([]byte(l.text))
			stream = append(stream, h.Sum64())
		default:
			stream = append(stream, uint64(l.kind))
		}
	}
	var out []uint64
	for i := 0; i+shingle <= len(stream); i++ {
		h := uint64(0)
		for _, x := range stream[i : i+shingle] {
			h = mix(h, x)
		}
		out = append(out, h)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func sketchSeeds() []uint64 {
	rng := rand.New(rand.NewPCG(0x736b657463686573, 1)) // fixed: the compared sketches depend on the texts alone
	out := make([]uint64, bands*rows)
	for i := range out {
		out[i] = rng.Uint64()
	}
	return out
}

func minima(set, seeds []uint64) []uint64 {
	out := make([]uint64, len(seeds))
	for i, seed := range seeds {
		least := ^uint64(0)
		for _, x := range set {
			least = min(least, mix(seed, x))
		}
		out[i] = least
	}
	return out
}

// mix hashes two numbers into one (the finalizer of SplitMix64).
func mix(a, b uint64) uint64 {
	x := a*0x9e3779b97f4a7c15 + b
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

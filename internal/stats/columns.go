package stats

import (
	"encoding/binary"
	"math"
)

// columns holds the numbers of n clusters so that the sums of a resample are
// quick to take. Most numbers are counts: a constant needs no adding up, four
// columns of small whole numbers are added at once in the lanes of one word, and
// equal columns are added once. The sums of whole numbers are exact however they
// are taken; all others are added in the order of the clusters, so that no sum
// depends on what stands beside it.
type columns struct {
	n     int
	fixed []float64  // by column: what every resample has of it; the sums before anything is added
	words [][]uint64 // four columns each, by cluster
	lanes [][4]int   // columns of a word, −1 where there is none
	rest  []fractions
	same  [][2]int // column, and an earlier one that it equals
	times []float64
	seen  map[string]int // columns by what is in them
	key   []byte
}

// fractions is a column of any numbers; clusters that have 0 are left out.
type fractions struct {
	column int
	at     []int32
	x      []float64
}

const lane = 16 // bits

func newColumns(n int) *columns {
	return &columns{n: n, times: make([]float64, n), seen: map[string]int{}}
}

// add appends a column of n numbers, which it does not keep.
func (c *columns) add(xs []float64) {
	j := len(c.fixed)
	c.fixed = append(c.fixed, 0)
	c.key = c.key[:0]
	lo, hi, whole := math.Inf(1), math.Inf(-1), true
	for _, x := range xs {
		c.key = binary.LittleEndian.AppendUint64(c.key, math.Float64bits(x))
		lo, hi = min(lo, x), max(hi, x)
		whole = whole && x == math.Trunc(x)
	}
	if k, ok := c.seen[string(c.key)]; ok {
		c.same = append(c.same, [2]int{j, k})
		return
	}
	c.seen[string(c.key)] = j
	// Also the largest sum of a resample must fit into its lane, and be exact as a float.
	if n := float64(c.n); whole && n*(hi-lo) < 1<<lane && n*max(math.Abs(lo), math.Abs(hi)) < 1<<52 {
		c.fixed[j] = n * lo
		if lo < hi {
			c.pack(j, xs, lo)
		}
		return
	}
	f := fractions{column: j}
	for i, x := range xs {
		if x != 0 {
			f.at, f.x = append(f.at, int32(i)), append(f.x, x)
		}
	}
	c.rest = append(c.rest, f)
}

// pack puts a column into a lane, as what is above lo.
func (c *columns) pack(j int, xs []float64, lo float64) {
	last := len(c.lanes) - 1
	if last < 0 || c.lanes[last][3] >= 0 {
		c.words = append(c.words, make([]uint64, c.n))
		c.lanes = append(c.lanes, [4]int{-1, -1, -1, -1})
		last++
	}
	k := 0
	for c.lanes[last][k] >= 0 {
		k++
	}
	c.lanes[last][k] = j
	for i, x := range xs {
		c.words[last][i] |= uint64(x-lo) << (lane * k)
	}
}

// sums sets sums to the columns' sums over clusters of which each counts so many times.
func (c *columns) sums(times []uint8, sums []float64) {
	copy(sums, c.fixed)
	for k, word := range c.words {
		all, word := uint64(0), word[:len(times)]
		for i, t := range times {
			all += uint64(t) * word[i]
		}
		for _, j := range c.lanes[k] {
			if j >= 0 {
				sums[j] += float64(all & (1<<lane - 1))
				all >>= lane
			}
		}
	}
	if len(c.rest) > 0 {
		for i, t := range times {
			c.times[i] = float64(t)
		}
		for _, f := range c.rest {
			sum, x := 0.0, f.x[:len(f.at)]
			for k, i := range f.at {
				sum += c.times[i] * x[k]
			}
			sums[f.column] = sum
		}
	}
	for _, s := range c.same {
		sums[s[0]] = sums[s[1]]
	}
}

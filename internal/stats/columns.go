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
	fixed []float64 // by column: what every resample has of it; the sums before anything is added
	words []word
	quads []quad
	thin  []thin
	same  [][2]int       // column, and an earlier one that it equals
	times []float64      // of clusters, in a resample
	seen  map[string]int // columns by what is in them
	key   []byte
}

// word is four columns of small whole numbers.
type word struct {
	columns [4]int // −1 where there is none
	lanes   []uint64
}

// quad is four columns of any numbers.
type quad struct {
	columns [4]int
	x       [][4]float64
}

// thin is a column of which few clusters have anything.
type thin struct {
	column int
	Sparse
}

// Sparse is a column of sums of which a cluster that is not named has nothing. At
// holds clusters by number, rising, X what they have.
type Sparse struct {
	At []int32
	X  []float64
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
	last := len(c.quads) - 1
	if last < 0 || c.quads[last].columns[3] >= 0 {
		c.quads = append(c.quads, quad{[4]int{-1, -1, -1, -1}, make([][4]float64, c.n)})
		last++
	}
	q := &c.quads[last]
	k := free(q.columns)
	q.columns[k] = j
	for i, x := range xs {
		q.x[i][k] = x
	}
}

// addSparse appends a column, which is kept.
func (c *columns) addSparse(s Sparse) {
	if len(s.At)*12 < c.n { // by measurement
		c.thin = append(c.thin, thin{len(c.fixed), s})
		c.fixed = append(c.fixed, 0)
		return
	}
	for k, i := range s.At {
		c.times[i] = s.X[k]
	}
	c.add(c.times)
	clear(c.times)
}

// pack puts a column into a lane, as what is above lo.
func (c *columns) pack(j int, xs []float64, lo float64) {
	last := len(c.words) - 1
	if last < 0 || c.words[last].columns[3] >= 0 {
		c.words = append(c.words, word{[4]int{-1, -1, -1, -1}, make([]uint64, c.n)})
		last++
	}
	w := &c.words[last]
	k := free(w.columns)
	w.columns[k] = j
	for i, x := range xs {
		w.lanes[i] |= uint64(x-lo) << (lane * k)
	}
}

// free returns the first place without a column.
func free(columns [4]int) int {
	k := 0
	for columns[k] >= 0 {
		k++
	}
	return k
}

// sums sets sums to the columns' sums over clusters of which each counts so many times.
func (c *columns) sums(times []uint8, sums []float64) {
	copy(sums, c.fixed)
	for _, w := range c.words {
		all, lanes := uint64(0), w.lanes[:len(times)]
		for i, t := range times {
			all += uint64(t) * lanes[i]
		}
		for _, j := range w.columns {
			if j >= 0 {
				sums[j] += float64(all & (1<<lane - 1))
				all >>= lane
			}
		}
	}
	if len(c.quads)+len(c.thin) > 0 {
		for i, t := range times {
			c.times[i] = float64(t)
		}
	}
	for _, q := range c.quads {
		var a, b, e, f float64
		x := q.x[:len(c.times)]
		for i, t := range c.times {
			a += t * x[i][0]
			b += t * x[i][1]
			e += t * x[i][2]
			f += t * x[i][3]
		}
		for k, sum := range [4]float64{a, b, e, f} {
			if j := q.columns[k]; j >= 0 {
				sums[j] = sum
			}
		}
	}
	for _, s := range c.thin {
		sum, x := 0.0, s.X[:len(s.At)]
		for k, i := range s.At {
			sum += c.times[i] * x[k]
		}
		sums[s.column] = sum
	}
	for _, s := range c.same {
		sums[s[0]] = sums[s[1]]
	}
}

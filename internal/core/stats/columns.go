package stats

import (
	"encoding/binary"
	"math"
)

// columns holds the numbers of n clusters in a form in which the sums of resamples are fast to compute. Most
// numbers are small counts. Among these, a constant column needs no addition, equal columns are added once, and for
// the others several resamples are added together in the lanes of one word. The sums of whole numbers are exact in
// any order; all others are added in the order of the clusters, so that no sum depends on the other columns.
type columns struct {
	n      int
	fixed  []float64 // by column: its part in every resample; the sums before any addition
	counts []counts
	quads  []quad
	thin   []thin
	same   [][2]int         // column, and an earlier one that it equals
	times  []float64        // number of times that a cluster is in a resample
	sums   [block][]float64 // of the resamples of a block
	seen   map[string]int   // columns by their content
	key    []byte
}

// counts is a column of small whole numbers minus the smallest, for the clusters in which that is not 0.
type counts struct {
	column int
	at     []int32 // nil for all clusters
	x      []uint16
}

// quad is four columns of arbitrary numbers.
type quad struct {
	columns [4]int // −1 for none
	x       [][4]float64
}

// thin is a column of arbitrary numbers in which few clusters have one.
type thin struct {
	column int
	Sparse
}

// Sparse is a column of sums that are 0 for clusters not in it. At holds the numbers of the other clusters,
// ascending, and X their sums.
type Sparse struct {
	At []int32
	X  []float64
}

// block is the number of resamples that are added together, each in a lane: a number of bits of a word.
const (
	block = 4
	lane  = 64 / block
)

func newColumns(n int) *columns {
	return &columns{n: n, times: make([]float64, n), seen: map[string]int{}}
}

// column appends a column of n numbers. It does not keep xs.
func (c *columns) column(xs []float64) {
	j := len(c.fixed)
	c.fixed = append(c.fixed, 0)
	c.key = c.key[:0]
	for _, x := range xs {
		c.key = binary.LittleEndian.AppendUint64(c.key, math.Float64bits(x))
	}
	if k, ok := c.seen[string(c.key)]; ok {
		c.same = append(c.same, [2]int{j, k})
		return
	}
	c.seen[string(c.key)] = j
	if lo, hi, integers := limits(xs); integers && c.fits(hi-lo) && float64(c.n)*max(math.Abs(lo), math.Abs(hi)) < 1<<52 {
		c.fixed[j] = float64(c.n) * lo
		col := counts{column: j}
		for i, x := range xs {
			if x != lo {
				col.at, col.x = append(col.at, int32(i)), append(col.x, uint16(x-lo))
			}
		}
		if len(col.at) > c.n/3 { // a full loop is faster than an index
			col.at, col.x = nil, make([]uint16, c.n)
			for i, x := range xs {
				col.x[i] = uint16(x - lo)
			}
		}
		if len(col.x) > 0 {
			c.counts = append(c.counts, col)
		}
		return
	}
	last := len(c.quads) - 1
	if last < 0 || c.quads[last].columns[3] >= 0 {
		c.quads = append(c.quads, quad{[4]int{-1, -1, -1, -1}, make([][4]float64, c.n)})
		last++
	}
	q, k := &c.quads[last], 0
	for q.columns[k] >= 0 {
		k++
	}
	q.columns[k] = j
	for i, x := range xs {
		q.x[i][k] = x
	}
}

// sparse appends a column, and keeps its slices.
func (c *columns) sparse(s Sparse) {
	col := counts{column: len(c.fixed), at: s.At}
	if lo, hi, integers := limits(s.X); integers && lo >= 0 && c.fits(hi) {
		for _, x := range s.X {
			col.x = append(col.x, uint16(x))
		}
		c.counts = append(c.counts, col)
	} else {
		c.thin = append(c.thin, thin{len(c.fixed), s})
	}
	c.fixed = append(c.fixed, 0)
}

// limits returns the smallest and the largest number, and whether all are whole.
func limits(xs []float64) (lo, hi float64, integers bool) {
	lo, hi, integers = math.Inf(1), math.Inf(-1), true
	for _, x := range xs {
		lo, hi, integers = min(lo, x), max(hi, x), integers && x == math.Trunc(x)
	}
	return lo, hi, integers
}

// fits reports whether the largest possible sum of a resample, of numbers from 0 to most, fits into a lane.
func (c *columns) fits(most float64) bool { return float64(c.n)*most < 1<<lane }

// resample calls each with the sums of Draws resamples. The slice is reused.
func (c *columns) resample(seed uint64, each func(sums []float64)) {
	for k := range c.sums {
		c.sums[k] = make([]float64, len(c.fixed))
	}
	drawn(c.n, seed, func(lanes []uint64) {
		c.add(lanes)
		for _, sums := range c.sums {
			each(sums)
		}
	})
}

// add sets the sums of a block of resamples.
func (c *columns) add(lanes []uint64) {
	for _, sums := range c.sums {
		copy(sums, c.fixed)
	}
	for _, col := range c.counts {
		all, x := uint64(0), col.x
		if col.at == nil {
			for i, t := range lanes[:len(x)] {
				all += t * uint64(x[i])
			}
		} else {
			for k, i := range col.at[:len(x)] {
				all += lanes[i] * uint64(x[k])
			}
		}
		for k := range c.sums {
			c.sums[k][col.column] += float64(all & (1<<lane - 1))
			all >>= lane
		}
	}
	if len(c.quads)+len(c.thin) > 0 {
		for k := range block {
			for i, t := range lanes {
				c.times[i] = float64(t >> (k * lane) & (1<<lane - 1))
			}
			c.addFractions(c.sums[k])
		}
	}
	for _, s := range c.same {
		for _, sums := range c.sums {
			sums[s[0]] = sums[s[1]]
		}
	}
}

// addFractions sets the sums of the columns that are no small counts, with the clusters weighted by times.
func (c *columns) addFractions(sums []float64) {
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
}

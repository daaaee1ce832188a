// Package rank measures how reliable a ranking is: the range of ranks under resampling, agreement between
// rankings, and the share of all weightings of a composite that keep an order.
package rank

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"assay/internal/core/stats"
)

// Ranked is the place of one subject.
type Ranked struct {
	Rank   float64 `json:"rank"` // 1 is best; equal values share the mean of their places
	Lo     int     `json:"lo"`   // 95 % interval of the rank: best and worst place under resampling
	Hi     int     `json:"hi"`
	Unique bool    `json:"unique"` // no other interval overlaps this one: only such a rank may be set in bold
	First  float64 `json:"first"`  // share of the resamples in which it is first; a shared first place counts for all
	OK     bool    `json:"-"`      // false: no value, and so no rank
}

// Scores are the statistics by which subjects are ranked, one for each. Lower means that smaller is better. Range,
// if not nil, returns the smallest and the greatest possible value of each: the places in a resample then have the
// range that these permit.
type Scores struct {
	Of    []stats.Statistic
	Lower bool
	Range []func(sums []float64) (lo, hi float64, ok bool)
}

// Joint ranks subjects by each of several scores, on the same resamples of clusters (bases), so that a hard base is
// hard for all subjects together. clusters holds the columns of all scores, as for [stats.JointBootstrap]. A subject
// that is undefined in a resample is last in it. The results are in the order of scores, then of their statistics.
func Joint(clusters [][]float64, scores []Scores, seed uint64) [][]Ranked {
	out := make([][]Ranked, len(scores))
	if len(clusters) == 0 {
		for i, s := range scores {
			out[i] = make([]Ranked, len(s.Of))
		}
		return out
	}
	total := stats.Sums(clusters)
	places := make([]*places, len(scores))
	for i, s := range scores {
		places[i] = newPlaces(s, total)
	}
	stats.Resample(clusters, seed, func(sums []float64) {
		for _, p := range places {
			p.add(sums)
		}
	})
	for i, p := range places {
		out[i] = p.ranked()
	}
	return out
}

// places counts the places of the subjects over resamples.
type places struct {
	scores     Scores
	values     []float64 // larger is better
	least      []float64 // the smallest and the greatest possible value; both are values without a Range
	most       []float64
	out        []Ranked
	best, last [][]int // places counted from 0, with ties resolved in favour, and against
}

// worst is the value of an undefined score.
func worst() float64 { return math.Inf(-1) }

func newPlaces(s Scores, total []float64) *places {
	p := &places{scores: s, values: make([]float64, len(s.Of)), out: make([]Ranked, len(s.Of))}
	p.evaluate(total)
	negated := make([]float64, len(p.values))
	floats.ScaleTo(negated, -1, p.values)
	for i, r := range Ranks(negated) {
		p.out[i].OK, p.out[i].Rank = p.values[i] != worst(), r
		p.best, p.last = append(p.best, make([]int, len(s.Of))), append(p.last, make([]int, len(s.Of)))
	}
	return p
}

func (p *places) evaluate(sums []float64) {
	for i, f := range p.scores.Of {
		v, ok := f(sums)
		switch {
		case !ok:
			v = worst()
		case p.scores.Lower:
			v = -v
		}
		p.values[i] = v
	}
}

// add counts one resample.
func (p *places) add(sums []float64) {
	p.evaluate(sums)
	p.least, p.most = p.values, p.values
	if p.scores.Range != nil {
		p.stretch(sums)
	}
	for i := range p.values {
		above, reach := 0, 0 // those that are certainly above, and the others that may be level or above
		for j := range p.values {
			switch {
			case j == i:
			case p.least[j] > p.most[i]:
				above++
				reach++
			case p.most[j] >= p.least[i]:
				reach++
			}
		}
		p.best[i][above]++
		p.last[i][reach]++
	}
}

// stretch computes the smallest and the greatest values in a resample.
func (p *places) stretch(sums []float64) {
	p.least, p.most = make([]float64, len(p.values)), make([]float64, len(p.values))
	for i, f := range p.scores.Range {
		lo, hi, ok := f(sums)
		switch {
		case !ok:
			lo, hi = worst(), worst()
		case p.scores.Lower:
			lo, hi = -hi, -lo
		}
		p.least[i], p.most[i] = lo, hi
	}
}

func (p *places) ranked() []Ranked {
	out := p.out
	for i := range out {
		if !out[i].OK {
			out[i] = Ranked{}
			continue
		}
		out[i].Lo, out[i].Hi = level(p.best[i], 0.025), level(p.last[i], 0.975)
		out[i].First = float64(p.best[i][0]) / stats.Draws
	}
	for i := range out {
		out[i].Unique = out[i].OK
		for j := range out {
			if i != j && out[j].OK && out[i].Lo <= out[j].Hi && out[j].Lo <= out[i].Hi {
				out[i].Unique = false
			}
		}
	}
	return out
}

// level returns the place, from 1, at which a share p of the counts is reached.
func level(counts []int, p float64) int {
	total, seen := 0, 0
	for _, n := range counts {
		total += n
	}
	for i, n := range counts {
		seen += n
		if float64(seen) >= p*float64(total) && seen > 0 {
			return i + 1
		}
	}
	return len(counts)
}

// Ranks returns the ranks of x, the smallest first with rank 1; equal values share the mean of their places.
func Ranks(x []float64) []float64 {
	return newOrdered(x).rank(slices.Repeat([]float64{1}, len(x)))
}

// Spearman returns the rank correlation of two scorings of the same items: Pearson's correlation of their ranks,
// which without ties is the paper's equation 4. ok is false for fewer than two items, unequal lengths, or a
// scoring with all ranks equal.
func Spearman(x, y []float64) (rho float64, ok bool) {
	if len(x) != len(y) || len(x) < 2 {
		return 0, false
	}
	rho = stat.Correlation(Ranks(x), Ranks(y), nil)
	if math.IsNaN(rho) {
		return 0, false
	}
	return min(1, max(-1, rho)), true
}

// SpearmanWeighted returns [Spearman] of the data in which pair i of x and y occurs weight[i] times, as a function
// of weight: the order of the values, which is the most expensive part, is computed once. The function is not safe
// for concurrent use.
func SpearmanWeighted(x, y []float64) func(weight []float64) (rho float64, ok bool) {
	a, b := newOrdered(x), newOrdered(y)
	return func(weight []float64) (float64, bool) {
		if len(x) != len(y) || len(weight) != len(x) || floats.Sum(weight) < 2 {
			return 0, false
		}
		rho := stat.Correlation(a.rank(weight), b.rank(weight), weight)
		if math.IsNaN(rho) {
			return 0, false
		}
		return min(1, max(-1, rho)), true
	}
}

// ordered is a list of values with their order.
type ordered struct {
	value []float64
	order []int // of the values, the smallest first
	ranks []float64
}

func newOrdered(x []float64) *ordered {
	o := &ordered{x, make([]int, len(x)), make([]float64, len(x))}
	for i := range o.order {
		o.order[i] = i
	}
	slices.SortStableFunc(o.order, func(a, b int) int { return cmp.Compare(x[a], x[b]) })
	return o
}

// rank returns the mean of the places of each value, which occurs weight[i] times. The next call overwrites the
// result.
func (o *ordered) rank(weight []float64) []float64 {
	before := 0.0
	for i := 0; i < len(o.order); {
		j, same := i, 0.0
		for ; j < len(o.order) && o.value[o.order[j]] == o.value[o.order[i]]; j++ {
			same += weight[o.order[j]]
		}
		for ; i < j; i++ {
			o.ranks[o.order[i]] = before + (same+1)/2
		}
		before += same
	}
	return o.ranks
}

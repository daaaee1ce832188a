package scored

import (
	"math"
	"strings"

	"assay/internal/core/stats"
)

// Alpha is the level of every test, and Power the share of cases in which the smallest detectable difference shows.
const (
	Alpha = 0.05
	Power = 0.8
)

const (
	seed       = 1
	mostDrawn  = 2000 // clusters up to which intervals are bootstrapped; the t interval does not differ above
	mostCounts = 1000 // pairs up to which the power of the exact test is computed
)

// Pair compares two subjects on the items that both have: B minus A, so that a difference above 0 says that B has the
// higher scores.
type Pair struct {
	A        string  `json:"a"`
	B        string  `json:"b"`
	Items    int     `json:"items"`
	Clusters int     `json:"clusters"`
	MeanA    float64 `json:"a_mean"`
	MeanB    float64 `json:"b_mean"`
	Delta    float64 `json:"delta"`

	Interval   *stats.Interval `json:"interval"`        // Tango's, or with clusters or graded scores Resampled
	Resampled  *stats.Interval `json:"resampled"`       // over clusters; null when nothing varies
	Tango      *stats.Interval `json:"tango,omitempty"` // for yes and no; it takes every item for itself
	P          *float64        `json:"p"`               // null without a test
	Test       string          `json:"test,omitempty"`
	Adjusted   *float64        `json:"adjusted"`         // after Holm, for all pairs
	Counts     *Counts         `json:"counts,omitempty"` // for yes and no, once an item
	Detectable *float64        `json:"detectable"`       // null when no difference would have been shown

	Equivalent *float64 `json:"equivalence_p,omitempty"`      // adjusted; only with a margin
	NotWorse   *float64 `json:"noninferiority_p,omitempty"`   // of B; adjusted; only with a margin
	NotBelow   *float64 `json:"a_noninferiority_p,omitempty"` // of A; adjusted; only with a margin

	Call Call `json:"call"` // set by [Adjust]

	Worst *float64 `json:"worst,omitempty"` // Delta if every missing answer spoke for A
	Best  *float64 `json:"best,omitempty"`  // and if every one spoke for B
	All   int      `json:"all_items"`       // that Worst and Best are about

	Changed  int      `json:"other_text"` // items left out because their texts differ
	OnlyA    int      `json:"only_a"`     // items without a score of B
	OnlyB    int      `json:"only_b"`
	Warnings []string `json:"warnings,omitempty"`

	table *stats.Matched // nil for graded scores or clusters
	mean  stats.Mean
	tests bool // mean is defined
	unit  bool // no difference is larger than 1

	missing int // answers that were filled in
}

// Counts says on how many items only one subject is right, with what follows when every item stands for itself.
type Counts struct {
	Both    int     `json:"both"`
	OnlyA   int     `json:"only_a"`
	OnlyB   int     `json:"only_b"`
	Neither int     `json:"neither"`
	McNemar float64 `json:"mcnemar_p"` // exact
	MidP    float64 `json:"mid_p"`
}

// columns are the paired scores of a pair, by cluster.
type columns struct {
	a, b, sizes []float64
	binary      bool // every item is answered once, with yes or no
	table       stats.Matched
	items       int
}

// Pair compares subjects b and a, which are indices. Adjusted is set by [Adjust].
func (s *Set) Pair(a, b int) Pair {
	p := Pair{A: s.Subjects[a].Name, B: s.Subjects[b].Name, unit: s.Unit()}
	cols := s.pair(a, b, &p, false)
	p.bounds(s, a, b)
	if p.Items = cols.items; cols.items == 0 {
		return p
	}
	p.compute(cols)
	return p
}

// columns returns empty columns with space for all items.
func (s *Set) columns() columns {
	n := len(s.of)
	return columns{binary: true, a: make([]float64, 0, n), b: make([]float64, 0, n), sizes: make([]float64, 0, n)}
}

// cellOf returns the scores of an item, empty ones for an item that the subject does not have.
func (s *Subject) cellOf(i int) cell {
	if i < len(s.cells) {
		return s.cells[i]
	}
	return cell{}
}

// pair collects the paired scores, and counts in p what is left out. With filled, the items are those of a, every
// missing answer of a is right and every one of b wrong.
func (s *Set) pair(a, b int, p *Pair, filled bool) columns {
	cols := s.columns()
	x, y := s.Subjects[a], s.Subjects[b]
	at := make([]int32, len(s.clusters)) // place of a cluster in the columns, from 1
	for i := range s.of {
		ca, cb := x.cellOf(i), y.cellOf(i)
		if ca.text != cb.text && ca.text != 0 && cb.text != 0 {
			p.Changed++
			continue
		}
		if filled {
			if ca.n+ca.not == 0 {
				continue
			}
			p.missing += max(0, x.Epochs-int(ca.n)) + max(0, y.Epochs-int(cb.n))
			ca, cb = ca.filled(x.Epochs, 1), cb.filled(y.Epochs, 0)
		}
		switch {
		case ca.n == 0 && cb.n == 0:
			continue
		case cb.n == 0:
			p.OnlyA++
			continue
		case ca.n == 0:
			p.OnlyB++
			continue
		}
		cols.add(ca, cb, s.of[i], at)
	}
	return cols
}

// filled returns the cell with a value for every epoch that has no score.
func (c cell) filled(epochs int, with float64) cell {
	if left := epochs - int(c.n); left > 0 {
		c.sum, c.n = c.sum+with*float64(left), uint16(epochs)
	}
	return c
}

// add adds an item.
func (c *columns) add(a, b cell, cluster int32, at []int32) {
	k := len(c.sizes)
	if cluster >= 0 && at[cluster] > 0 {
		k = int(at[cluster]) - 1
	} else {
		c.a, c.b, c.sizes = append(c.a, 0), append(c.b, 0), append(c.sizes, 0)
		if cluster >= 0 {
			at[cluster] = int32(k) + 1
		}
	}
	c.items++
	c.a[k] += a.mean()
	c.b[k] += b.mean()
	c.sizes[k]++
	c.binary = c.binary && a.n == 1 && b.n == 1 && (a.sum == 0 || a.sum == 1) && (b.sum == 0 || b.sum == 1)
	switch {
	case !c.binary:
	case a.sum == 1 && b.sum == 1:
		c.table.A++
	case b.sum == 1:
		c.table.B++
	case a.sum == 1:
		c.table.C++
	default:
		c.table.D++
	}
}

// compute computes the numbers of a pair with items. It changes the columns.
func (p *Pair) compute(c columns) {
	p.Clusters = len(c.sizes)
	diffs, n := c.b, float64(c.items)
	for i := range c.sizes {
		p.MeanA, p.MeanB = p.MeanA+c.a[i], p.MeanB+c.b[i]
		diffs[i] -= c.a[i]
	}
	p.MeanA, p.MeanB = p.MeanA/n, p.MeanB/n
	p.Delta = p.MeanB - p.MeanA
	p.mean, p.tests = stats.ClusterMean(diffs, c.sizes)
	own := p.Clusters == p.Items // every item stands for itself
	if c.binary {
		exact, mid := c.table.McNemar()
		p.Counts = &Counts{Both: c.table.A, OnlyA: c.table.C, OnlyB: c.table.B, Neither: c.table.D, McNemar: exact, MidP: mid}
		if t, ok := c.table.Tango(); ok {
			p.Tango = &t
		}
		if p.Delta = float64(c.table.B-c.table.C) / n; own {
			p.table = &c.table
		}
	}
	p.resample(diffs, c.sizes)
	p.Interval = p.Resampled
	switch {
	case p.table != nil:
		p.Interval = p.Tango
		p.P, p.Test = &p.Counts.McNemar, "exact McNemar"
	case p.Clusters > 1:
		flip := stats.SignFlip(diffs, seed)
		if p.P, p.Test = &flip, "sign flips over items"; !own {
			p.Test = "sign flips over clusters"
		}
	default:
		p.Warnings = append(p.Warnings, "one cluster only: no test and no interval")
	}
	if p.Clusters > 1 && p.Clusters < 10 {
		p.Warnings = append(p.Warnings, "fewer than 10 clusters: the interval is rough")
	}
}

// resample sets the interval of the difference that respects clusters: bootstrapped, or for many
// clusters from Student's t.
func (p *Pair) resample(diffs, sizes []float64) {
	if p.Clusters > 1 && p.Clusters <= mostDrawn {
		rows := make([][]float64, len(diffs))
		for i, d := range diffs {
			rows[i] = []float64{d, sizes[i]}
		}
		_, p.Resampled, _, _ = stats.ClusterBootstrap(rows, stats.Ratio, seed)
	} else if i, ok := p.mean.Interval(); ok && p.tests {
		p.Resampled = &i
	}
}

// bounds sets the largest and the smallest difference that the missing answers leave open, over the items of either
// subject.
func (p *Pair) bounds(s *Set, a, b int) {
	if !s.Unit() {
		return
	}
	x, y := s.Subjects[a], s.Subjects[b]
	var worst, best float64
	missing := 0
	for i := range s.of {
		ca, cb := x.cellOf(i), y.cellOf(i)
		if ca.text != cb.text && ca.text != 0 && cb.text != 0 || ca.n+ca.not+cb.n+cb.not == 0 {
			continue
		}
		p.All++
		missing += max(0, x.Epochs-int(ca.n)) + max(0, y.Epochs-int(cb.n))
		worst += cb.filled(y.Epochs, 0).mean() - ca.filled(x.Epochs, 1).mean()
		best += cb.filled(y.Epochs, 1).mean() - ca.filled(x.Epochs, 0).mean()
	}
	if missing > 0 {
		worst, best = worst/float64(p.All), best/float64(p.All)
		p.Worst, p.Best = &worst, &best
	}
}

// above returns the p value of "B minus A is limit or less", for items or clusters as they are; ok is false where
// nothing can be said.
func (p *Pair) above(limit float64) (float64, bool) {
	if p.table != nil {
		return p.table.Above(limit)
	}
	if !p.tests {
		return 0, false
	}
	return p.mean.Above(limit)
}

// detectable returns the smallest difference that would have been shown at a level; nil when none would.
func (p *Pair) detectable(level float64) *float64 {
	if p.table != nil && p.Items <= mostCounts {
		n, psi := p.Items, float64(p.table.B+p.table.C)/float64(p.Items)
		if d, ok := stats.SmallestDetectable(n, psi, level, Power); ok {
			return &d
		}
		if d, ok := stats.SmallestDetectableAtBest(n, level, Power); ok {
			return &d
		}
		return nil
	}
	if d := p.mean.Detectable(level, Power); p.tests && d > 0 && (!p.unit || d <= 1) {
		return &d
	}
	return nil
}

// Adjust adjusts the tests of pairs as one family, and computes what else depends on it. A margin of 0 is none.
func Adjust(pairs []Pair, margin float64) {
	defer func() {
		for i := range pairs {
			pairs[i].Call = pairs[i].call()
		}
	}()
	adjust(pairs, func(p *Pair) (*float64, **float64) { return p.P, &p.Adjusted })
	tested := 0
	for i := range pairs {
		if pairs[i].P != nil {
			tested++
		}
	}
	for i := range pairs {
		if pairs[i].P != nil {
			pairs[i].Detectable = pairs[i].detectable(Alpha / float64(tested))
		}
	}
	if margin == 0 {
		return
	}
	side := func(p *Pair, limit float64, upper bool) *float64 {
		q, ok := p.above(limit)
		if !ok {
			return nil
		}
		if upper {
			q = 1 - q
		}
		return &q
	}
	adjust(pairs, func(p *Pair) (*float64, **float64) { return side(p, -margin, false), &p.NotWorse })
	adjust(pairs, func(p *Pair) (*float64, **float64) { return side(p, margin, true), &p.NotBelow })
	adjust(pairs, func(p *Pair) (*float64, **float64) {
		lo, hi := side(p, -margin, false), side(p, margin, true)
		if lo == nil || hi == nil {
			return nil, &p.Equivalent
		}
		q := math.Max(*lo, *hi) // two one-sided tests
		return &q, &p.Equivalent
	})
}

// adjust adjusts one p value of every pair that has it.
func adjust(pairs []Pair, of func(*Pair) (p *float64, to **float64)) {
	var ps []float64
	var to []**float64
	for i := range pairs {
		if p, at := of(&pairs[i]); p != nil {
			ps, to = append(ps, *p), append(to, at)
		}
	}
	for i, p := range stats.Holm(ps) {
		*to[i] = &p
	}
}

// Call is the conclusion about a pair.
type Call string

// The calls. Equivalent and NotWorse need a margin and a test of their own; Nothing says that none is shown.
const (
	BBetter    Call = "B better"
	ABetter    Call = "A better"
	Equivalent Call = "equivalent"
	NotWorse   Call = "B not worse"
	Nothing    Call = "no difference"
	Untested   Call = "no test"
)

// call returns the conclusion.
func (p *Pair) call() Call {
	small := func(x *float64) bool { return x != nil && *x < Alpha }
	switch {
	case small(p.Adjusted) && p.Delta > 0:
		return BBetter
	case small(p.Adjusted):
		return ABetter
	case small(p.Equivalent):
		return Equivalent
	case small(p.NotWorse):
		return NotWorse
	case p.P == nil:
		return Untested
	}
	return Nothing
}

// Gate is the comparison of a subject with its baseline, with every missing answer counted against the subject.
type Gate struct {
	Pair
	Missing int     // answers that were counted against it
	Worse   float64 // p value of "it is not worse by more than the margin"; 1 where nothing can be said
	Drop    float64 // the largest drop that the data leave possible, at 95 % one-sided
}

// Gate compares subject b with baseline a. A score without a range has no worst answer: there, only the items that
// both have count.
func (s *Set) Gate(a, b int, margin float64) Gate {
	g := Gate{Pair: Pair{A: s.Subjects[a].Name, B: s.Subjects[b].Name}, Worse: 1}
	cols := s.pair(a, b, &g.Pair, s.Unit())
	if g.Items = cols.items; g.Items == 0 {
		return g
	}
	g.compute(cols)
	g.Missing = g.missing
	if p, ok := g.above(-margin); ok {
		g.Worse = 1 - p
	} else if g.Delta < -margin { // nothing varies
		g.Worse = 0
	}
	g.Drop = g.lower()
	return g
}

// lower returns the lower end of the one-sided interval of the difference at 95 %: the limit that the test of
// [Pair.above] does not reject.
func (p *Pair) lower() float64 {
	lo, hi := -1.0, p.Delta
	if p.table == nil {
		lo = p.Delta - 20*p.mean.SE
	}
	for range 60 {
		mid := (lo + hi) / 2
		if q, ok := p.above(mid); ok && q < Alpha {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// Mean is the mean score of a subject over its own items.
type Mean struct {
	Items, Clusters int
	Value           float64
	K               int             // items with yes, where every item has one yes or no; N is then Items
	Binary          bool            //
	Interval        *stats.Interval // nil when nothing varies
}

// Mean returns the mean score of a subject.
func (s *Set) Mean(i int) Mean {
	sub := s.Subjects[i]
	at := make([]int32, len(s.clusters))
	cols := s.columns()
	for j, c := range sub.cells {
		if c.n > 0 {
			cols.add(c, c, s.of[j], at)
		}
	}
	m := Mean{Items: cols.items, Clusters: len(cols.sizes), Binary: cols.binary, K: cols.table.A}
	cm, ok := stats.ClusterMean(cols.a, cols.sizes)
	if m.Value = cm.Value; !ok && cols.items > 0 {
		m.Value = cols.a[0] / cols.sizes[0]
	}
	if m.Binary && m.Clusters == m.Items {
		w, _ := stats.Wilson(m.K, m.Items)
		m.Interval = &w
	} else if t, has := cm.Interval(); ok && has {
		m.Interval = &t
	}
	return m
}

// Changes returns the differences b minus a of the items that both have, by the id of the item without its task: of
// those whose texts differ, and of those that have one text.
func (s *Set) Changes(a, b int) (changed, kept map[string]float64) {
	changed, kept = map[string]float64{}, map[string]float64{}
	for name, i := range s.items {
		ca, cb := s.Subjects[a].cellOf(int(i)), s.Subjects[b].cellOf(int(i))
		id := name[strings.IndexByte(name, 0)+1:]
		switch {
		case ca.n == 0 || cb.n == 0 || ca.text == 0 || cb.text == 0:
		case ca.text != cb.text:
			changed[id] = cb.mean() - ca.mean()
		default:
			kept[id] = cb.mean() - ca.mean()
		}
	}
	return changed, kept
}

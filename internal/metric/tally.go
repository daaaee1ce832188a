package metric

import (
	"cmp"
	"maps"
	"slices"

	"assay/internal/bench"
)

// Tally is what a metric counted: sums by base, in columns whose meaning is the
// metric's own, and the trials behind them.
//
// The unit is the base. Repetitions of one variant are averaged: when variants
// were asked unequally often, each of their trials weighs one over their
// number, so that a variant counts once however often it was asked.
type Tally struct {
	K, N     int      // successes and trials of a share, unweighted; both 0 for what is no single share
	Trials   int      // counted trials; at least N
	Missing  int      // of those, without an answer
	Unscored int      // left out because the judge could not decide
	Notes    []string // what else the reader of the number must know

	columns int
	bases   map[string][]float64
	base    string             // that was added to last, with its sums: rows of one base stand together
	sums    []float64          // nil before the first
	twice   bool               // something was added to a base more than once
	weight  map[string]float64 // by item; nil when all weigh 1
	item    func(*bench.Variant) string
	uneven  bool
}

// newTally returns an empty tally over the given rows, all of which are going
// to be counted. item says which variants are repetitions of one another.
func newTally(rows []Row, columns int, item func(*bench.Variant) string) *Tally {
	t := &Tally{columns: columns, bases: map[string][]float64{}, item: item}
	of := map[*bench.Variant]int{}
	for i := range rows {
		of[rows[i].Variant]++
	}
	times := make(map[string]int, len(of))
	for v, n := range of {
		times[item(v)] += n
	}
	first := 0
	for _, n := range times {
		if first == 0 {
			first = n
		}
		t.uneven = t.uneven || n != first
	}
	if t.uneven {
		t.weight = make(map[string]float64, len(times))
		for i, n := range times {
			t.weight[i] = 1 / float64(n)
		}
	}
	return t
}

// Add adds x to each column for one row, weighted. A row may be added in parts.
func (t *Tally) Add(r Row, xs ...float64) {
	if t.weight != nil {
		w := t.weight[t.item(r.Variant)]
		xs = slices.Clone(xs)
		for j := range xs {
			xs[j] *= w
		}
	}
	t.AddWhole(r.Variant.Base, xs...)
}

// AddWhole adds xs to the columns of a base unweighted: for what is counted by
// variant and not by trial.
func (t *Tally) AddWhole(base string, xs ...float64) {
	if t.sums == nil || t.base != base {
		t.base, t.sums = base, t.bases[base]
	}
	if t.sums == nil {
		t.sums = make([]float64, t.columns)
		t.bases[base] = t.sums
	} else {
		t.twice = true
	}
	for j, x := range xs {
		t.sums[j] += x
	}
}

// again empties the tally for rows that are all of one variant.
func (t *Tally) again() {
	clear(t.bases)
	*t = Tally{columns: t.columns, bases: t.bases, item: t.item}
}

// single reports whether no base was counted more than once: the trials are
// then as independent as the bases.
func (t *Tally) single() bool { return !t.twice }

// names returns the counted bases in order.
func (t *Tally) names() []string { return slices.Sorted(maps.Keys(t.bases)) }

// clusters returns the sums in order of base.
func (t *Tally) clusters() [][]float64 {
	out := make([][]float64, 0, len(t.bases))
	for _, b := range t.names() {
		out = append(out, t.bases[b])
	}
	return out
}

// total returns the column sums over all bases.
func (t *Tally) total() []float64 {
	sums := make([]float64, t.columns)
	for _, c := range t.clusters() {
		for j, x := range c {
			sums[j] += x
		}
	}
	return sums
}

// byKey is the item of a single condition: a variant.
func byKey(v *bench.Variant) string { return v.Key }

// countRate counts a share over the rows for which in is true. hit says whether
// a row is a success, and whether it could be scored at all; a row without an
// answer is a scored failure, counted as missing, unless hit itself judges rows
// without answers.
func countRate(in func(Row) bool, hit func(Row) (ok, scored bool)) func([]Row, *Tally) {
	return func(rows []Row, t *Tally) {
		for _, r := range rows {
			if !in(r) {
				continue
			}
			ok, scored := hit(r)
			if !scored {
				t.Unscored++
				continue
			}
			if r.Answer == nil {
				t.Missing++
			}
			t.Trials++
			t.N++
			k := 0.0
			if ok {
				t.K++
				k = 1
			}
			t.Add(r, k, 1)
		}
	}
}

// Ratio is the statistic of a share: sums[0] of sums[1].
func Ratio(sums []float64) (float64, bool) {
	if sums[1] == 0 {
		return 0, false
	}
	return sums[0] / sums[1], true
}

// Sort orders rows by variant, then repetition, so that output made from them
// does not depend on the order in which trials ended.
func Sort(rows []Row) {
	slices.SortFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Variant.Key, b.Variant.Key), cmp.Compare(a.Repetition, b.Repetition))
	})
}

package metric

import (
	"cmp"
	"maps"
	"slices"

	"assay/internal/bench"
)

// Tally is what a metric counted: sums by base, in columns whose meaning the metric defines, and the trials behind
// them.
//
// The unit is the base. Repetitions of one variant are averaged: when variants were asked unequally often, each of
// their trials has the weight of one over their number, so that a variant counts once however often it was asked.
type Tally struct {
	K, N     int      // successes and trials of a share, unweighted; both 0 where there is no single share
	Trials   int      // counted trials; at least N
	Missing  int      // of those, without an answer
	Unscored int      // left out because the judge could not decide
	Notes    []string // further facts that a reader of the number must know

	columns int
	bases   map[string][]float64
	base    string         // the last one that was added to, with its sums: rows of one base are adjacent
	sums    []float64      // nil before the first
	spare   []float64      // for later bases
	repeats bool           // something was added to a base more than once
	noSums  bool           // nothing is added: only the counts matter
	sheet   *Sheet         // that is being counted; nil for single rows
	sorted  []string       // names of the bases; nil before the first request
	weights *weights       // of trials
	variant *bench.Variant // the last one that was weighted
	weight  float64
}

func newTally(m Metric, w *weights) *Tally {
	columns := m.Columns
	if columns == 0 {
		columns = 2
	}
	return &Tally{columns: columns, bases: map[string][]float64{}, weights: w}
}

// pairs returns the pairs among the rows that are being counted.
func (t *Tally) pairs(rows []bench.Trial) []Pair {
	if t.sheet != nil {
		return t.sheet.Pairs()
	}
	return Pairs(rows)
}

// Add adds x to each column for one row, weighted. A row may be added in parts.
func (t *Tally) Add(r bench.Trial, xs ...float64) {
	w := 1.0
	if t.weights.of != nil {
		if t.variant != r.Variant {
			t.variant, t.weight = r.Variant, t.weights.of[t.weights.unit.of(r.Variant)]
		}
		w = t.weight
	}
	t.add(r.Variant.Base, w, xs)
}

// addUnweighted adds xs to the columns of a base: for values counted by variant and not by trial.
func (t *Tally) addUnweighted(base string, xs ...float64) { t.add(base, 1, xs) }

func (t *Tally) add(base string, weight float64, xs []float64) {
	if t.noSums {
		return
	}
	if t.sums == nil || t.base != base {
		t.base, t.sums = base, t.bases[base]
	}
	if t.sums == nil {
		if len(t.spare) < t.columns {
			t.spare = make([]float64, 32*t.columns)
		}
		t.sums, t.spare = t.spare[:t.columns:t.columns], t.spare[t.columns:]
		t.bases[base] = t.sums
	} else {
		t.repeats = true
	}
	for j, x := range xs {
		t.sums[j] += weight * x
	}
}

// reset clears the counts for another row.
func (t *Tally) reset() {
	t.K, t.N, t.Trials, t.Missing, t.Unscored, t.Notes = 0, 0, 0, 0, 0, nil
}

// names returns the counted bases in order.
func (t *Tally) names() []string {
	if len(t.sorted) < len(t.bases) {
		t.sorted = slices.Sorted(maps.Keys(t.bases))
	}
	return t.sorted
}

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

// indicator returns 1 for true and 0 for false.
func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// countRate counts a share over the rows for which in returns true. hit reports whether a row is a success, and
// whether it could be scored at all. A row without an answer is a scored failure, counted as missing, unless hit
// itself judges rows without answers.
func countRate(in func(bench.Trial) bool, hit func(bench.Trial) (ok, scored bool)) func([]bench.Trial, *Tally) {
	return func(rows []bench.Trial, t *Tally) {
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
			if ok {
				t.K++
			}
			t.Add(r, indicator(ok), 1)
		}
	}
}

// eachTarget counts the vulnerable rows, and calls f for each whose target decision is known.
func (t *Tally) eachTarget(rows []bench.Trial, f func(r bench.Trial, hit bool)) {
	for _, r := range rows {
		if !vulnerable(r) {
			continue
		}
		hit, scored := found(strict)(r)
		if !scored {
			t.Unscored++
			continue
		}
		t.Trials++
		if r.Answer == nil {
			t.Missing++
		}
		f(r, hit)
	}
}

// sorted reports whether rows are in order of variant, then repetition.
func sorted(rows []bench.Trial) bool {
	for i := range rows[min(1, len(rows)):] {
		if compareRows(&rows[i], &rows[i+1]) > 0 {
			return false
		}
	}
	return true
}

func compareRows(a, b *bench.Trial) int {
	if a.Variant != b.Variant {
		if c := cmp.Compare(a.Variant.Key, b.Variant.Key); c != 0 {
			return c
		}
	}
	return cmp.Compare(a.Repetition, b.Repetition)
}

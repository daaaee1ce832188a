package metric

import (
	"iter"
	"maps"
	"slices"

	"assay/internal/bench"
)

// Sheet holds the rows of one condition with what metrics counted of them: several numbers, and comparisons with
// several other conditions, count them once. It is not safe for concurrent use.
type Sheet struct {
	rows    []bench.Trial // in order
	runs    []run
	kept    []*Sheet        // sheets of some items, by requested set
	wanted  map[string]bool // the set for which a kept sheet was requested
	filled  []*Sheet        // the same rows with missing judgements replaced
	pairs   []Pair
	paired  bool
	weights [2]*weights // by unit
	tallies map[tallyKey]*Tally
	states  map[string]map[string]itemState // of a metric's counts, by item
}

// run is a sequence of adjacent rows of one variant.
type run struct {
	item string
	rows []bench.Trial
}

// tallyKey identifies a tally: what was counted, and in which unit if that matters.
type tallyKey struct {
	counts string
	unit   unit
}

// NewSheet returns the sheet of some rows, in any order. The caller must not change them while it is in use.
func NewSheet(rows []bench.Trial) *Sheet {
	if !sorted(rows) { // sums of fractions depend on their order in the last bit, and trials end in any order
		rows = slices.Clone(rows)
		slices.SortFunc(rows, func(a, b bench.Trial) int { return compareRows(&a, &b) })
	}
	s := &Sheet{rows: rows, tallies: map[tallyKey]*Tally{}, states: map[string]map[string]itemState{}}
	for same := range Runs(rows) {
		s.runs = append(s.runs, run{items.of(same[0].Variant), same})
	}
	return s
}

// Len returns the number of rows.
func (s *Sheet) Len() int { return len(s.rows) }

// Pairs returns the result of [Pairs].
func (s *Sheet) Pairs() []Pair {
	if !s.paired {
		s.pairs, s.paired = Pairs(s.rows), true
	}
	return s.pairs
}

// unit defines which variants are repetitions of each other.
type unit int

const (
	variants unit = iota // each variant by itself, in a single condition
	items                // the vulnerable and the safe texts of a sample, in comparisons
	even                 // no difference: everything was asked equally often
)

func (u unit) of(v *bench.Variant) string {
	if u == items {
		return v.Suite + "\x00" + v.Sample + "\x00" + v.Truth.String()
	}
	return v.Key
}

// weights are the weights of trials.
type weights struct {
	unit unit
	of   map[string]float64 // by name; nil when all weights are 1
}

func newWeights(rows []bench.Trial, u unit) *weights {
	times := map[string]int{}
	for same := range Runs(rows) {
		times[u.of(same[0].Variant)] += len(same)
	}
	w, first, uneven := &weights{unit: u}, 0, false
	for _, n := range times {
		if first == 0 {
			first = n
		}
		uneven = uneven || n != first
	}
	if uneven {
		w.of = make(map[string]float64, len(times))
		for i, n := range times {
			w.of[i] = 1 / float64(n)
		}
	}
	return w
}

// Runs yields the sequences of adjacent rows of one variant.
func Runs(rows []bench.Trial) iter.Seq[[]bench.Trial] {
	return func(yield func([]bench.Trial) bool) {
		for from := 0; from < len(rows); {
			to := from + 1
			for to < len(rows) && rows[to].Variant == rows[from].Variant {
				to++
			}
			if !yield(rows[from:to]) {
				return
			}
			from = to
		}
	}
}

// tally returns what a metric counts on the sheet. The result is shared: do not change it.
func (s *Sheet) tally(m Metric, u unit) *Tally {
	if s.weights[u] == nil {
		s.weights[u] = newWeights(s.rows, u)
	}
	w := s.weights[u]
	key := tallyKey{m.counted(), u}
	if w.of == nil {
		key.unit = even
	}
	t := s.tallies[key]
	if t == nil {
		t = newTally(m, w)
		t.sheet = s
		m.Count(s.rows, t)
		s.tallies[key] = t
	}
	return t
}

// itemState is what a metric counts of the rows of one item.
type itemState struct {
	decided bool // at least one row could be scored
	counted bool // the metric counts it
}

// itemStates returns the state of every item of the sheet for a metric.
func (s *Sheet) itemStates(m Metric) map[string]itemState {
	key := m.counted()
	if m.pairsOnly {
		key = ""
	}
	if out := s.states[key]; out != nil {
		return out
	}
	out := map[string]itemState{}
	t := newTally(m, &weights{})
	t.noSums = true
	for _, r := range s.runs {
		is := out[r.item]
		for i := range r.rows {
			if m.pairsOnly { // no value for a single row
				is.decided = true
				break
			}
			t.reset()
			m.Count(r.rows[i:i+1], t)
			is.decided = is.decided || t.Unscored == 0
			is.counted = is.counted || t.Trials+t.Unscored > 0
			if is.decided && is.counted {
				break
			}
		}
		out[r.item] = is
	}
	s.states[key] = out
	return out
}

// keep returns the sheet of the wanted items only. It is shared.
func (s *Sheet) keep(wanted map[string]bool) *Sheet {
	n := 0
	for _, r := range s.runs {
		if wanted[r.item] {
			n += len(r.rows)
		}
	}
	if n == len(s.rows) {
		return s
	}
	for _, k := range s.kept {
		if maps.Equal(k.wanted, wanted) {
			return k
		}
	}
	rows := make([]bench.Trial, 0, n)
	for _, r := range s.runs {
		if wanted[r.item] {
			rows = append(rows, r.rows...)
		}
	}
	k := NewSheet(rows)
	k.wanted = wanted
	s.kept = append(s.kept, k)
	return k
}

// joinSums joins the columns of two tallies, in order of base.
func joinSums(a, b *Tally) (names []string, out [][]float64) {
	names = a.names()
	if !slices.Equal(names, b.names()) {
		both := maps.Clone(a.bases)
		maps.Copy(both, b.bases)
		names = slices.Sorted(maps.Keys(both))
	}
	for _, base := range names {
		c := make([]float64, a.columns+b.columns)
		copy(c, a.bases[base])
		copy(c[a.columns:], b.bases[base])
		out = append(out, c)
	}
	return names, out
}

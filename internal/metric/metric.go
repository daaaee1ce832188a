// Package metric turns judged trials into numbers with intervals, counts and
// warnings. One metric a file, listed in all.go; each is a pure function of
// its rows and does not depend on their order.
//
// Nothing leaves a denominator: a trial that was refused, cut, filtered,
// unreadable or failed counts as "not found" or "not right" and is shown as
// missing. What the judge could not decide is Unscored: it is neither right nor
// wrong, and is shown beside the number.
package metric

import (
	"cmp"
	"fmt"
	"slices"

	"assay/internal/bench"
	"assay/internal/stats"
)

// Row is one trial with everything that was decided about it.
type Row struct {
	Variant    *bench.Variant
	Subject    string
	Repetition int
	Outcome    bench.Outcome  // "" when the trial has not been asked yet
	Answer     *bench.Answer  // nil unless Outcome is Answered
	Verdict    *bench.Verdict // nil unless Outcome is Answered
}

// Says returns the verdict of the answer; ok is false when there is none.
func (r Row) Says() (t bench.Truth, ok bool) {
	if r.Answer == nil {
		return 0, false
	}
	return r.Answer.Verdict, true
}

// Value is a computed metric.
type Value struct {
	Defined  bool            `json:"defined"` // false: no data that the metric speaks of
	Point    float64         `json:"point"`
	K        int             `json:"k"` // successes and trials behind a rate; both 0 for a composite
	N        int             `json:"n"`
	Interval *stats.Interval `json:"interval,omitempty"`
	P        *float64        `json:"p,omitempty"` // of a test against "no difference", where the metric has one
	Missing  int             `json:"missing,omitempty"`
	Unscored int             `json:"unscored,omitempty"`
	Warnings []string        `json:"warnings,omitempty"`
}

// Scale says how a value is read.
type Scale int

const (
	Percent Scale = iota // a share in [0, 1]
	Points               // a difference of shares in [−1, 1]
	Index                // a score in [0, 1]
)

// Metric describes one number. It is a logically constant value.
type Metric struct {
	ID      string // lower-case, dash-separated: the key in JSON and in gates
	Title   string // as tables show it
	Doc     string // one line: what it means
	Source  string // section or formula of the paper, or of resolutions
	Scale   Scale
	Lower   bool // smaller is better
	Compute func(rows []Row) Value
}

// seed of every bootstrap: results are a function of the rows alone.
const seed = 20260801

// rate computes a share over the rows for which in is true. hit says whether a
// row is a success, and whether it could be scored at all; a row without an
// answer is a scored failure, counted as missing, unless hit itself judges
// rows without answers.
func rate(rows []Row, in func(Row) bool, hit func(Row) (ok, scored bool)) Value {
	var v Value
	byBase := map[string][]float64{} // base → successes, trials
	single := true
	for _, r := range rows {
		if !in(r) {
			continue
		}
		ok, scored := hit(r)
		if !scored {
			v.Unscored++
			continue
		}
		if r.Answer == nil {
			v.Missing++
		}
		c := byBase[r.Variant.Base]
		if c == nil {
			c = make([]float64, 2)
			byBase[r.Variant.Base] = c
		} else {
			single = false
		}
		c[1]++
		v.N++
		if ok {
			c[0]++
			v.K++
		}
	}
	if v.N == 0 {
		return v.finish()
	}
	v.Defined = true
	v.Point = float64(v.K) / float64(v.N)
	if single {
		if i, ok := stats.Wilson(v.K, v.N); ok {
			v.Interval = &i
		}
		return v.finish()
	}
	v.bootstrap(byBase, ratio)
	if v.Interval == nil && (v.K == 0 || v.K == v.N) {
		// All or nothing: the bases, not the trials, are what was sampled.
		k := 0
		if v.K > 0 {
			k = len(byBase)
		}
		if i, ok := stats.Wilson(k, len(byBase)); ok {
			i.Method = fmt.Sprintf("Wilson over %d bases", len(byBase))
			v.Interval, v.Warnings = &i, nil
		}
	}
	return v.finish()
}

// ratio is the statistic of a share: sums[0] of sums[1].
func ratio(sums []float64) (float64, bool) {
	if sums[1] == 0 {
		return 0, false
	}
	return sums[0] / sums[1], true
}

// bootstrap sets the interval of v, and its point where v is not Defined yet,
// from per-base sums.
func (v *Value) bootstrap(byBase map[string][]float64, f stats.Statistic) {
	bases := make([]string, 0, len(byBase))
	for b := range byBase {
		bases = append(bases, b)
	}
	slices.Sort(bases)
	clusters := make([][]float64, len(bases))
	for i, b := range bases {
		clusters[i] = byBase[b]
	}
	point, ci, warnings, ok := stats.ClusterBootstrap(clusters, f, seed)
	if !ok {
		return
	}
	if !v.Defined {
		v.Defined, v.Point = true, point
	}
	v.Interval = ci
	v.Warnings = append(v.Warnings, warnings...)
}

// finish adds the warnings that every number carries alike.
func (v Value) finish() Value {
	if v.N > 0 && float64(v.Missing) > 0.05*float64(v.N) {
		v.Warnings = append(v.Warnings, fmt.Sprintf("%d of %d trials have no answer", v.Missing, v.N))
	}
	if v.Unscored > 0 {
		v.Warnings = append(v.Warnings, fmt.Sprintf("%d trials are unscored", v.Unscored))
	}
	return v
}

func vulnerable(r Row) bool { return r.Variant.Truth == bench.Vulnerable }
func safe(r Row) bool       { return r.Variant.Truth == bench.Safe }

// correct reports whether the verdict of a row is the truth.
func correct(r Row) (ok, scored bool) {
	t, answered := r.Says()
	return answered && t == r.Variant.Truth, true
}

// found returns the hit function for one of the two target decisions.
func found(decision func(*bench.Verdict) bench.Decision) func(Row) (bool, bool) {
	return func(r Row) (ok, scored bool) {
		if r.Verdict == nil {
			return false, true
		}
		d := decision(r.Verdict)
		return d == bench.Hit, d != bench.Unscored
	}
}

func strict(v *bench.Verdict) bench.Decision  { return v.Strict }
func lenient(v *bench.Verdict) bench.Decision { return v.Lenient }

// Sort orders rows by variant, then repetition, so that output made from them
// does not depend on the order in which trials ended.
func Sort(rows []Row) {
	slices.SortFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Variant.Key, b.Variant.Key), cmp.Compare(a.Repetition, b.Repetition))
	})
}

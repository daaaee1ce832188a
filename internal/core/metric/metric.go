// Package metric converts judged trials to numbers with intervals, counts and warnings. Each metric has its own
// file and is listed in all.go; it is a pure function of its rows and does not depend on their order.
//
// Nothing is removed from a denominator: a trial that was refused, truncated, filtered, unreadable or failed
// counts as "not found" or "not right" and is shown as missing. An answer that the judge could not decide is
// Unscored: it is neither right nor wrong, and is shown next to the number.
package metric

import (
	"fmt"
	"math"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/stats"
)

// Value is a computed metric.
type Value struct {
	Defined  bool            `json:"defined"` // false: there are no data for the metric
	Point    float64         `json:"point"`
	K        int             `json:"k"` // successes and trials behind a rate; both 0 for a composite
	N        int             `json:"n"`
	Interval *stats.Interval `json:"interval,omitempty"`
	P        *float64        `json:"p,omitempty"` // of a test against "no difference", where the metric has one
	Missing  int             `json:"missing,omitempty"`
	Unscored int             `json:"unscored,omitempty"`
	// Weighted reports that Point is not K/N: some variants were asked more often, and each counts once.
	Weighted bool     `json:"weighted,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
	// NotMeasured is the reason why there is no number although there are data, "" otherwise.
	NotMeasured string `json:"not_measured,omitempty"`
}

// Scale defines how to read a value.
type Scale int

const (
	Percent Scale = iota // a share in [0, 1]
	Points               // a difference of shares in [−1, 1]
	Index                // a score in [0, 1]
	Amount               // a quantity in the unit that the title names, without an upper bound
)

// Limits returns the smallest and the greatest possible value.
func (s Scale) Limits() (lo, hi float64) {
	switch s {
	case Points:
		return -1, 1
	case Amount:
		return 0, math.Inf(1)
	}
	return 0, 1
}

// Metric describes one number. It is a logically constant value.
type Metric struct {
	ID     string // lower-case, dash-separated: the key in JSON and in gates
	Title  string // as tables show it
	Doc    string // its meaning in one line
	Source string // section or formula of the paper, a row of docs/paper.md, or the publication that defines it
	Scale  Scale
	Lower  bool // smaller is better

	// Count adds to the tally what the metric counts among rows.
	Count func(rows []bench.Trial, t *Tally)
	// Columns is the number of columns that Count adds; 0 means 2.
	Columns int
	// Of computes the number from the column sums. nil is the share of column 0 in column 1, whose trials are
	// independent when their bases are.
	Of stats.Statistic
	// Null requests a test of the base means (column 0 divided by column 1) against 0.
	Null bool
	// Needs names the missing input when rows were counted but the number is undefined.
	Needs string
	// counts names what Count counts, when other metrics count the same; "" means the ID.
	counts string
	// judged selects the rows whose judgement the number depends on; nil for none.
	judged func(bench.Trial) bool
	// findings reports that the number depends on the decisions on single findings too.
	findings bool
	// alarm reports that a hit is an alarm, which a trial without an answer does not raise.
	alarm bool
	// pairsOnly reports that Count counts pairs, and no single row.
	pairsOnly bool
	// Quiet omits the warnings and the missing trials of a number that is itself about these.
	Quiet bool
}

// seed of every bootstrap: results depend on the rows alone.
const seed = 20260801

// counted names what Count counts: metrics with the same name may share one tally.
func (m Metric) counted() string {
	if m.counts != "" {
		return m.counts
	}
	return m.ID
}

// statistic returns Of, or the statistic that nil means.
func (m Metric) statistic() stats.Statistic {
	if m.Of == nil {
		return stats.Ratio
	}
	return m.Of
}

// Compute returns the metric of rows, whose order does not matter.
func (m Metric) Compute(rows []bench.Trial) Value { return Values([]Metric{m}, rows)[0] }

// Values returns several metrics of the same rows, in the order of ms: what
// Compute returns for each, in a fraction of the time.
func Values(ms []Metric, rows []bench.Trial) []Value {
	var b Batch
	out := b.Values(ms, NewSheet(rows))
	b.Run()
	return out
}

// binomial reports whether the metric is a share of independent trials, one for each base.
func (m Metric) binomial(t *Tally) bool { return m.Of == nil && t.N > 0 && !t.repeats }

// value computes a value from a tally and, unless the metric is binomial, from the estimate of its sums.
func (m Metric) value(t *Tally, e stats.Estimate) Value {
	v := Value{K: t.K, N: t.N, Missing: t.Missing, Unscored: t.Unscored}
	clusters := t.clusters()
	if m.binomial(t) {
		v.Defined, v.Point = true, float64(t.K)/float64(t.N)
		if i, ok := stats.Wilson(t.K, t.N); ok {
			v.Interval = &i
		}
	} else if e.OK {
		v.Defined, v.Point, v.Interval, v.Warnings = true, e.Value, e.Interval, e.Warnings
		if m.Of == nil {
			v.allOrNothing(len(clusters))
		}
		if t.weights.of != nil {
			note := "some variants were asked more often than others: each counts once"
			if v.N > 0 && math.Abs(float64(v.K)/float64(v.N)-v.Point) > 0.0005 {
				v.Weighted, note = true, fmt.Sprintf("%d of %d; %s", v.K, v.N, note)
			}
			v.Warnings = append(v.Warnings, note)
		}
	}
	if m.Null && v.Defined {
		p := stats.SignFlip(baseMeans(clusters), seed)
		v.P = &p
	}
	if !v.Defined && t.Trials > 0 && m.Needs != "" {
		v.Warnings = append(v.Warnings, m.Needs)
	}
	v.Warnings = append(v.Warnings, t.warnings()...)
	if m.Quiet {
		v.Warnings, v.Missing = nil, 0
	}
	if m.alarm && t.Missing > 0 {
		v.silent(t)
	}
	return v
}

// silent bounds a share of alarms: a trial without an answer raised none, and could have.
func (v *Value) silent(t *Tally) {
	hi := v.Point
	if v.Interval != nil {
		hi = v.Interval.Hi
	}
	v.Interval = spanning(v.Interval, v.Point, min(1, hi+float64(t.Missing)/float64(t.Trials)))
}

// allOrNothing gives a share of 0 or 1, in which nothing varies, the interval for the number of bases: they, not
// the trials, are what was sampled.
func (v *Value) allOrNothing(bases int) {
	if v.Interval != nil || v.K != 0 && v.K != v.N {
		return
	}
	k := 0
	if v.K > 0 {
		k = bases
	}
	if i, ok := stats.Wilson(k, bases); ok {
		i.Method = fmt.Sprintf("Wilson over %d clusters", bases)
		v.Interval, v.Warnings = &i, nil
	}
}

// warnings returns the tally's notes and the warnings that apply to every number.
func (t *Tally) warnings() []string {
	out := slices.Clone(t.Notes)
	if t.Trials > 0 && float64(t.Missing) > 0.05*float64(t.Trials) {
		out = append(out, fmt.Sprintf("%d of %d trials have no answer", t.Missing, t.Trials))
	}
	if t.Unscored > 0 {
		out = append(out, fmt.Sprintf("%d of %d trials are unscored", t.Unscored, t.Unscored+t.Trials))
	}
	return out
}

// baseMeans returns column 0 divided by column 1 for every base that has the latter.
func baseMeans(clusters [][]float64) []float64 {
	var out []float64
	for _, c := range clusters {
		if c[1] != 0 {
			out = append(out, c[0]/c[1])
		}
	}
	return out
}

func every(bench.Trial) bool        { return true }
func vulnerable(r bench.Trial) bool { return r.Variant.Truth == bench.Vulnerable }
func safe(r bench.Trial) bool       { return r.Variant.Truth == bench.Safe }

// correct reports whether the verdict of a row is right.
func correct(r bench.Trial) (ok, scored bool) {
	t, answered := r.Says()
	return answered && t == r.Variant.Truth, true
}

// found returns the hit function for one of the two target decisions.
func found(decision func(*bench.Verdict) bench.Decision) func(bench.Trial) (bool, bool) {
	return func(r bench.Trial) (ok, scored bool) {
		if r.Verdict == nil {
			return false, true
		}
		d := decision(r.Verdict)
		return d == bench.Hit, d != bench.Unscored
	}
}

func strict(v *bench.Verdict) bench.Decision  { return v.Strict }
func lenient(v *bench.Verdict) bench.Decision { return v.Lenient }

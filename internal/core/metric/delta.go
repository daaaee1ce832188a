package metric

import (
	"fmt"
	"maps"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/stats"
)

// Condition is one form in which samples were shown, or one subject: a name for tables, and the rows.
type Condition struct {
	Name string
	Rows []bench.Trial
}

// Difference compares a metric between two conditions on the items that both have.
//
// Items are compared: the vulnerable and the safe texts of a sample. Several texts or repetitions of one item in a
// condition, such as those of several seeds or placebos, are averaged first. The unit of interval and test is the
// base.
type Difference struct {
	Defined   bool            `json:"defined"` // false: nothing to compare; only LeftOut and Warnings are set
	Reference float64         `json:"reference"`
	Treated   float64         `json:"treated"`
	Point     float64         `json:"point"` // Reference − Treated: a drop is positive (paper §4.6)
	Interval  *stats.Interval `json:"interval,omitempty"`
	Inner     *stats.Interval `json:"inner,omitempty"` // at 90 %: see Equivalent
	// sign-flip test over bases, two-sided; nil when any single base has no number
	P        *float64 `json:"p,omitempty"`
	Adjusted *float64 `json:"adjusted,omitempty"` // P after Holm, in the family of this comparison
	Items    int      `json:"items"`              // that the metric counts
	Bases    int      `json:"bases"`
	LeftOut  int      `json:"left_out,omitempty"` // items that are not in all conditions
	Missing  int      `json:"missing,omitempty"`  // trials without an answer, in both conditions
	// items left out because the judge could decide none of their trials
	Unscored int      `json:"unscored,omitempty"`
	Warnings []string `json:"warnings,omitempty"`

	done bool // it was computed
}

// hull widens a difference to its values under other decisions on the answers whose judgements are missing, once
// all of them are known: the interval covers them, and p is the largest.
func (d *Difference) hull(others []*Difference) {
	if !d.done || slices.ContainsFunc(others, func(o *Difference) bool { return o.Defined && !o.done }) {
		return
	}
	for _, o := range others {
		if !o.Defined {
			continue
		}
		d.Interval, d.Inner = spans(d.Interval, o.Interval, o.Point), spans(d.Inner, o.Inner, o.Point)
		if d.P != nil && o.P != nil {
			p := max(*d.P, *o.P)
			d.P = &p
		}
	}
	if len(others) > 0 {
		d.Interval, d.Inner = spanning(d.Interval, d.Point, d.Point), spanning(d.Inner, d.Point, d.Point)
		least, most := others[0].Point, others[0].Point
		for _, o := range others {
			if o.Defined {
				least, most = min(least, o.Point), max(most, o.Point)
			}
		}
		if d.P != nil && least <= 0 && most >= 0 { // the missing judgements alone could reduce it to nothing
			p := 1.0
			d.P = &p
		}
	}
}

// spans returns an interval that contains both; the second is a point when it is nil.
func spans(i, other *stats.Interval, point float64) *stats.Interval {
	if other == nil {
		return spanning(i, point, point)
	}
	return spanning(i, other.Lo, other.Hi)
}

// Equivalent reports whether the comparison shows that the two conditions differ by less than margin, at a level
// of 5 %. Two conditions must hold: the interval at 90 % is within the margin, and as many bases without any
// difference would show it, which resamples of few bases do not ensure. That a difference is not significant does
// not show equivalence.
func (d Difference) Equivalent(margin float64) bool {
	least, ok := stats.Matched{A: d.Bases}.Equivalent(margin)
	return ok && least < alpha && d.Defined && d.Inner != nil && d.Inner.Lo > -margin && d.Inner.Hi < margin
}

// Delta compares one condition with its reference: the transformation degradation of the paper's §4.6. The caller
// provides the reference that docs/paper.md row 8 chooses (minimal-sanitized, or the original).
func Delta(m Metric, reference, treated []bench.Trial) Difference {
	var b Batch
	var d Difference
	b.Delta(&d, m, NewSheet(reference), NewSheet(treated), nil)
	b.Run()
	return d
}

// common returns the items that the metric counts and for which all sides have at least one decided trial.
func (d *Difference) common(m Metric, sides ...*Sheet) map[string]bool {
	type presence struct {
		seen, decided int // sides
		counted       bool
	}
	all, counted := map[string]presence{}, false
	for _, s := range sides {
		for item, is := range s.itemStates(m) {
			a := all[item]
			a.seen++
			if is.decided {
				a.decided++
			}
			a.counted = a.counted || is.counted
			counted = counted || is.counted
			all[item] = a
		}
	}
	// A metric of pairs or repetitions has no value for a single row: then all items count.
	if counted {
		maps.DeleteFunc(all, func(_ string, a presence) bool { return !a.counted })
	}
	out := make(map[string]bool, len(all))
	for item, a := range all {
		switch {
		case a.seen < len(sides):
			d.LeftOut++
		case a.decided < len(sides):
			d.Unscored++
		default:
			out[item] = true
		}
	}
	if d.LeftOut > 0 {
		d.Warnings = append(d.Warnings,
			fmt.Sprintf("%d of %d items are not in every condition and are left out", d.LeftOut, len(all)))
	}
	if d.Unscored > 0 {
		d.Warnings = append(d.Warnings, fmt.Sprintf("%d items are unscored and are left out", d.Unscored))
	}
	return out
}

// onCommon returns the metric's tallies of both sides on the items that both have, and also when it is not nil,
// and the number of these items.
func (d *Difference) onCommon(m Metric, reference, treated, also *Sheet) (a, b *Tally, n int) {
	sides := []*Sheet{reference, treated}
	if also != nil {
		sides = append(sides, also)
	}
	common := d.common(m, sides...)
	return reference.keep(common).tally(m, items), treated.keep(common).tally(m, items), len(common)
}

// paired returns the sums of both sides by base, over the items that both have: the columns of first, whose number
// it also returns, then those of second.
func paired(m Metric, first, second []bench.Trial) (joined [][]float64, columns int) {
	var d Difference
	a, b, _ := d.onCommon(m, NewSheet(first), NewSheet(second), nil)
	_, joined = joinSums(a, b)
	return joined, a.columns
}

// minus returns the statistic of joined columns: f of the first columns minus f of the others.
func minus(f stats.Statistic, columns int) stats.Statistic {
	return func(s []float64) (float64, bool) {
		x, okX := f(s[:columns])
		y, okY := f(s[columns:])
		return x - y, okX && okY
	}
}

// baseDiffs returns the differences of single bases; ok is false when a base has no number on one of the sides.
func baseDiffs(joined [][]float64, difference stats.Statistic) (out []float64, ok bool) {
	for _, c := range joined {
		d, ok := difference(c)
		if !ok {
			return nil, false
		}
		out = append(out, d)
	}
	return out, true
}
